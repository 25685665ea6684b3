// tessera serve: the page and the engine over HTTP, until it is stopped.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "commands.hpp"
#include "console.hpp"
#include "lab_machine.hpp"
#include "lab_runner.hpp"
#include "options.hpp"
#include "system.hpp"
#include "tables.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/server/server.hpp"

namespace tessera::app {
namespace {

struct ServeCommand {
    std::string host = "127.0.0.1";
    std::uint16_t port = 8080;
    bool open = false;
    std::optional<std::size_t> jobs;
    std::size_t queue = server::ServerOptions().queue;
    std::optional<std::size_t> threads;
    std::string time = "60s";
    std::string memory;
    std::size_t cells = server::ServerOptions().cells;
    std::string lab_folder;

    int run() const;

  private:
    Result<server::ServerOptions> options() const;
};

Result<server::ServerOptions> ServeCommand::options() const {
    server::ServerOptions made;
    made.host = host;
    made.port = port;
    const std::size_t cores = backends::usable_cores();
    // A race has up to four lanes; a search alone gets all cores.
    constexpr std::size_t most_jobs_by_default = 4;
    made.jobs = jobs.value_or(std::clamp<std::size_t>(cores, 2, most_jobs_by_default));
    made.calls = made.jobs;
    made.queue = queue;
    made.threads = threads.value_or(cores);
    auto duration = parse_duration(time);
    if (!duration) return duration.error();
    made.time = *duration;
    const auto allowed = memory_allowed(memory);
    if (!allowed) return allowed.error();
    made.memory_bytes = *allowed;
    made.cells = cells;
    made.lab_folder = lab_folder;
    made.lab_jobs = cores;
    made.worker_command = own_runner_options().worker_command;
    made.machine = this_machine();
    made.version = program_version();
    made.build = program_build();
    made.notices = &notices_on_stderr();
    return made;
}

bool is_loopback_name(std::string_view host) {
    return host == "localhost" || host == "::1" || host.starts_with("127.");
}

/// Raises the limit of open files: every connection is one, and some systems give a process few unless it asks.
void allow_many_connections() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    constexpr rlim_t enough = 4096;
    limit.rlim_cur = std::max(limit.rlim_cur, std::min(limit.rlim_max, enough));
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// Opens the address in the user's browser; if there is none, a note says what to do.
void open_browser(const std::string& address) {
    std::string program = "xdg-open";
    std::string argument = address;
    char* const words[] = {program.data(), argument.data(), nullptr};
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    if (posix_spawnp(&child, program.c_str(), &quiet, nullptr, words, environ) != 0) {
        print_note(fmt::format("cannot open a browser here; open {} yourself", address));
    }
    posix_spawn_file_actions_destroy(&quiet);
}

int ServeCommand::run() const {
    auto wanted = options();
    if (!wanted) return fail(wanted.error());
    allow_many_connections();
    catch_interrupt();
    auto running = server::Server::start(std::move(*wanted));
    if (!running) return fail(running.error());
    if (!is_loopback_name(host)) {
        print_note(
            fmt::format("everybody who reaches {} can use this server; without --host it is for "
                        "this machine only",
                        host));
    }
    fmt::print("{}\n", (*running)->address());
    if (!flush_answer()) return exit_internal;
    if (open) open_browser((*running)->address());
    // The signal ends the sleep.
    while (!interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    running->reset();
    return exit_ok;
}

}  // namespace

void add_serve(CLI::App& app, Action& action) {
    auto command = std::make_shared<ServeCommand>();
    CLI::App* sub = app.add_subcommand(
        "serve", "the page in a browser, and the engine over HTTP, until Ctrl-C or SIGTERM");
    sub->add_option(
           "--port", command->port,
           "where to listen (default: 8080); 0 takes any that is free; the address is printed")
        ->check(whole_number(0, 65535))
        ->type_name("N");
    sub->add_option("--host", command->host,
                    "an address of this machine (default: 127.0.0.1, for this machine only)")
        ->type_name("HOST");
    sub->add_flag("--open", command->open, "open the page in a browser")->disable_flag_override();
    sub->add_option("--jobs", command->jobs, "searches at once (default: by the cores, 2 to 4)")
        ->check(whole_number(1, 256))
        ->type_name("N");
    sub->add_option("--queue", command->queue, "searches that may wait (default: 1000)")
        ->check(whole_number(1, 1'000'000))
        ->type_name("N");
    sub->add_option("--threads", command->threads, "threads of each search (default: all cores)")
        ->check(whole_number(1, most_threads))
        ->type_name("N");
    sub->add_option("--time", command->time, "of each search at most (default: 60s)")
        ->type_name("T");
    sub->add_option("--memory", command->memory,
                    "of all searches together, e.g. 8G (default: half of what is free)")
        ->type_name("M");
    sub->add_option("--cells", command->cells, "of a board at most (default: 2500)")
        ->check(whole_number(4, 10'000))
        ->type_name("N");
    sub->add_option("--lab-folder", command->lab_folder,
                    "where the databases of lab runs are kept (default: a temporary folder)")
        ->type_name("FOLDER");
    set_examples(*sub,
                 {{"tessera serve --open", "play, watch and compare in the browser"},
                  {"tessera serve --port 8080 --jobs 2", "on a fixed port, two searches at once"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
