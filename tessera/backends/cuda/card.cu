// The cards that CUDA finds: what they are, and the machines that run on them.
#include "tessera/backends/cuda/card.hpp"

#include "tessera/backends/cuda/round_on_card.hpp"
#include "tessera/backends/cuda/table_on_card.hpp"

namespace tessera::cuda {
namespace {

/// The oldest cards that the kernels are compiled for.
constexpr int oldest_capability = 75;

std::string version(int number) {
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::string why_no_cards(cudaError_t result) {
    int driver = 0;
    int runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    if (driver == 0) return "there is no driver for CUDA cards";
    if (result == cudaErrorInsufficientDriver) {
        return "its driver is too old: it knows CUDA " + version(driver) + ", and " +
               version(runtime) + " is needed";
    }
    if (result == cudaErrorNoDevice || result == cudaSuccess) return "the driver finds no card";
    return std::string("the driver does not answer: ") + cudaGetErrorString(result);
}

class CudaCard final : public Card {
  public:
    CudaCard(int card, std::uint64_t memory_limit)
        : card_(card), memory_limit_(memory_limit), round_(faults_), table_(faults_) {}

    void tune(const CardTuning& tuning) override { round_.tune(tuning); }
    std::string report() const override { return round_.report(); }

    std::string begin(const RoundSetup& setup) override {
        return with_card([&] { round_.begin(setup, memory_limit_); });
    }
    std::string launch(const GoOn& go_on, Control& control) override {
        return with_card([&] { round_.launch(go_on, control); });
    }
    std::string counts(std::vector<RootCounts>& counts) override {
        return with_card([&] { round_.counts(counts); });
    }
    std::string build(const std::shared_ptr<const TablePlan>& plan, u64 goal_bit,
                      const std::function<bool(u64)>& go_on, std::vector<u64>& words) override {
        return with_card([&] {
            const u64 held = round_.bytes();
            const u64 room = memory_limit_ - std::min<u64>(memory_limit_, held);
            table_.build(plan, goal_bit, go_on, room, words);
        });
    }

  private:
    /// Does the work on this card. After a fault everything is freed, and the next work begins anew.
    template <class Work>
    std::string with_card(const Work& work) {
        faults_.clear();
        if (faults_.check(cudaSetDevice(card_), "taking the card")) work();
        if (faults_.none()) return {};
        const std::string words = faults_.words();
        round_.free();
        table_.free();
        // A fault of a kernel stays with the process until this.
        if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
            cudaDeviceReset();
            cudaGetLastError();
        }
        return words;
    }

    const int card_;
    const std::uint64_t memory_limit_;
    Faults faults_;
    RoundOnCard round_;
    TableOnCard table_;
};

}  // namespace

int count_cards(std::string& why) {
    int count = 0;
    const cudaError_t result = cudaGetDeviceCount(&count);
    if (result == cudaSuccess && count > 0) return count;
    cudaGetLastError();
    why = why_no_cards(result);
    return 0;
}

DeviceInfo describe_card(int card) {
    DeviceInfo info;
    cudaDeviceProp properties{};
    const cudaError_t result = cudaGetDeviceProperties(&properties, card);
    if (result != cudaSuccess) {
        cudaGetLastError();
        info.unusable =
            std::string("the driver does not describe it: ") + cudaGetErrorString(result);
        return info;
    }
    int driver = 0;
    int runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    info.description = properties.name;
    info.driver = "driver for CUDA " + version(driver) + ", runtime " + version(runtime);
    info.memory_bytes = properties.totalGlobalMem;
    const int capability = 10 * properties.major + properties.minor;
    if (capability < oldest_capability) {
        info.unusable = "its compute capability " + std::to_string(properties.major) + "." +
                        std::to_string(properties.minor) + " is too low: 7.5 is needed";
    }
    return info;
}

std::unique_ptr<Card> make_card(int card, std::uint64_t memory_limit) {
    return std::make_unique<CudaCard>(card, memory_limit);
}

}  // namespace tessera::cuda
