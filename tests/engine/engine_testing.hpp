// What the tests of the engine share: boards, goals, exact distances, tables of reference data.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tessera/engine/solve.hpp"
#include "tessera/puzzle/exact_distances.hpp"
#include "tessera/puzzle/formats.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"
#include "tessera/puzzle/random.hpp"
#include "tests/distance_by_search.hpp"
#include "tests/sanitized.hpp"

namespace tessera::engine_testing {

/// A board from its numbers, separated by anything that is not a digit.
inline DynamicBoard board_of(Geometry geometry, std::string_view numbers) {
    std::vector<Tile> tiles;
    std::size_t number = 0;
    bool inside = false;
    for (const char c : std::string(numbers) + " ") {
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            number = 10 * number + static_cast<std::size_t>(c - '0');
            inside = true;
        } else if (std::exchange(inside, false)) {
            tiles.push_back(make_tile(number));
            number = 0;
        }
    }
    EXPECT_EQ(tiles.size(), geometry.cells()) << numbers;
    return DynamicBoard::from_tiles(geometry, tiles);
}

inline DynamicBoard goal_of(std::string_view name, Geometry geometry) {
    return make_goal(name, geometry).value();
}

/// The three goals of the 8-puzzle that the seeds use: blank in the last cell, the first, the
/// centre.
inline std::vector<DynamicBoard> goals_3x3() {
    return {goal_of("blank-last", {3, 3}), goal_of("blank-first", {3, 3}),
            board_of({3, 3}, "1 2 3/4 0 5/6 7 8")};
}

/// Three goals on any size: the two corners by name, and one with other labels and its blank
/// elsewhere.
inline std::vector<DynamicBoard> three_goals(Geometry geometry) {
    DynamicBoard odd = goal_of("column-major", geometry);
    odd.slide(Move::up);
    odd.slide(Move::left);
    return {goal_of("blank-last", geometry), goal_of("blank-first", geometry), odd};
}

/// The table for a size and goal blank, built once in a program; for boards of up to 10 cells.
inline const ExactDistances& exact_table(Geometry geometry, Cell goal_blank) {
    static std::map<std::pair<std::size_t, std::size_t>, ExactDistances> tables;
    const std::pair key(std::size_t{geometry.rows} * 100 + geometry.cols, index(goal_blank));
    auto place = tables.find(key);
    if (place == tables.end()) {
        auto built = ExactDistances::build(geometry, goal_blank, std::size_t{1} << 30);
        place = tables.emplace(key, std::move(*built)).first;
    }
    return place->second;
}

/// The exact number of moves from `start` to `goal`, both in the goal's labels.
inline int exact_distance(const DynamicBoard& start, const DynamicBoard& goal) {
    const Labelling labels(goal);
    return exact_table(goal.geometry(), goal.blank())
        .distance(labels.canonical_board<DynamicBoard>(start));
}

/// A board at exactly this distance from the goal, in the goal's labels.
inline DynamicBoard board_at_distance(const DynamicBoard& goal, int distance, Random& random) {
    const Labelling labels(goal);
    const auto canonical = exact_table(goal.geometry(), goal.blank()).random_at(distance, random);
    if (!canonical) {
        ADD_FAILURE() << "no board at distance " << distance << " from " << inline_form(goal);
        return goal;
    }
    std::vector<Tile> tiles = tiles_of(*canonical);
    for (Tile& tile : tiles) tile = labels.original(tile);
    return DynamicBoard::from_tiles(goal.geometry(), tiles);
}

inline Job make_job(const DynamicBoard& start, const DynamicBoard& goal,
                    std::string_view algorithm = "auto", std::string_view heuristic = "auto") {
    Job job;
    job.start = start;
    job.goal = goal;
    job.algorithm = algorithm;
    job.heuristic = heuristic;
    return job;
}

inline std::string describe(const Job& job) {
    return job.algorithm + " with " + job.heuristic + " on " + inline_form(job.start) + " to " +
           inline_form(job.goal);
}

/// The solution, after a failure with a readable message where there is an error instead.
inline Solution solved(Engine& engine, const Job& job) {
    auto solution = engine.solve(job);
    EXPECT_TRUE(solution.ok()) << describe(job) << ": " << solution.error().message;
    return solution ? std::move(*solution) : Solution{};
}

/// Whether the moves lead from the start to the goal, replayed here and not by the engine.
inline bool reaches_goal(const Solution& solution) {
    DynamicBoard board = solution.asked.start;
    for (const Move move : solution.outcome.moves) {
        if (!board.legal_moves().has(move)) return false;
        board.slide(move);
    }
    return board == solution.asked.goal;
}

/// Every name of a heuristic for an algorithm that uses one, else just "auto". Under sanitizers one of each kind: the others are
/// the same searches with another number, and have tests of their own.
inline std::vector<std::string> heuristics_for(const AlgorithmInfo& info) {
    if (!info.uses_heuristic) return {"auto"};
    std::vector<std::string> names;
    for (const registry::HeuristicEntry* entry : registry::all_heuristics()) {
        names.emplace_back(entry->info->name);
    }
    if (sanitized) return {"manhattan", "linear-conflict", "pdb", "squared-distance"};
    return names;
}

// ---- Reference data -------------------------------------------------------------------------

using Row = std::map<std::string, std::string>;

/// The rows of a CSV file by the names in its header; lines that begin with # are comments.
inline std::vector<Row> read_csv(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::vector<Row> rows;
    std::vector<std::string> header;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string> fields(1);
        bool quoted = false;
        for (const char c : line) {
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.emplace_back();
            } else if (c != '\r') {
                fields.back() += c;
            }
        }
        if (header.empty()) {
            header = fields;
            continue;
        }
        Row row;
        for (std::size_t i = 0; i < header.size() && i < fields.size(); ++i) {
            row[header[i]] = fields[i];
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

inline std::vector<Row> own_data(const std::string& name) {
    return read_csv(std::filesystem::path(TESSERA_SOURCE_DIR) / "data/own" / name);
}

/// Where the reference data of other projects lies: never part of this one.
inline std::filesystem::path external_data(const std::string& name) {
    const char* folder = std::getenv("TESSERA_DATA");
    const std::filesystem::path base =
        folder != nullptr
            ? std::filesystem::path(folder)
            : std::filesystem::path(TESSERA_SOURCE_DIR).parent_path() / "shared/data/external";
    return base / name;
}

inline double number(const Row& row, const std::string& column) {
    return std::strtod(row.at(column).c_str(), nullptr);
}

}  // namespace tessera::engine_testing

#define TESSERA_NEEDS(path)                                                                   \
    if (!std::filesystem::exists(path)) {                                                     \
        std::cout << "skipped: " << (path) << " is not here; set TESSERA_DATA to the folder " \
                  << "with the reference data of other projects\n";                           \
        GTEST_SKIP() << "reference data of other projects is not here";                       \
    }
