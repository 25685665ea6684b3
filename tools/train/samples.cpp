// Makes training data for the learned guide: boards solved by the program's own beam, a board a core.
//
// The file (all numbers little-endian, all states one byte a cell, blank-first labels, so at most 256 cells):
//   head    "TESSDAT1"; u16 rows, cols; u32 width; u64 first seed; u64 hash of the weights of the guide, 0: squared-distance
//   solve   u32 L, the length of the solution, 0 if none was found;
//           L groups, from the start on: the state on the path, then 3 random members of the beam at its level;
//           u32 ~L
// The remaining length of the g-th group's path state is L - g. Solves lie in the order of their seeds, so the file is the
// same for any number of threads, and the number of solves says where to go on. A torn last solve is cut off.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tessera/heuristics/learned.hpp"
#include "tessera/heuristics/squared_distance.hpp"
#include "tessera/puzzle/generate.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/search/beam.hpp"

namespace {

using namespace tessera;
using Clock = std::chrono::steady_clock;
using Bytes = std::vector<std::uint8_t>;

static_assert(std::endian::native == std::endian::little, "the file is written as memory is");

constexpr std::size_t members = 3;
constexpr std::size_t largest_cells = 256;
constexpr std::string_view magic = "TESSDAT1";

struct Options {
    Geometry size{};
    std::uint32_t width = 16384;
    std::uint64_t first = 1;
    std::uint64_t count = 0;
    std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
    std::string output;
    std::string guide;  ///< a file of weights; none: squared-distance
    double seconds = 1e9;
};

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class T>
void put(Bytes& bytes, T number) {
    const auto* begin = reinterpret_cast<const std::uint8_t*>(&number);
    bytes.insert(bytes.end(), begin, begin + sizeof number);
}
void put_state(Bytes& bytes, std::span<const Tile> tiles) {
    for (const Tile tile : tiles) bytes.push_back(static_cast<std::uint8_t>(index(tile)));
}

/// The data file: its solves so far are counted when it is opened, and solves are appended in the order of their seeds.
class SampleFile {
  public:
    SampleFile(const Options& options, std::uint64_t guide_hash)
        : name_(options.output), cells_(options.size.cells()) {
        file_ = ::open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file_ < 0) fail("cannot be opened");
        Bytes head(magic.begin(), magic.end());
        put(head, options.size.rows);
        put(head, options.size.cols);
        put(head, options.width);
        put(head, options.first);
        put(head, guide_hash);
        Bytes found(head.size());
        end_ = head.size();
        if (!read(0, found)) {
            // New, or killed while its head was written.
            if (::ftruncate(file_, 0) != 0) fail("cannot be written");
            write(0, head);
        } else if (found != head) {
            throw Failure(name_ +
                          " has samples of another size, width, first seed or guide: name another "
                          "--output, or remove it");
        }
        count_solves();
    }
    ~SampleFile() { ::close(file_); }
    SampleFile(const SampleFile&) = delete;
    SampleFile& operator=(const SampleFile&) = delete;

    std::uint64_t solves() const { return solves_; }
    std::uint64_t bytes() const { return end_; }

    void append(const Bytes& solve) {
        write(end_, solve);
        end_ += solve.size();
        ++solves_;
    }

  private:
    [[noreturn]] void fail(std::string_view what) const {
        throw Failure(fmt::format("{} {}: {}", name_, what, std::strerror(errno)));
    }
    /// False if the file ends before.
    bool read(std::uint64_t at, std::span<std::uint8_t> bytes) const {
        std::size_t done = 0;
        while (done < bytes.size()) {
            const ssize_t got = ::pread(file_, bytes.data() + done, bytes.size() - done,
                                        static_cast<off_t>(at + done));
            if (got < 0) fail("cannot be read");
            if (got == 0) return false;
            done += static_cast<std::size_t>(got);
        }
        return true;
    }
    void write(std::uint64_t at, std::span<const std::uint8_t> bytes) const {
        std::size_t done = 0;
        while (done < bytes.size()) {
            const ssize_t put = ::pwrite(file_, bytes.data() + done, bytes.size() - done,
                                         static_cast<off_t>(at + done));
            if (put < 0) fail("cannot be written");
            done += static_cast<std::size_t>(put);
        }
    }
    bool read_number(std::uint64_t at, std::uint32_t& number) const {
        std::array<std::uint8_t, sizeof number> bytes{};
        if (!read(at, bytes)) return false;
        std::memcpy(&number, bytes.data(), sizeof number);
        return true;
    }
    void count_solves() {
        std::uint32_t length = 0;
        std::uint32_t tail = 0;
        while (read_number(end_, length)) {
            const std::uint64_t after =
                end_ + sizeof length + std::uint64_t{length} * (1 + members) * cells_;
            if (!read_number(after, tail) || tail != ~length) break;
            end_ = after + sizeof tail;
            ++solves_;
        }
        if (::ftruncate(file_, static_cast<off_t>(end_)) != 0) fail("cannot be written");
    }

