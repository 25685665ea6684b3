// Keeps a way to the goal for a player's hints while the board changes; it is never worse than the best one found.
// This folder helps a person who plays a game.
#include "tessera/player/guide.hpp"

#include <algorithm>
#include <utility>

namespace tessera {
namespace {

/// How many moves two sequences have in common at their beginning.
std::size_t common_beginning(std::span<const Move> a, std::span<const Move> b) {
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t count = 0;
    while (count < most && a[count] == b[count]) ++count;
    return count;
}

}  // namespace

void Guide::clear() {
    findings_.clear();
    update();
}

Guide::Ticket Guide::begin() {
    // Keep the first search, which knows the start, and the search with the current way. Every other search has
    // either ended or been given up for this one.
    if (findings_.size() > 2) {
        std::size_t best = 1;
        for (std::size_t i = 2; i < findings_.size(); ++i) {
            if (findings_[i].path &&
                (!findings_[best].path ||
                 way_from_here(findings_[i]).size() < way_from_here(findings_[best]).size())) {
                best = i;
            }
        }
        if (best != 1) findings_[1] = std::move(findings_[best]);
        findings_.resize(2);
    }
    findings_.push_back({++last_ticket_, 0, std::nullopt, {}});
    return last_ticket_;
}

void Guide::learn(Ticket ticket, Cost lower_bound, std::optional<std::vector<Move>> path) {
    for (Finding& finding : findings_) {
        if (finding.ticket != ticket) continue;
        finding.lower_bound = std::max(finding.lower_bound, lower_bound);
        if (path && (!finding.path || path->size() < finding.path->size())) {
            finding.path = std::move(path);
        }
        update();
        return;
    }
}

void Guide::step(Move move) {
    for (Finding& finding : findings_) {
        if (!finding.since.empty() && finding.since.back() == opposite(move)) {
            finding.since.pop_back();
        } else {
            finding.since.push_back(move);
        }
    }
    update();
}

std::optional<Move> Guide::next() const {
    if (!known_ || way_.empty()) return std::nullopt;
    return way_.front();
}

std::vector<Move> Guide::way_from_here(const Finding& finding) {
    const std::vector<Move>& path = *finding.path;
    const std::size_t followed = common_beginning(finding.since, path);
    std::vector<Move> way;
    way.reserve(finding.since.size() + path.size() - 2 * followed);
    for (std::size_t i = finding.since.size(); i > followed; --i) {
        way.push_back(opposite(finding.since[i - 1]));
    }
    way.insert(way.end(), path.begin() + static_cast<std::ptrdiff_t>(followed), path.end());
    return way;
}

Cost Guide::bound_from_here(const Finding& finding) {
    return finding.lower_bound - static_cast<Cost>(finding.since.size());
}

void Guide::update() {
    known_ = false;
    lower_bound_ = 0;
    way_.clear();
    for (const Finding& finding : findings_) {
        lower_bound_ = std::max(lower_bound_, bound_from_here(finding));
        if (!finding.path) continue;
        std::vector<Move> way = way_from_here(finding);
        if (!known_ || way.size() < way_.size()) way_ = std::move(way);
        known_ = true;
    }
    // Every move changes the parity of the distance, so all ways from here are odd, or all are even.
    if (known_ && (static_cast<Cost>(way_.size()) - lower_bound_) % 2 != 0) ++lower_bound_;
}

}  // namespace tessera
