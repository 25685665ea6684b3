// Building the automaton that leaves out what another path reaches in as few moves.
#include "tessera/search/support/move_automaton.hpp"

#include <algorithm>
#include <cassert>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace tessera::search {
namespace {

/// A sequence of moves, two bits each, the first in the highest place: words of one length compare in the order
/// of their moves.
struct Word {
    std::uint32_t bits = 0;
    std::uint8_t length = 0;

    Word with(Move move) const {
        return {(bits << 2) | static_cast<std::uint32_t>(index(move)),
                static_cast<std::uint8_t>(length + 1)};
    }
    Word without_first() const {
        const auto rest = static_cast<std::uint8_t>(length - 1);
        return {bits & ((1U << (2 * rest)) - 1), rest};
    }
    Move first() const { return make_move((bits >> (2 * (length - 1))) & 3U); }
    /// Different for different words.
    std::uint32_t key() const { return bits | (1U << (2 * length)); }
};

/// What a word does to the tiles: where the tiles it moved lie, by the cell they came from. Tiles
/// that it did not move, or brought back, are not listed.
using Effect = std::vector<std::pair<std::uint8_t, std::uint8_t>>;

/// A word from a cell that is not superfluous, with the blank's cell and its effect.
struct Path {
    Word word;
    Cell blank;
    Effect effect;
};

Effect after_move(Effect effect, Cell from, Cell to) {
    const auto source = static_cast<std::uint8_t>(index(from));
    const auto target = static_cast<std::uint8_t>(index(to));
    // The tile on `from`: one that was moved there, or the one that was there from the beginning.
    auto moved = std::find_if(effect.begin(), effect.end(),
                              [&](const auto& entry) { return entry.second == source; });
    if (moved == effect.end()) {
        effect.emplace_back(source, target);
    } else if (moved->first == target) {
        effect.erase(moved);
    } else {
        moved->second = target;
    }
    std::sort(effect.begin(), effect.end());
    return effect;
}

/// All superfluous words that contain no shorter one, by the cell they begin at.
class SuperfluousWords {
  public:
    SuperfluousWords(Geometry geometry, unsigned longest)
        : geometry_(geometry),
          words_(geometry.cells()),
          keys_(geometry.cells()),
          kept_(geometry.cells()) {
        std::vector<std::vector<Path>> paths(geometry.cells());
        std::vector<std::set<std::pair<Cell, Effect>>> seen(geometry.cells());
        for (std::size_t c = 0; c < paths.size(); ++c) {
            paths[c].push_back({{}, make_cell(c), {}});
            seen[c].insert({make_cell(c), {}});
            kept_[c].insert(Word().key());
        }
        for (unsigned length = 1; length <= longest; ++length) {
            for (std::size_t c = 0; c < paths.size(); ++c) {
                paths[c] = longer(make_cell(c), paths[c], seen[c]);
            }
            for (std::size_t c = 0; c < paths.size(); ++c) {
                for (const Path& path : paths[c]) kept_[c].insert(path.word.key());
            }
        }
    }

    bool contains(Cell cell, Word word) const { return keys_[index(cell)].contains(word.key()); }
    const std::vector<Word>& from(Cell cell) const { return words_[index(cell)]; }

  private:
    std::vector<Path> longer(Cell start, const std::vector<Path>& paths,
                             std::set<std::pair<Cell, Effect>>& seen) {
        std::vector<Path> result;
        for (const Path& path : paths) {
            for (const Move move : all_moves) {
                if (!geometry_.legal_moves(path.blank).has(move)) continue;
                const Word word = path.word.with(move);
                if (word.length > 1) {
                    const Cell second = geometry_.neighbour(start, word.first());
                    if (!kept_[index(second)].contains(word.without_first().key())) continue;
                }
                const Cell from = geometry_.neighbour(path.blank, move);
                Effect effect = after_move(path.effect, from, path.blank);
                if (seen.insert({from, effect}).second) {
                    result.push_back({word, from, std::move(effect)});
                } else {
                    keys_[index(start)].insert(word.key());
                    words_[index(start)].push_back(word);
                }
            }
        }
        return result;
    }

