// tessera records: the best-known solutions of sets of boards: show, replay, improve.
#include "records.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "options.hpp"
#include "system.hpp"
#include "tessera/api/json.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/base/json.hpp"
#include "tessera/base/nearest.hpp"
#include "tessera/base/text.hpp"
#include "tessera/lab/run.hpp"

namespace tessera::app {
namespace {

using Json = nlohmann::ordered_json;
using lab::BestKnown;
using lab::BestKnownSolutions;

struct RecordsCommand {
    std::string what;  ///< an action, a set or SET:NUMBER; empty: all sets
    std::string name;
    std::string data;
    std::string how;
    std::string time;
    std::string memory;
    std::uint32_t threads = 0;  ///< 0: all cores
    bool markdown = false;
    CLI::App* sub = nullptr;
    OutputOptions output;

    int run() const;

  private:
    Result<std::string> folder() const;
    Result<BestKnownSolutions> whole() const;
    std::optional<Error> objection() const;

    int list() const;
    int show() const;
    int boards() const;
    int check() const;
    int submit() const;
    int submit_lines(BestKnownSolutions& known, std::string_view text) const;
};

/// Only one program at a time changes a folder; others wait.
class FolderLock {
  public:
    explicit FolderLock(const std::string& folder)
        : file_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
        if (file_ >= 0) flock(file_, LOCK_EX);
    }
    ~FolderLock() {
        if (file_ >= 0) close(file_);
    }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

