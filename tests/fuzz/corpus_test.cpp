// Every fuzz target over its seeds, and over a few thousand cheap mutations of them that are the same everywhere.
//
// The fuzzer itself (tools/fuzz) looks further; what it finds is added to the seeds, under a name that says what it was.
#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tessera/puzzle/random.hpp"
#include "tests/fuzz/fuzzing.hpp"
#include "tests/sanitized.hpp"

namespace tessera::fuzz {
namespace {

namespace fs = std::filesystem;

using Target = void (*)(Bytes);
using Input = std::vector<std::uint8_t>;

struct Seed {
    std::string name;
    Input content;
};

std::vector<Seed> seeds_of(const std::string& target) {
    std::vector<Seed> seeds;
    for (const auto& entry :
         fs::directory_iterator(fs::path(TESSERA_SOURCE_DIR) / "tests/fuzz/corpus" / target)) {
        std::ifstream stream(entry.path(), std::ios::binary);
        seeds.push_back(
            {entry.path().filename().string(), Input(std::istreambuf_iterator<char>(stream), {})});
    }
    std::sort(seeds.begin(), seeds.end(),
              [](const Seed& a, const Seed& b) { return a.name < b.name; });
    return seeds;
}

/// Ends a test with the input where a property does not hold.
void hold(Target target, const Input& input, const std::string& what) {
    try {
        target(input);
    } catch (const BrokenProperty& broken) {
        FAIL() << what << ": " << broken.what()
               << "\ninput: " << testing::PrintToString(std::string(input.begin(), input.end()));
    }
}

/// Changes an input a little, or puts a part of another into it.
class Mutator {
  public:
    Mutator(const std::vector<Seed>& seeds, std::uint64_t seed) : seeds_(seeds), random_(seed) {}

    Input next() {
        Input input = seeds_[below(seeds_.size())].content;
        const std::size_t changes = 1 + below(4);
        for (std::size_t i = 0; i < changes; ++i) change(input);
        return input;
    }

  private:
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_.below(bound)); }
    static auto at(Input& input, std::size_t place) {
        return input.begin() + static_cast<std::ptrdiff_t>(place);
    }

    void change(Input& input) {
        constexpr std::string_view telling = "0123456789 -/,.:;\n\r\"'[]{}()#!_x=\\\x7F\xFF";
        const std::size_t place = below(input.size() + 1);
        const std::size_t length = std::min(1 + below(8), input.size() - place);
        switch (below(7)) {
            case 0:
                if (place < input.size())
                    input[place] = static_cast<std::uint8_t>(input[place] ^ (1U << below(8)));
                break;
            case 1:
                if (place < input.size())
                    input[place] = static_cast<std::uint8_t>(telling[below(telling.size())]);
                break;
            case 2:
                input.insert(at(input, place),
                             static_cast<std::uint8_t>(telling[below(telling.size())]));
                break;
            case 3:
                input.erase(at(input, place), at(input, place + length));
                break;
            case 4: {
                const Input part(at(input, place), at(input, place + length));
                input.insert(at(input, place), part.begin(), part.end());
                break;
            }
            case 5: {
                const Input& other = seeds_[below(seeds_.size())].content;
                const std::size_t begin = below(other.size() + 1);
                const std::size_t end = std::min(other.size(), begin + 1 + below(32));
                const Input part(other.begin() + static_cast<std::ptrdiff_t>(begin),
                                 other.begin() + static_cast<std::ptrdiff_t>(end));
                input.insert(at(input, place), part.begin(), part.end());
                break;
            }
            default:
                input.resize(place);
                break;
        }
    }

    const std::vector<Seed>& seeds_;
    Random random_;
};

void every_seed_holds(Target target, const std::string& name) {
    const std::vector<Seed> seeds = seeds_of(name);
    ASSERT_GE(seeds.size(), 5U) << "a target needs seeds";
    for (const Seed& seed : seeds) {
        // Where a reader crashes, this is the last line.
        std::printf("%s\n", seed.name.c_str());
        std::fflush(stdout);
        hold(target, seed.content, seed.name);
    }
}

void mutated_seeds_hold(Target target, const std::string& name) {
    const std::vector<Seed> seeds = seeds_of(name);
    ASSERT_FALSE(seeds.empty());
    constexpr int most = sanitized ? 1'000 : 3'000;
    constexpr std::clock_t budget = 2 * CLOCKS_PER_SEC;
    const std::clock_t begin = std::clock();
    Mutator mutator(seeds, 8);
    for (int i = 0; i < most && std::clock() - begin < budget; ++i) {
        hold(target, mutator.next(), fmt::format("mutation {}", i));
        if (testing::Test::HasFatalFailure()) return;
    }
}

#define TESSERA_FUZZ_SUITE(name)                \
    TEST(name, EverySeedHolds) {                \
        every_seed_holds(&fuzz::name, #name);   \
    }                                           \
    TEST(name, MutatedSeedsHold) {              \
        mutated_seeds_hold(&fuzz::name, #name); \
    }
TESSERA_FUZZ_TARGETS(TESSERA_FUZZ_SUITE)
#undef TESSERA_FUZZ_SUITE

TEST(Fuzzing, EveryTargetIsListed) {
    std::vector<std::string> listed{
#define TESSERA_FUZZ_NAME(name) #name,
        TESSERA_FUZZ_TARGETS(TESSERA_FUZZ_NAME)
#undef TESSERA_FUZZ_NAME
    };
    std::sort(listed.begin(), listed.end());
    std::vector<std::string> folders;
    for (const auto& entry :
         fs::directory_iterator(fs::path(TESSERA_SOURCE_DIR) / "tests/fuzz/corpus"))
        folders.push_back(entry.path().filename().string());
    std::sort(folders.begin(), folders.end());
    EXPECT_EQ(folders, listed) << "each target has a folder of seeds, and no other is there";
}

}  // namespace
}  // namespace tessera::fuzz
