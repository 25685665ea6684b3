// Searches that are stopped and go on: path and counts must be those of a search that was never stopped. And the file that they
// go on from: torn, damaged, of another search, used by two.
// home: release and threads
#include <fcntl.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tessera/backends/checkpoint_file.hpp"
#include "tests/backends/parallel_ida_star.hpp"
#include "tests/same_outcome.hpp"

namespace tessera::checkpoint_test {
namespace {

using namespace parallel_testing;
using backends::CheckpointFile;
using search::Sharing;
namespace fs = std::filesystem;

class Notes final : public backends::TableNotices {
  public:
    void note(std::string_view text) override { texts.emplace_back(text); }
    std::vector<std::string> texts;
};

const SearchIdentity identity{{"start", "1 2 3/4 5 6/7 8 0"}, {"heuristic", "manhattan"}};

/// A file in a folder of its own, gone at the end of the test.
class Checkpoints : public ::testing::Test {
  protected:
    Checkpoints() {
        std::string name = (fs::temp_directory_path() / "tessera-checkpoint-XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr) folder_ = name;
        path_ = (folder_ / "search.ck").string();
    }
    ~Checkpoints() override {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

    std::unique_ptr<CheckpointFile> open() {
        auto file = CheckpointFile::open(path_, notes_);
        EXPECT_TRUE(file) << (file ? "" : file.error().message);
        if (!file) return nullptr;
        EXPECT_FALSE((*file)->begin(identity));
        return std::move(*file);
    }
    std::string refusal() {
        auto file = CheckpointFile::open(path_, notes_);
        if (file) return "";
        EXPECT_EQ(file.error().code, ErrorCode::bad_input);
        EXPECT_NE(file.error().hint, "");
        return file.error().message;
    }
    std::string content() const {
        std::ifstream stream(path_, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    }
    void write(std::string_view text) const {
        std::ofstream(path_, std::ios::binary).write(text.data(), std::ssize(text));
    }
    /// A file with a round and a part of the next.
    std::string sample() {
        const auto file = open();
        file->add(KeptRound{10, {3, 5, 0, 0, 0, 7}, 12});
        file->add(KeptSplit{12, 4, 9});
        file->add(KeptPart{8, {6, 11, 0, 0, 0, 12}, infinite_cost});
        return content();
    }

    fs::path folder_;
    std::string path_;
    Notes notes_;
};

template <template <class, class> class Round, BoardType B>
Outcome deepen_on(Checkpoint* checkpoint, const Problem<B>& problem, std::size_t workers,
                  const Sharing& sharing = eager, Observer* observer = nullptr,
                  const Limits& limits = {}) {
    return deepen<Round>(problem, workers, sharing, limits, observer, checkpoint);
}

Problem<Board<4, 4>> korf_9() {
    return from_numbers<Board<4, 4>>(
        Geometry{4, 4}, {3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0}, make_cell(0));
}

TEST_F(Checkpoints, ASearchThatIsStoppedAgainAndAgainEndsAsIfItWereNot) {
    const auto problem = korf_9();
    const Outcome whole = deepen<Unrolled>(problem, 1);
    const std::uint64_t all = whole.counters.generated;
    const Sharing real = search::kept_sharing;
    for (const Sharing& sharing : fewer<Sharing>({real, eager}, 1)) {
        fs::remove(path_);
        std::size_t stopped = 0;
        constexpr std::size_t stops = sanitized ? 3 : 6;
        for (std::size_t i = 1; i <= stops; ++i) {
            CancelAfter observer(all * i / (stops + 1));
            const auto file = open();
            const Outcome part =
                deepen_on<Unrolled>(file.get(), problem, worker_counts[i % 3], sharing, &observer);
            if (part.status == Status::interrupted) ++stopped;
        }
        EXPECT_GE(stopped, 1U);
        const auto file = open();
        EXPECT_GT(file->kept().rounds().size(), 2U);
        for (const std::size_t workers : worker_counts) {
            SCOPED_TRACE(::testing::Message() << workers << " workers");
            expect_same_outcome(whole, deepen_on<Unrolled>(file.get(), problem, workers, sharing));
            EXPECT_TRUE(file->kept().solution());
        }
        EXPECT_TRUE(notes_.texts.empty());
    }
}

TEST_F(Checkpoints, PartsAreTakenFromTheFile) {
    const auto problem = korf_9();
    const Outcome whole = deepen<Plain>(problem, 1);
    const auto done = [](const CheckpointFile& file) {
        return std::ranges::count_if(file.kept().parts(),
                                     [](const auto& part) { return part.has_value(); });
    };
    std::unique_ptr<CheckpointFile> file;
    // It may have ended before it hears that it is cancelled.
    for (int times = 0; times < 20 && (file == nullptr || done(*file) < 5); ++times) {
        file.reset();
        fs::remove(path_);
        file = open();
        CancelAfter observer(whole.counters.generated / 2);
        deepen_on<Plain>(file.get(), problem, 2, search::kept_sharing, &observer);
    }
    ASSERT_GE(done(*file), 5);
    ASSERT_TRUE(file->kept().parts()[0]) << "the first one is begun first";
    // What is kept is not searched again: another count of one part is found in the sum.
    KeptPart first = *file->kept().parts()[0];
    std::string text = content();
    const std::string line = backends::checkpoint_line(first);
    first.counters.generated += 1000;
    text.replace(text.find(line), line.size(), backends::checkpoint_line(first));
    expect_same_outcome(whole, deepen_on<Plain>(file.get(), problem, 1, search::kept_sharing));
    for (const std::size_t workers : worker_counts) {
        path_ = (folder_ / "changed.ck").string();
        write(text);
        const auto changed = open();
        const Outcome more =
            deepen_on<Plain>(changed.get(), problem, workers, search::kept_sharing);
        EXPECT_EQ(more.counters.generated, whole.counters.generated + 1000);
    }
}

TEST_F(Checkpoints, HoldWithTileCostsAndOtherSizes) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        auto problem = walk_problem<DynamicBoard>(Geometry{2, 4}, make_cell(7), 60, seed);
        if (seed % 2 == 0) charge_tile_numbers(problem);
        const Outcome whole = deepen<Plain>(problem, 1);
        fs::remove(path_);
        CancelAfter observer(whole.counters.generated / 2);
        deepen_on<Plain>(open().get(), problem, 2, eager, &observer);
        expect_same_outcome(whole, deepen_on<Plain>(open().get(), problem, 4));
        expect_same_outcome(whole, deepen_on<Plain>(open().get(), problem, 1));
    }
}

TEST_F(Checkpoints, LimitsOfNodesAndDepthHold) {
    const auto problem = korf_9();
    const Outcome whole = deepen<Unrolled>(problem, 1);
    Limits limits;
    limits.nodes = whole.counters.generated / 2;
    for (int times = 0; times < 2; ++times) {
        const Outcome limited =
            deepen_on<Unrolled>(open().get(), problem, 1, eager, nullptr, limits);
        EXPECT_EQ(limited.status, Status::node_limit);
        EXPECT_NEAR(static_cast<double>(limited.counters.generated),
                    static_cast<double>(limits.nodes), 100.0);
    }
    limits = {};
    limits.depth = 40;
    const Outcome shallow = deepen_on<Unrolled>(open().get(), problem, 2, eager, nullptr, limits);
    EXPECT_EQ(shallow.status, Status::depth_limit);
    EXPECT_EQ(shallow.lower_bound, 41);
    limits.depth = 3;  // below the first bound: nothing of that is kept
    EXPECT_EQ(deepen_on<Unrolled>(open().get(), problem, 2, eager, nullptr, limits).status,
              Status::depth_limit);
    expect_same_outcome(whole, deepen_on<Unrolled>(open().get(), problem, 2));
}

TEST_F(Checkpoints, ATornEndIsLeftOutAndTheFileGoesOn) {
    const std::string text = sample();
    const std::size_t last = text.rfind("part ");
    for (const std::size_t length : {last + 1, last + 9, text.size() - 5, text.size() - 1}) {
        SCOPED_TRACE(::testing::Message() << "cut at " << length);
        notes_.texts.clear();
        write(text.substr(0, length));
        {
            const auto file = open();
            ASSERT_TRUE(file->kept().split());
            EXPECT_FALSE(file->kept().parts()[8]);
            ASSERT_EQ(notes_.texts.size(), 1U);
            EXPECT_NE(notes_.texts[0].find("left out"), std::string::npos);
            file->add(KeptPart{8, {6, 11, 0, 0, 0, 12}, infinite_cost});
        }
        EXPECT_EQ(content(), text);
    }
}

TEST_F(Checkpoints, DamageIsAnErrorWithItsPlace) {
    const std::string text = sample();
    for (const std::string_view word : {"round", "split", "start", "begin"}) {
        std::string damaged = text;
        damaged[text.find(word) + 2] ^= 1;
        write(damaged);
        const std::string message = refusal();
        EXPECT_NE(message.find("is damaged"), std::string::npos) << message;
        EXPECT_NE(message.find("line "), std::string::npos) << message;
    }
    const std::string twice = text + backends::checkpoint_line(KeptPart{8, {}, infinite_cost});
    write(twice);
    EXPECT_NE(refusal().find("does not follow from the lines above (line 8)"), std::string::npos);
    EXPECT_EQ(content(), twice) << "a file that is refused is left as it is";
    write("1 2 3/4 5 6/7 8 0\n");
    EXPECT_NE(refusal().find("is no checkpoint"), std::string::npos);
    EXPECT_EQ(content(), "1 2 3/4 5 6/7 8 0\n");
}

TEST_F(Checkpoints, RecordsThatCannotFollowAreRefused) {
    KeptWork work;
    EXPECT_FALSE(work.take(KeptPart{0, {}, 10})) << "no round is under way";
    EXPECT_TRUE(work.take(KeptRound{10, {}, 12}));
    EXPECT_FALSE(work.take(KeptRound{13, {}, 14})) << "the bound after 10 is 12";
    EXPECT_FALSE(work.take(KeptRound{12, {}, 12})) << "the bound does not rise";
    EXPECT_FALSE(work.take(KeptSplit{12, 0, 5}));
    EXPECT_FALSE(work.take(KeptSplit{12, 3, KeptWork::most_parts + 1}));
    EXPECT_TRUE(work.take(KeptSplit{12, 3, 5}));
    EXPECT_FALSE(work.take(KeptPart{5, {}, 14}));
    EXPECT_TRUE(work.take(KeptPart{4, {}, 14}));
    EXPECT_FALSE(work.take(KeptPart{4, {}, 14})) << "it is done";
    EXPECT_TRUE(work.take(KeptSolution{12, {}, true, {}}));
    EXPECT_FALSE(work.take(KeptRound{12, {}, 14})) << "the search has ended";
}

TEST_F(Checkpoints, AnotherSearchAndAnotherProcessAreRefused) {
    sample();
    {
        auto file = CheckpointFile::open(path_, notes_);
        ASSERT_TRUE(file);
        SearchIdentity other = identity;
        other[1].second = "linear-conflict";
        const auto error = (*file)->begin(other);
        ASSERT_TRUE(error);
        EXPECT_EQ(error->code, ErrorCode::bad_input);
        EXPECT_NE(error->message.find(
                      "it has heuristic manhattan, and this search heuristic linear-conflict"),
                  std::string::npos)
            << error->message;
        other = identity;
        other.emplace_back("cycles", "10");
        EXPECT_NE((*file)->begin(other)->message.find("this search cycles 10"), std::string::npos);
        EXPECT_FALSE((*file)->begin(identity));
        EXPECT_NE(refusal().find("is in use by another search"), std::string::npos);
    }
    EXPECT_EQ(refusal(), "");
}

TEST_F(Checkpoints, NoFileIsLeftWhereNothingBegan) {
    {
        const auto file = CheckpointFile::open(path_, notes_);
        EXPECT_TRUE(file);
    }
    EXPECT_FALSE(fs::exists(path_));
    path_ = (folder_ / "nowhere" / "search.ck").string();
    EXPECT_NE(refusal().find("cannot be written"), std::string::npos);
    path_ = folder_.string();
    EXPECT_NE(refusal(), "");
}

}  // namespace
}  // namespace tessera::checkpoint_test
