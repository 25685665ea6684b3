// The description of the HTTP interface, for people and for programs that make clients of it.
#include "tessera/server/openapi.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "tessera/api/schemas.hpp"
#include "tessera/server/job_desk.hpp"
#include "tessera/server/lab_desk.hpp"

namespace tessera::server {
namespace {

using Json = nlohmann::ordered_json;
using api::any_object;
using api::Field;
using api::flag;
using api::number;
using api::Shape;
using api::text;
using api::whole;
using api::word;

constexpr Field engine_limit_fields[] = {
    whole("jobs"),  whole("queue"),      number("seconds"),    whole("memory_bytes"),
    whole("cells"), whole("body_bytes"), whole("connections"), whole("streams"),
};
constexpr Shape engine_limit_shape{"EngineLimits", {}, engine_limit_fields};
constexpr Field engine_load_fields[] = {
    whole("queued"), whole("running"), whole("kept"), whole("connections"), whole("streams"),
};
constexpr Shape engine_load_shape{"EngineLoad", {}, engine_load_fields};
constexpr Field engine_fields[] = {
    text("version"),
    text("build"),
    whole("threads"),
    object("limits", engine_limit_shape),
    object("load", engine_load_shape),
    flag("lab", "whether it takes lab runs"),
};
constexpr Shape engine_shape{"Engine", "tessera.engine/1", engine_fields};

constexpr std::string_view queued_word[] = {"queued"};
constexpr Field job_fields[] = {
    text("job"),
    word("state", queued_word),
    text("events", "where to hear how it goes"),
    text("result", "where to ask for the job"),
};
constexpr Shape job_shape{"Job", "tessera.job/1", job_fields};

constexpr Field job_state_fields[] = {
    text("job"),
    word("state", job_state_names),
    text("events", "where to hear how it goes"),
    any_object("result", "the reply of the call").or_null(),
    any_object("error", "tessera.error/1").or_null(),
};
constexpr Shape job_state_shape{"JobState", "tessera.job-state/1", job_state_fields};

constexpr Field lab_limit_fields[] = {
    number("seconds").from(0.001).to(1e6).optional(),
    whole("nodes").from(1).optional(),
};
constexpr Shape lab_limit_shape{"LabLimits", {}, lab_limit_fields};
constexpr Field lab_request_fields[] = {
    text("suite", "a name of /api/suites"),
    object("limits", lab_limit_shape, "of each run").optional(),
    whole("boards", "only so many from the beginning").from(1).to(4294967295.0).optional(),
    text("only", "only these configurations").list().optional(),
};

constexpr Field lab_run_fields[] = {
    text("run"),
    text("suite"),
    word("state", LabRun::state_names),
    whole("done"),
    whole("total"),
    whole("running"),
    whole("failed"),
    number("seconds"),
    number("seconds_left").or_null(),
    text("notes").list(),
    any_object("error", "tessera.error/1").or_null(),
};
constexpr Shape lab_run_shape{"LabRun", "tessera.lab-job/1", lab_run_fields};

Json text_type() {
    return {{"type", "string"}};
}

Json reference(std::string_view schema) {
    return {{"$ref", fmt::format("#/components/schemas/{}", schema)}};
}

Json content(const Json& schema, const char* type = "application/json") {
    return {{type, {{"schema", schema}}}};
}

Json answer(const char* description, const Json& schema, const char* type = "application/json") {
    return {{"description", description}, {"content", content(schema, type)}};
}

/// The answers that any request may get.
Json with_errors(Json answers, std::initializer_list<const char*> which) {
    static const std::array<std::pair<const char*, const char*>, 5> known{{
        {"400", "the request makes no sense; the error says what to do about it"},
        {"404", "there is none of this name, or none any more"},
        {"413", "the request is too large"},
        {"429", "the queue is full, or a lab run is under way; Retry-After says when to try again"},
        {"503", "too many at once, or it took too long; Retry-After says when to try again"},
    }};
    for (const char* wanted : which) {
        for (const auto& [status, description] : known) {
            if (std::string_view(status) == wanted) {
                answers[status] = answer(description, reference("ErrorReply"));
            }
        }
    }
    return answers;
}

Json named(const char* description) {
    return Json::array({{{"name", "id"},
                         {"in", "path"},
                         {"required", true},
                         {"description", description},
                         {"schema", text_type()}}});
}

Json body(const Json& schema) {
    return {{"required", true}, {"content", content(schema)}};
}

Json object() {
    return {{"type", "object"}};
}

/// A call that is answered at once, or one that is queued.
Json call(const api::Call& call) {
    Json responses = call.queued
                         ? with_errors({{"202", answer("it is queued", reference(job_shape.name))}},
                                       {"400", "413", "429", "503"})
                         : with_errors({{"200", answer("the answer", reference(call.reply.name))}},
                                       {"400", "413", "503"});
    return {{"summary", call.synopsis},
            {"requestBody", body(reference(call.request.name))},
            {"responses", std::move(responses)}};
}

Json paths(api::Calls calls) {
    Json paths;
    paths["/api"]["get"] = {{"summary", "this description"},
                            {"responses", {{"200", answer("OpenAPI", object())}}}};
    paths["/api/engine"]["get"] = {
        {"summary", "which program answers, and within which limits"},
        {"responses", {{"200", answer("the engine", reference(engine_shape.name))}}}};
    for (const api::Call* known : calls) {
        Json& operation = paths[call_path(*known)]["post"] = call(*known);
        operation["operationId"] = known->name;
        if (known->name == default_job) paths["/api/jobs"]["post"] = call(*known);
    }
    Json& job = paths["/api/jobs/{id}"];
    job["parameters"] = named("of the job");
    job["get"] = {
        {"summary", "how far a search is, and its result"},
        {"responses",
         with_errors({{"200", answer("the job", reference(job_state_shape.name))}}, {"404"})}};
    job["delete"] = {
        {"summary", "ends a search; its result is the best so far"},
        {"responses",
         with_errors({{"202", answer("the job", reference(job_state_shape.name))}}, {"404"})}};
    Json& events = paths["/api/jobs/{id}/events"];
    events["parameters"] = named("of the job");
    events["get"] = {
        {"summary",
         "what a search tells: progress, improved, building, at last result or error. A "
         "search whose last reader goes away is ended."},
        {"responses",
         with_errors({{"200", answer("Server-Sent Events", text_type(), "text/event-stream")}},
                     {"404", "503"})}};

    paths["/api/suites"]["get"] = {{"summary", "the experiments that ship with the program"},
                                   {"responses", {{"200", answer("the suites", object())}}}};
    Json& runs = paths["/api/lab/runs"];
    runs["get"] = {{"summary", "the lab runs of this server, the newest first"},
                   {"responses", {{"200", answer("the runs", object())}}}};
    runs["post"] = {
        {"summary", "begins a lab run; there is one at a time"},
        {"requestBody", body(reference(lab_request_shape.name))},
        {"responses", with_errors({{"202", answer("it has begun", reference(lab_run_shape.name))}},
                                  {"400", "413", "429"})}};
    Json& run = paths["/api/lab/runs/{id}"];
    run["parameters"] = named("of the lab run");
    run["get"] = {
        {"summary", "how far a lab run is"},
        {"responses",
         with_errors({{"200", answer("the run", reference(lab_run_shape.name))}}, {"404"})}};
    run["delete"] = {
        {"summary", "ends a lab run; what was done by then is kept"},
        {"responses",
         with_errors({{"202", answer("the run", reference(lab_run_shape.name))}}, {"404"})}};
    Json& run_events = paths["/api/lab/runs/{id}/events"];
    run_events["parameters"] = named("of the lab run");
    run_events["get"] = {
        {"summary", "what a lab run tells: progress, at last result or error"},
        {"responses",
         with_errors({{"200", answer("Server-Sent Events", text_type(), "text/event-stream")}},
                     {"404", "503"})}};
    Json& report = paths["/api/lab/runs/{id}/report"];
    report["parameters"] = named("of the lab run");
    report["get"] = {
        {"summary", "the report of a lab run, as a page"},
        {"responses",
         with_errors({{"200", answer("a page", text_type(), "text/html")}}, {"400", "404"})}};
    Json& exported = paths["/api/lab/runs/{id}/export"];
    exported["parameters"] = named("of the lab run");
    exported["parameters"].push_back(
        {{"name", "format"},
         {"in", "query"},
         {"schema", {{"type", "string"}, {"enum", {"csv", "jsonl"}}, {"default", "csv"}}}});
    exported["get"] = {
        {"summary", "the runs for other programs"},
        {"responses",
         with_errors({{"200", answer("the runs", text_type(), "text/csv")}}, {"400", "404"})}};
    return paths;
}

Json schemas(api::Calls calls, const ApiLimits& limits) {
    Json schemas;
    for (const api::Shape* shape : api::shapes_of(calls)) {
        schemas[shape->name] = api::json_schema(*shape, limits);
    }
    static constexpr const api::Shape* own[] = {&engine_shape, &job_shape, &job_state_shape,
                                                &lab_request_shape, &lab_run_shape};
    for (const api::Shape* shape : api::with_parts(own)) {
        schemas[shape->name] = api::json_schema(*shape, limits);
    }
    return schemas;
}

}  // namespace

constinit const api::Shape lab_request_shape{"LabRequest", {}, lab_request_fields};

std::string call_path(const api::Call& call) {
    return fmt::format("/api/call/{}", call.name);
}

std::string openapi(const ServerOptions& options) {
    Json document{
        {"openapi", "3.1.0"},
        {"info",
         {{"title", "Tessera"},
          {"version", options.version},
          {"description",
           "Sliding-tile puzzles: the engine's calls, searches and lab runs. Bodies are JSON; a "
           "field that a call does not know is an error. docs/api.md is about the calls."}}},
        {"servers", Json::array({{{"url", "/"}}})},
        {"paths", paths(options.call_table)},
        {"components",
         {{"schemas",
           schemas(options.call_table, api_limits(options, options.time, options.share()))}}},
    };
    return document.dump(2);
}

}  // namespace tessera::server
