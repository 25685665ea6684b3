// Measures a CUDA card: how fast rounds of ida* are under several layouts, and how long tables take to be built.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/backends/cuda/backend.hpp"
#include "tessera/backends/cuda/card.hpp"
#include "tessera/pdb/builder.hpp"
#include "tessera/puzzle/collections.hpp"

namespace {

using namespace tessera;
using Clock = std::chrono::steady_clock;

constexpr const char* usage_text = R"(gpu_bench [OPTIONS]: measures CUDA card 0.
  --partition P[+P…]  partitions of pdb (default 6-6-6-6)
  --board NAME        a board of a collection (default korf24:10)
  --bound N           the bound of the round (default: the last one without a solution)
  --seconds S         so long for each layout (default 3)
  --nodes N           at most so many nodes
  --layouts           tries several layouts; otherwise the one that the plug-in chooses
  --threads N  --blocks N  --far-orders    this layout
  --turns N  --seldom N  --stock PERCENT    how lanes share their work
  --tables            only builds the tables, and compares them with the cores' (--no-check: does not)
)";

struct Options {
    std::string partition = "6-6-6-6";
    std::string board = "korf24:10";
    Cost bound = 0;
    double seconds = 3.0;
    double nodes = 1e18;
    bool layouts = false;
    bool tables = false;
    bool check = true;
    cuda::CardTuning tuning;
};

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

int fail(std::string_view what) {
    fmt::print(stderr, "gpu_bench: {}\n", what);
    return 1;
}

std::optional<Options> read_options(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        const auto value = [&] { return std::string(i + 1 < count ? words[++i] : ""); };
        const auto number = [&] {
            return static_cast<std::uint32_t>(std::strtoul(value().c_str(), nullptr, 10));
        };
        if (word == "--partition")
            options.partition = value();
        else if (word == "--board")
            options.board = value();
        else if (word == "--bound")
            options.bound = static_cast<Cost>(number());
        else if (word == "--seconds")
            options.seconds = std::strtod(value().c_str(), nullptr);
        else if (word == "--nodes")
            options.nodes = std::strtod(value().c_str(), nullptr);
        else if (word == "--layouts")
            options.layouts = true;
        else if (word == "--tables")
            options.tables = true;
        else if (word == "--no-check")
            options.check = false;
        else if (word == "--threads")
            options.tuning.threads = number();
        else if (word == "--blocks")
            options.tuning.blocks = number();
        else if (word == "--turns")
            options.tuning.turns = number();
        else if (word == "--seldom")
            options.tuning.seldom = number();
        else if (word == "--stock")
            options.tuning.stock_percent = number();
        else if (word == "--far-orders")
            options.tuning.far_orders = 1;
        else
            return std::nullopt;
    }
    return options;
}

/// Builds tables on the card, and says how long that takes.
class TablesOfCard final : public pdb::MemoryTables {
  public:
    TablesOfCard(cuda::Card& card, bool check) : card_(card), check_(check) {}

    Result<pdb::SharedTable> table(const Pattern& pattern, std::size_t,
                                   BuildObserver& observer) override {
        if (auto known = find(pattern)) return known;
        const auto begin = Clock::now();
        auto answer = work_.build_table(card_, pattern, ~std::size_t{0}, observer);
        if (const auto* declined = std::get_if<Declined>(&answer)) {
            return Error{ErrorCode::internal, declined->why, ""};
        }
        const double seconds = seconds_since(begin);
        all_seconds += seconds;
        const auto owner = std::make_shared<const std::vector<std::uint64_t>>(
            std::move(std::get<std::vector<std::uint64_t>>(answer)));
        const auto index = index_for(pattern.geometry, pattern.tiles.size());
        auto table = std::make_shared<const pdb::BitTable>(pattern, index, *owner, owner);
        remember(table);
        fmt::print("table {}: {:.3f} s, {:.1f} MB\n", pattern.picture(), seconds,
                   static_cast<double>(table->bytes()) / 1e6);
        if (check_) compare(*table, observer);
        return pdb::SharedTable(table);
    }
    double all_seconds = 0.0;
    bool all_equal = true;

  private:
    void compare(const pdb::BitTable& table, BuildObserver& observer) {
        Executor alone;
        const auto built = pdb::build_table(table.pattern(), table.shared_index(), alone, observer,
                                            ~std::size_t{0});
        const bool equal = built && std::equal(table.words().begin(), table.words().end(),
                                               (*built)->words().begin(), (*built)->words().end());
        all_equal = all_equal && equal;
        fmt::print("  {} the cores' table\n", equal ? "equal to" : "DIFFERENT FROM");
    }

    cuda::Card& card_;
    const bool check_;
    cuda::BackendWork work_;
};