    Geometry geometry_;
    std::vector<std::vector<Word>> words_;
    std::vector<std::unordered_set<std::uint32_t>> keys_;  ///< of the same words
    std::vector<std::unordered_set<std::uint32_t>> kept_;  ///< of those that contain none of them
};

/// Builds the automaton as Aho and Corasick do: its states are the beginnings of superfluous words,
/// and where a path leaves one of them it goes on with the longest end that is a beginning too.
class Construction {
  public:
    Construction(Geometry geometry, unsigned longest)
        : geometry_(geometry), superfluous_(geometry, longest) {
        for (std::size_t c = 0; c < geometry.cells(); ++c) state_of(make_cell(c), {});
        for (std::size_t c = 0; c < geometry.cells(); ++c) add_beginnings(make_cell(c));
    }
    std::vector<MoveAutomaton::Moves> run() {
        // Shorter beginnings first: the ends of a beginning are shorter than itself.
        std::vector<std::size_t> order(beginnings_.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const auto length_a = beginnings_[a].word.length;
            const auto length_b = beginnings_[b].word.length;
            return length_a != length_b ? length_a < length_b : a < b;
        });
        next_.assign(beginnings_.size(), {none, none, none, none});
        for (const std::size_t state : order) connect(state);
        std::vector<MoveAutomaton::Moves> table(beginnings_.size());
        for (std::size_t state = 0; state < table.size(); ++state) table[state] = moves_of(state);
        return table;
    }

  private:
    using State = MoveAutomaton::State;
    static constexpr State none = MoveAutomaton::none;

    struct Beginning {
        Cell start;
        Word word;
        Cell blank;
    };

    State state_of(Cell start, Word word) {
        const std::uint64_t key = (std::uint64_t{index(start)} << 32) | word.key();
        const auto [place, is_new] =
            known_.try_emplace(key, static_cast<State>(beginnings_.size()));
        if (is_new) beginnings_.push_back({start, word, start});
        return place->second;
    }
    void add_beginnings(Cell start) {
        for (const Word& whole : superfluous_.from(start)) {
            Word word;
            Cell blank = start;
            for (unsigned left = whole.length; left > 1; --left) {
                const Move move = make_move((whole.bits >> (2 * (left - 1))) & 3U);
                word = word.with(move);
                blank = geometry_.neighbour(blank, move);
                beginnings_[state_of(start, word)].blank = blank;
            }
        }
    }
    /// The state of the longest proper end of this state's word that is a beginning.
    State longest_end(const Beginning& beginning) const {
        Cell start = beginning.start;
        Word word = beginning.word;
        while (true) {
            start = geometry_.neighbour(start, word.first());
            word = word.without_first();
            const std::uint64_t key = (std::uint64_t{index(start)} << 32) | word.key();
            if (const auto place = known_.find(key); place != known_.end()) return place->second;
        }
    }
    void connect(std::size_t state) {
        const Beginning& beginning = beginnings_[state];
        for (const Move move : all_moves) {
            if (!geometry_.legal_moves(beginning.blank).has(move)) continue;
            const Word word = beginning.word.with(move);
            if (superfluous_.contains(beginning.start, word)) continue;
            const std::uint64_t key = (std::uint64_t{index(beginning.start)} << 32) | word.key();
            State& next = next_[state][index(move)];
            if (const auto place = known_.find(key); place != known_.end()) {
                next = place->second;
            } else if (beginning.word.length == 0) {
                next = static_cast<State>(index(geometry_.neighbour(beginning.blank, move)));
            } else {
                next = next_[longest_end(beginning)][index(move)];
            }
        }
    }
    MoveAutomaton::Moves moves_of(std::size_t state) const {
        MoveAutomaton::Moves moves;
        for (const Move move : all_moves) {
            if (next_[state][index(move)] == none) continue;
            const Cell from = geometry_.neighbour(beginnings_[state].blank, move);
            moves.move[moves.count] = static_cast<std::uint8_t>(index(move));
            moves.from[moves.count] = static_cast<std::uint8_t>(index(from));
            moves.next[moves.count++] = next_[state][index(move)];
        }
        return moves;
    }

    Geometry geometry_;
    SuperfluousWords superfluous_;
    std::unordered_map<std::uint64_t, State> known_;
    std::vector<Beginning> beginnings_;
    std::vector<std::array<State, 4>> next_;
};

}  // namespace

MoveAutomaton build_automaton(Geometry geometry, unsigned longest) {
    assert(geometry.cells() <= MoveAutomaton::most_cells && longest >= 2 &&
           longest <= MoveAutomaton::most_moves);
    return MoveAutomaton(Construction(geometry, longest).run());
}

}  // namespace tessera::search
