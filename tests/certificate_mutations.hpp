// Makes every small change of a certificate, field by field; a checker must notice each.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace tessera::certificate_testing {

using Json = nlohmann::ordered_json;

struct Mutation {
    std::string pointer;  ///< where it was changed
    std::string what;
    Json certificate;
};

/// Fields that are remarks, or that do not change what is claimed: the names of the writer and of the board,
/// the number of threads, and limits that were not reached.
inline bool is_remark(const std::string& pointer) {
    static const std::set<std::string> remarks{"/writer", "/id", "/search/threads",
                                               "/search/limits/nodes", "/search/limits/depth"};
    return remarks.contains(pointer);
}

inline std::vector<Json> other_values(const Json& value) {
    std::vector<Json> others;
    if (value.is_number_unsigned() || value.is_number_integer()) {
        const auto number = value.get<std::int64_t>();
        others = {number + 1, number + 2, std::to_string(number), static_cast<double>(number) + 0.5,
                  -1,         nullptr};
        if (number >= 2) others.emplace_back(number - 2);
        if (number >= 1) others.emplace_back(number - 1);
    } else if (value.is_number()) {
        others = {value.get<double>() + 0.25, 1, nullptr};
    } else if (value.is_boolean()) {
        others = {!value.get<bool>(), 1, nullptr};
    } else if (value.is_string()) {
        const auto text = value.get<std::string>();
        others = {text + "U", "",     "optimal", "ida*", "exhausted",
                  "goal",     "tile", "search",  1,      nullptr};
        if (!text.empty()) others.emplace_back(text.substr(1));
        if (!text.empty()) others.emplace_back(text.substr(0, text.size() - 1));
    } else if (value.is_null()) {
        others = {1, "x", true, Json::object(), Json::array()};
    } else if (value.is_array()) {
        others = {nullptr, 1, Json::object()};
        if (!value.empty()) {
            Json shorter = value;
            shorter.erase(shorter.size() - 1);
            others.push_back(shorter);
        }
        Json longer = value;
        longer.push_back(value.empty() ? Json(1) : value.back());
        others.push_back(longer);
        if (value.size() > 1 && value[0] != value[1]) {
            Json swapped = value;
            std::swap(swapped[0], swapped[1]);
            others.push_back(swapped);
        }
    } else {
        others = {nullptr, 1, Json::array()};
        Json more = value;
        more["unknown"] = 1;
        others.push_back(more);
        for (const auto& [name, member] : value.items()) {
            if (name == "counting") continue;  // older programs had none
            Json less = value;
            less.erase(name);
            others.push_back(less);
        }
    }
    std::erase(others, value);
    return others;
}

inline void add_mutations(const Json& whole, const std::string& pointer,
                          std::vector<Mutation>& list) {
    const Json& value = whole.at(Json::json_pointer(pointer));
    for (const Json& other : other_values(value)) {
        // A number where another number stands is a remark of its own; anything else is no certificate.
        if (is_remark(pointer) &&
            (other.is_number_integer() || other.is_string() || other.is_null()))
            continue;
        // Older programs wrote 2, and what it says differs for beams only.
        if (pointer == "/search/counting" && other == 2) continue;
        Mutation mutation{pointer, other.dump().substr(0, 60), whole};
        mutation.certificate.at(Json::json_pointer(pointer)) = other;
        list.push_back(std::move(mutation));
    }
    if (!value.is_structured()) return;
    // Of long lists the first, one in the middle and the last.
    std::size_t number = 0;
    for (const auto& [name, member] : value.items()) {
        const std::size_t n = number++;
        if (value.is_array() && value.size() > 3 && n != 0 && n != value.size() / 2 &&
            n + 1 != value.size()) {
            continue;
        }
        add_mutations(whole, pointer + "/" + name, list);
    }
}

/// All of one certificate.
inline std::vector<Mutation> mutations_of(const Json& certificate) {
    std::vector<Mutation> list;
    add_mutations(certificate, "", list);
    return list;
}

}  // namespace tessera::certificate_testing
