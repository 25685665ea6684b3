// Reads CSV, for the tests of what writes it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tessera::lab::testing {

/// RFC 4180, read by the rules rather than by the code that writes it.
inline std::vector<std::vector<std::string>> parsed_csv(const std::string& text) {
    std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
                rows.back().back() += '"';
                ++i;
            } else if (c == '"') {
                quoted = false;
            } else {
                rows.back().back() += c;
            }
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',') {
            rows.back().emplace_back();
        } else if (c == '\r') {
            EXPECT_EQ(text[++i], '\n');
            rows.emplace_back(1);
        } else {
            rows.back().back() += c;
        }
    }
    EXPECT_EQ(rows.back(), std::vector<std::string>{""}) << "the last line ends with a line break";
    rows.pop_back();
    return rows;
}

}  // namespace tessera::lab::testing
