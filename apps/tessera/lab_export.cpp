// tessera lab export: the runs of a database for other programs.
#include <fmt/format.h>

#include "commands.hpp"
#include "console.hpp"
#include "lab_records.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "tessera/base/text.hpp"
#include "tessera/lab/export_records.hpp"

namespace tessera::app {
namespace {

struct LabExportCommand {
    std::string database;
    std::string format;
    std::string output = "-";
    std::string suite;

    int run() const {
        auto file = OutputFile::open(output);
        if (!file) return fail(file.error());
        auto records = read_records(database, suite);
        if (!records) return fail(records.error());
        if (auto error = file->write(written(*records))) return fail(*error);
        return exit_ok;
    }

    std::string written(const std::vector<lab::RunRecord>& records) const {
        if (format == "csv") return lab::records_csv(records);
        if (formats::typed_name(format) == "seed-csv") return lab::records_origin_csv(records);
        return lab::records_jsonl(records);
    }
};

}  // namespace

void add_lab_export(CLI::App& lab, Action& action) {
    auto command = std::make_shared<LabExportCommand>();
    CLI::App* sub = lab.add_subcommand("export", "the runs of a database for other programs");
    sub->add_option("--db", command->database, "the database of 'tessera lab run'")
        ->required()
        ->type_name("FILE");
    one_of(sub->add_option("--format", command->format,
                           "csv (one column for everything that is recorded), jsonl (the same as "
                           "tessera.run/1), or seed-csv (the columns of the first origin's "
                           "results.csv; also called origin-csv)"),
           {"csv", "jsonl", "seed-csv", "origin-csv"})
        ->required()
        ->type_name("FORM");
    sub->add_option("--output", command->output, "write to this file (default: standard output)")
        ->type_name("FILE");
    sub->add_option("--suite", command->suite, "only the runs of this suite (default: all)")
        ->type_name("NAME");
    set_examples(*sub, {{"tessera lab export --db korf100.db --format csv --output runs.csv",
                         "every run as a row"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
