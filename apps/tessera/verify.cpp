// tessera verify: replay a solution, check a certificate; exit 0 only if it holds.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "options.hpp"
#include "system.hpp"
#include "tables.hpp"
#include "tessera/backends/thread_executor.hpp"
#include "tessera/base/json.hpp"
#include "tessera/certificates/certificate_check.hpp"
#include "tessera/engine/verify.hpp"

namespace tessera::app {
namespace {

using Json = nlohmann::ordered_json;

struct VerifyCommand {
    std::string file = "-";
    bool recompute = false;
    std::string time;
    std::string memory;
    std::uint32_t threads = 0;  ///< 0: all cores
    OutputOptions output;

    int run() const;

  private:
    int verify_replays(std::string_view text, std::string_view source) const;
    int verify_certificates(std::string_view text, std::string_view source) const;
    void print(const Certificate& certificate, const CertificateVerdict& verdict) const;
};

int VerifyCommand::run() const {
    auto text = read_file(file);
    if (!text) return fail(text.error());
    const std::string source = file == "-" ? "standard input" : file;
    if (looks_like_certificates(*text)) return verify_certificates(*text, source);
    if (recompute) {
        return fail(usage_error(
            fmt::format("--recompute is for certificates, and {} holds a solution", source),
            "write one with 'tessera solve BOARD --certificate FILE'"));
    }
    return verify_replays(*text, source);
}

int VerifyCommand::verify_replays(std::string_view text, std::string_view source) const {
    auto results = verify_solutions(text, source);
    if (!results) return fail(results.error());
    int code = exit_ok;
    const bool colour = use_colour(output.colour_wish());
    for (const Verification& result : *results) {
        if (output.as_json()) {
            fmt::print("{}\n", one_line({{"schema", "tessera.verify/1"},
                                         {"id", result.id},
                                         {"holds", result.holds},
                                         {"length", result.length},
                                         {"slides", result.slides},
                                         {"message", result.message}}));
        } else {
            say("{}{}{}: {}\n", result.id, result.id.empty() ? "" : ": ",
                result.holds ? painted("holds", Paint::good, colour)
                             : painted("WRONG", Paint::bad, colour),
                result.message);
        }
        if (!result.holds) code = exit_bad_input;
    }
    return code;
}

int VerifyCommand::verify_certificates(std::string_view text, std::string_view source) const {
    LimitOptions limit_options;
    limit_options.time = time;
    limit_options.memory = memory;
    auto limits = limit_options.limits();
    if (!limits) return fail(limits.error());
    auto certificates = read_certificates(text, source);
    if (!certificates) return fail(certificates.error());
    catch_interrupt();
    backends::ThreadExecutor executor(threads);
    Engine engine(this_process(&executor));
    int code = exit_ok;
    for (const Certificate& certificate : *certificates) {
        if (interrupted()) break;
        CertificateVerdict verdict;
        if (recompute) {
            ProgressLine line(output.progress_style());
            auto found = tessera::recompute(certificate, engine, *limits, line);
            line.clear();
            if (!found) return fail(found.error());
            verdict = std::move(*found);
        } else {
            verdict = examine(certificate, engine.tables());
        }
        print(certificate, verdict);
        if (!flush_answer()) return exit_internal;
        if (code != exit_ok || verdict.holds()) continue;
        code = verdict.fault ? static_cast<int>(exit_bad_input) : exit_code(verdict.stopped);
    }
    return interrupted() ? static_cast<int>(exit_interrupted) : code;
}

void VerifyCommand::print(const Certificate& certificate, const CertificateVerdict& verdict) const {
    const std::string message =
        verdict.fault ? verdict.fault->text()
        : verdict.stopped != Status::solved
            ? fmt::format(
                  "the search was stopped ({}) before it could confirm it; allow more "
                  "with --time and --memory",
                  to_string(verdict.stopped))
            : fmt::format("{}", fmt::join(verdict.confirmed, "; "));
    if (output.as_json()) {
        const auto& path = certificate.path;
        const bool stopped = verdict.stopped != Status::solved;
        fmt::print("{}\n",
                   one_line({{"schema", "tessera.verify/1"},
                             {"id", certificate.id},
                             {"holds", verdict.holds()},
                             {"length", path ? Json(path->length) : Json()},
                             {"slides", path ? Json(path->slides) : Json()},
                             {"message", message},
                             {"claim", to_string(certificate.claim)},
                             {"recomputed", recompute},
                             {"pointer", verdict.fault ? Json(verdict.fault->pointer) : Json()},
                             {"stopped", stopped ? Json(to_string(verdict.stopped)) : Json()},
                             {"confirmed", verdict.confirmed},
                             {"trusted", verdict.trusted}}));
        return;
    }
    const bool colour = use_colour(output.colour_wish());
    say("{}{}{}: {}\n", certificate.id, certificate.id.empty() ? "" : ": ",
        verdict.holds() ? painted("holds", Paint::good, colour)
        : verdict.fault ? painted("WRONG", Paint::bad, colour)
                        : painted("UNDECIDED", Paint::warning, colour),
        message);
    if (!verdict.holds() || verdict.trusted.empty()) return;
    say("taken on trust: {}\n", fmt::join(verdict.trusted, "; "));
    if (!recompute) print_note("--recompute does the search again and compares every figure");
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
    auto command = std::make_shared<VerifyCommand>();
    CLI::App* sub = app.add_subcommand(
        "verify",
        "replay a solution (plain or JSON), check a certificate; exit 0 only if it holds");
    completed(sub->add_option("FILE", command->file,
                              "what 'tessera solve' printed, a certificate that it wrote, or - for "
                              "standard input (default)"),
              {{}, true})
        ->type_name("");
    sub->add_flag("--recompute", command->recompute,
                  "certificates: do the search again and compare every figure")
        ->disable_flag_override();
    sub->add_option("--time", command->time, "--recompute: stop after this long, e.g. 30s, 2m")
        ->type_name("T");
    sub->add_option("--memory", command->memory,
                    "--recompute: use at most this much, e.g. 4G (default: half of what is free)")
        ->type_name("M");
    sub->add_option("--threads", command->threads, "--recompute: threads (default: all cores)")
        ->check(whole_number(1, most_threads))
        ->type_name("N");
    command->output.add_json(*sub, "solution");
    command->output.add_progress(*sub);
    command->output.add_colour(*sub);
    set_examples(*sub, {{"tessera solve \"1 2 3/4 5 6/7 0 8\" | tessera verify -",
                         "replay a solution and test every figure in it"},
                        {"tessera verify proof.json --recompute",
                         "check a certificate by doing its search again"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
