// Chooses the format of a text and hands it over; drawings and sizes.
#include "tessera/puzzle/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "tessera/base/nearest.hpp"
#include "tessera/puzzle/formats/format.hpp"
#include "tessera/puzzle/formats/support/assemble.hpp"

namespace tessera {
namespace {

using formats::Format;
using formats::Sample;
using formats::Text;

constexpr std::array all_formats{
#define TESSERA_FORMAT_ADDRESS(name) &formats::name,
    TESSERA_FORMATS(TESSERA_FORMAT_ADDRESS)
#undef TESSERA_FORMAT_ADDRESS
};

Result<const Format*> format_named(std::string_view wanted) {
    std::vector<std::string_view> known;
    const std::string name = formats::lowered(wanted);
    std::string names;
    for (const Format* format : all_formats) {
        const auto& aliases = format->info.aliases;
        if (format->info.name == name ||
            std::find(aliases.begin(), aliases.end(), name) != aliases.end()) {
            return format;
        }
        known.push_back(format->info.name);
        known.insert(known.end(), aliases.begin(), aliases.end());
        if (!names.empty()) names += ", ";
        names += format->info.name;
    }
    const std::string_view nearest = nearest_name(wanted, known);
    std::string hint = fmt::format("formats: {}", names);
    if (!nearest.empty()) hint = fmt::format("did you mean \"{}\"? {}", nearest, hint);
    return usage_error(
        fmt::format("there is no board format called \"{}\"", formats::excerpt(wanted)),
        std::move(hint));
}

/// Enough lines to see one board of any size in rows, with its size line.
Sample sample_of(const Text& text, const ReadOptions& options) {
    constexpr std::size_t most_lines = largest_side + 2;
    Sample sample{text, options, {}, 0};
    bool first_block = true;
    for (const formats::Line& line : text.lines()) {
        if (sample.lines.size() == most_lines || line.text.size() > formats::longest_line) break;
        formats::TokenLine tokens = formats::tokenise(line);
        if (line.starts_block && !sample.lines.empty()) first_block = false;
        if (tokens.rule || tokens.cells.empty()) continue;
        sample.lines.push_back(std::move(tokens));
        if (first_block) ++sample.block_lines;
    }
    return sample;
}

const Format& detected(const Text& text, const ReadOptions& options) {
    const Sample sample = sample_of(text, options);
    for (const Format* format : all_formats) {
        if (format->detect(sample)) return *format;
    }
    return formats::flat;
}

}  // namespace

std::span<const FormatInfo> board_formats() {
    static const auto infos = [] {
        std::array<FormatInfo, all_formats.size()> list;
        std::transform(all_formats.begin(), all_formats.end(), list.begin(),
                       [](const Format* format) { return format->info; });
        return list;
    }();
    return infos;
}

Result<ReadBoards> read_boards(std::string_view characters, const ReadOptions& options) {
    const Format* format = nullptr;
    if (!options.format.empty()) {
        Result<const Format*> named = format_named(options.format);
        if (!named.ok()) return about_field(named.error(), "format");
        format = *named;
    }
    Result<Text> text = Text::make(characters, options.source);
    if (!text.ok()) return text.error();
    constexpr std::string_view forms =
        "a board is written as in \"1 2 3/4 5 6/7 8 0\", as rows of "
        "numbers, or in another form";
    if (text->lines().empty()) {
        return about_field(
            text->error(text->comments().empty() ? "there is no board: the input is empty"
                                                 : "there is no board, only comments",
                        0, 0, std::string(forms)),
            "format");
    }
    if (format == nullptr) format = &detected(*text, options);
    Result<ReadBoards> result = format->read(*text, options);
    if (!result.ok()) return result;
    if (result->boards.empty()) {
        const formats::Line& first = text->lines().front();
        return about_field(text->error(fmt::format("there is no board: found \"{}\"",
                                                   formats::excerpt(first.text)),
                                       first.number, 1, std::string(forms)),
                           "format");
    }
    // A name is one line that terminals show and every form can write.
    for (BoardEntry& entry : result->boards) entry.id = formats::excerpt(entry.id, entry.id.size());
    result->format = std::string(format->info.name);
    return result;
}

Result<std::string> write_boards(std::span<const BoardEntry> entries, std::string_view format) {
    Result<const Format*> named = format_named(format);
    if (!named.ok()) return named.error();
    return (*named)->write(entries);
}

std::string inline_form(const DynamicBoard& board) {
    std::string text;
    const std::size_t cols = board.geometry().cols;
    for (std::size_t i = 0; i < board.geometry().cells(); ++i) {
        if (i > 0) text += i % cols == 0 ? '/' : ' ';
        fmt::format_to(std::back_inserter(text), "{}", index(board.tile_at(make_cell(i))));
    }
    return text;
}

std::string flat_form(const DynamicBoard& board) {
    return formats::tile_list(board, " ");
}

std::string rows_of(const DynamicBoard& board, std::size_t width) {
    const Geometry geometry = board.geometry();
    std::string text;
    for (std::size_t i = 0; i < geometry.cells(); ++i) {
        fmt::format_to(std::back_inserter(text), "{:>{}}", index(board.tile_at(make_cell(i))),
                       width);
        text += (i + 1) % geometry.cols == 0 ? '\n' : ' ';
    }
    return text;
}

std::string draw(const DynamicBoard& board) {
    const Geometry geometry = board.geometry();
    const std::size_t width = fmt::formatted_size("{}", geometry.cells() - 1);
    const auto rule = [&](std::string_view left, std::string_view middle, std::string_view right) {
        std::string line(left);
        for (std::size_t col = 0; col < geometry.cols; ++col) {
            if (col > 0) line += middle;
            for (std::size_t i = 0; i < width + 2; ++i) line += "─";
        }
        return line.append(right).append("\n");
    };
    std::string text = rule("┌", "┬", "┐");
    for (std::size_t row = 0; row < geometry.rows; ++row) {
        if (row > 0) text += rule("├", "┼", "┤");
        for (std::size_t col = 0; col < geometry.cols; ++col) {
            const Tile tile = board.tile_at(geometry.cell(row, col));
            const std::string label =
                tile == blank_tile ? std::string{} : fmt::to_string(index(tile));
            fmt::format_to(std::back_inserter(text), "│ {:>{}} ", label, width);
        }
        text += "│\n";
    }
    return text + rule("└", "┴", "┘");
}

Result<Geometry> parse_size(std::string_view text) {
    constexpr std::string_view hint = "write rows x columns, e.g. 3x4; sides go from 2 to 100";
    std::vector<std::size_t> sides;
    bool clean = true;
    const std::string_view content = formats::trimmed(text);
    for (std::size_t i = 0; i < content.size() && clean;) {
        const std::size_t end =
            std::min(content.find_first_not_of("0123456789", i), content.size());
        clean = end > i && end - i <= 9;
        std::size_t side = 0;
        for (const char c : content.substr(i, clean ? end - i : 0)) {
            side = side * 10 + static_cast<std::size_t>(c - '0');
        }
        sides.push_back(side);
        const std::size_t next = std::min(content.find_first_of("0123456789", end), content.size());
        const std::string_view between = formats::trimmed(content.substr(end, next - end));
        clean = clean &&
                (end == content.size() ||
                 (next < content.size() && (between.empty() || between == "x" || between == "X" ||
                                            between == "×" || between == "*" || between == ",")));
        i = next;
    }
    if (sides.size() == 1) sides.push_back(sides[0]);
    if (!clean || sides.size() != 2) {
        return usage_error(fmt::format("\"{}\" is not a board size", formats::excerpt(content)),
                           std::string(hint));
    }
    if (std::min(sides[0], sides[1]) < 2 || std::max(sides[0], sides[1]) > largest_side) {
        return usage_error(fmt::format("no board has size {}x{}", sides[0], sides[1]),
                           std::string(hint));
    }
    return Geometry{static_cast<std::uint16_t>(sides[0]), static_cast<std::uint16_t>(sides[1])};
}

}  // namespace tessera
