// Reading certificates: strict, because a proof with something strange in it proves nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "tessera/base/json.hpp"
#include "tessera/certificates/certificate.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/search/ida_star.hpp"

namespace tessera {
namespace {

using CertificateJson = nlohmann::ordered_json;

/// More than the largest board with the longest path ever needs, and little enough for any memory.
constexpr std::size_t longest_certificate = std::size_t{64} << 20;
constexpr std::size_t longest_name = 4096;
constexpr std::size_t most_rounds = 1'000'000;
constexpr std::size_t most_tables = 64;
constexpr std::size_t most_levels = 16;
constexpr std::uint64_t largest_cost = infinite_cost;
constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

constexpr std::string_view as_written =
    "certificates are read as the program writes them; docs/certificates.md describes that";

/// The first fault of a certificate; everything after it reads as nothing.
class Faults {
  public:
    void wrong(std::string_view pointer, std::string_view found, std::string_view expected) {
        if (first_) return;
        first_ = input_error(
            fmt::format("{}: {}, expected {}", pointer.empty() ? "/" : pointer, found, expected),
            std::string(as_written));
    }
    const std::optional<Error>& first() const { return first_; }

  private:
    std::optional<Error> first_;
};

/// One value and where it stands.
class Value {
  public:
    Value(Faults& faults, const CertificateJson* json, std::string pointer)
        : faults_(&faults), json_(json), pointer_(std::move(pointer)) {}

    bool is_null() const { return json_ == nullptr || json_->is_null(); }

    std::string text(std::size_t longest = longest_name) const {
        if (json_ == nullptr) return {};
        if (json_->is_string() && json_->get_ref<const std::string&>().size() <= longest) {
            return json_->get<std::string>();
        }
        wrong(fmt::format("a text of at most {} bytes", longest));
        return {};
    }
    bool flag() const {
        if (json_ == nullptr) return false;
        if (json_->is_boolean()) return json_->get<bool>();
        wrong("true or false");
        return false;
    }
    std::uint64_t whole(std::uint64_t least, std::uint64_t most) const {
        if (json_ == nullptr) return least;
        if (json_->is_number_unsigned()) {
            const auto number = json_->get<std::uint64_t>();
            if (number >= least && number <= most) return number;
        }
        wrong(fmt::format("a whole number from {} to {}", least, most));
        return least;
    }
    Cost cost() const { return static_cast<Cost>(whole(0, largest_cost)); }
    double number(double least, double most) const {
        if (json_ == nullptr) return least;
        if (json_->is_number()) {
            const auto number = json_->get<double>();
            if (number >= least && number <= most) return number;
        }
        wrong(fmt::format("a number from {} to {}", least, most));
        return least;
    }
    /// One of the enumerators, by the name `to_string` gives it.
    template <class Enum, std::size_t Count, class Name>
    Enum one_of(const std::array<Enum, Count>& all, Name name) const {
        const std::string given = text();
        std::vector<std::string_view> names;
        for (const Enum one : all) {
            if (name(one) == given) return one;
            names.push_back(name(one));
        }
        wrong(fmt::format("one of {}", fmt::join(names, ", ")));
        return all.front();
    }
    /// The members of a list, which may have at most `most`.
    std::vector<Value> list(std::size_t most) const {
        std::vector<Value> members;
        if (json_ == nullptr) return members;
        if (!json_->is_array() || json_->size() > most) {
            wrong(fmt::format("a list of at most {}", most));
            return members;
        }
        members.reserve(json_->size());
        for (const CertificateJson& member : *json_) {
            members.emplace_back(*faults_, &member, fmt::format("{}/{}", pointer_, members.size()));
        }
        return members;
    }
    std::vector<Move> moves() const {
        std::vector<Move> path;
        if (json_ == nullptr) return path;
        constexpr std::string_view expected = "moves of the blank as letters U, L, R and D";
        if (!json_->is_string()) {
            wrong(expected);
            return path;
        }
        const std::string& letters = json_->get_ref<const std::string&>();
        path.reserve(letters.size());
        for (std::size_t i = 0; i < letters.size(); ++i) {
            const auto move = std::find_if(all_moves.begin(), all_moves.end(),
                                           [&](Move m) { return letter(m) == letters[i]; });
            if (move == all_moves.end()) {
                faults_->wrong(
                    pointer_,
                    fmt::format("'{}' at move {}", formats::excerpt(letters.substr(i, 1)), i + 1),
                    expected);
                return {};
            }
            path.push_back(*move);
        }
        return path;
    }

