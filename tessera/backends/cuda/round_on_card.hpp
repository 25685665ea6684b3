// A round of ida* on a card. For files that nvcc compiles.
#pragma once

#include <vector>

#include "tessera/backends/cuda/card.hpp"
#include "tessera/backends/cuda/device_memory.hpp"

namespace tessera::cuda {

/// The card's memory for rounds, and the launches. The card must be the thread's current one.
class RoundOnCard {
  public:
    explicit RoundOnCard(Faults& faults) : faults_(faults) {}
    ~RoundOnCard() { free(); }

    void tune(const CardTuning& tuning) { tuning_ = tuning; }
    /// Within so many bytes of the card's memory.
    void begin(const RoundSetup& setup, u64 memory_limit);
    void launch(const RoundMachine::GoOn& go_on, Control& control);
    void counts(std::vector<RootCounts>& counts);
    void free();
    /// Bytes that it holds.
    u64 bytes() const;
    /// How the last round was laid out and went, in words.
    std::string report() const;

  private:
    /// Blocks and lanes, and how a kernel finds its memory.
    struct Layout {
        const void* kernel = nullptr;
        u32 blocks = 0;
        u32 threads = 0;
        std::size_t shared_bytes = 0;
        u32 turns = 0;  ///< that a lane takes between two looks up from its work
        u32 lanes() const { return blocks * threads; }
    };

    void upload_tables(const FlatTables& tables);
    void upload_automaton(std::span<const u32> automaton);
    void lay_out(bool general);
    bool lay_out_as(const void* kernel, std::size_t table_bytes, u32 fewest, u32 most);
    void make_room(u32 nodes, std::size_t roots, u64 memory_limit);
    void fill_ring(const RoundSetup& setup);
    void wait(const RoundMachine::GoOn& go_on);
    void send(u32 signal);

    Faults& faults_;
    CardTuning tuning_;
    Layout how_;
    // The tables.
    u64 tables_number_ = 0;
    SearchTables tables_{};
    std::vector<DeviceArray<u8>> arrays_;
    std::vector<DeviceArray<u64>> words_;
    DeviceArray<LookupTables> lookups_;
    std::vector<u32> known_automaton_;
    DeviceArray<u32> automaton_;
    // The round.
    RoundWork work_{};
    DeviceArray<u32> ring_;
    DeviceArray<u32> slots_;
    DeviceArray<RootCounts> counts_;
    std::size_t roots_ = 0;
    DeviceArray<Control> control_;
    // The lanes' own memory.
    DeviceArray<u32> positions_;
    DeviceArray<u32> bases_;
    DeviceArray<u64> stack_;
    DeviceArray<u32> states_;
    DeviceArray<SavedLane> saved_;
    PinnedValue<Control> last_;  ///< what the last launch left
    PinnedValue<Control> seen_;  ///< what was seen of it before
    u32 launches_ = 0;
    PinnedValue<u32> signal_;
    cudaStream_t stream_ = nullptr;
    cudaStream_t signals_ = nullptr;
};

}  // namespace tessera::cuda
