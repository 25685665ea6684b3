// Where a job runs: on this machine's cores, or on a device that the host has.
#include "tessera/engine/devices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tessera/base/text.hpp"
#include "tessera/puzzle/goal.hpp"
#include "tessera/puzzle/moves.hpp"

namespace tessera {
namespace {

/// A core solves boards of up to this size in less time than it takes to wake a device.
constexpr std::size_t left_to_the_cores = 12;

}  // namespace

Result<Devices> Devices::choose(const Job& job, const Host& host) {
    Devices devices;
    devices.forced_ = job.device != any_device && job.device != cpu_device;
    const bool trivial = job.start.geometry().cells() <= left_to_the_cores;
    if (job.device == cpu_device || (job.device == any_device && trivial)) return devices;
    std::vector<std::string_view> names{cpu_device};
    for (SearchBackend* one : host.backends ? host.backends() : std::span<SearchBackend* const>()) {
        names.push_back(one->name());
        if (devices.forced_ && one->name() != job.device) continue;
        const std::string unusable = one->describe().unusable;
        if (unusable.empty()) {
            devices.list_.push_back(one);
        } else if (devices.forced_) {
            return Error{ErrorCode::usage,
                         fmt::format("the device {} cannot be used: {}", job.device, unusable),
                         "the device cpu can do every search"};
        } else {
            devices.declined_.push_back(fmt::format("{}: {}", one->name(), unusable));
        }
    }
    if (devices.forced_ && devices.list_.empty()) {
        return usage_error(
            fmt::format("there is no device '{}' here", formats::excerpt(job.device, 60)),
            fmt::format("devices: {}; auto chooses one", fmt::join(names, ", ")));
    }
    return devices;
}

std::optional<Outcome> Devices::search(CanonicalJob job, const SplitAt& split_at,
                                       Monitor& monitor) {
    job.forced = forced_;
    const bool kept = job.options.checkpoint != nullptr;
    for (SearchBackend* device : list_) {
        Answer<Outcome> answer = Declined{};
        if (!kept) answer = device->search(job, monitor);
        if (split_at && std::holds_alternative<Declined>(answer)) {
            auto by_rounds = deepen_on(*device, job, split_at, monitor);
            if (auto* declined = std::get_if<Declined>(&by_rounds); declined != nullptr && !kept) {
                declined->why =
                    fmt::format("{}; {}", std::get<Declined>(answer).why, declined->why);
            }
            answer = std::move(by_rounds);
        }
        if (auto* outcome = std::get_if<Outcome>(&answer)) {
            used_ = device->name();
            return std::move(*outcome);
        }
        declined_.push_back(fmt::format("{}: {}", device->name(), std::get<Declined>(answer).why));
    }
    return std::nullopt;
}

std::optional<BeamResult> Devices::beam(CanonicalJob job, BeamRequest request, Counters& counters,
                                        Monitor& monitor) {
    if (asked_for_beams_) return std::nullopt;
    job.forced = forced_;
    request.before = counters;
    for (SearchBackend* device : list_) {
        auto answer = device->beam(job, request, monitor);
        if (auto* beam = std::get_if<CountedBeam>(&answer)) {
            const auto end =
                replay(DynamicBoard::from_tiles(job.geometry, job.start), beam->result.path);
            const bool found = beam->result.end == BeamResult::End::found;
            if (!found ||
                (end && *end == canonical_goal<DynamicBoard>(job.geometry, job.goal_blank))) {
                used_ = device->name();
                counters.expanded += beam->counters.expanded;
                counters.generated += beam->counters.generated;
                counters.max_depth = std::max(counters.max_depth, beam->counters.max_depth);
                counters.peak_open = std::max(counters.peak_open, beam->counters.peak_open);
                return std::move(beam->result);
            }
            answer = Declined{"its beam returned a path that does not reach the goal"};
        }
        declined_.push_back(fmt::format("{}: {}", device->name(), std::get<Declined>(answer).why));
    }
    asked_for_beams_ = true;
    return std::nullopt;
}

std::optional<Error> Devices::refusal() const {
    if (!forced_ || used_ != cpu_device || declined_.empty()) return std::nullopt;
    return Error{ErrorCode::usage,
                 fmt::format("the device does not take this search: {}", declined_.back()),
                 "the device cpu can do every search, and auto chooses one"};
}

std::vector<std::string> Devices::notes() const {
    std::vector<std::string> notes;
    if (forced_) return notes;
    for (const std::string& declined : declined_) {
        notes.push_back(fmt::format("a device was not used: {}", declined));
    }
    if (used_ != cpu_device) notes.push_back(fmt::format("searched on the device {}", used_));
    return notes;
}

}  // namespace tessera
