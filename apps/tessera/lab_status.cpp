// tessera lab status: how far the suites of a result store are; tessera lab merge: joins stores.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "commands.hpp"
#include "lab_summary.hpp"
#include "options.hpp"
#include "tessera/api/json.hpp"
#include "tessera/lab/store.hpp"

namespace tessera::app {
namespace {

struct LabStatusCommand {
    std::string db;
    OutputOptions output;

    int run() const;
};

int LabStatusCommand::run() const {
    auto store = lab::ResultStore::open(db, lab::ResultStore::Access::read);
    if (!store) return fail(store.error());
    const auto status = store->status();
    if (!status) return fail(status.error());
    const auto suites = store->suites();
    if (!suites) return fail(suites.error());
    const auto unlisted = store->unlisted();
    if (!unlisted) return fail(unlisted.error());
    for (const std::string& suite : *suites) {
        const auto configurations = of_suite(*status, suite);
        std::uint64_t done = 0;
        std::uint64_t missing = 0;
        for (const auto& one : configurations) {
            done += one.done();
            missing += one.missing;
        }
        const auto records = store->records(suite);
        if (!records) return fail(records.error());
        if (output.as_json()) {
            fmt::print(
                "{{\"schema\":\"tessera.lab-status/1\",\"suite\":{},\"done\":{},\"missing\":{},"
                "\"configurations\":{}}}\n",
                json_string(suite), done, missing, outcomes_json(configurations, *records));
            continue;
        }
        say("{}: {} done, {} missing{}\n", suite, counted(done, "run"), grouped(missing),
            repeats_words(*records));
        say("{}{}{}\n", unexplained_runs(*records), status_table(configurations),
            averages(*records));
    }
    if (suites->empty()) print_note(fmt::format("'{}' has no suites yet", db));
    if (*unlisted > 0) {
        print_note(fmt::format("{} more of other versions, limits or configurations",
                               counted(*unlisted, "run")));
    }
    return exit_ok;
}

struct LabMergeCommand {
    std::vector<std::string> from;
    std::string db;

    int run() const;
};

int LabMergeCommand::run() const {
    // All are looked at before the first is written.
    std::vector<lab::ResultStore> sources;
    for (const std::string& path : from) {
        std::error_code ignored;
        if (std::filesystem::equivalent(path, db, ignored)) continue;
        auto source = lab::ResultStore::open(path, lab::ResultStore::Access::read);
        if (!source) return fail(source.error());
        sources.push_back(std::move(*source));
    }
    auto into = lab::ResultStore::open(db);
    if (!into) return fail(into.error());
    std::uint64_t added = 0;
    std::uint64_t known = 0;
    for (lab::ResultStore& source : sources) {
        const auto report = into->merge(source);
        if (!report) return fail(report.error());
        added += report->added;
        known += report->known;
        for (const std::string& suite : report->differing_suites) {
            print_note(
                fmt::format("'{}' has other runs in suite {} than '{}' (another version, limits "
                            "or suite); they are kept, but do not count as its",
                            source.path(), suite, db));
        }
    }
    say("{} added to {}, {} already there\n", counted(added, "run"), db, grouped(known));
    return exit_ok;
}

}  // namespace

void add_lab_status(CLI::App& lab, Action& action) {
    auto command = std::make_shared<LabStatusCommand>();
    CLI::App* sub =
        lab.add_subcommand("status", "how many runs of each configuration are done, by outcome");
    sub->add_option("--db", command->db, "the results")->required()->type_name("FILE");
    command->output.add_json(*sub, "suite");
    set_examples(*sub, {{"tessera lab status --db korf100.db",
                         "how many runs are done, and how they ended"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

void add_lab_merge(CLI::App& lab, Action& action) {
    auto command = std::make_shared<LabMergeCommand>();
    CLI::App* sub = lab.add_subcommand("merge", "join the results of several machines in one file");
    sub->add_option("FROM", command->from, "result files")->required()->type_name("");
    sub->add_option("--db", command->db, "the file that is to have all of them; made if need be")
        ->required()
        ->type_name("FILE");
    set_examples(*sub, {{"tessera lab merge first.db second.db --db all.db",
                         "the results of two machines in one file"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
