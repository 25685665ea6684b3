// Animations of solutions: at every moment the SVG, the page and the GIF show the board of the replayed solution.
#include "tessera/drawing/animation.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <regex>

#include "tessera/drawing/gif.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tests/sanitized.hpp"

namespace tessera {
namespace {

/// A random walk from the goal, played backward.
Animation walk(Geometry geometry, std::size_t moves, unsigned seed) {
    Animation animation;
    std::vector<Tile> tiles;
    for (std::size_t i = 1; i < geometry.cells(); ++i) tiles.push_back(make_tile(i));
    tiles.push_back(blank_tile);
    animation.goal = DynamicBoard::from_tiles(geometry, tiles);
    animation.start = animation.goal;
    std::mt19937 random(seed);
    while (animation.moves.size() < moves) {
        const Move move = static_cast<Move>(random() % 4);
        if (!animation.start.legal_moves().has(move)) continue;
        animation.start.slide(move);
        animation.moves.push_back(opposite(move));
    }
    std::reverse(animation.moves.begin(), animation.moves.end());
    return animation;
}

std::vector<Animation> samples() {
    std::vector<Animation> all = {walk({3, 3}, 0, 1), walk({2, 2}, 1, 2), walk({4, 4}, 60, 3),
                                  walk({2, 7}, 25, 4), walk({11, 10}, 40, 5)};
    all[2].per_second = 20;
    all[3].per_second = 0.5;
    return all;
}

/// The board after each number of moves.
std::vector<DynamicBoard> boards_of(const Animation& animation) {
    std::vector<DynamicBoard> boards = {animation.start};
    for (const Move move : animation.moves) {
        boards.push_back(boards.back());
        boards.back().slide(move);
    }
    EXPECT_EQ(boards.back(), animation.goal);
    return boards;
}

struct KeyFrame {
    double percent;
    double x;
    double y;
    char colour;  ///< h: at home, t: elsewhere
};

std::vector<KeyFrame> frames_in(const std::string& text) {
    static const std::regex frame(
        R"(([0-9.]+)%\{transform:translate\(([0-9.]+)px,([0-9.]+)px\);fill:var\(--(.)\)\})");
    std::vector<KeyFrame> frames;
    for (std::sregex_iterator i(text.begin(), text.end(), frame), end; i != end; ++i) {
        frames.push_back(
            {std::stod((*i)[1]), std::stod((*i)[2]), std::stod((*i)[3]), *(*i)[4].first});
    }
    return frames;
}

/// Where each tile of the SVG is at a moment. Between two frames it must be at rest.
std::map<std::size_t, KeyFrame> tiles_at(const std::string& svg, double percent) {
    std::map<std::size_t, KeyFrame> tiles;
    static const std::regex placed(
        R"re(id="t(\d+)" style="transform:translate\((\d+)px,(\d+)px\);fill:var\(--(.)\)")re");
    for (std::sregex_iterator i(svg.begin(), svg.end(), placed), end; i != end; ++i) {
        tiles[std::stoul((*i)[1])] = {0, std::stod((*i)[2]), std::stod((*i)[3]), *(*i)[4].first};
    }
    static const std::regex moving(R"(@keyframes k(\d+)\{(.*)\}\n)");
    for (std::sregex_iterator i(svg.begin(), svg.end(), moving), end; i != end; ++i) {
        const std::vector<KeyFrame> frames = frames_in((*i)[2]);
        EXPECT_TRUE(frames.size() >= 4 && frames.front().percent == 0 &&
                    frames.back().percent == 100);
        for (std::size_t f = 0; f + 1 < frames.size(); ++f) {
            EXPECT_LT(frames[f].percent, frames[f + 1].percent);
            if (frames[f].percent > percent || percent > frames[f + 1].percent) continue;
            EXPECT_EQ(frames[f].x, frames[f + 1].x)
                << "tile " << (*i)[1] << " slides at " << percent;
            EXPECT_EQ(frames[f].y, frames[f + 1].y);
            EXPECT_EQ(frames[f].colour, frames[f + 1].colour);
            tiles[std::stoul((*i)[1])] = frames[f];
        }
    }
    return tiles;
}

TEST(AnimatedSvg, ShowsEveryBoardWhenItsMoveIsOver) {
    for (const Animation& animation : samples()) {
        const std::string svg = animated_svg(animation);
        const std::vector<DynamicBoard> boards = boards_of(animation);
        const double step = 1.0 / animation.per_second;
        const double total = 1.0 + static_cast<double>(animation.moves.size()) * step + 2.0;
        const Geometry geometry = animation.start.geometry();
        for (std::size_t i = 0; i < boards.size(); ++i) {
            const double seconds = 1.0 + (static_cast<double>(i) + 0.1) * step;
            const auto tiles = tiles_at(svg, 100.0 * seconds / total);
            ASSERT_EQ(tiles.size(), geometry.cells() - 1);
            for (std::size_t cell = 0; cell < geometry.cells(); ++cell) {
                const Tile tile = boards[i].tile_at(make_cell(cell));
                if (tile == blank_tile) continue;
                const KeyFrame& frame = tiles.at(index(tile));
                EXPECT_EQ(frame.x, 10 + 64.0 * static_cast<double>(geometry.col(make_cell(cell))));
                EXPECT_EQ(frame.y, 10 + 64.0 * static_cast<double>(geometry.row(make_cell(cell))));
                EXPECT_EQ(frame.colour,
                          animation.goal.tile_at(make_cell(cell)) == tile ? 'h' : 't');
            }
        }
        EXPECT_NE(svg.find("prefers-reduced-motion:reduce"), std::string::npos);
        EXPECT_NE(svg.find("prefers-color-scheme:dark"), std::string::npos);
        EXPECT_NE(svg.find(fmt::format(">{0} / {0}</text>", animation.moves.size())),
                  std::string::npos);
    }
}

TEST(AnimatedSvg, NamesAreEscaped) {
    Animation animation = walk({3, 3}, 5, 1);
    animation.name = "<script>\"&";
    for (const std::string& text : {animated_svg(animation), animated_html(animation)}) {
        EXPECT_NE(text.find("&lt;script&gt;&quot;&amp;: 5 moves"), std::string::npos);
        EXPECT_EQ(text.find("<script>\"&"), std::string::npos);
    }
}

TEST(AnimatedHtml, HasTheBoardsAndTheMovesAndLoadsNothing) {
    for (const Animation& animation : samples()) {
        const std::string page = animated_html(animation);
        const std::string mark = "id=\"data\">";
        const std::size_t first = page.find(mark) + mark.size();
        const auto data =
            nlohmann::json::parse(page.substr(first, page.find("</script>", first) - first));
        std::vector<std::size_t> start;
        for (const Tile tile : animation.start.tiles()) start.push_back(index(tile));
        EXPECT_EQ(data["start"].get<std::vector<std::size_t>>(), start);
        EXPECT_EQ(data["columns"], animation.start.geometry().cols);
        EXPECT_EQ(data["perSecond"], animation.per_second);
        const auto moves =
            parse_moves(data["moves"].get<std::string>(), animation.start, Notation::blank);
        ASSERT_TRUE(moves);
        EXPECT_EQ(*moves, animation.moves);
        EXPECT_EQ(page.find("http:"), std::string::npos);
        EXPECT_EQ(page.find("https:"), std::string::npos);
        EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
    }
}

/// Reads a GIF as a browser does: every frame as it is seen, with its time.
class GifReader {
  public:
    explicit GifReader(const std::string& file) : file_(file) {
        EXPECT_EQ(file.substr(0, 6), "GIF89a");
        at_ = 6;
        width = word();
        height = word();
        EXPECT_EQ(byte(), 0xF3U);
        at_ += 2 + 48;
        screen_.assign(width * height, 0);
        while (at_ < file.size()) {
            const unsigned kind = byte();
            if (kind == ';') return;
            if (kind == 0x21) {
                extension();
            } else {
                EXPECT_EQ(kind, unsigned{','});
                image();
            }
        }
        ADD_FAILURE() << "the file has no end";
    }
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<std::vector<unsigned>> frames;
    std::vector<std::size_t> hundredths;
    bool for_ever = false;

