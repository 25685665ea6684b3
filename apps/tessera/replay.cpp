// tessera replay: a written solution, checked and then played step by step, or drawn as an animation.
#include <fmt/format.h>
#include <unistd.h>

#include "commands.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "path_text.hpp"
#include "replay_session.hpp"
#include "system.hpp"
#include "tessera/base/readable.hpp"
#include "tessera/drawing/animation.hpp"
#include "tessera/engine/verify.hpp"
#include "tessera/puzzle/goal.hpp"

namespace tessera::app {
namespace {

struct ReplayCommand {
    std::string file;
    bool print = false;
    std::string animation;
    double per_second = 4.0;
    std::size_t number = 0;  ///< of the solution that is drawn, from 1; 0 if none was asked for
    OutputOptions output;

    int run() const;

  private:
    std::string source() const { return file == "-" ? "standard input" : file; }
    Result<std::vector<Recording>> recordings() const;
    int draw(std::vector<Recording> all) const;
};

/// A form of animation, known by how the file's name ends.
struct AnimationForm {
    std::string_view ending;
    std::string (*draw)(const Animation&);
};
constexpr AnimationForm animation_forms[] = {{".svg", animated_svg},
                                             {".html", animated_html},
                                             {".htm", animated_html},
                                             {".gif", animated_gif}};

const AnimationForm* form_of(const std::string& file) {
    for (const AnimationForm& form : animation_forms) {
        if (file.size() > form.ending.size() && file.ends_with(form.ending)) return &form;
    }
    return nullptr;
}

/// Every solution of the file, replayed and found right. Boards called unsolvable have nothing to replay.
Result<std::vector<Recording>> ReplayCommand::recordings() const {
    auto text = read_file(file);
    if (!text) return text.error();
    auto written = read_solutions(*text, source());
    if (!written) return written.error();
    std::vector<Recording> recordings;
    for (std::size_t i = 0; i < written->size(); ++i) {
        WrittenSolution& solution = (*written)[i];
        const std::string place =
            written->size() == 1 ? source() : fmt::format("{}, solution {}", source(), i + 1);
        const Verification found = verify(solution);
        if (!found.holds) {
            return input_error(fmt::format("{}: this solution is wrong: {}", place, found.message),
                               "'tessera verify' checks every solution of a file");
        }
        if (solution.says_unsolvable) {
            print_note(
                fmt::format("{}: the board is unsolvable, so there is nothing to replay", place));
            continue;
        }
        auto moves = parse_moves(solution.moves, solution.start, solution.notation);
        if (!moves) return moves.error();
        recordings.push_back({std::move(solution.id), std::move(solution.start),
                              std::move(solution.goal), std::move(*moves), solution.says_optimal,
                              std::move(solution.stages)});
    }
    if (recordings.empty()) {
        return input_error(fmt::format("{}: there is nothing to replay", source()),
                           "give what 'tessera solve' printed, plain or with --json");
    }
    return recordings;
}

/// As `solve --show boards` prints it.
void print_recording(const Recording& recording) {
    if (!recording.name.empty()) say("{}\n", recording.name);
    say("board: {}\n", inline_form(recording.start));
    say("goal: {} ({})\n", inline_form(recording.goal), goal_name(recording.goal));
    print_boards(recording.start, recording.moves, recording.stages);
    say("moves ({}): {}\n", to_string(Notation::blank),
        format_moves(recording.moves, recording.start, Notation::blank));
}

/// One of the solutions as an animation in a file.
int ReplayCommand::draw(std::vector<Recording> all) const {
    const std::size_t chosen = std::max<std::size_t>(number, 1);
    if (chosen > all.size()) {
        return fail(usage_error(fmt::format("--solution {}: {} has {}", number, source(),
                                            counted(all.size(), "solution")),
                                fmt::format("give a number from 1 to {}", all.size())));
    }
    if (number == 0 && all.size() > 1) {
        print_note(
            fmt::format("{} has {} solutions; the first is drawn, --solution N draws another",
                        source(), all.size()));
    }
    Recording& recording = all[chosen - 1];
    const Animation drawn{recording.name, std::move(recording.start), std::move(recording.goal),
                          std::move(recording.moves), per_second};
    if (const auto error = too_large_to_animate(drawn)) return fail(*error);
    auto opened = OutputFile::open(animation);
    if (!opened) return fail(opened.error());
    if (const auto error = opened->write(form_of(animation)->draw(drawn))) return fail(*error);
    return exit_ok;
}

int ReplayCommand::run() const {
    if (!animation.empty() && form_of(animation) == nullptr) {
        return fail(usage_error(fmt::format("--output {}: the name says no form", animation),
                                "let it end in .svg, .html or .gif"));
    }
    if (animation.empty() && number > 0) {
        return fail(usage_error("--solution chooses what --output draws",
                                "in the terminal, [ and ] choose another solution"));
    }
    auto all = recordings();
    if (!all) return fail(all.error());
    if (!animation.empty()) return draw(std::move(*all));
    if (print || isatty(STDOUT_FILENO) == 0) {
        for (std::size_t i = 0; i < all->size(); ++i) {
            if (i > 0) say("\n");
            print_recording((*all)[i]);
        }
        return exit_ok;
    }
    auto screen = terminal::Screen::open("replay", output.colour_wish(), file == "-");
    if (!screen) {
        Error error = screen.error();
        error.hint = "with --print it writes every board to standard output instead";
        return fail(error);
    }
    ReplaySession session(**screen, std::move(*all), source());
    return session.run();
}

}  // namespace

void add_replay(CLI::App& app, Action& action) {
    auto command = std::make_shared<ReplayCommand>();
    CLI::App* sub = app.add_subcommand("replay",
                                       "play a solution (plain or JSON) in the terminal, step by "
                                       "step, or draw it as an animation");
    completed(sub->add_option("FILE", command->file,
                              "what 'tessera solve' printed, or - for standard input"),
              {{}, true})
        ->required()
        ->type_name("");
    sub->add_flag("--print", command->print,
                  "write every board instead, as when standard output is no terminal")
        ->disable_flag_override();
    sub->add_option("-o,--output", command->animation,
                    "draw an animation instead: FILE.svg, FILE.html (with a player) or FILE.gif")
        ->type_name("FILE");
    sub->add_option("--speed", command->per_second, "moves a second of the animation (default 4)")
        ->check(number_from(slowest_animation, fastest_animation))
        ->type_name("X");
    sub->add_option("--solution", command->number,
                    "which solution of the file is drawn (default: the first)")
        ->check(whole_number(1))
        ->type_name("N");
    command->output.add_colour(*sub);
    set_examples(*sub, {{"tessera solve \"8 6 7/2 5 4/3 0 1\" --json | tessera replay -",
                         "watch the solution, step by step"}});
    sub->callback([command, &action] { action = [command] { return command->run(); }; });
}

}  // namespace tessera::app