/// One round, until it ends or the time is over.
bool measure(cuda::Card& card, cuda::BackendWork& work, const CanonicalJob& job, Cost bound,
             const Options& options) {
    Observer silent;
    const auto measured = [&](double limit) {
        Limits limits;
        limits.time = std::chrono::nanoseconds(static_cast<std::int64_t>(limit * 1e9));
        limits.nodes = static_cast<std::uint64_t>(options.nodes);
        Monitor monitor(limits, silent);
        const MovePrefix whole;
        const auto begin = Clock::now();
        const auto answer = work.round(card, job, {bound, {&whole, 1}, Counters()}, monitor);
        const double taken = seconds_since(begin);
        if (const auto* declined = std::get_if<Declined>(&answer)) {
            fmt::print("  declined: {}\n", declined->why);
            return false;
        }
        const RoundResult& result = std::get<RoundResult>(answer);
        const Counters& counters = result.roots.at(0).counters;
        fmt::print("  {:.2f} G generated/s, {:.2f} G expanded/s, {} generated in {:.3f} s, {}{}\n",
                   static_cast<double>(counters.generated) / taken / 1e9,
                   static_cast<double>(counters.expanded) / taken / 1e9, counters.generated, taken,
                   to_string(result.status), result.roots[0].found ? ", found" : "");
        return true;
    };
    // The first launch of a process loads the kernels.
    return measured(0.05) && measured(options.seconds);
}

std::vector<cuda::CardTuning> layouts() {
    std::vector<cuda::CardTuning> all;
    for (const std::uint32_t threads : {896U, 1024U, 512U}) {
        for (const std::uint32_t far : {0U, 1U}) {
            all.emplace_back();
            all.back().threads = threads;
            all.back().far_orders = far;
        }
    }
    for (const std::uint32_t turns : {4U, 16U, 64U}) {
        all.emplace_back();
        all.back().turns = turns;
    }
    for (const std::uint32_t seldom : {1U, 4U, 32U}) {
        all.emplace_back();
        all.back().seldom = seldom;
    }
    for (const std::uint32_t percent : {1U, 25U}) {
        all.emplace_back();
        all.back().stock_percent = percent;
    }
    return all;
}

}  // namespace

int main(int count, char** words) {
    const auto options = read_options(count, words);
    if (!options) {
        fmt::print(stderr, "{}", usage_text);
        return 2;
    }
    std::string why;
    if (cuda::count_cards(why) == 0) return fail(why);
    const DeviceInfo info = cuda::describe_card(0);
    fmt::print("{}; {}; {:.1f} GB\n", info.description, info.driver,
               static_cast<double>(info.memory_bytes) / 1e9);
    if (!info.unusable.empty()) return fail(info.unusable);
    auto boards = suite_boards(options->board);
    if (!boards) return fail(boards.error().message);

    const BoardEntry& entry = boards->front();
    const DynamicBoard goal =
        entry.goal ? *entry.goal : *make_goal("blank-first", entry.board.geometry());
    const Labelling labels(goal);
    const auto start = labels.canonical_board<DynamicBoard>(entry.board);
    const std::vector<Tile> tiles = tiles_of(start);
    const auto card = cuda::make_card(0, std::numeric_limits<std::uint64_t>::max());
    TablesOfCard source(*card, options->tables && options->check);
    heuristics::PatternSets sets;
    BuildObserver nobody;
    std::string_view rest = options->partition;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('+'), rest.size());
        const auto partition =
            pdb::parse_partition(rest.substr(0, end), start.geometry(), labels.goal_blank());
        if (!partition) return fail(partition.error().message);
        if (auto error = sets.add(*partition, source, ~std::size_t{0}, nobody)) {
            return fail(error->message);
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    fmt::print("{} tables built in {:.3f} s, {} sums\n", sets.tables().size(), source.all_seconds,
               sets.sets().size());
    if (options->tables) return source.all_equal ? 0 : 1;

    const std::string heuristic = "pdb:" + options->partition;
    const std::vector<PatternTable> tables = sets.tables();
    CanonicalJob job;
    job.geometry = start.geometry();
    job.start = tiles;
    job.goal_blank = labels.goal_blank();
    job.algorithm = "ida*";
    job.heuristic = heuristic;
    job.tables = tables;
    job.forced = true;
    std::vector<Cost> sums(sets.sets().size());
    sets.evaluate(start, [&](std::size_t set, std::size_t, pdb::Placement, Cost distance) {
        sums[set] += distance;
    });
    const Cost h = *std::max_element(sums.begin(), sums.end());
    // A solution would end the round.
    const Cost below = entry.optimal ? *entry.optimal - 2 : h + 10;
    const Cost bound = options->bound > 0 ? options->bound : below;
    fmt::print("{}: h {}, bound {}\n", options->board, h, bound);
    cuda::BackendWork work;
    bool good = true;
    const auto try_layout = [&](const cuda::CardTuning& tuning) {
        card->tune(tuning);
        fmt::print("threads {}, blocks {}, orders {}, turns {}, seldom {}, stock {} %\n",
                   tuning.threads, tuning.blocks, tuning.far_orders != 0 ? "far" : "near",
                   tuning.turns, tuning.seldom, tuning.stock_percent);
        good = measure(*card, work, job, bound, *options) && good;
        fmt::print("  {}\n", card->report());
    };
    if (!options->layouts) {
        try_layout(options->tuning);
    } else {
        for (const cuda::CardTuning& tuning : layouts()) try_layout(tuning);
    }
    return good ? 0 : 1;
}