  private:
    unsigned byte() { return static_cast<unsigned char>(file_.at(at_++)); }
    std::size_t word() {
        const std::size_t low = byte();
        return low + 256 * byte();
    }
    std::string blocks() {
        std::string bytes;
        while (const unsigned size = byte()) {
            bytes += file_.substr(at_, size);
            at_ += size;
        }
        return bytes;
    }
    void extension() {
        const unsigned kind = byte();
        const std::string content = blocks();
        if (kind == 0xFF)
            for_ever = content.substr(0, 11) == "NETSCAPE2.0" &&
                       content.substr(12) == std::string(2, '\0');
        if (kind != 0xF9) return;
        hundredths.push_back(static_cast<unsigned char>(content[1]) +
                             256U * static_cast<unsigned char>(content[2]));
        EXPECT_EQ(content[3], 0) << "the colour that is not painted";
    }
    void image() {
        const std::size_t left = word();
        const std::size_t top = word();
        const std::size_t columns = word();
        const std::size_t rows = word();
        EXPECT_EQ(byte(), 0U);
        const unsigned bits = byte();
        const std::vector<unsigned> pixels = decoded(blocks(), bits);
        ASSERT_EQ(pixels.size(), columns * rows);
        ASSERT_LE(left + columns, width);
        ASSERT_LE(top + rows, height);
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            if (pixels[i] != 0)
                screen_[(top + i / columns) * width + left + i % columns] = pixels[i];
        }
        frames.push_back(screen_);
    }
    /// LZW as the standard describes the reader.
    static std::vector<unsigned> decoded(const std::string& bytes, unsigned colour_bits) {
        std::vector<unsigned> pixels;
        const unsigned clear = 1U << colour_bits;
        std::vector<std::vector<unsigned>> words;
        unsigned bits = colour_bits + 1;
        std::vector<unsigned> last;
        std::size_t position = 0;
        for (;;) {
            unsigned code = 0;
            if (position + bits > 8 * bytes.size()) {
                ADD_FAILURE() << "the codes have no end";
                return pixels;
            }
            for (unsigned i = 0; i < bits; ++i, ++position) {
                code |= ((static_cast<unsigned char>(bytes[position / 8]) >> (position % 8)) & 1U)
                        << i;
            }
            if (code == clear + 1) break;
            if (code == clear) {
                words.clear();
                for (unsigned colour = 0; colour < clear + 2; ++colour) words.push_back({colour});
                bits = colour_bits + 1;
                last.clear();
                continue;
            }
            std::vector<unsigned> now;
            if (code < words.size()) {
                now = words[code];
            } else {
                EXPECT_EQ(code, words.size());
                now = last;
                now.push_back(last.empty() ? 0 : last.front());
            }
            if (!last.empty() && words.size() < 4096) {
                last.push_back(now.front());
                words.push_back(last);
                if (words.size() == 1U << bits && bits < 12) ++bits;
            }
            pixels.insert(pixels.end(), now.begin(), now.end());
            last = now;
        }
        EXPECT_LE(8 * bytes.size() - position, 7U) << "and nothing after them";
        return pixels;
    }