    std::string name_;
    std::size_t cells_;
    int file_ = -1;
    std::uint64_t end_ = 0;
    std::uint64_t solves_ = 0;
};

/// Takes `members` states at random of every level of a beam.
class Sampler final : public search::BeamWitness {
  public:
    Sampler(const DynamicBoard& start, std::uint64_t seed) : board_(start), random_(seed) {}

    void level(Cost depth, std::size_t count,
               const std::function<void(std::size_t, DynamicBoard&)>& load) override {
        Bytes& level = levels_[depth];
        for (std::size_t i = 0; i < members; ++i) {
            load(static_cast<std::size_t>(random_.below(count)), board_);
            put_state(level, board_.tiles());
        }
    }
    /// Null: no level was chosen at this depth, as at 0.
    const Bytes* at(Cost depth) const {
        const auto found = levels_.find(depth);
        return found == levels_.end() ? nullptr : &found->second;
    }

  private:
    DynamicBoard board_;
    Random random_;
    std::map<Cost, Bytes> levels_;
};

/// Of ten boards six are uniform, four a walk that may be anything from a few moves to about as random.
DynamicBoard start_of(std::uint64_t seed, const DynamicBoard& goal) {
    Random random(seed);
    if (random.below(10) < 6) return random_solvable(goal, random);
    const std::uint64_t cells = goal.geometry().cells();
    const std::uint64_t moves = 20 + random.below(cells * cells);
    return random_walk(goal, moves, random);
}

template <BoardType B, HeuristicFor<B> Guide>
Bytes solve(const Options& options, std::uint64_t seed, const DynamicBoard& goal,
            const Guide& guide) {
    DynamicBoard board = start_of(seed, goal);
    Observer nobody;
    Monitor monitor(Limits{}, nobody);
    search::BeamSearch<B, Guide> beam(monitor, 1);
    // Another sequence than that of the board.
    Sampler sampler(board, ~seed);
    Counters counters;
    const B start = B::from_tiles(options.size, board.tiles());
    const BeamResult result = beam.run({.start = start,
                                        .goal_blank = goal.blank(),
                                        .heuristic = guide,
                                        .width = options.width,
                                        .depth = search::beam::patience(options.size),
                                        .witness = &sampler},
                                       counters, 0, infinite_cost);
    const auto length = static_cast<std::uint32_t>(result.path.size());
    Bytes bytes;
    put(bytes, length);
    for (std::uint32_t g = 0; g < length; ++g) {
        put_state(bytes, board.tiles());
        if (const Bytes* level = sampler.at(static_cast<Cost>(g)); level != nullptr) {
            bytes.insert(bytes.end(), level->begin(), level->end());
        } else {
            for (std::size_t i = 0; i < members; ++i) put_state(bytes, board.tiles());
        }
        board.slide(result.path[g]);
    }
    if (length > 0 && board != goal) throw Failure("a path of the beam does not lead to the goal");
    put(bytes, ~length);
    return bytes;
}

/// Solves on all threads and appends in the order of the seeds.
template <BoardType B, HeuristicFor<B> Guide>
void make_samples(const Options& options, const Guide& guide, const DynamicBoard& goal,
                  SampleFile& file) {
    const auto begin = Clock::now();
    const std::uint64_t before = file.solves();
    std::mutex mutex;
    std::uint64_t next = before;
    std::map<std::uint64_t, Bytes> waiting;
    std::optional<Failure> failure;
    const auto elapsed = [&] {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    };
    const auto work = [&] {
        std::unique_lock lock(mutex);
        while (next < options.count && elapsed() < options.seconds && !failure) {
            const std::uint64_t number = next++;
            lock.unlock();
            std::optional<Failure> mine;
            Bytes bytes;
            try {
                bytes = solve<B>(options, options.first + number, goal, guide);
            } catch (const Failure& what) {
                mine = what;
            }
            lock.lock();
            if (mine && !failure) failure = mine;
            waiting[number] = std::move(bytes);
            try {
                while (!failure && waiting.contains(file.solves())) {
                    const auto first = waiting.begin();
                    file.append(first->second);
                    waiting.erase(first);
                }
            } catch (const Failure& what) {
                failure = what;
            }
        }
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < options.threads; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    if (failure) throw *failure;
    fmt::print("{}: {} of {} solves, {} of them new in {:.1f} s, {:.1f} MB\n", options.output,
               file.solves(), options.count, file.solves() - before, elapsed(),
               static_cast<double>(file.bytes()) / 1e6);
}

constexpr std::string_view usage =
    R"(usage: guide_samples --size RxC --count N --output FILE [--width N] [--guide FILE] [--first SEED]
                     [--threads N] [--seconds S]

Solves N boards, of the seeds from SEED (1) on, by a beam of the given width (16384), and appends what the
training needs to FILE. The same command goes on where it stopped.

  --guide FILE   weights that lead the beam; without them squared-distance does
  --seconds S    begin no solve after so many seconds
)";

