// What became of the runs of a store, configuration by configuration; what needs an explanation comes first.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tessera/lab/store.hpp"

namespace tessera::app {

/// A line for every run that crashed, hung or was refused, up to ten, and how many more there are; empty if there are
/// none.
std::string unexplained_runs(std::span<const lab::RunRecord> records);

/// A table of configurations (those of one suite) by outcome; outcomes that never came are left out.
std::string status_table(std::span<const lab::ConfigurationStatus> configurations);
/// The same as JSON: [{"configuration":…,"done":…,"missing":…,"seconds":…,"outcomes":{…},"means":{…}}, …]; `means` are
/// over the boards that all solved, and null where there are none.
std::string outcomes_json(std::span<const lab::ConfigurationStatus> configurations,
                          std::span<const lab::RunRecord> records);

/// The means of one suite's runs as tables: a row for each configuration, over the boards that all of them solved.
std::string averages(std::span<const lab::RunRecord> records);
/// "; 4 of these 64 repeat others …" where places of the suite share a run; else nothing.
std::string repeats_words(std::span<const lab::RunRecord> records);

/// Only those of one suite.
std::vector<lab::ConfigurationStatus> of_suite(std::span<const lab::ConfigurationStatus> all,
                                               std::string_view suite);

}  // namespace tessera::app
