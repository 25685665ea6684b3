// The lab runs of the clients: one at a time, each with its own database.
#include "tessera/server/lab_desk.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "tessera/api/api.hpp"
#include "tessera/api/api_fields.hpp"
#include "tessera/api/json.hpp"
#include "tessera/base/json.hpp"
#include "tessera/base/text.hpp"
#include "tessera/lab/store.hpp"
#include "tessera/server/job_desk.hpp"
#include "tessera/server/openapi.hpp"

namespace tessera::server {
namespace {

using LabClock = std::chrono::steady_clock;
using api::Json;

const lab::ShippedSuite* shipped_suite(std::string_view name) {
    for (const lab::ShippedSuite& suite : lab::shipped_suites()) {
        if (suite.name == name) return &suite;
    }
    return nullptr;
}

/// Only those that ship: a path would let a client read files of this machine.
Result<lab::LabSuite> suite_named(const std::string& name) {
    if (shipped_suite(name) != nullptr) return lab::load_suite(name);
    return usage_error(fmt::format("there is no suite '{}'", formats::excerpt(name, 60)),
                       "GET /api/suites lists them");
}

/// Keeps only these configurations; an Error for a name that is none of them.
std::optional<Error> keep_only(lab::LabSuite& suite, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const bool known =
            std::any_of(suite.configurations.begin(), suite.configurations.end(),
                        [&](const lab::RunConfiguration& one) { return one.name == name; });
        if (!known) {
            return usage_error(
                fmt::format("the suite has no configuration '{}'", formats::excerpt(name, 60)),
                "GET /api/suites lists them");
        }
    }
    std::erase_if(suite.configurations, [&](const lab::RunConfiguration& one) {
        return std::find(names.begin(), names.end(), one.name) == names.end();
    });
    if (!suite.configurations.empty()) return std::nullopt;
    return usage_error("\"only\" names no configuration", "leave it out for all of them");
}

}  // namespace

/// Records the progress of a lab run, and tells the runner when to end.
class LabRunObserver final : public lab::RunnerObserver {
  public:
    LabRunObserver(LabRun& run, std::chrono::nanoseconds time)
        : run_(run), deadline_(LabClock::now() + time) {}

    void finished(const lab::RunRecord& record) override {
        if (!lab::is_unexplained(record.end)) return;
        const std::lock_guard lock(run_.mutex_);
        ++run_.failed_;
    }
    void progress(const lab::RunnerProgress& now) override {
        std::string text;
        {
            const std::lock_guard lock(run_.mutex_);
            run_.progress_ = now;
            if (LabClock::now() - last_ < interval) return;
            last_ = LabClock::now();
            text = run_.line();
        }
        run_.events_.replace("progress", std::move(text));
    }
    bool cancelled() override { return run_.cancelled_ || LabClock::now() > deadline_; }

  private:
    static constexpr auto interval = std::chrono::milliseconds(100);

    LabRun& run_;
    LabClock::time_point deadline_;
    LabClock::time_point last_;
};

LabRun::LabRun(std::string name, std::string database, lab::LabSuite suite, std::size_t total)
    : name_(std::move(name)), database_(std::move(database)), suite_(std::move(suite)) {
    progress_.total = total;
}

std::string LabRun::line() const {
    Json json{{"schema", "tessera.lab-job/1"},
              {"run", name_},
              {"suite", suite_.name},
              {"state", state_names[static_cast<std::size_t>(state_)]},
              {"done", progress_.total - progress_.missing()},
              {"total", progress_.total},
              {"running", progress_.running},
              {"failed", failed_},
              {"seconds", progress_.elapsed},
              {"seconds_left", nullptr},
              {"notes", suite_.notes}};
    if (progress_.left && state_ == State::running) json["seconds_left"] = *progress_.left;
    std::string text = one_line(json);
    // It is JSON already.
    text.pop_back();
    return fmt::format("{},\"error\":{}}}", text, error_.empty() ? "null" : error_);
}

