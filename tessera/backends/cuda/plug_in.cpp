// The plug-in's door: the cards as search backends.
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tessera/backends/cuda/backend.hpp"
#include "tessera/backends/cuda/card.hpp"

namespace {

using namespace tessera;

/// TESSERA_GPU_MEMORY: megabytes that a process may take of each card. Null: it is no number.
std::optional<std::uint64_t> memory_limit() {
    const char* given = std::getenv("TESSERA_GPU_MEMORY");
    if (given == nullptr) return std::numeric_limits<std::uint64_t>::max();
    const std::string_view text(given);
    std::uint64_t megabytes = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), megabytes);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size() || megabytes == 0 ||
        megabytes > 1'000'000'000) {
        return std::nullopt;
    }
    return megabytes * 1'000'000;
}

/// A card, or the place of one where there is none.
class CardBackend final : public SearchBackend {
  public:
    CardBackend(int card, std::string why_not)
        : card_(card),
          name_(card == 0 ? std::string("gpu") : fmt::format("gpu{}", card)),
          why_not_(std::move(why_not)) {}

    std::string_view name() const override { return name_; }
    DeviceInfo describe() override {
        DeviceInfo info;
        if (why_not_.empty()) info = cuda::describe_card(card_);
        info.name = name_;
        if (info.description.empty()) info.description = "CUDA card";
        if (info.unusable.empty()) info.unusable = why_not_;
        if (info.unusable.empty() && !memory_limit()) {
            info.unusable = "TESSERA_GPU_MEMORY must be a number of megabytes";
        }
        return info;
    }
    Answer<RoundResult> round(const CanonicalJob& job, const RoundRequest& request,
                              Monitor& monitor) override {
        const std::scoped_lock lock(mutex_);
        if (cuda::Card* card = take_card()) return work_.round(*card, job, request, monitor);
        return Declined{describe().unusable};
    }
    Answer<std::vector<std::uint64_t>> build_table(const Pattern& pattern, std::size_t memory_bytes,
                                                   BuildObserver& observer) override {
        const std::scoped_lock lock(mutex_);
        if (cuda::Card* card = take_card()) {
            return work_.build_table(*card, pattern, memory_bytes, observer);
        }
        return Declined{describe().unusable};
    }

  private:
    cuda::Card* take_card() {
        const auto limit = memory_limit();
        if (!why_not_.empty() || !limit) return nullptr;
        if (machine_ == nullptr) machine_ = cuda::make_card(card_, *limit);
        return machine_.get();
    }

    const int card_;
    const std::string name_;
    const std::string why_not_;
    std::mutex mutex_;
    std::unique_ptr<cuda::Card> machine_;
    cuda::BackendWork work_;
};

std::span<SearchBackend* const> devices() {
    // For ever, because the driver may be gone before the objects of a program are.
    static const auto& all = [&]() -> const std::vector<SearchBackend*>& {
        auto* const list = new std::vector<SearchBackend*>;
        std::string why;
        const int count = cuda::count_cards(why);
        for (int card = 0; card < count; ++card) list->push_back(new CardBackend(card, ""));
        if (count == 0) list->push_back(new CardBackend(0, why));
        return *list;
    }();
    return all;
}

}  // namespace

extern "C" const tessera::PlugIn* tessera_plug_in() {
    static const tessera::PlugIn plug_in{tessera::plug_in_abi, &devices};
    return &plug_in;
}