    const std::string& file_;
    std::size_t at_ = 0;
    std::vector<unsigned> screen_;
};

TEST(AnimatedGif, ShowsEveryBoardInOrder) {
    for (const Animation& animation : samples()) {
        const std::string file = animated_gif(animation);
        const GifReader gif(file);
        const std::vector<DynamicBoard> boards = boards_of(animation);
        const Geometry geometry = animation.start.geometry();
        const std::size_t pitch = (gif.width - 16) / geometry.cols;
        const std::size_t each =
            animation.moves.empty() ? 1 : (gif.frames.size() - 1) / animation.moves.size();
        ASSERT_EQ(gif.frames.size(), 1 + each * animation.moves.size());
        EXPECT_TRUE(gif.for_ever);
        // What a tile looks like, elsewhere and at home, must be the same wherever it is, and another for every tile.
        std::map<std::pair<std::size_t, bool>, std::vector<unsigned>> looks;
        for (std::size_t i = 0; i < boards.size(); ++i) {
            const std::vector<unsigned>& frame = gif.frames[i * each];
            for (std::size_t cell = 0; cell < geometry.cells(); ++cell) {
                const Tile tile = boards[i].tile_at(make_cell(cell));
                std::vector<unsigned> look;
                for (std::size_t y = 0; y < pitch; ++y) {
                    const std::size_t row = 8 + geometry.row(make_cell(cell)) * pitch + y;
                    const auto first = frame.begin() + static_cast<std::ptrdiff_t>(
                                                           row * gif.width + 8 +
                                                           geometry.col(make_cell(cell)) * pitch);
                    look.insert(look.end(), first, first + static_cast<std::ptrdiff_t>(pitch));
                }
                const bool home =
                    tile != blank_tile && animation.goal.tile_at(make_cell(cell)) == tile;
                const auto [known, is_new] = looks.try_emplace({index(tile), home}, look);
                EXPECT_EQ(known->second, look) << "tile " << index(tile) << " after move " << i;
            }
        }
        for (auto a = looks.begin(); a != looks.end(); ++a) {
            for (auto b = std::next(a); b != looks.end(); ++b) EXPECT_NE(a->second, b->second);
        }
        // The whole takes as long as the moves, the lead and the rest.
        if (animation.moves.empty()) continue;
        const std::size_t time =
            std::accumulate(gif.hundredths.begin(), gif.hundredths.end(), std::size_t{0});
        const auto step = static_cast<std::size_t>(std::lround(100 / animation.per_second));
        EXPECT_NEAR(static_cast<double>(time),
                    static_cast<double>(300 + step * (animation.moves.size() - 1)), 10.0);
    }
}

TEST(AnimatedGif, NoisyPicturesComeBack) {
    // Enough words to fill the dictionary several times.
    std::mt19937 random(7);
    gif::Picture picture(200, 150, 1);
    std::vector<std::vector<unsigned>> wanted;
    gif::Writer writer(200, 150, {});
    for (int i = 0; i < 3; ++i) {
        for (std::uint8_t& pixel : picture.pixels) {
            if (i < 2 || random() % 50 == 0)
                pixel = static_cast<std::uint8_t>(1 + random() % (i == 0 ? 15 : 2));
        }
        wanted.emplace_back(picture.pixels.begin(), picture.pixels.end());
        writer.frame(picture, 5);
    }
    writer.frame(picture, 5);  // nothing changes
    wanted.push_back(wanted.back());
    const std::string file = writer.finish();
    EXPECT_EQ(GifReader(file).frames, wanted);
}

TEST(Animations, HaveLimits) {
    EXPECT_FALSE(too_large_to_animate(walk({32, 32}, 10, 1)));
    const auto cells = too_large_to_animate(walk({33, 32}, 10, 1));
    ASSERT_TRUE(cells);
    EXPECT_NE(cells->hint.find("1024"), std::string::npos);
    EXPECT_FALSE(too_large_to_animate(walk({2, 2}, most_animated_moves, 1)));
    const auto moves = too_large_to_animate(walk({2, 2}, most_animated_moves + 1, 1));
    ASSERT_TRUE(moves);
    EXPECT_NE(moves->hint.find("5000"), std::string::npos);
    EXPECT_LT(animated_svg(walk({4, 4}, most_animated_moves, 1)).size(), 1'500'000U);
    EXPECT_LT(animated_gif(walk({32, 32}, sanitized ? 30 : 300, 1)).size(), 3'000'000U);
}

}  // namespace
}  // namespace tessera