  private:
    int file_;
};

constexpr std::string_view record_actions[] = {"boards", "check", "submit"};

std::optional<Error> unknown_set(std::string_view name) {
    std::vector<std::string_view> names;
    for (const lab::BestKnownSet& set : lab::best_known_sets()) names.push_back(set.name);
    if (std::find(names.begin(), names.end(), name) != names.end()) return std::nullopt;
    names.insert(names.end(), std::begin(record_actions), std::end(record_actions));
    const std::string_view nearest = nearest_name(name, names);
    return usage_error(
        fmt::format("there is no set called '{}'", formats::excerpt(name, 60)),
        nearest.empty() ? "'tessera records' shows the sets; there are also boards, check, submit"
                        : fmt::format("did you mean '{}'?", nearest));
}

Error not_here(std::string_view set) {
    return input_error(fmt::format("the boards of {} are of another project and not here", set),
                       "set TESSERA_DATA to the folder that has its file");
}

Result<std::string> RecordsCommand::folder() const {
    if (!data.empty()) return data;
    std::string shared = shared_file("data/best-known");
    if (!shared.empty()) return shared;
    return input_error(
        "data/best-known is neither installed with this program nor in its source "
        "tree",
        "name the folder with --data");
}

/// The solutions, where no line of theirs is damaged.
Result<BestKnownSolutions> RecordsCommand::whole() const {
    auto path = folder();
    if (!path) return path.error();
    auto known = BestKnownSolutions::open(*path);
    if (known && !known->faults().empty()) {
        return input_error(known->faults().front().text(),
                           "'tessera records check' shows everything that is wrong");
    }
    return known;
}

// ---- Showing --------------------------------------------------------------------------------

int RecordsCommand::list() const {
    auto known = whole();
    if (!known) return fail(known.error());
    if (markdown) {
        fmt::print("{}", best_known_page(*known));
        return exit_ok;
    }
    std::vector<std::string> lines;
    if (!output.as_json()) {
        say("{:<14} {:>6} {:>8} {:>8} {:>8}  what it is\n", "set", "boards", "length", "bound",
            "shortest");
    }
    for (const lab::BestKnownSet& set : lab::best_known_sets()) {
        const BestKnownMeans means = means_of(known->of(set.name));
        lines.push_back(
            fmt::format("{{\"set\":\"{}\",\"synopsis\":{},\"boards\":{},\"mean_length\":{:.4f},"
                        "\"mean_lower_bound\":{:.4f},\"optimal\":{},\"boards_here\":{}}}",
                        set.name, json_string(set.synopsis), means.boards, means.length,
                        means.lower_bound, means.optimal, !known->boards(set.name).empty()));
        if (!output.as_json()) {
            say("{:<14} {:>6} {:>8.2f} {:>8.2f} {:>8}  {}\n", set.name, means.boards, means.length,
                means.lower_bound, means.optimal, set.synopsis);
        }
    }
    if (output.as_json()) {
        fmt::print("{{\"schema\":\"tessera.records/1\",\"sets\":[{}]}}\n", fmt::join(lines, ","));
    }
    return exit_ok;
}

int RecordsCommand::show() const {
    const std::string set = what.substr(0, what.find(':'));
    if (const auto error = unknown_set(set)) return fail(*error);
    auto known = whole();
    if (!known) return fail(known.error());
    const std::string wanted = set == what ? "" : what.substr(set.size() + 1);
    const auto& boards = known->boards(set);
    bool found = false;
    if (wanted.empty() && !output.as_json())
        say("{:>6} {:>6} {:>6}  {:<10}  how\n", "board", "length", "bound", "found");
    for (const BestKnown& one : known->of(set)) {
        if (!wanted.empty() && fmt::to_string(one.number) != wanted) continue;
        found = true;
        if (output.as_json()) {
            fmt::print(
                "{{\"schema\":\"tessera.records/1\",\"set\":\"{}\",\"optimal\":{},\"known\":{}}}\n",
                set, one.optimal(), to_json(one));
        } else if (wanted.empty()) {
            say("{:>6} {:>6} {:>6}  {}  {}\n", one.number, one.length,
                one.optimal() ? "proven" : fmt::to_string(one.lower_bound),
                formats::printable(one.found), formats::printable(one.how));
        } else {
            const auto board = boards.find(one.number);
            if (board == boards.end()) return fail(not_here(set));
            // As 'solve' prints it: 'verify' and 'replay' read it.
            say("board: {}\ngoal: {}\nmoves: {}\n", inline_form(board->second.start),
                inline_form(board->second.goal), formats::printable(one.moves));
            print_note(formats::printable(
                fmt::format("{} moves, at least {} are needed ({}); found {}: {}", one.length,
                            one.lower_bound, one.proof, one.found, one.how)));
        }
    }
    if (!wanted.empty() && !found) {
        return fail(input_error(fmt::format("no solution of {} is known", what),
                                fmt::format("'tessera records {}' shows its boards", set)));
    }
    return exit_ok;
}

int RecordsCommand::boards() const {
    if (const auto error = unknown_set(name)) return fail(*error);
    auto path = folder();
    if (!path) return fail(path.error());
    const auto known = BestKnownSolutions::open(*path);
    if (!known) return fail(known.error());
    if (known->boards(name).empty()) return fail(not_here(name));
    std::vector<BoardEntry> entries;
    for (const auto& [number, board] : known->boards(name)) {
        BoardEntry entry;
        entry.id = fmt::format("{}:{}", name, number);
        entry.board = board.start;
        set_goal(entry, board.goal);
        entries.push_back(std::move(entry));
    }
    const auto text = write_boards(entries, "jsonl");
    if (!text) return fail(text.error());
    fmt::print("{}", *text);
    return exit_ok;
}

// ---- Replaying ------------------------------------------------------------------------------

int RecordsCommand::check() const {
    auto path = folder();
    if (!path) return fail(path.error());
    const auto known = BestKnownSolutions::open(*path);
    if (!known) return fail(known.error());
    const lab::BestKnownCheck result = known->check();
    std::size_t replayed = 0;
    std::size_t skipped = 0;
    Json sets = Json::array();
    std::vector<std::string_view> absent;
    for (const auto& set : result.sets) {
        if (set.skipped > 0) absent.push_back(set.set);
        replayed += set.replayed;
        skipped += set.skipped;
        sets.push_back({{"set", set.set}, {"replayed", set.replayed}, {"skipped", set.skipped}});
    }
    if (output.as_json()) {
        Json faults = Json::array();
        for (const lab::BestKnownFault& fault : result.faults) {
            faults.push_back(
                {{"file", fault.file}, {"line", fault.line}, {"message", fault.message}});
        }
        fmt::print("{}\n", one_line({{"schema", "tessera.records/1"},
                                     {"replayed", replayed},
                                     {"skipped", skipped},
                                     {"sets", sets},
                                     {"faults", faults}}));
    } else {
        for (const lab::BestKnownFault& fault : result.faults)
            say("{}\n", formats::printable(fault.text()));
        say("{} replayed, {} skipped, {}\n", counted(replayed, "solution"), skipped,
            result.faults.empty() ? "nothing is wrong" : counted(result.faults.size(), "fault"));
    }
    if (!absent.empty()) {
        print_note(
            fmt::format("skipped {}: their boards are of other projects and not here; set "
                        "TESSERA_DATA to the folder that has their files",
                        fmt::join(absent, ", ")));
    }
    return result.faults.empty() ? exit_ok : exit_internal;
}

// ---- Improving ------------------------------------------------------------------------------

int RecordsCommand::submit() const {
    auto path = folder();
    if (!path) return fail(path.error());
    if (access(path->c_str(), W_OK | X_OK) != 0 && file_exists(*path)) {
        return fail(usage_error(
            fmt::format("cannot write to the folder '{}'", *path),
            fmt::format("copy it, for example by cp -r '{}' best-known, and name the copy with "
                        "--data",
                        *path)));
    }
    auto text = read_file(name.empty() ? "-" : name);
    if (!text) return fail(text.error());
    const FolderLock lock(*path);
    auto known = whole();
    if (!known) return fail(known.error());
    return submit_lines(*known, *text);
}

int RecordsCommand::submit_lines(BestKnownSolutions& known, std::string_view text) const {
    LimitOptions given;
    given.time = time;
    given.memory = memory;
    auto limits = given.limits();
    if (!limits) return fail(limits.error());
    catch_interrupt();
    backends::ThreadExecutor executor(threads);
    Engine engine(this_process(&executor));
    ProgressLine line(output.progress_style());
    std::size_t taken = 0;
    std::size_t refused = 0;
    for (std::size_t number = 1; !text.empty() && !interrupted(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view one = formats::trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (one.empty() || one.front() == '#') continue;
        Submission submission = read_submission(one, known, {engine, *limits, line});
        line.clear();
        lab::BestKnownDecision decision{"", false, submission.refused};
        if (submission.refused.empty()) {
            submission.offer.day = lab::today();
            if (!how.empty()) submission.offer.how = how;
            decision = known.offer(submission.offer);
            // Saved at once: proving the next bound may take hours.
            if (const auto error = known.save()) return fail(*error);
        }
        ++(decision.taken ? taken : refused);
        if (!submission.note.empty()) decision.message += "; " + submission.note;
        if (decision.board.empty()) decision.board = submission.what;
        if (output.as_json()) {
            fmt::print("{}\n", one_line({{"schema", "tessera.records/1"},
                                         {"line", number},
                                         {"board", decision.board},
                                         {"taken", decision.taken},
                                         {"message", decision.message}}));
        } else {
            say("line {}: {}{}{}: {}\n", number, formats::printable(decision.board),
                decision.board.empty() ? "" : " ", decision.taken ? "taken" : "refused",
                formats::printable(decision.message));
        }
        if (!flush_answer()) return exit_internal;
    }
    if (taken + refused == 0 && !interrupted())
        return fail(input_error("there is nothing to submit",
                                "a line is an answer of 'tessera solve --json', a certificate, or "
                                "SET:NUMBER MOVES"));
    if (!output.as_json()) say("{} taken, {} refused\n", taken, refused);
    if (interrupted()) return exit_interrupted;
    return refused == 0 ? exit_ok : exit_bad_input;
}

// ---- The command ----------------------------------------------------------------------------

std::optional<Error> RecordsCommand::objection() const {
    if (what == "boards" && name.empty()) {
        return usage_error("'tessera records boards' needs a set",
                           "'tessera records' shows the sets");
    }
    if (!name.empty() && what != "boards" && what != "submit") {
        return usage_error(fmt::format("'{}' is one word too many", formats::excerpt(name, 60)),
                           "only 'tessera records boards' and 'tessera records submit' take one");
    }
    if (markdown && !what.empty()) {
        return usage_error("--markdown writes the page of all sets", "leave out the words");
    }
    for (const char* option : {"--how", "--time", "--memory", "--threads"}) {
        if (what != "submit" && sub->count(option) > 0) {
            return usage_error(fmt::format("{} is for 'tessera records submit'", option),
                               "leave it out here");
        }
    }
    return std::nullopt;
}

int RecordsCommand::run() const {
    if (const auto error = objection()) return fail(*error);
    if (what.empty()) return list();
    if (what == "boards") return boards();
    if (what == "check") return check();
    if (what == "submit") return submit();
    return show();
}

}  // namespace

void add_records(CLI::App& app, Action& action) {
    auto command = std::make_shared<RecordsCommand>();
    CLI::App* sub = app.add_subcommand(
        "records", "the best-known solutions of sets of boards: show, replay, improve");
    command->sub = sub;
    Words words(std::begin(record_actions), std::end(record_actions));
    for (std::string& set : names_in(lab::best_known_sets())) words.push_back(std::move(set));
    completed(sub->add_option("WHAT", command->what,
                              "a set, SET:NUMBER for its moves, boards (of a set), check (replay "
                              "all), or submit (default: all sets)"),
              {words})
        ->type_name("");
    completed(sub->add_option("NAME", command->name,
                              "boards: a set; submit: a file, or - for standard input (default)"),
              {{}, true})
        ->type_name("");
    sub->add_option("--data", command->data,
                    "the folder of the solutions (default: the one of this program)")
        ->type_name("FOLDER");
    sub->add_flag("--markdown", command->markdown, "write the page docs/best-known.md")
        ->disable_flag_override();
    sub->add_option("--how", command->how, "submit: how the solutions were found")
        ->type_name("TEXT");
    sub->add_option("--time", command->time,
                    "submit: stop proving the bound of a certificate again after this long")
        ->type_name("T");
    sub->add_option("--memory", command->memory,
                    "submit: use at most this much for it, e.g. 4G (default: half of what is free)")
        ->type_name("M");
    sub->add_option("--threads", command->threads, "submit: threads for it (default: all cores)")
        ->check(whole_number(1, most_threads))
        ->type_name("N");
    command->output.add_json(*sub, "answer");
    command->output.add_progress(*sub);
    set_examples(*sub,
                 {{"tessera records", "the sets, and how good their solutions are"},
                  {"tessera records uniform-10x10:3 | tessera verify -", "one solution, replayed"},
                  {"tessera records check", "all of them replayed"},
                  {"tessera records boards korf24 | tessera solve - --certificate - | tessera "
                   "records submit - --data best-known",
                   "try to find better ones"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
