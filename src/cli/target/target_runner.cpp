#include "cli/target/target_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>  // sigabbrev_np
#include <utility>

#include "cli/base/limits.h"
#include "cli/base/text.h"

namespace heddle::cli {

Expected<SharedSegment> TargetRunner::prepare(segment::Mode mode) const {
  auto segment = SharedSegment::create();
  if (!segment) {
    return segment;
  }
  segment::Request& request = segment->request();
  request.mode = mode;
  request.reset = options_.reset;
  request.executor = options_.executor;
  request.preloaded = target_.preload.empty() ? 0 : 1;
  request.library_constructors = library_constructors_ ? 1 : 0;
  request.unseen_waits = unseen_waits_ ? 1 : 0;
  request.stuck_time = mode == segment::Mode::kHunt ? static_cast<std::uint32_t>(hang_time().count() / 2) : 0;
  request.runs = 1;
  request.limits = options_.limits;
  request.no_dispatch = options_.no_dispatch ? 1 : 0;
  request.no_userfaultfd = options_.no_userfaultfd ? 1 : 0;
  request.no_fsgsbase = options_.no_fsgsbase ? 1 : 0;
  request.no_access_points = options_.no_access_points ? 1 : 0;
  request.no_gates = options_.no_gates ? 1 : 0;
  request.hunt.bell_descriptor = -1;
  request.hunt.reached_descriptor = -1;
  segment->put_input(input_);
  return segment;
}

bool TargetRunner::settle_on(segment::ResetMode reset, std::string reason) {
  if (!chooses_reset_) {
    return false;
  }
  options_.reset = reset;
  reason_for_reset_ = std::move(reason);
  return true;
}

bool TargetRunner::settle_on_unseen_waits() {
  if (unseen_waits_ || options_.executor == segment::ExecutorKind::kBorrowed) {
    return false;
  }
  unseen_waits_ = true;
  options_.executor = segment::ExecutorKind::kKernel;
  return true;
}

bool TargetRunner::adapt(const SharedSegment& segment) {
  segment::Request& request = segment.request();
  switch (segment.result().phase.load()) {
    case segment::Phase::kNeedsFork:
      if (!settle_on(segment::ResetMode::kFork, segment.message() + " is undone only by the end of the process")) {
        return false;
      }
      request.reset = options_.reset;
      return true;
    case segment::Phase::kNeedsConstructors:
      library_constructors_ = true;
      request.library_constructors = 1;
      return true;
    case segment::Phase::kHang:
      if (request.unseen_waits != 0 || !settle_on_unseen_waits()) {
        return false;
      }
      request.unseen_waits = 1;
      request.executor = options_.executor;
      return true;
    default:
      return false;
  }
}

Adaptation TargetRunner::adaptation() const {
  return {.reset = options_.reset,
          .reason = reason_for_reset_,
          .library_constructors = library_constructors_,
          .unseen_waits = unseen_waits_};
}

void TargetRunner::adapt(const Adaptation& known) {
  if (!known.reason.empty()) {
    (void)settle_on(known.reset, known.reason);
  }
  library_constructors_ = known.library_constructors;
  if (known.unseen_waits) {
    (void)settle_on_unseen_waits();
  }
}

std::chrono::milliseconds TargetRunner::hang_time() const {
  constexpr double kLongest = 1e6;
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::min(options_.hang_timeout, kLongest) * 1000));
}

// Where another way is left to run it, half of the time is for that.
std::chrono::milliseconds TargetRunner::patience() const {
  const auto timeout = hang_time();
  const bool may_settle = !unseen_waits_ && options_.executor != segment::ExecutorKind::kBorrowed;
  return may_settle ? timeout / 2 : timeout;
}

std::variant<Execution, Refusal> TargetRunner::execute(SharedSegment segment, LaunchOptions launch) {
  launch.arguments = arguments_;
  launch.deadline = deadline_;
  while (has_time()) {
    launch.hang_timeout = patience();
    const auto ended = run_process(target_, launch, segment);
    if (const auto* refusal = std::get_if<Refusal>(&ended)) {
      return *refusal;
    }
    if (std::get<Ended>(ended).too_late) {
      break;
    }
    if (!adapt(segment)) {
      return Execution{.segment = std::move(segment), .ended = std::get<Ended>(ended)};
    }
    segment.forget_result();
  }
  return Refusal{kExitCannotExplore, "time was up"};
}

std::optional<Refusal> TargetRunner::trouble_of(const Execution& execution) const {
  const segment::Result& result = execution.segment.result();
  const Ended& ended = execution.ended;
  const std::string path = target_.path.string();
  const std::string message = execution.segment.message();
  const segment::Phase phase = result.phase.load();
  if (ended.interrupted) {
    return Refusal{kExitInterrupted, fmt::format("interrupted after {} executions", grouped(result.executions.load()))};
  }
  if (phase == segment::Phase::kHang || ended.hang) {
    const std::string where = phase == segment::Phase::kHang ? "" : ", and the runtime in it does not answer";
    return hangs(where + (message.empty() ? "" : ", " + message));
  }
  switch (phase) {
    case segment::Phase::kFinished:
      return std::nullopt;
    case segment::Phase::kNotStarted: {
      const std::string early = ended.early_error.substr(0, ended.early_error.find('\n'));
      return Refusal{kExitCannotExplore,
                     path + " never reached the heddle runtime" + (early.empty() ? "" : ": " + early)};
    }
    case segment::Phase::kUnsupported:
      return Refusal{kExitCannotExplore, path + " uses something that heddle does not support: " + message};
    case segment::Phase::kNondeterministic:
      return Refusal{kExitCannotExplore, path + " is nondeterministic: " + message};
    case segment::Phase::kNotReached:
      return Refusal{kExitCannotExplore, path + ": " + message};
    case segment::Phase::kDenied:
      return cannot_work_here(message);
    case segment::Phase::kInternalError:
      return Refusal{kExitInternalError, "internal error: " + message};
    default:
      return died(ended);
  }
}

Refusal TargetRunner::hangs(const std::string& where) const {
  return {kExitCannotExplore, fmt::format("{} hangs: heddle observed no activity for {} s{}", target_.path.string(),
                                          options_.hang_timeout, where)};
}

Refusal TargetRunner::died(const Ended& ended) const {
  const std::string path = target_.path.string();
  return Refusal{kExitInternalError,
                 ended.exited ? fmt::format("internal error: {} ended with status {} in the middle of an execution",
                                            path, ended.status)
                              : fmt::format("internal error: {} was killed by SIG{} outside of an execution", path,
                                            sigabbrev_np(ended.status) == nullptr ? std::to_string(ended.status)
                                                                                  : sigabbrev_np(ended.status))};
}

}  // namespace heddle::cli
