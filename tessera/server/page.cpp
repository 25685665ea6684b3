// The files of the page, which are built into the program; nothing else is ever served as a file.
#include "tessera/server/page.hpp"

#include <array>
#include <utility>

namespace tessera::server {

const PageFile* page_file(std::string_view path) {
    for (const PageFile& file : page_files()) {
        if (file.path == path) return &file;
    }
    return nullptr;
}

std::string_view media_type(std::string_view path) {
    using Pair = std::pair<std::string_view, std::string_view>;
    static constexpr std::array<Pair, 11> types{
        Pair{".html", "text/html; charset=utf-8"},
        Pair{".js", "text/javascript; charset=utf-8"},
        Pair{".css", "text/css; charset=utf-8"},
        Pair{".wasm", "application/wasm"},
        Pair{".json", "application/json"},
        Pair{".svg", "image/svg+xml"},
        Pair{".png", "image/png"},
        Pair{".jpg", "image/jpeg"},
        Pair{".webp", "image/webp"},
        Pair{".woff2", "font/woff2"},
        Pair{".txt", "text/plain; charset=utf-8"},
    };
    for (const auto& [ending, type] : types) {
        if (path.ends_with(ending)) return type;
    }
    return "application/octet-stream";
}

std::string_view page_that_is_missing() {
    return R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tessera</title>
</head>
<body>
<h1>Tessera</h1>
<p>This program was built without its page. In the source folder, <code>./run serve</code> builds both; that needs
Node.js.</p>
<p>The engine is here all the same: <a href="api">the description of its HTTP interface</a>.</p>
</body>
</html>
)";
}

}  // namespace tessera::server