    const CertificateJson* json() const { return json_; }
    const std::string& pointer() const { return pointer_; }
    Faults& faults() const { return *faults_; }
    void wrong(std::string_view expected) const {
        if (json_ == nullptr) return;
        faults_->wrong(pointer_, fmt::format("is {}", glance(*json_)), expected);
    }

  private:
    Faults* faults_;
    const CertificateJson*
        json_;  ///< null where there is none, which was said already if it should be there
    std::string pointer_;
};

/// The fields of one object, each asked for once.
class Object {
  public:
    explicit Object(const Value& value) : value_(value) {
        if (value_.json() == nullptr) return;
        if (value_.json()->is_object()) {
            json_ = value_.json();
        } else {
            value_.wrong("an object");
        }
    }

    Value operator[](std::string_view name) {
        const Value member = if_there(name);
        if (json_ != nullptr && member.json() == nullptr) {
            value_.faults().wrong(fmt::format("{}/{}", value_.pointer(), name), "is missing",
                                  "this field");
        }
        return member;
    }
    /// One that may be left out.
    Value if_there(std::string_view name) {
        known_.emplace_back(name);
        const CertificateJson* member = nullptr;
        if (json_ != nullptr) {
            const auto place = json_->find(name);
            if (place != json_->end()) member = &*place;
        }
        return {value_.faults(), member, fmt::format("{}/{}", value_.pointer(), name)};
    }
    /// Fails if there are unknown fields.
    void close() const {
        if (json_ == nullptr) return;
        for (const auto& [name, member] : json_->items()) {
            if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
            value_.faults().wrong(fmt::format("{}/{}", value_.pointer(), formats::excerpt(name)),
                                  "is not a field of certificates",
                                  fmt::format("only {}", fmt::join(known_, ", ")));
        }
    }