std::string LabRun::json() const {
    const std::lock_guard lock(mutex_);
    return line();
}

bool LabRun::over() const {
    const std::lock_guard lock(mutex_);
    return state_ != State::running;
}

Result<std::vector<lab::RunRecord>> LabRun::records() const {
    auto store = lab::ResultStore::open(database_, lab::ResultStore::Access::read);
    if (!store) return store.error();
    auto records = store->records(suite_.name);
    if (records && records->empty()) {
        return usage_error("this lab run has done nothing yet", "wait for its first result");
    }
    return records;
}

LabDesk::~LabDesk() {
    close();
    if (worker_.joinable()) worker_.join();
    if (!temporary_.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(temporary_, ignored);
    }
}

void LabDesk::close() {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    for (const auto& run : runs_) run->cancelled_ = true;
}

Result<lab::LabSuite> LabDesk::chosen(std::string_view request) const {
    auto object = api::read_object(request);
    if (!object) return object.error();
    api::Fields fields(*object, "the request", lab_request_shape, {});
    if (auto error = fields.fault()) return *error;
    const auto name = fields.text("suite");
    const auto boards = fields.whole("boards");
    const auto only = fields.texts("only");
    const Json* limits = fields.any("limits");
    static const Json none = Json::object();
    api::Fields inner(limits != nullptr ? *limits : none, "limits");
    const auto seconds = inner.number("seconds");
    const auto nodes = inner.whole("nodes");

    auto suite = suite_named(*name);
    if (!suite) return suite;
    if (auto error = suite->objection()) return *error;
    if (boards && *boards < suite->boards.size()) suite->boards.resize(*boards);
    if (only) {
        if (auto error = keep_only(*suite, *only)) return *error;
    }
    if (seconds) {
        suite->limits.time = std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::duration<double>(*seconds));
    }
    suite->limits.time = std::min(suite->limits.time, options_.time);
    if (nodes) suite->limits.nodes = std::min(suite->limits.nodes, *nodes);
    return suite;
}

Result<std::string> LabDesk::folder() {
    std::error_code fault;
    if (!options_.lab_folder.empty()) {
        std::filesystem::create_directories(options_.lab_folder, fault);
        if (!fault) return options_.lab_folder;
        return Error{
            ErrorCode::internal,
            fmt::format("cannot make the folder '{}': {}", options_.lab_folder, fault.message()),
            "the server needs a folder that it can write", "lab_folder"};
    }
    if (temporary_.empty()) {
        std::string pattern =
            (std::filesystem::temp_directory_path(fault) / "tessera-lab-XXXXXX").string();
        if (fault || mkdtemp(pattern.data()) == nullptr) {
            return Error{ErrorCode::internal, "cannot make a temporary folder",
                         "the server needs a folder that it can write", "lab_folder"};
        }
        temporary_ = pattern;
    }
    return temporary_;
}

Result<std::shared_ptr<LabRun>> LabDesk::begin(std::string_view request) {
    auto suite = chosen(request);
    if (!suite) return suite.error();
    if (options_.worker_command.empty()) {
        return usage_error("this server has no lab", "use the program's own server");
    }
    const std::lock_guard lock(mutex_);
    if (closing_ || (!runs_.empty() && !runs_.front()->over())) return std::shared_ptr<LabRun>();
    if (worker_.joinable()) worker_.join();
    const auto place = folder();
    if (!place) return place.error();
    const std::string name = random_name();
    const std::size_t total = suite->tasks().size();
    const std::string database =
        (std::filesystem::path(*place) / fmt::format("{}-{}.db", suite->name, name.substr(0, 8)))
            .string();
    auto run = std::make_shared<LabRun>(name, database, std::move(*suite), total);
    try {
        worker_ = std::thread([this, run] { work(*run); });
    } catch (const std::system_error&) {
        return Error{ErrorCode::internal, "the system gives no thread for a lab run",
                     "try again later"};
    }
    runs_.push_front(run);
    forget_oldest();
    return run;
}

