// The description of the HTTP interface, for people and for programs that make clients of it.
#include "tessera/server/openapi.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace tessera::server {
namespace {

using Json = nlohmann::ordered_json;

Json text_type() {
    return {{"type", "string"}};
}

Json reference(const char* schema) {
    return {{"$ref", std::string("#/components/schemas/") + schema}};
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
                answers[status] = answer(description, reference("Error"));
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

Json call(const char* name, const char* summary) {
    return {{"post",
             {{"operationId", name},
              {"summary", summary},
              {"requestBody", body(object())},
              {"responses",
               with_errors({{"200", answer("the answer", object())}}, {"400", "413", "503"})}}}};
}

Json paths() {
    Json paths;
    paths["/api"]["get"] = {{"summary", "this description"},
                            {"responses", {{"200", answer("OpenAPI", object())}}}};
    paths["/api/engine"]["get"] = {
        {"summary", "which program answers, and within which limits"},
        {"responses", {{"200", answer("the engine", reference("Engine"))}}}};
    paths["/api/call/check"] = call("check", "can this board be solved, and if not, why?");
    paths["/api/call/generate"] = call("generate", "makes boards");
    paths["/api/call/read"] = call("read", "reads boards in any form");
    paths["/api/call/explain"] = call("explain", "why heuristics say what they say");
    paths["/api/call/trace"] = call("trace", "a search step by step");
    paths["/api/call/audit"] =
        call("audit", "heuristics against the exact distances of a small board");
    paths["/api/call/list"] =
        call("list", "algorithms, heuristics, goals, forms and shipped boards");

    paths["/api/jobs"]["post"] = {
        {"summary", "asks for a search"},
        {"requestBody", body(reference("Solve"))},
        {"responses", with_errors({{"202", answer("it is queued", reference("Job"))}},
                                  {"400", "413", "429", "503"})}};
    Json& job = paths["/api/jobs/{id}"];
    job["parameters"] = named("of the job");
    job["get"] = {
        {"summary", "how far a search is, and its result"},
        {"responses", with_errors({{"200", answer("the job", reference("Job"))}}, {"404"})}};
    job["delete"] = {
        {"summary", "ends a search; its result is the best so far"},
        {"responses", with_errors({{"202", answer("the job", reference("Job"))}}, {"404"})}};
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
        {"requestBody", body(reference("LabRequest"))},
        {"responses", with_errors({{"202", answer("it has begun", reference("LabRun"))}},
                                  {"400", "413", "429"})}};
    Json& run = paths["/api/lab/runs/{id}"];
    run["parameters"] = named("of the lab run");
    run["get"] = {
        {"summary", "how far a lab run is"},
        {"responses", with_errors({{"200", answer("the run", reference("LabRun"))}}, {"404"})}};
    run["delete"] = {
        {"summary", "ends a lab run; what was done by then is kept"},
        {"responses", with_errors({{"202", answer("the run", reference("LabRun"))}}, {"404"})}};
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
        {"summary", "the report that 'tessera lab report' writes"},
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

Json schemas() {
    const Json number{{"type", "number"}};
    const Json whole{{"type", "integer"}, {"minimum", 0}};
    const Json board{
        {"description", "a list of numbers, a list of rows, or a text; 0 is the blank"},
        {"type", {"array", "string"}}};
    Json schemas;
    schemas["Error"] = {
        {"type", "object"},
        {"description", "tessera.error/1"},
        {"required", {"schema", "code", "message", "hint"}},
        {"properties",
         {{"schema", {{"const", "tessera.error/1"}}},
          {"code",
           {{"enum",
             {"usage", "bad-input", "unsolvable", "memory-limit", "interrupted", "internal"}}}},
          {"message", text_type()},
          {"hint", text_type()}}}};
    schemas["Engine"] = {{"type", "object"},
                         {"properties",
                          {{"schema", {{"const", "tessera.engine/1"}}},
                           {"version", text_type()},
                           {"build", text_type()},
                           {"threads", whole},
                           {"limits", object()},
                           {"load", object()},
                           {"lab", {{"type", "boolean"}}}}}};
    schemas["Solve"] = {
        {"type", "object"},
        {"description", "the call 'solve' of docs/api.md; the answer is tessera.solve/1"},
        {"required", {"start"}},
        {"additionalProperties", false},
        {"properties",
         {{"id", text_type()},
          {"start", board},
          {"goal", board},
          {"size", {{"type", "array"}, {"items", whole}, {"minItems", 2}, {"maxItems", 2}}},
          {"algorithm", text_type()},
          {"heuristic", text_type()},
          {"device", text_type()},
          {"cost", {{"enum", {"unit", "tile"}}}},
          {"options", object()},
          {"limits",
           {{"type", "object"},
            {"properties",
             {{"seconds", number},
              {"nodes", whole},
              {"memory_bytes", whole},
              {"depth", whole}}}}}}}};
    schemas["Job"] = {
        {"type", "object"},
        {"properties",
         {{"schema", {{"const", "tessera.job/1"}}},
          {"job", text_type()},
          {"state", {{"enum", {"queued", "running", "done"}}}},
          {"events", text_type()},
          {"result",
           {{"description",
             "tessera.solve/1, or null; in the answer to a new job, where to ask for it"}}},
          {"error", {{"description", "tessera.error/1, or null"}}}}}};
    schemas["LabRequest"] = {
        {"type", "object"},
        {"required", {"suite"}},
        {"additionalProperties", false},
        {"properties",
         {{"suite", {{"type", "string"}, {"description", "a name of /api/suites"}}},
          {"limits", {{"type", "object"}, {"properties", {{"seconds", number}, {"nodes", whole}}}}},
          {"boards",
           {{"type", "integer"},
            {"minimum", 1},
            {"description", "only so many from the beginning"}}},
          {"only",
           {{"type", "array"},
            {"items", text_type()},
            {"description", "only these configurations"}}}}}};
    schemas["LabRun"] = {{"type", "object"},
                         {"properties",
                          {{"schema", {{"const", "tessera.lab-job/1"}}},
                           {"run", text_type()},
                           {"suite", text_type()},
                           {"state", {{"enum", {"running", "done", "cancelled", "failed"}}}},
                           {"done", whole},
                           {"total", whole},
                           {"failed", whole},
                           {"seconds", number},
                           {"seconds_left", {{"type", {"number", "null"}}}},
                           {"error", {{"description", "tessera.error/1, or null"}}}}}};
    return schemas;
}

}  // namespace

std::string openapi(const ServerOptions& options) {
    Json document{
        {"openapi", "3.1.0"},
        {"info",
         {{"title", "Tessera"},
          {"version", options.version},
          {"description",
           "Sliding-tile puzzles: the engine's calls, searches and lab runs. Bodies are JSON; a "
           "field "
           "that a call does not know is an error. docs/api.md has the fields of every call."}}},
        {"servers", Json::array({{{"url", "/"}}})},
        {"paths", paths()},
        {"components", {{"schemas", schemas()}}},
    };
    return document.dump(2);
}

}  // namespace tessera::server
