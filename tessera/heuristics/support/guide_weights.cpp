// The weights of the learned guide: reading and checking them.
#include "tessera/heuristics/support/guide_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <type_traits>

namespace tessera::heuristics {
namespace {

/// FNV-1a.
std::uint64_t hash_of(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
    }
    return hash;
}

/// Takes little-endian numbers from the front of a text that is known to be long enough.
class Numbers {
  public:
    explicit Numbers(std::string_view bytes) : bytes_(bytes) {}

    template <class Number>
    Number next() {
        std::make_unsigned_t<Number> number = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i) {
            const auto byte = static_cast<unsigned char>(bytes_[i]);
            number = static_cast<decltype(number)>(
                number | static_cast<decltype(number)>(std::uint64_t{byte} << (8 * i)));
        }
        bytes_.remove_prefix(sizeof(Number));
        return static_cast<Number>(number);
    }
    template <class Number>
    void next(std::vector<Number>& numbers, std::size_t count) {
        numbers.resize(count);
        for (Number& number : numbers) number = next<Number>();
    }

  private:
    std::string_view bytes_;
};

constexpr std::string_view magic = "TESSNET1";
constexpr std::size_t head_bytes = 28;
constexpr std::size_t most_reach = 32;

std::size_t bytes_with(std::size_t reach) {
    using W = GuideWeights;
    const std::size_t displacements = (2 * reach + 1) * (2 * reach + 1);
    const std::size_t small = (displacements + W::cell_classes + W::home_classes) * W::inner +
                              W::offsets * W::channels * W::inner;
    const std::size_t large = W::channels + W::cell_classes * W::channels + displacements +
                              W::home_classes * W::cell_classes;
    return head_bytes + small + 2 * large + sizeof(std::uint64_t);
}

/// What descriptions give to the activations around them.
std::vector<std::int32_t> products(const std::vector<std::int8_t>& layer,
                                   const std::vector<std::int8_t>& descriptions) {
    std::vector<std::int32_t> all;
    for (auto one = descriptions.begin(); one != descriptions.end(); one += GuideWeights::inner) {
        for (auto row = layer.begin(); row != layer.end(); row += GuideWeights::inner) {
            all.push_back(std::inner_product(one, one + GuideWeights::inner, row, 0));
        }
    }
    return all;
}

}  // namespace

Result<GuideWeights> GuideWeights::read(std::string_view name, std::string_view bytes) {
    const auto damaged = [&](std::string_view what) {
        return Error{ErrorCode::bad_input, fmt::format("the weights '{}' {}", name, what),
                     "make them again with tools/train, or install Tessera again"};
    };
    if (bytes.size() < head_bytes + sizeof(std::uint64_t) || !bytes.starts_with(magic)) {
        return damaged("do not begin like a file of weights");
    }
    const std::string_view content = bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
    GuideWeights weights;
    weights.name = name;
    weights.hash = Numbers(bytes.substr(content.size())).next<std::uint64_t>();
    Numbers numbers(bytes.substr(magic.size()));
    weights.geometry.rows = numbers.next<std::uint16_t>();
    weights.geometry.cols = numbers.next<std::uint16_t>();
    const auto reach = numbers.next<std::uint8_t>();
    const auto inner_size = numbers.next<std::uint8_t>();
    const auto channel_count = numbers.next<std::uint8_t>();
    const unsigned scales = unsigned{numbers.next<std::uint8_t>()} + numbers.next<std::uint8_t>();
    for (int i = 0; i < 3; ++i) numbers.next<std::uint8_t>();
    if (inner_size != inner || channel_count != channels || reach > most_reach ||
        scales <= activation_bits || scales > activation_bits + 30) {
        return damaged("are of a kind that this program does not know");
    }
    if (bytes.size() != bytes_with(reach)) return damaged("are too short or too long");
    if (hash_of(content) != weights.hash) return damaged("are damaged: their checksum is wrong");
    weights.reach = reach;
    weights.shift = scales - activation_bits;
    weights.offset = numbers.next<std::int32_t>();
    weights.squares = numbers.next<std::int32_t>();
    const auto displacements = static_cast<std::size_t>((2 * reach + 1) * (2 * reach + 1));
    std::vector<std::int8_t> displacement, cell, home, layer;
    numbers.next(displacement, displacements * inner);
    numbers.next(cell, cell_classes * inner);
    numbers.next(home, home_classes * inner);
    numbers.next(layer, offsets * channels * inner);
    weights.displacement = products(layer, displacement);
    weights.cell = products(layer, cell);
    weights.home = products(layer, home);
    numbers.next(weights.bias, channels);
    numbers.next(weights.output, cell_classes * channels);
    numbers.next(weights.by_displacement, displacements);
    numbers.next(weights.by_class, home_classes * cell_classes);
    return weights;
}

std::size_t GuideWeights::displacement_index(std::ptrdiff_t rows, std::ptrdiff_t cols) const {
    const std::ptrdiff_t most = reach;
    rows = std::clamp(rows, -most, most);
    cols = std::clamp(cols, -most, most);
    return static_cast<std::size_t>((rows + most) * (2 * most + 1) + cols + most);
}

const GuideWeights* weights_for(Geometry geometry) {
    static const std::vector<GuideWeights> all = [] {
        std::vector<GuideWeights> read;
        for (const ShippedWeights& shipped : shipped_weights()) {
            auto weights = GuideWeights::read(shipped.name, shipped.bytes);
            if (weights) read.push_back(std::move(*weights));
        }
        return read;
    }();
    const GuideWeights* found = nullptr;
    for (const GuideWeights& weights : all) {
        if (weights.geometry == geometry) return &weights;
        const bool alike = std::min(geometry.rows, geometry.cols) >= GuideWeights::shortest_side &&
                           std::max(geometry.rows, geometry.cols) <= weights.reach + 1;
        if (weights.geometry.cells() == 0 && alike) found = &weights;
    }
    return found;
}

}  // namespace tessera::heuristics
