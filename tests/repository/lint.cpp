// The rules of lint.hpp: each walks the tree, looks at lines and collects what it finds.
#include "tests/repository/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

namespace tessera::lint {
namespace {

namespace fs = std::filesystem;

using Layers = std::set<std::string, std::less<>>;

/// Which layers a layer may include, besides itself. docs/architecture.md gives the reasons.
const std::map<std::string, Layers, std::less<>>& layer_table() {
    static const std::map<std::string, Layers, std::less<>> table{
        {"base", {}},
        {"puzzle", {"base"}},
        {"contracts", {"base", "puzzle"}},
        {"pdb", {"base", "puzzle", "contracts"}},
        {"heuristics", {"base", "puzzle", "contracts", "pdb"}},
        {"search", {"base", "puzzle", "contracts"}},
        {"engine", {"base", "puzzle", "contracts", "pdb", "heuristics", "search"}},
        {"lessons", {"base", "puzzle", "contracts", "pdb", "search", "engine"}},
        {"certificates", {"base", "puzzle", "contracts", "pdb", "heuristics", "search", "engine"}},
        {"api", {"base", "puzzle", "contracts", "pdb", "engine", "lessons", "certificates"}},
        {"drawing", {"base", "puzzle", "contracts", "engine", "lessons"}},
        {"courses", {"base", "puzzle", "contracts", "engine"}},
        {"player", {"puzzle"}},
        {"backends", {"base", "puzzle", "contracts", "pdb", "heuristics"}},
        {"lab",
         {"base", "puzzle", "contracts", "pdb", "heuristics", "engine", "lessons", "api", "drawing",
          "backends"}},
        {"selftest",
         {"base", "puzzle", "contracts", "pdb", "heuristics", "search", "engine", "lessons",
          "certificates", "api", "lab", "backends"}},
        {"server", {"base", "puzzle", "contracts", "engine", "api", "lab", "backends"}},
    };
    return table;
}

constexpr std::string_view core_layers[] = {
    "base",    "puzzle",       "contracts", "pdb",     "heuristics", "search", "engine",
    "lessons", "certificates", "api",       "drawing", "courses",    "player"};

bool is_source(const fs::path& path) {
    return path.extension() == ".hpp" || path.extension() == ".cpp";
}

/// Every file under `folder` in a fixed order, without what the repository ignores; nothing if
/// there is no such folder.
std::vector<fs::path> files_under(const fs::path& folder) {
    std::vector<fs::path> files;
    if (!fs::exists(folder)) return files;
    for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::end(entry); ++entry) {
        const std::string name = entry->path().filename().string();
        static const std::set<std::string> not_ours{".git", "build", ".cache", "node_modules"};
        if (entry->is_directory() && not_ours.contains(name)) {
            entry.disable_recursion_pending();
        } else if (entry->is_regular_file() && !entry->is_symlink()) {
            files.push_back(entry->path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string read(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

Finding finding(const fs::path& root, const fs::path& file, std::size_t line,
                std::string_view what) {
    return fmt::format("{}:{}: {}", fs::relative(file, root).string(), line, what);
}

/// "puzzle" for tessera/puzzle/board.hpp.
std::string layer_of(const fs::path& path_from_root) {
    auto part = path_from_root.begin();
    return (++part)->string();
}

/// What is wrong with including `target` from `layer`; empty when nothing is.
std::string layer_breach(std::string_view layer, const Layers& allowed, const std::string& target) {
    if (!target.starts_with("tessera/")) {
        return fmt::format("write \"{}\" as a path from the root, \"tessera/…\"", target);
    }
    const std::string other = layer_of(target);
    if (other == layer || allowed.contains(other)) return {};
    return fmt::format("{} may not include {} ({})", layer, other, target);
}

}  // namespace

std::vector<Finding> check_layers(const fs::path& root) {
    // Quotes are for files of the project; angle brackets count when they name one.
    static const std::regex include(
        R"(^\s*#\s*include\s*(?:"([^"]*)\"|<((?:tessera|apps)/[^>]*)>))");
    static const std::regex opened(R"(^\s*(?:inline\s+)?namespace\s+(?:tessera::)?(\w+))");
    std::vector<Finding> findings;
    for (const fs::path& file : files_under(root / "tessera")) {
        if (!is_source(file)) continue;
        const std::string layer = layer_of(fs::relative(file, root));
        const auto row = layer_table().find(layer);
        if (row == layer_table().end()) {
            findings.push_back(finding(root, file, 1, "its layer is not in the table of lint.cpp"));
            continue;
        }
        const std::vector<std::string> lines = lines_of(read(file));
        for (std::size_t i = 0; i < lines.size(); ++i) {
            std::smatch match;
            // To open the namespace of another layer is to declare what is in it: contracts may not even do that.
            if (layer == "contracts" && std::regex_search(lines[i], match, opened) &&
                layer_table().contains(match.str(1)) && match.str(1) != layer &&
                !row->second.contains(match.str(1))) {
                findings.push_back(
                    finding(root, file, i + 1,
                            fmt::format("{} may not declare anything of {}", layer, match.str(1))));
            }
            if (!std::regex_search(lines[i], match, include)) continue;
            const std::string target = match[1].matched ? match[1].str() : match[2].str();
            const std::string breach = layer_breach(layer, row->second, target);
            if (!breach.empty()) findings.push_back(finding(root, file, i + 1, breach));
        }
    }
    return findings;
}

std::vector<Finding> check_core(const fs::path& root) {
    static const std::regex forbidden(
        R"(\b(throw|try|catch)\b|\bstd::sto[a-z]+\b|\bstd::(thread|jthread|mutex|async)\b|)"
        R"(#\s*include\s*<(thread|mutex|shared_mutex|future|condition_variable|fstream|iostream|)"
        R"(filesystem|format)>)");
    std::vector<Finding> findings;
    for (const std::string_view layer : core_layers) {
        for (const fs::path& file : files_under(root / "tessera" / layer)) {
            if (!is_source(file)) continue;
            const std::vector<std::string> lines = lines_of(code_only(read(file)));
            for (std::size_t i = 0; i < lines.size(); ++i) {
                std::smatch match;
                if (!std::regex_search(lines[i], match, forbidden)) continue;
                findings.push_back(finding(
                    root, file, i + 1, fmt::format("not allowed in the core: {}", match.str())));
            }
        }
    }
    return findings;
}

namespace {

/// The names and aliases of the components in a folder, from their headers.
void add_component_names(const fs::path& folder, std::set<std::string>& names) {
    static const std::regex name(R"re(Info info\{\s*\.name = "([^"]+)")re");
    static const std::regex aliases(R"re(aliases\[\] = \{([^}]*)\})re");
    static const std::regex word(R"re("([^"]+)")re");
    for (const fs::path& file : files_under(folder)) {
        if (file.parent_path() != folder || file.extension() != ".hpp") continue;
        const std::string text = read(file);
        std::smatch match;
        if (std::regex_search(text, match, name)) names.insert(match[1]);
        if (!std::regex_search(text, match, aliases)) continue;
        const std::string list = match[1];
        for (std::sregex_iterator one(list.begin(), list.end(), word);
             one != std::sregex_iterator(); ++one) {
            names.insert((*one)[1]);
        }
    }
}

}  // namespace

std::vector<Finding> check_component_names(const fs::path& root) {
    std::set<std::string> names;
    add_component_names(root / "tessera/search", names);
    add_component_names(root / "tessera/heuristics", names);
    static const std::regex comparison(
        R"re((?:==|!=)=?\s*["']([^"']+)["']|["']([^"']+)["']\s*(?:==|!=)|(?:starts_with|startsWith|startswith)\(["']([^"']+)["']\))re");
    // A command of the program, the way in which parts are combined, lines of a board and chapters of Learn share names with components.
    static const std::regex not_a_component(
        R"re(\b(command|combine|lines|chapter) (===?|!==?) ["'])re");
    // The info of a component, or its name, is its name in other words.
    static const std::regex other_words(
        R"re((?:==|!=)\s*&?((?:\w+::)+info|anytime_info)\b(?!\.(?!name\b))|)re"
        R"re(((?:\w+::)+info|anytime_info)(?:\.name)?\s*(?:==|!=))re");
    // What a claim says must not be read from prose.
    static const std::regex prose(
        R"re(synopsis\.(find|contains|includes|indexOf|match|replace|search|starts_with|startsWith)\()re");
    static const std::regex listed(R"re(new Set\(\[([^\]]*)\])re");
    static const std::regex word(R"re(["']([^"']+)["'])re");
    static const std::set<std::string> exempt{
        // A pair compiled together is two classes of C++, and only their identity tells which classes to call.
        "tessera/engine/hot_pairs.cpp",
        // The lesson on blind search shows what is particular to bfs.
        "web/src/learn/BlindChapter.svelte",
        // How names are said.
        "web/src/components/spoken.ts",
        // The checker shares nothing with the program, so it cannot ask it for claims.
        "tools/check_certificate.py",
    };
    std::vector<Finding> findings;
    for (const char* folder : {"tessera", "apps", "bench", "bindings", "tools", "web/src"}) {
        for (const fs::path& file : files_under(root / folder)) {
            if (exempt.contains(fs::relative(file, root).string())) continue;
            const std::vector<std::string> lines = lines_of(read(file));
            for (std::size_t i = 0; i < lines.size(); ++i) {
                // Most lines compare nothing, and a regular expression takes long to say so.
                if (lines[i].find("==") == std::string::npos &&
                    lines[i].find("!=") == std::string::npos &&
                    lines[i].find("tarts") == std::string::npos &&
                    lines[i].find("new Set") == std::string::npos &&
                    lines[i].find("synopsis.") == std::string::npos) {
                    continue;
                }
                const bool other_thing = std::regex_search(lines[i], not_a_component);
                std::string text;
                for (std::sregex_iterator one(lines[i].begin(), lines[i].end(), comparison);
                     one != std::sregex_iterator(); ++one) {
                    const std::string with = (*one)[1].str() + (*one)[2].str() + (*one)[3].str();
                    if ((names.contains(with) && !other_thing) || with.starts_with("O("))
                        text = with;
                }
                std::smatch match;
                if (std::regex_search(lines[i], match, other_words)) {
                    text = match[1].str() + match[2].str();
                }
                if (std::regex_search(lines[i], match, listed)) {
                    const std::string list = match[1];
                    for (std::sregex_iterator one(list.begin(), list.end(), word);
                         one != std::sregex_iterator(); ++one) {
                        if (names.contains((*one)[1].str())) text = (*one)[1].str();
                    }
                }
                if (std::regex_search(lines[i], match, prose)) text = match.str();
                if (text.empty()) continue;
                findings.push_back(finding(
                    root, file, i + 1,
                    fmt::format("compares with '{}': ask a claim of its info instead", text)));
            }
        }
    }
    return findings;
}

std::vector<Finding> check_first_lines(const fs::path& root) {
    static const std::set<std::string> with_folders{"tessera", "apps", "bench", "bindings"};
    std::vector<Finding> findings;
    std::set<fs::path> folders;
    for (const fs::path& file : files_under(root)) {
        if (!is_source(file)) continue;
        const std::string text = read(file);
        if (!text.starts_with("// ")) {
            findings.push_back(
                finding(root, file, 1, "does not begin with a line that says what it is for"));
        }
        const std::string part = fs::relative(file, root).begin()->string();
        if (with_folders.contains(part) && folders.insert(file.parent_path()).second &&
            text.find("\n// This folder ") != text.find('\n')) {
            findings.push_back(finding(root, file, 2, "does not say what its folder is for"));
        }
    }
    return findings;
}

namespace {

/// Whether the words before a brace open a function: arguments end them, or what may stand between those and a body.
bool opens_function(const std::string& head) {
    static const std::regex function(
        R"(\)(\s|const|noexcept|override|final|mutable|->[\s\w:<>,*&]*)*$)");
    static const std::regex other(R"(^\s*(if|for|while|switch|catch)\b)");
    const std::size_t arguments = head.rfind(')');
    return arguments != std::string::npos && std::regex_match(head.substr(arguments), function) &&
           !std::regex_search(head, other);
}

/// A block of code that is the body of a function.
struct Body {
    std::size_t first_line;
    std::size_t lines;
};

std::vector<Body> function_bodies(std::string_view code) {
    struct Open {
        std::size_t line;
        bool function;
    };
    std::vector<Body> bodies;
    std::vector<Open> open;
    std::size_t head = 0;
    std::size_t line = 1;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char c = code[i];
        line += c == '\n' ? 1 : 0;
        if (c == '{')
            open.push_back({line, opens_function(std::string(code.substr(head, i - head)))});
        if (c == '}' && !open.empty()) {
            if (open.back().function)
                bodies.push_back({open.back().line, line + 1 - open.back().line});
            open.pop_back();
        }
        if (c == '{' || c == '}' || c == ';') head = i + 1;
    }
    return bodies;
}

}  // namespace

std::vector<Finding> check_sizes(const fs::path& root) {
    constexpr std::size_t longest_file = 650;
    constexpr std::size_t longest_function = 100;
    std::vector<Finding> findings;
    for (const char* folder : {"tessera", "apps", "bench", "bindings", "examples"}) {
        for (const fs::path& file : files_under(root / folder)) {
            if (!is_source(file)) continue;
            const std::string text = read(file);
            if (const std::size_t lines = lines_of(text).size(); lines > longest_file) {
                findings.push_back(finding(root, file, lines,
                                           fmt::format("has more than {} lines", longest_file)));
            }
            for (const auto& [line, lines] : function_bodies(code_only(text))) {
                if (lines <= longest_function) continue;
                findings.push_back(finding(root, file, line,
                                           fmt::format("a function of {} lines; {} are the most",
                                                       lines, longest_function)));
            }
        }
    }
    return findings;
}

std::vector<Finding> check_documents(const fs::path& root) {
    constexpr std::ptrdiff_t longest = 120;
    std::vector<Finding> findings;
    for (const fs::path& file : files_under(root)) {
        if (file.extension() != ".md" || file.parent_path().filename() == "examples") continue;
        const std::vector<std::string> lines = lines_of(read(file));
        bool code = false;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].starts_with("```")) code = !code;
            if (code || lines[i].starts_with("|")) continue;
            const auto length = std::count_if(lines[i].begin(), lines[i].end(), [](char c) {
                return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
            });
            if (length <= longest) continue;
            findings.push_back(
                finding(root, file, i + 1,
                        fmt::format("has {} characters; {} are the most", length, longest)));
        }
    }
    return findings;
}

std::vector<Finding> check_files(const fs::path& root) {
    constexpr std::uintmax_t largest = 1U << 20U;
    // Put together here so that this file does not find itself.
    static const std::regex machine_path(std::string("(^|[\\s\"'=(:`])/(") +
                                         "home|root|Users|work|mnt" + ")/[A-Za-z0-9_.]");
    std::vector<Finding> findings;
    for (const fs::path& file : files_under(root)) {
        if (fs::file_size(file) > largest) {
            findings.push_back(finding(root, file, 1, "is larger than 1 MiB"));
            continue;
        }
        const std::string text = read(file);
        if (text.find('\0') != std::string::npos) continue;
        const std::vector<std::string> lines = lines_of(text);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            std::smatch match;
            if (!std::regex_search(lines[i], match, machine_path)) continue;
            findings.push_back(
                finding(root, file, i + 1, "names a folder of one machine:" + match.str()));
        }
    }
    return findings;
}

std::vector<Finding> check_messages(const fs::path& root) {
    // What is between quotes and looks like an option of the command line, or like a command; a style sheet's names are neither.
    static const std::regex spoken(
        R"((^|[^-\w(])--[a-z][a-z0-9-]*(?![a-z0-9-]|:\S)|\btessera (solve|check|generate|list|lab|)"
        R"(pdb|serve|call|audit|verify|explain|compare)\b|'tessera $)");
    // Reports name the commands that make them again, and the runner starts a program.
    static const std::set<std::string> allowed{
        "tessera/lab/report.cpp",
        "tessera/lab/runner.cpp",
        "tessera/lab/report_page.cpp",
    };
    std::vector<Finding> findings;
    for (const fs::path& file : files_under(root / "tessera")) {
        const std::string path = fs::relative(file, root).string();
        // The self-test is the program's own, and says which command shows a fault again.
        if (!is_source(file) || allowed.contains(path) || path.starts_with("tessera/selftest/"))
            continue;
        const std::string source = read(file);
        const std::string code = code_only(source);
        std::size_t line = 1;
        for (std::size_t i = 0; i < code.size(); ++i) {
            if (code[i] == '\n') ++line;
            if (code[i] != '"') continue;
            const std::size_t end = std::min(code.find('"', i + 1), code.size());
            const std::string text = source.substr(i + 1, end - i - 1);
            std::smatch match;
            if (std::regex_search(text, match, spoken)) {
                findings.push_back(finding(
                    root, file, line,
                    fmt::format("a message of the library speaks of the command line: \"{}\"",
                                text)));
            }
            line += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
            i = end;
        }
    }
    return findings;
}

std::string code_only(std::string_view source) {
    enum class In { code, line_comment, block_comment, string, character, raw_string };
    std::string result(source);
    In in = In::code;
    std::string raw_end;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const std::string_view rest = source.substr(i);
        const char c = source[i];
        const auto blank = [&](std::size_t count) {
            for (std::size_t k = i; k < i + count && k < result.size(); ++k) {
                if (result[k] != '\n') result[k] = ' ';
            }
        };
        switch (in) {
            case In::code: {
                const auto in_word = [&](std::size_t k) {
                    return source[k] == '\'' ||
                           std::isalnum(static_cast<unsigned char>(source[k])) != 0;
                };
                std::size_t word = i;  // where the number or prefix before a quote begins
                while (c == '\'' && word > 0 && in_word(word - 1)) --word;
                const bool in_number = std::isdigit(static_cast<unsigned char>(source[word])) != 0;
                if (rest.starts_with("//")) {
                    in = In::line_comment;
                    blank(2);
                } else if (rest.starts_with("/*")) {
                    in = In::block_comment;
                    blank(2);
                    ++i;
                } else if (rest.starts_with("R\"") && rest.find('(') != std::string_view::npos) {
                    in = In::raw_string;
                    raw_end = fmt::format("){}\"", rest.substr(2, rest.find('(') - 2));
                    ++i;
                } else if (c == '"') {
                    in = In::string;
                } else if (c == '\'' && !in_number) {  // 1'000 is a number
                    in = In::character;
                }
                break;
            }
            case In::line_comment:
                if (c == '\n') in = In::code;
                blank(1);
                break;
            case In::block_comment:
                if (rest.starts_with("*/")) {
                    in = In::code;
                    blank(2);
                    ++i;
                } else {
                    blank(1);
                }
                break;
            case In::string:
            case In::character:
                if (c == '\\') {
                    blank(2);
                    ++i;
                } else if (c == (in == In::string ? '"' : '\'') || c == '\n') {
                    in = In::code;
                } else {
                    blank(1);
                }
                break;
            case In::raw_string:
                if (rest.starts_with(raw_end)) {
                    in = In::code;
                    i += raw_end.size() - 1;
                } else {
                    blank(1);
                }
                break;
        }
    }
    return result;
}

}  // namespace tessera::lint
