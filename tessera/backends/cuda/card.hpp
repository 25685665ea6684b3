// The cards that CUDA finds, without CUDA's headers: what they are, and the machines that run on them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tessera/backends/cuda/round_driver.hpp"
#include "tessera/backends/cuda/table_plan.hpp"

namespace tessera::cuda {

/// The number of cards; if there is none, `why` says why in words.
int count_cards(std::string& why);
/// Name, memory, driver, and why it cannot be used. The device's own name is left empty.
DeviceInfo describe_card(int card);

/// How lanes are laid out on a card and share their work. Zero stands for what this program thinks best.
struct CardTuning {
    u32 threads = 0;        ///< lanes of a block
    u32 blocks = 0;         ///< blocks of a multiprocessor
    u32 far_orders = 0;     ///< 1: the changes of orders stay in global memory
    u32 turns = 0;          ///< that a lane takes between two looks up from its work
    u32 seldom = 0;         ///< a power of two: every so many looks a lane with a node does look
    u32 stock_percent = 0;  ///< lanes give until so many nodes for each hundred of them wait
};

/// One card. It keeps the tables of the last rounds. After a fault everything is freed, and the next call begins anew.
/// Only one thread may use it at a time.
class Card : public RoundMachine, public TableMachine {
  public:
    virtual void tune(const CardTuning& tuning) = 0;
    /// How the last round was laid out and went, in words.
    virtual std::string report() const = 0;
};
/// `memory_limit`: bytes that it may take of the card's memory.
std::unique_ptr<Card> make_card(int card, std::uint64_t memory_limit);

}  // namespace tessera::cuda