template <class T>
T number(std::string_view option, std::string_view text, T least, T most) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
        throw Failure(
            fmt::format("{} needs a number from {} to {}, not '{}'", option, least, most, text));
    }
    return value;
}

Geometry size_of(std::string_view text) {
    const std::size_t cross = text.find('x');
    if (cross == std::string_view::npos) throw Failure("--size needs rows and columns, as in 6x6");
    Geometry size;
    size.rows = number<std::uint16_t>("--size", text.substr(0, cross), 2, largest_side);
    size.cols = number<std::uint16_t>("--size", text.substr(cross + 1), 2, largest_side);
    if (size.cells() > largest_cells) {
        throw Failure(fmt::format("--size may have {} cells at most", largest_cells));
    }
    return size;
}

Options parse(std::span<char*> words) {
    Options options;
    for (std::size_t i = 0; i < words.size(); i += 2) {
        const std::string_view option = words[i];
        if (i + 1 == words.size()) throw Failure(fmt::format("{} needs a value", option));
        const std::string_view text = words[i + 1];
        if (option == "--size") {
            options.size = size_of(text);
        } else if (option == "--width") {
            options.width = number<std::uint32_t>(option, text, 1, 1U << 24U);
        } else if (option == "--first") {
            options.first = number<std::uint64_t>(option, text, 0, std::uint64_t{1} << 62U);
        } else if (option == "--count") {
            options.count = number<std::uint64_t>(option, text, 1, 1U << 30U);
        } else if (option == "--threads") {
            options.threads = number<std::size_t>(option, text, 1, 1024);
        } else if (option == "--seconds") {
            options.seconds =
                static_cast<double>(number<std::uint64_t>(option, text, 1, 1U << 30U));
        } else if (option == "--output") {
            options.output = text;
        } else if (option == "--guide") {
            options.guide = text;
        } else {
            throw Failure(fmt::format("there is no option '{}'; --help lists them", option));
        }
    }
    if (options.size.rows == 0 || options.count == 0 || options.output.empty()) {
        throw Failure("--size, --count and --output are needed; --help tells more");
    }
    return options;
}

template <BoardType B>
void make_samples(const Options& options, const heuristics::GuideWeights* weights,
                  SampleFile& file) {
    const DynamicBoard goal = *make_goal("blank-first", options.size);
    HeuristicSetup<B> setup;
    setup.geometry = options.size;
    setup.goal_blank = goal.blank();
    if (weights == nullptr) {
        make_samples<B>(options, *heuristics::squared_distance::Heuristic<B>::make(setup), goal,
                        file);
        return;
    }
    auto net = heuristics::LocalNet::make(*weights, setup.geometry, setup.goal_blank);
    if (!net) throw Failure(net.error().message);
    make_samples<B>(options,
                    *heuristics::learned::Heuristic<B>::with_net(
                        setup, std::make_shared<const heuristics::LocalNet>(std::move(*net))),
                    goal, file);
}

std::optional<heuristics::GuideWeights> weights_of(const Options& options) {
    if (options.guide.empty()) return std::nullopt;
    std::ifstream file(options.guide, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw Failure(options.guide + " cannot be read");
    auto weights = heuristics::GuideWeights::read(options.guide, bytes);
    if (!weights) throw Failure(weights.error().message);
    return std::move(*weights);
}

void run(const Options& options) {
    const std::optional<heuristics::GuideWeights> read = weights_of(options);
    const heuristics::GuideWeights* weights = read ? &*read : nullptr;
    SampleFile file(options, read ? read->hash : 0);
    const auto is = [&](std::uint16_t side) { return options.size == Geometry{side, side}; };
    if (is(5)) return make_samples<Board<5, 5>>(options, weights, file);
    if (is(6)) return make_samples<Board<6, 6>>(options, weights, file);
    if (is(7)) return make_samples<Board<7, 7>>(options, weights, file);
    make_samples<DynamicBoard>(options, weights, file);
}

}  // namespace

int main(int count, char** words) {
    const std::span<char*> arguments(words + 1, static_cast<std::size_t>(count - 1));
    if (arguments.size() == 1 && std::string_view(arguments[0]) == "--help") {
        fmt::print("{}", usage);
        return 0;
    }
    try {
        run(parse(arguments));
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        return 1;
    }
    return 0;
}
