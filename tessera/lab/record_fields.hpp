// The fields of a run's record in one list: the columns of the store and the answer of a worker are made from it.
#pragma once

#include "tessera/lab/run.hpp"

namespace tessera::lab {

/// What was asked: `visit(name, member)` for every field, in order.
template <class Record, class Visit>
void for_each_task_field(Record& record, Visit&& visit) {
    visit("key", record.key);
    visit("suite", record.suite);
    visit("board_set", record.set);
    visit("board", record.board);
    visit("rows", record.rows);
    visit("columns", record.columns);
    visit("start", record.start);
    visit("goal", record.goal);
    visit("known_optimal", record.known_optimal);
    visit("configuration", record.configuration);
    visit("seed", record.seed);
    visit("time_limit", record.time_limit);
    visit("memory_limit", record.memory_limit);
    visit("node_limit", record.node_limit);
    visit("depth_limit", record.depth_limit);
    visit("repetition", record.repetition);
}

/// What came of it, as far as the worker can tell.
template <class Record, class Visit>
void for_each_result_field(Record& record, Visit&& visit) {
    visit("algorithm", record.algorithm);
    visit("heuristic", record.heuristic);
    visit("options", record.options);
    visit("outcome", record.end);
    visit("detail", record.detail);
    visit("length", record.length);
    visit("slides", record.slides);
    visit("cost", record.cost);
    visit("lower_bound", record.lower_bound);
    visit("moves", record.moves);
    visit("initial_h", record.initial_h);
    visit("expanded", record.measured.counters.expanded);
    visit("generated", record.measured.counters.generated);
    visit("reexpanded", record.measured.counters.reexpanded);
    visit("peak_open", record.measured.counters.peak_open);
    visit("peak_states", record.measured.counters.peak_states);
    visit("max_depth", record.measured.counters.max_depth);
    visit("effective_branching_factor", record.measured.effective_branching_factor);
    visit("seconds", record.measured.seconds);
    visit("cpu_seconds", record.measured.cpu_seconds);
    visit("setup_seconds", record.measured.setup_seconds);
    visit("container_bytes", record.measured.container_bytes);
    visit("table_bytes", record.measured.table_bytes);
    visit("peak_memory_bytes", record.measured.peak_memory_bytes);
    visit("threads", record.measured.threads);
    visit("device", record.measured.device);
}

/// Where, by what and when it was run.
template <class Record, class Visit>
void for_each_origin_field(Record& record, Visit&& visit) {
    visit("version", record.machine.version);
    visit("build", record.machine.build);
    visit("cpu", record.machine.cpu);
    visit("host", record.machine.host);
    visit("started", record.started);
}

/// All of them, in the order of the columns; the key is the first.
template <class Record, class Visit>
void for_each_field(Record& record, Visit&& visit) {
    for_each_task_field(record, visit);
    for_each_result_field(record, visit);
    for_each_origin_field(record, visit);
}

}  // namespace tessera::lab
