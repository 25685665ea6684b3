// tessera lab claims: the claims of the five seed projects, checked one by one, as Markdown.
#include <fmt/format.h>

#include "commands.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "system.hpp"
#include "tessera/lab/claims.hpp"
#include "tessera/lab/store.hpp"

namespace tessera::app {
namespace {

/// Every run of every suite of a result store.
Result<std::vector<lab::RunRecord>> all_records(const std::string& db) {
    auto store = lab::ResultStore::open(db, lab::ResultStore::Access::read);
    if (!store) return store.error();
    const auto suites = store->suites();
    if (!suites) return suites.error();
    std::vector<lab::RunRecord> all;
    for (const std::string& suite : *suites) {
        auto records = store->records(suite);
        if (!records) return records.error();
        std::move(records->begin(), records->end(), std::back_inserter(all));
    }
    return all;
}

struct LabClaimsCommand {
    std::string path;  ///< --output; empty: standard output
    std::string db;
    bool full = false;
    OutputOptions output;

    int run() const {
        auto file = OutputFile::open(path.empty() ? "-" : path);
        if (!file) return fail(file.error());
        catch_interrupt();
        ProgressLine line(output.progress_style());
        lab::ClaimOptions options;
        std::vector<lab::RunRecord> records;
        if (!db.empty()) {
            auto read = all_records(db);
            if (!read) return fail(read.error());
            records = std::move(*read);
        }
        options.records = records;
        options.full = full;
        options.progress = [&](std::string_view what) { return line.show(what) && !interrupted(); };
        options.observer = &line;
        Engine engine(this_process());
        const auto claims = lab::check_claims(engine, options);
        line.clear();
        if (!claims) return fail(claims.error());
        const std::string command =
            fmt::format("tessera lab claims{}{} --output docs/seed-claims.md",
                        full ? " --full" : "", db.empty() ? "" : " --db " + db);
        if (const auto error = file->write(lab::claims_markdown(*claims, command)))
            return fail(*error);
        return exit_ok;
    }
};

}  // namespace

void add_lab_claims(CLI::App& lab, Action& action) {
    auto command = std::make_shared<LabClaimsCommand>();
    CLI::App* sub = lab.add_subcommand(
        "claims", "check the claims of the five seed projects one by one (about a minute)");
    sub->add_option("-o,--output", command->path, "write to this file instead of standard output")
        ->type_name("FILE");
    sub->add_flag("--full", command->full,
                  "run the whole suites instead of samples, which takes much longer")
        ->disable_flag_override();
    sub->add_option("--db", command->db,
                    "use the runs of this result store, where it has a seed's suite, instead of "
                    "running it again")
        ->type_name("FILE");
    command->output.add_progress(*sub);
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
