// tessera verify: replay a solution; exit 0 only if it holds.
#include <fmt/format.h>

#include "commands.hpp"
#include "options.hpp"
#include "system.hpp"
#include "tessera/engine/json.hpp"
#include "tessera/engine/verify.hpp"

namespace tessera::app {
namespace {

struct VerifyCommand {
    std::string file = "-";
    OutputOptions output;

    int run() const {
        auto text = read_file(file);
        if (!text) return fail(text.error());
        auto results = verify_solutions(*text, file == "-" ? "standard input" : file);
        if (!results) return fail(results.error());
        int code = exit_ok;
        const bool colour = use_colour(output.colour_wish());
        for (const Verification& result : *results) {
            if (output.as_json()) {
                fmt::print(
                    "{{\"schema\":\"tessera.verify/1\",\"id\":{},\"holds\":{},\"length\":{},"
                    "\"slides\":{},\"message\":{}}}\n",
                    json_string(result.id), result.holds, result.length, result.slides,
                    json_string(result.message));
            } else {
                fmt::print("{}{}{}: {}\n", result.id, result.id.empty() ? "" : ": ",
                           result.holds ? painted("holds", Paint::good, colour)
                                        : painted("WRONG", Paint::bad, colour),
                           result.message);
            }
            if (!result.holds) code = exit_bad_input;
        }
        return code;
    }
};

}  // namespace

void add_verify(CLI::App& app, Action& action) {
    auto command = std::make_shared<VerifyCommand>();
    CLI::App* sub =
        app.add_subcommand("verify", "replay a solution (plain or JSON); exit 0 only if it holds");
    sub->add_option("FILE", command->file,
                    "what 'tessera solve' printed, or - for standard input (default)")
        ->type_name("");
    command->output.add_json(*sub, "solution");
    command->output.add_colour(*sub);
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
