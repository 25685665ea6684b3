// The headers of every answer, and answers that are an error.
// This folder is the HTTP server behind `tessera serve`.
#pragma once

#include <fmt/format.h>
#include <httplib.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "tessera/api/json.hpp"
#include "tessera/base/result.hpp"

namespace tessera::server {

/// As in web/index.html, which has it for other web servers; only a header can forbid frames.
inline constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' "
    "blob: data:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

inline constexpr std::array<std::pair<const char*, std::string_view>, 7> common_headers{{
    {"Content-Security-Policy", page_policy},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
}};

/// A whole answer for a client whose request was not read.
inline std::string raw_answer(std::string_view status, const Error& error,
                              std::string_view more = {}) {
    const std::string body = to_json(error);
    std::string text = fmt::format("HTTP/1.1 {}\r\n", status);
    for (const auto& [name, value] : common_headers) text += fmt::format("{}: {}\r\n", name, value);
    text += fmt::format(
        "{}Cache-Control: no-store\r\nContent-Type: application/json\r\nContent-Length: {}\r\n"
        "Connection: close\r\n\r\n{}",
        more, body.size(), body);
    return text;
}

inline std::string too_many_connections() {
    return raw_answer("503 Service Unavailable",
                      {ErrorCode::interrupted, "the server has as many connections as it may have",
                       "try again in a moment"},
                      "Retry-After: 1\r\n");
}

inline void set_header(httplib::Response& response, const char* name, std::string_view value) {
    response.headers.erase(name);
    response.headers.emplace(name, std::string(value));
}

inline void answer_json(httplib::Response& response, int status, const std::string& text) {
    response.status = status;
    response.set_content(text, "application/json");
}

inline void answer_error(httplib::Response& response, int status, const Error& error) {
    answer_json(response, status, to_json(error));
}

inline void answer_busy(httplib::Response& response, int status, std::string message) {
    set_header(response, "Retry-After", "1");
    answer_error(response, status,
                 {ErrorCode::interrupted, std::move(message), "try again in a moment"});
}

inline void answer_error(httplib::Response& response, const Error& error) {
    switch (error.code) {
        case ErrorCode::internal:
            return answer_error(response, 500, error);
        case ErrorCode::interrupted:
            set_header(response, "Retry-After", "1");
            return answer_error(response, 503, error);
        default:
            return answer_error(response, 400, error);
    }
}

}  // namespace tessera::server