void LabDesk::forget_oldest() {
    if (runs_.size() <= options_.kept_lab_runs) return;
    // Databases in a folder of the user's stay.
    if (options_.lab_folder.empty()) {
        for (const char* ending : {"", "-wal", "-shm"}) {
            std::error_code ignored;
            std::filesystem::remove(runs_.back()->database() + ending, ignored);
        }
    }
    runs_.pop_back();
}

void LabDesk::work(LabRun& run) const {
    LabRunObserver observer(run, options_.lab_time);
    const auto made = [&]() -> Result<lab::RunnerProgress> {
        try {
            auto store = lab::ResultStore::open(run.database_);
            if (!store) return store.error();
            lab::RunnerOptions how;
            how.worker_command = options_.worker_command;
            how.memory_bytes = options_.share();
            const std::vector<lab::RunTask> tasks = run.suite_.tasks();
            std::size_t threads = 1;
            for (const lab::RunTask& task : tasks) {
                threads = std::max<std::size_t>(threads, task.configuration.options.threads);
            }
            how.jobs = std::max<std::size_t>(1, options_.lab_jobs / threads);
            return lab::run_suite(*store, run.suite_.name, tasks, options_.machine, how, observer);
        } catch (const std::exception& error) {
            return Error{ErrorCode::internal, error.what(), "please report how this came about"};
        }
    }();
    std::string text;
    {
        const std::lock_guard lock(run.mutex_);
        if (made) {
            run.progress_ = *made;
            run.state_ = made->interrupted ? LabRun::State::cancelled : LabRun::State::done;
        } else {
            run.state_ = LabRun::State::failed;
            run.error_ = to_json(made.error());
        }
        text = run.line();
    }
    run.events_.finish(made ? "result" : "error", std::move(text));
    run.events_.forget();
}

std::shared_ptr<LabRun> LabDesk::find(std::string_view name) {
    const std::lock_guard lock(mutex_);
    for (const auto& run : runs_) {
        if (run->name() == name) return run;
    }
    return nullptr;
}

std::string LabDesk::list_json() {
    const std::lock_guard lock(mutex_);
    std::string list;
    for (const auto& run : runs_) {
        if (!list.empty()) list += ',';
        list += run->json();
    }
    return fmt::format("{{\"schema\":\"tessera.lab-jobs/1\",\"runs\":[{}]}}", list);
}

namespace {

/// Whether boards of the suite are in files of other people, which do not ship (lab/suite.hpp).
bool needs_external_data(const lab::ShippedSuite& suite) {
    return suite.text.find("\nexternal = ") != std::string_view::npos;
}

std::string described_suites() {
    Json list = Json::array();
    for (const lab::ShippedSuite& shipped : lab::shipped_suites()) {
        Json json{{"name", shipped.name},
                  {"synopsis", shipped.synopsis()},
                  {"external", needs_external_data(shipped)}};
        const auto suite = lab::load_suite(shipped.name);
        if (!suite) {
            json["error"] = suite.error().message;
            list.push_back(std::move(json));
            continue;
        }
        Json configurations = Json::array();
        for (const lab::RunConfiguration& one : suite->configurations) {
            configurations.push_back(one.name);
        }
        json["boards"] = suite->boards.size();
        json["configurations"] = std::move(configurations);
        json["repetitions"] = suite->repetitions;
        json["runs"] = suite->boards.size() * suite->configurations.size() * suite->repetitions;
        json["limits"] = Json::object();
        if (suite->limits.time != Limits().time) {
            json["limits"]["seconds"] = std::chrono::duration<double>(suite->limits.time).count();
        }
        if (suite->limits.nodes != Limits().nodes) json["limits"]["nodes"] = suite->limits.nodes;
        json["notes"] = suite->notes;
        list.push_back(std::move(json));
    }
    return one_line({{"schema", "tessera.suites/1"}, {"suites", std::move(list)}});
}

}  // namespace

const std::string& suites_json() {
    static const std::string text = described_suites();
    return text;
}

}  // namespace tessera::server