  private:
    Value value_;
    const CertificateJson* json_ = nullptr;
    std::vector<std::string> known_;
};

Geometry read_geometry(const Value& value) {
    const std::vector<Value> sides = value.list(2);
    if (value.json() != nullptr && sides.size() != 2) value.wrong("rows and columns");
    if (sides.size() != 2) return {2, 2};
    return {static_cast<std::uint16_t>(sides[0].whole(2, largest_side)),
            static_cast<std::uint16_t>(sides[1].whole(2, largest_side))};
}

/// A board that holds every tile once; the solved one after a fault.
DynamicBoard read_board(const Value& value, Geometry geometry) {
    const std::size_t cells = geometry.cells();
    const std::vector<Value> members = value.list(cells);
    if (value.json() != nullptr && members.size() != cells) {
        value.wrong(fmt::format("a list of {} tiles", cells));
    }
    std::vector<Tile> tiles;
    std::vector<bool> seen(cells, false);
    for (const Value& member : members) {
        const auto tile = static_cast<std::size_t>(member.whole(0, cells - 1));
        if (seen[tile]) {
            member.wrong(fmt::format("every tile once; {} comes twice", tile));
            break;
        }
        seen[tile] = true;
        tiles.push_back(make_tile(tile));
    }
    if (tiles.size() != cells) {
        tiles.clear();
        for (std::size_t i = 0; i < cells; ++i) tiles.push_back(make_tile((i + 1) % cells));
    }
    return DynamicBoard::from_tiles(geometry, tiles);
}

std::vector<CertifiedRound> read_rounds(const Value& value) {
    constexpr std::array ends{CertifiedRound::End::exhausted, CertifiedRound::End::goal,
                              CertifiedRound::End::incomplete, CertifiedRound::End::stopped};
    std::vector<CertifiedRound> rounds;
    for (const Value& member : value.list(most_rounds)) {
        Object object(member);
        CertifiedRound round;
        round.bound = object["bound"].cost();
        round.generated = object["generated"].whole(0, any_number);
        round.end =
            object["end"].one_of(ends, [](CertifiedRound::End end) { return to_string(end); });
        object.close();
        rounds.push_back(round);
    }
    return rounds;
}

CertifiedTable read_table(const Value& value, Geometry geometry) {
    CertifiedTable table;
    Object object(value);
    const std::size_t cells = geometry.cells();
    table.pattern.geometry = geometry;
    table.pattern.goal_blank =
        make_cell(static_cast<std::size_t>(object["goal_blank"].whole(0, cells - 1)));
    const Value tiles = object["tiles"];
    for (const Value& tile : tiles.list(cells - 1)) {
        const Tile number = make_tile(static_cast<std::size_t>(tile.whole(1, cells - 1)));
        if (!table.pattern.tiles.empty() && number <= table.pattern.tiles.back()) {
            tile.wrong("tiles in ascending order");
        }
        table.pattern.tiles.push_back(number);
    }
    if (tiles.json() != nullptr && table.pattern.tiles.empty()) tiles.wrong("at least one tile");
    table.bytes = object["bytes"].whole(0, any_number);
    const Value checksum = object["checksum"];
    if (!checksum.is_null()) {
        constexpr std::string_view hexadecimal = "0123456789abcdef";
        const std::string digits = checksum.text();
        if (digits.size() != 16 || digits.find_first_not_of(hexadecimal) != std::string::npos) {
            checksum.wrong("16 hexadecimal digits");
        } else {
            std::uint64_t sum = 0;
            for (const char digit : digits) sum = sum << 4 | hexadecimal.find(digit);
            table.checksum = sum;
        }
    }
    object.close();
    return table;
}

CertifiedHeuristic read_heuristic(const Value& value, Geometry geometry) {
    CertifiedHeuristic heuristic;
    Object object(value);
    heuristic.name = object["name"].text();
    heuristic.admissible = object["admissible"].flag();
    heuristic.consistent = object["consistent"].flag();
    heuristic.initial = object["initial"].number(0.0, static_cast<double>(largest_cost));
    for (const Value& table : object["tables"].list(most_tables)) {
        heuristic.tables.push_back(read_table(table, geometry));
    }
    object.close();
    return heuristic;
}

/// A value of the option's kind, within its range or as `unset`; nothing where it is wrong.
std::optional<OptionValue> read_option(const Value& value, const OptionInfo& option,
                                       const OptionValue* unset) {
    OptionValue read;
    switch (option.kind()) {
        case OptionKind::flag:
        case OptionKind::limit:
            read = value.flag();
            break;
        case OptionKind::whole:
            read = value.whole(0, std::get<std::uint64_t>(option.most));
            break;
        case OptionKind::real:
            read = value.number(0.0, std::get<double>(option.most));
            break;
        case OptionKind::word:
            read = value.text();
            break;
    }
    if (value.json() == nullptr) return std::nullopt;
    if (unset != nullptr && read == *unset) return std::nullopt;
    if (fits(option, read)) return read;
    value.wrong(expected_text(option));
    return std::nullopt;
}

SearchOptions read_options(const Value& value) {
    SearchOptions options;
    Object object(value);
    const Value order = object["order"];
    if (const auto read = order_of(order.text())) {
        options.order = *read;
    } else if (order.json() != nullptr) {
        order.wrong("each of U, D, L and R once");
    }
    for (const EveryCertificatesOption& one : every_certificates_options()) {
        const OptionInfo& option = *find_search_option(one.name)->info;
        if (auto read = read_option(object[one.name], option, &one.unset)) {
            options.set(option, std::move(*read));
        }
    }
    for (const SearchOption& one : search_options()) {
        const bool read_already =
            std::ranges::any_of(every_certificates_options(),
                                [&](const auto& other) { return other.name == one.name(); });
        if (read_already) continue;
        if (auto read = read_option(object.if_there(json_name(one.name())), *one.info, nullptr)) {
            options.set(*one.info, std::move(*read));
        }
    }
    object.close();
    return options;
}

Counters read_counters(const Value& value) {
    Counters counters;
    Object object(value);
    counters.expanded = object["expanded"].whole(0, any_number);
    counters.generated = object["generated"].whole(0, any_number);
    counters.reexpanded = object["reexpanded"].whole(0, any_number);
    counters.peak_open = object["peak_open"].whole(0, any_number);
    counters.peak_states = object["peak_states"].whole(0, any_number);
    counters.max_depth = object["max_depth"].whole(0, any_number);
    object.close();
    return counters;
}

std::optional<Cost> read_depth(const Value& value) {
    if (value.is_null()) return std::nullopt;
    return value.cost();
}

CertifiedSearch read_search(const Value& value, Geometry geometry) {
    constexpr std::array statuses{Status::solved,       Status::unsolvable, Status::time_limit,
                                  Status::memory_limit, Status::node_limit, Status::depth_limit,
                                  Status::gave_up,      Status::interrupted};
    CertifiedSearch search;
    Object object(value);
    search.algorithm = object["algorithm"].text();
    const Value heuristic = object["heuristic"];
    if (!heuristic.is_null()) search.heuristic = read_heuristic(heuristic, geometry);
    search.options = read_options(object["options"]);
    Object limits(object["limits"]);
    const Value nodes = limits["nodes"];
    if (!nodes.is_null()) search.node_limit = nodes.whole(1, any_number);
    search.depth_limit = read_depth(limits["depth"]);
    limits.close();
    search.threads = object["threads"].whole(1, 1 << 20);
    const Value device = object.if_there("device");
    if (device.json() != nullptr) search.device = device.text();
    const Value weights = object.if_there("weights");
    if (weights.json() != nullptr) search.weights = weights.text();
    search.status = object["status"].one_of(
        statuses, [](Status status) { return std::string_view(to_string(status)); });
    const Value counting = object.if_there("counting");
    search.counting =
        counting.json() == nullptr ? 1 : counting.whole(2, CertifiedSearch::newest_counting);
    search.counters = read_counters(object["counters"]);
    search.rounds = read_rounds(object["rounds"]);
    for (const Value& member : object["improvements"].list(most_rounds)) {
        Object improvement(member);
        const Cost cost = improvement["cost"].cost();
        search.improvements.push_back({cost, improvement["generated"].whole(0, any_number)});
        improvement.close();
    }
    object.close();
    return search;
}

CertifiedProof read_proof(const Value& value, Geometry geometry) {
    CertifiedProof proof;
    Object object(value);
    const Value algorithm = object["algorithm"];
    if (!algorithm.is_null()) proof.algorithm = algorithm.text();
    proof.heuristic = read_heuristic(object["heuristic"], geometry);
    proof.cycles =
        object["cycles"].whole(0, std::get<std::uint64_t>(search::ida_star::cycles.most));
    proof.depth_limit = read_depth(object["depth"]);
    proof.rounds = read_rounds(object["rounds"]);
    object.close();
    return proof;
}

CertifiedBound read_bound(const Value& value, Geometry geometry) {
    constexpr std::array bases{BoundBasis::none, BoundBasis::manhattan, BoundBasis::estimate,
                               BoundBasis::rounds, BoundBasis::search};
    CertifiedBound bound;
    Object object(value);
    bound.basis = object["basis"].one_of(bases, [](BoundBasis basis) { return to_string(basis); });
    const Value proven = object["value"];
    if (bound.basis == BoundBasis::none) {
        if (!proven.is_null()) proven.wrong("null where there is no bound");
    } else {
        bound.value = proven.cost();
    }
    bound.manhattan = object["manhattan"].cost();
    const Value proof = object["proof"];
    if (!proof.is_null()) bound.proof = read_proof(proof, geometry);
    object.close();
    return bound;
}

CertifiedPath read_path(const Value& value) {
    CertifiedPath path;
    Object object(value);
    path.moves = object["moves"].moves();
    constexpr std::array conventions{Notation::blank};
    object["convention"].one_of(conventions, [](Notation n) { return to_string(n); });
    path.length = object["length"].whole(0, any_number);
    path.slides = object["slides"].whole(0, any_number);
    path.cost = object["cost"].whole(0, largest_cost);
    object.close();
    return path;
}

CertifiedSolutions read_all_solutions(const Value& value) {
    CertifiedSolutions solutions;
    Object object(value);
    solutions.count = object["count"].whole(1, any_number);
    solutions.complete = object["complete"].flag();
    for (const Value& moves : object["moves"].list(longest_certificate)) {
        solutions.moves.push_back(moves.moves());
    }
    object.close();
    return solutions;
}

Certificate read_fields(const Value& whole) {
    constexpr std::array kinds{ClaimKind::optimal, ClaimKind::bounded, ClaimKind::path,
                               ClaimKind::lower_bound, ClaimKind::unsolvable};
    Certificate certificate;
    Object object(whole);
    const Value schema = object["schema"];
    if (schema.json() != nullptr && schema.text() != certificate_schema) {
        schema.wrong(fmt::format("\"{}\"", certificate_schema));
    }
    certificate.writer = object["writer"].text();
    certificate.id = object["id"].text(longest_certificate);
    const Geometry geometry = read_geometry(object["size"]);
    certificate.start = read_board(object["start"], geometry);
    certificate.goal = read_board(object["goal"], geometry);
    constexpr std::array models{CostModel::unit, CostModel::tile};
    certificate.cost =
        object["cost"].one_of(models, [](CostModel model) { return to_string(model); });
    Object claim(object["claim"]);
    certificate.claim = claim["kind"].one_of(kinds, [](ClaimKind kind) { return to_string(kind); });
    const Value gap = claim["gap"];
    if (!gap.is_null()) certificate.gap = gap.number(0.0, static_cast<double>(largest_cost));
    claim.close();
    Object parity(object["parity"]);
    constexpr std::array parities{false, true};
    certificate.permutation_odd = parity["permutation"].one_of(
        parities, [](bool odd) { return std::string_view(odd ? "odd" : "even"); });
    certificate.blank_distance = parity["blank_distance"].whole(0, any_number);
    parity.close();
    const Value path = object["path"];
    if (!path.is_null()) certificate.path = read_path(path);
    const Value solutions = object["solutions"];
    if (!solutions.is_null()) certificate.solutions = read_all_solutions(solutions);
    certificate.bound = read_bound(object["bound"], geometry);
    certificate.search = read_search(object["search"], geometry);
    object.close();
    return certificate;
}

/// The name of a member that an object has twice, as a JSON reader is free to take either.
std::optional<std::string> name_given_twice(std::string_view text) {
    std::vector<std::set<std::string>> names;
    std::optional<std::string> twice;
    const auto look = [&](int, CertificateJson::parse_event_t event, CertificateJson& parsed) {
        if (event == CertificateJson::parse_event_t::object_start) names.emplace_back();
        if (event == CertificateJson::parse_event_t::object_end && !names.empty()) names.pop_back();
        if (event == CertificateJson::parse_event_t::key && !names.empty()) {
            const std::string& name = parsed.get_ref<const std::string&>();
            if (!names.back().insert(name).second && !twice) twice = name;
        }
        return true;
    };
    const CertificateJson whole = CertificateJson::parse(text.begin(), text.end(), look, false);
    return twice;
}

}  // namespace

Result<Certificate> read_certificate(std::string_view text) {
    if (text.size() > longest_certificate) {
        return input_error(fmt::format("a certificate of {} bytes, expected at most {}",
                                       text.size(), longest_certificate),
                           std::string(as_written));
    }
    auto whole = formats::Text::make(text, "certificate");
    if (!whole) return whole.error();
    const std::string_view characters = whole->characters();
    if (nested_deeper_than(characters, most_levels)) {
        return input_error("the certificate has lists within lists, too deep to be one",
                           std::string(as_written));
    }
    auto parsed = parse_json(*whole, characters, 1, as_written);
    if (!parsed) return parsed.error();
    if (const auto name = name_given_twice(characters)) {
        return input_error(
            fmt::format("the certificate has \"{}\" twice in one object", formats::excerpt(*name)),
            std::string(as_written));
    }
    Faults faults;
    Certificate certificate = read_fields(Value(faults, &*parsed, ""));
    if (faults.first()) return *faults.first();
    return certificate;
}

bool looks_like_certificates(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos || text[first] != '{') return false;
    // The schema wherever it stands: a program that reads and writes JSON may have changed the order.
    const std::size_t schema = text.find("\"tessera.certificate/");
    if (schema == std::string_view::npos) return false;
    std::string_view before = text.substr(0, schema);
    const auto ends_with = [&](std::string_view end) {
        before = before.substr(0, before.find_last_not_of(" \t\r\n") + 1);
        if (!before.ends_with(end)) return false;
        before.remove_suffix(end.size());
        return true;
    };
    return ends_with(":") && ends_with("\"schema\"");
}

Result<std::vector<Certificate>> read_certificates(std::string_view text, std::string_view source) {
    std::vector<Certificate> certificates;
    const auto in_source = [&](const Error& error, std::string_view place) {
        return Error{error.code, fmt::format("{}{}: {}", source, place, error.message), error.hint,
                     error.field};
    };
    // One object over many lines, or one on each line: the whole is one if its first line is not.
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view first = text.substr(begin, end - begin);
    const bool by_line = end < text.size() && CertificateJson::accept(first.begin(), first.end());
    if (!by_line) {
        auto certificate = read_certificate(text);
        if (!certificate) return in_source(certificate.error(), "");
        certificates.push_back(std::move(*certificate));
        return certificates;
    }
    std::size_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t length = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, length);
        text.remove_prefix(std::min(length + 1, text.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        auto certificate = read_certificate(line);
        if (!certificate) {
            return in_source(certificate.error(), fmt::format(", line {}", number));
        }
        certificates.push_back(std::move(*certificate));
    }
    return certificates;
}

}  // namespace tessera
