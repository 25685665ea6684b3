// How fast a path is played: steps a second, pausing, and when the next step is due.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace tessera::app::terminal {

/// Shared by the solution that is shown in a game and the replay of a file.
class Pace {
  public:
    using Clock = std::chrono::steady_clock;

    bool running() const { return running_; }
    double per_second() const { return speeds[speed_]; }

    void run(Clock::time_point now) {
        running_ = true;
        due_ = now;
    }
    void pause() { running_ = false; }
    void faster() { change(+1); }
    void slower() { change(-1); }

    /// When the next step is to be made; nothing while paused.
    std::optional<Clock::time_point> due() const {
        return running_ ? std::optional(due_) : std::nullopt;
    }
    /// How many steps are due by now. More than one only at speeds that no screen could follow step by step.
    int take_steps(Clock::time_point now) {
        if (!running_ || now < due_) return 0;
        const auto step = std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(1.0 / per_second()));
        // After a delay (the window was not looked at, the program stopped) nothing is caught up.
        const int steps = std::min(static_cast<int>((now - due_) / step) + 1, most_at_once());
        due_ = std::max(due_ + step * steps, now);
        return steps;
    }

  private:
    static constexpr double speeds[] = {0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256};
    static constexpr int slowest = 0;
    static constexpr int fastest = static_cast<int>(std::size(speeds)) - 1;

    void change(int by) { speed_ = std::clamp(speed_ + by, slowest, fastest); }
    int most_at_once() const {
        return per_second() <= 32 ? 1 : static_cast<int>(per_second() / 16);
    }

    bool running_ = false;
    int speed_ = 3;
    Clock::time_point due_;
};

}  // namespace tessera::app::terminal
