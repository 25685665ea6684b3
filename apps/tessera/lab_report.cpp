// tessera lab report: what the runs of a database show, as a page or as Markdown.
#include "tessera/lab/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "console.hpp"
#include "help_text.hpp"
#include "lab_records.hpp"
#include "output_file.hpp"

namespace tessera::app {
namespace {

struct LabReportCommand {
    std::string database;
    std::string output = "-";
    std::string suite;

    int run() const {
        const bool page = output.ends_with(".html") || output.ends_with(".htm");
        if (!page && output != "-" && !output.ends_with(".md")) {
            return fail(usage_error(
                fmt::format("the name '{}' does not say in which form to write", output),
                "end it with .html for a page with charts, or .md for Markdown"));
        }
        auto file = OutputFile::open(output);
        if (!file) return fail(file.error());
        auto records = read_records(database, suite);
        if (!records) return fail(records.error());
        auto known = suite_facts(database);
        if (!known) return fail(known.error());
        lab::ReportFacts facts{database, version_text()};
        facts.date = lab::today();
        facts.notes = std::move(known->notes);
        facts.sources = std::move(known->sources);
        const std::vector<lab::SuiteResults> suites = lab::gather(*records);
        if (auto error = file->write(page ? lab::report_html(suites, facts)
                                          : lab::report_markdown(suites, facts)))
            return fail(*error);
        note_unexplained(*records);
        return exit_ok;
    }

    static void note_unexplained(const std::vector<lab::RunRecord>& records) {
        const auto count = static_cast<std::uint64_t>(
            std::count_if(records.begin(), records.end(),
                          [](const lab::RunRecord& record) { return is_unexplained(record.end); }));
        if (count == 0) return;
        print_note(
            fmt::format("{} of {} ended without an explanation: they stand first in the report",
                        grouped(count), counted(records.size(), "run")));
    }
};

}  // namespace

void add_lab_report(CLI::App& lab, Action& action) {
    auto command = std::make_shared<LabReportCommand>();
    CLI::App* sub = lab.add_subcommand(
        "report", "what the runs of a database show: a page with charts, or Markdown");
    sub->add_option("--db", command->database, "the database of 'tessera lab run'")
        ->required()
        ->type_name("FILE");
    sub->add_option("--output", command->output,
                    "write a page (FILE.html) or Markdown (FILE.md) (default: Markdown to standard "
                    "output)")
        ->type_name("FILE");
    sub->add_option("--suite", command->suite, "only the runs of this suite (default: all)")
        ->type_name("NAME");
    set_examples(*sub, {{"tessera lab report --db korf100.db --output report.html",
                         "one page with tables, charts and what they mean"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
