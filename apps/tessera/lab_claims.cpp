// tessera lab claims: runs tools/claims.py, which checks the claims of the origins, with this program as its tool.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "commands.hpp"
#include "options.hpp"
#include "system.hpp"

namespace tessera::app {
namespace {

struct LabClaimsCommand {
    std::string path = "-";  ///< --output; "-": standard output
    std::string db;
    bool full = false;
    OutputOptions output;

    /// The script takes the place of this process: what it prints, its exit code and the signals it gets are the command's.
    int run() const {
        const std::string script = shared_file("tools/claims.py");
        if (script.empty()) {
            return fail(input_error(
                "tools/claims.py is neither installed with this program nor in its source tree",
                "a clone has it: tools/claims.py --program TESSERA"));
        }
        // Isolated: nothing of the user's own Python takes part.
        std::vector<std::string> words{"python3",
                                       "-I",
                                       script,
                                       "--program=" + own_path(),
                                       "--output=" + path,
                                       "--progress=" + output.progress};
        if (full) words.emplace_back("--full");
        if (!db.empty()) words.push_back("--db=" + db);
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        execvp(arguments[0], arguments.data());
        return fail(input_error(fmt::format("cannot run python3: {}", std::strerror(errno)),
                                "this command needs Python 3.11 or newer (Debian: python3)"));
    }
};

}  // namespace

void add_lab_claims(CLI::App& lab, Action& action) {
    auto command = std::make_shared<LabClaimsCommand>();
    CLI::App* sub = lab.add_subcommand(
        "claims",
        "check the claims of the five origins one by one (about a minute; needs python3)");
    sub->add_option("-o,--output", command->path, "write to this file instead of standard output")
        ->type_name("FILE");
    sub->add_flag("--full", command->full,
                  "run the whole suites instead of samples, which takes much longer")
        ->disable_flag_override();
    sub->add_option("--db", command->db,
                    "use the runs of this database, where it has an origin's suite, instead of "
                    "running it again")
        ->type_name("FILE");
    command->output.add_progress(*sub);
    set_examples(*sub, {{"tessera lab claims", "the claims of the five origins, one by one"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
