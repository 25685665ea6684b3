// tessera call: the engine's JSON calls from the command line, one request per line.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "commands.hpp"
#include "console.hpp"
#include "help_text.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "system.hpp"
#include "tessera/api/api.hpp"
#include "tessera/api/schemas.hpp"

namespace tessera::app {
namespace {

/// Longer requests are no boards.
constexpr std::size_t longest_request = std::size_t{16} << 20;

struct CallCommand {
    api::Calls calls;
    bool typescript = false;
    bool schema = false;
    std::string name;
    std::vector<std::string> requests;

    std::string names() const {
        std::vector<std::string_view> list;
        for (const api::Call* call : calls) list.push_back(call->name);
        return fmt::format("{}", fmt::join(list, ", "));
    }

    int run() const {
        if (typescript) {
            fmt::print("{}", api::typescript(calls));
            return exit_ok;
        }
        if (name.empty()) return fail(usage_error("'tessera call' needs NAME", "NAME: " + names()));
        if (schema) {
            const auto call = api::find_call(calls, name);
            if (!call) return fail(call.error());
            fmt::print("{}\n", api::description(**call).dump(2));
            return exit_ok;
        }
        catch_interrupt();
        Engine engine(this_process());
        ApiLimits limits;
        limits.search.memory_bytes = default_memory_limit();
        limits.audit_cells = 12;
        Api api(engine, limits, calls);
        int code = exit_ok;
        const auto answer = [&](const std::string& request) {
            ProgressLine observer(ProgressStyle::never);  // silent, but hears of Ctrl-C
            const auto reply = [&]() -> Result<std::string> {
                try {
                    return api.call(name, request, observer);
                } catch (const std::bad_alloc&) {
                    return Error{ErrorCode::memory_limit, "the system has no more memory to give",
                                 "give the search a limit (memory_bytes)"};
                }
            }();
            fmt::print("{}\n", reply ? *reply : to_json(reply.error()));
            std::fflush(stdout);
            if (!reply) code = exit_code(reply.error().code);
        };
        for (const std::string& request : requests) answer(request);
        if (!requests.empty()) return code;
        std::string line;
        while (!interrupted() && std::getline(std::cin, line)) {
            if (line.size() > longest_request) {
                return fail(
                    input_error(fmt::format("a request of {} bytes is too long", line.size())));
            }
            if (line.find_first_not_of(" \t\r") != std::string::npos) answer(line);
        }
        return interrupted() ? exit_interrupted : code;
    }
};

}  // namespace

void add_call(CLI::App& app, Action& action, api::Calls calls) {
    auto command = std::make_shared<CallCommand>();
    command->calls = calls;
    std::string synopses = "Calls:\n";
    for (const api::Call* call : calls) {
        synopses += fmt::format("  {:<27} {}\n", call->name, call->synopsis);
    }
    CLI::App* sub = app.add_subcommand(
        "call",
        "the engine's JSON calls (docs/api.md): a request per line in, a reply per line out");
    completed(sub->add_option("NAME", command->name, command->names()), {names_in(calls)})
        ->type_name("");
    sub->add_option("REQUEST", command->requests,
                    "JSON objects; without any, each line of standard input is one")
        ->type_name("");
    sub->add_flag("--schema", command->schema,
                  "show the JSON Schema of the call's request and reply")
        ->disable_flag_override();
    sub->add_flag("--typescript", command->typescript, "show the types of all calls")
        ->disable_flag_override();
    set_examples(*sub,
                 {{"tessera call solve '{\"start\":[1,2,3,4,5,6,7,0,8],\"size\":[3,3]}'",
                   "one request, answered as JSON"},
                  {"tessera call solve --schema", "what a request may contain"}},
                 synopses);
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
