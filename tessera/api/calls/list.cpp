// The call list: everything a user can choose from.
#include "tessera/api/call.hpp"
#include "tessera/api/json.hpp"

namespace tessera::api::calls::list {
namespace {

constexpr Field option_fields[] = {
    text("name"),
    text("synopsis"),
    text("default", "in words"),
    word("kind", option_kind_names),
    text("field", "its name among options; not for limits").optional(),
    value("value", "the default as a value; not for limits").optional(),
    number("least").optional(),
    number("most").optional(),
    text("words").list().optional(),
};
constexpr Shape option_shape{"OptionInfo", {}, option_fields};

constexpr Field algorithm_fields[] = {
    text("name"),
    text("aliases").list(),
    text("synopsis"),
    object("options", option_shape).list(),
    flag("uses_heuristic"),
    flag("heuristic_proves",
         "it guides itself; one that is given guides it instead, and proves its bound if it is "
         "admissible"),
    flag("complete"),
    flag("optimal"),
    flag("tile_cost"),
    flag("deepens"),
    flag("improves"),
    flag("counts_solutions", "it looks for every shortest solution"),
    flag("shares_work"),
    flag("repeatable", "it does the same work with any number of threads"),
    flag("linear_memory"),
    flag("to_the_letter", "it follows a course's or an origin's text, for small boards"),
    flag("to_a_deadline", "it works until the time is over"),
    flag("proves_bounds"),
    flag("traceable"),
    text("time"),
    text("space"),
    text("reference"),
    text("use", "when to use it, and what speaks against it"),
};
constexpr Shape algorithm_shape{"AlgorithmInfo", {}, algorithm_fields};

constexpr Field heuristic_fields[] = {
    text("name"),
    text("aliases").list(),
    text("synopsis"),
    object("options", option_shape).list(),
    flag("admissible"),
    flag("consistent"),
    flag("combines"),
    flag("yardstick", "it is Manhattan distance, with which others are compared"),
    flag("pattern_tables", "it looks up pattern databases"),
    text("argument", "the option that a bare argument stands for; empty where there is none"),
    text("sizes"),
    text("reference"),
    text("origin", "which rule of the puzzle is relaxed, or what is counted instead"),
    text("cost", "what it takes to compute it"),
    text("use", "when to use it, and what speaks against it"),
};
constexpr Shape heuristic_shape{"HeuristicInfo", {}, heuristic_fields};

constexpr Field named_fields[] = {text("name"), text("synopsis")};
constexpr Shape named_shape{"NamedThing", {}, named_fields};
constexpr Field format_fields[] = {text("example")};
constexpr Shape format_shape{"FormatInfo", {}, format_fields, &named_shape};
constexpr Field collection_fields[] = {text("citation"), whole("count")};
constexpr Shape collection_shape{"CollectionInfo", {}, collection_fields, &named_shape};

constexpr Field reply_fields[] = {
    object("algorithms", algorithm_shape).list(),
    object("heuristics", heuristic_shape).list(),
    object("goals", named_shape).list(),
    object("formats", format_shape).list(),
    object("suites", collection_shape, "boards that ship with the program").list(),
    object("difficulties", named_shape).list(),
    text("traceable", "algorithms that the call trace takes").list(),
};

Result<Task> prepare(Fields&, const ApiLimits&) {
    return Task{[](Engine&, Observer&) -> Result<std::string> { return registry_json(); }};
}

}  // namespace

extern const Call call;
constinit const Call call{
    "list",          "algorithms, heuristics, goals, forms and shipped boards",
    {"ListRequest"}, {"Registry", "tessera.list/1", reply_fields},
    &prepare,
};

}  // namespace tessera::api::calls::list
