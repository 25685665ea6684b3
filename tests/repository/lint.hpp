// Rules about the source tree that a compiler does not check: layers, what the core may use, size of files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::lint {

/// One breach of a rule, as `file:line: what is wrong`.
using Finding = std::string;

/// The includes of a source file point only to the layers that its own layer may use.
///
/// `root` is a tree with the folders tessera/<layer>/. A layer that is not in the table is a
/// finding, too: whoever adds a layer says what it may use.
std::vector<Finding> check_layers(const std::filesystem::path& root);

/// The core (everything that becomes WebAssembly) has no exceptions, threads, files or streams.
std::vector<Finding> check_core(const std::filesystem::path& root);

/// Nobody but a component itself compares with its name or alias, or with the words in which it tells its time and memory: what
/// others need to know is a claim of its `info`.
std::vector<Finding> check_component_names(const std::filesystem::path& root);

/// The first line of every source file is a comment that says what it is for. Outside the tests, the second line of a folder's
/// first file says what the folder is for.
std::vector<Finding> check_first_lines(const std::filesystem::path& root);

/// Outside the tests no file of C++ has more than 650 lines, and no function more than 100.
std::vector<Finding> check_sizes(const std::filesystem::path& root);

/// Lines of documents (.md) have 120 characters at most. Tables, code and examples that the program wrote may be longer.
std::vector<Finding> check_documents(const std::filesystem::path& root);

/// Texts under tessera/ that name options or commands of the program: an Error names the field, and the command line knows
/// its option.
std::vector<Finding> check_messages(const std::filesystem::path& root);

/// No file is over 1 MiB, and no text names a folder of somebody's machine.
std::vector<Finding> check_files(const std::filesystem::path& root);

/// The source text with comments and the contents of string and character literals blanked out;
/// lines stay.
std::string code_only(std::string_view source);

}  // namespace tessera::lint
