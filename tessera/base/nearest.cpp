// Spellings of a name; edit distance with transpositions, and how far a slip may be from the intended name.
#include "tessera/base/nearest.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tessera {
namespace {

/// A longer word is no slip of any name. The limit also bounds the work on hostile input.
constexpr std::size_t longest_name = 64;

std::string folded(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (c == '_' || c == ' ') c = '-';
    }
    return result;
}

/// The letters, digits and other signs of a name, in one spelling.
std::string letters_of(std::string_view text) {
    std::string result;
    for (const char c : folded(text)) {
        if (c == '*') {
            result += "star";
        } else if (c != '-') {
            result += c;
        }
    }
    return result;
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({replace, above[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        std::swap(before, above);
        std::swap(above, row);
    }
    return above[b.size()];
}

/// The most slips that are accepted: one in short names, up to one in three letters of longer names.
std::size_t tolerance(std::size_t length) {
    return std::max<std::size_t>(1, length / 3);
}

}  // namespace

std::string without_star(std::string_view name) {
    std::string text;
    for (const char c : name) {
        if (c == '*') {
            text += "star";
        } else {
            text += c;
        }
    }
    return text;
}

bool same_name(std::string_view typed, std::string_view name) {
    if (typed.size() > longest_name) return false;
    const std::string word = letters_of(typed);
    const std::string letters = letters_of(name);
    return !word.empty() && (word == letters || word == letters + "distance");
}

std::string_view nearest_name(std::string_view wanted, std::span<const std::string_view> known) {
    if (wanted.empty() || wanted.size() > longest_name) return {};
    const std::string typed = folded(wanted);
    std::string_view best;
    std::size_t best_distance = 0;
    for (const std::string_view name : known) {
        const std::string candidate = folded(name);
        std::size_t distance = edit_distance(typed, candidate);
        const std::size_t allowed = tolerance(std::max(typed.size(), candidate.size()));
        const bool abbreviates = typed.size() >= 3 && candidate.starts_with(typed);
        if (distance > allowed && !abbreviates) continue;
        distance = std::min(distance, allowed);
        if (best.empty() || distance < best_distance) {
            best = name;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace tessera
