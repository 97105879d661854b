#include "engine/minimiser.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/moments.h"
#include "engine/recording_controller.h"
#include "engine/schedule_controller.h"

namespace heddle {

namespace {

[[nodiscard]] auto rank(const Minimised& one) {
  return std::tuple(one.costs.preemptions, one.costs.switches, one.schedule.size());
}

}  // namespace

// Leaves out half of the deviations, a quarter ... one, everywhere, until no single one can go.
class Reduction::Work {
 public:
  Work(Executor& executor, OutcomeKind kind, std::uint64_t fault) : executor_(executor), kind_(kind), fault_(fault) {}

  bool begin(const Schedule& schedule) {
    ScheduleController given(schedule);
    const std::uint64_t runs = best.runs;
    best = execute(given, moments_);
    best.runs = runs + 1;
    restart();
    return best.shows_fault;
  }

  bool shorten(const Leisure& leisure) {
    while (count_ != 0) {
      if (without_ >= moments_.size()) {
        next_count();
      } else if (!leisure(best.runs)) {
        return false;
      } else if (!leave_out(std::min(count_, moments_.size() - without_))) {
        // Leaving a thread and coming back to it are two deviations: pieces overlap.
        without_ += std::max<std::size_t>(count_ / 2, 1);
      }
    }
    return true;
  }

  Minimised best;

 private:
  void restart() {
    count_ = moments_.empty() ? 0 : std::max<std::size_t>(moments_.size() / 2, 1);
    without_ = 0;
    improved_ = false;
  }

  void next_count() {
    without_ = 0;
    if (count_ > 1) {
      count_ /= 2;
    } else if (!std::exchange(improved_, false)) {
      count_ = 0;
    }
  }

  bool leave_out(std::size_t count) {
    MomentFollower follower;
    follower.follow(moments_, without_, count);
    std::vector<Moment> shorter;
    Minimised candidate = execute(follower, shorter);
    candidate.runs = ++best.runs;
    if (!candidate.shows_fault || (best.settled && !candidate.settled) || rank(candidate) >= rank(best)) {
      return false;
    }
    best = std::move(candidate);
    moments_ = std::move(shorter);
    improved_ = true;
    return true;
  }

  Minimised execute(Controller& controller, std::vector<Moment>& moments) {
    Minimised result;
    result.schedule.resize(kMostDeviations);
    result.points = executor_.points();
    const std::size_t noted = executor_.noted().size();
    MomentRecorder recorder(controller);
    RecordingController recording(recorder, result.schedule);
    result.outcome = executor_.execute(recording);
    result.costs = recording.costs();
    result.shows_fault = result.outcome.kind == kind_ && result.outcome.fault == fault_ && !recording.overflowed();
    result.settled = executor_.noted().size() == noted;
    result.schedule.resize(recording.schedule().size());
    moments = recorder.moments;
    return result;
  }

  static constexpr std::size_t kMostDeviations = std::size_t{1} << 16U;

  Executor& executor_;
  OutcomeKind kind_;
  std::uint64_t fault_;
  std::vector<Moment> moments_;
  std::size_t count_ = 0;    // so many are left out, 0: done ...
  std::size_t without_ = 0;  // ... from this one on
  bool improved_ = false;    // since the first of them was tried
};

Reduction::Reduction(Executor& executor, OutcomeKind kind, std::uint64_t fault)
    : work_(std::make_unique<Work>(executor, kind, fault)) {}
Reduction::~Reduction() = default;

bool Reduction::begin(const Schedule& schedule) { return work_->begin(schedule); }
bool Reduction::shorten(const Leisure& leisure) { return work_->shorten(leisure); }
const Minimised& Reduction::best() const { return work_->best; }

Minimised minimise(Executor& executor, const Schedule& schedule, OutcomeKind kind, std::uint64_t fault,
                   const Leisure& leisure) {
  Reduction reduction(executor, kind, fault);
  const bool is_local = reduction.begin(schedule) && reduction.shorten(leisure);
  Minimised best = reduction.best();
  best.minimality = is_local ? Minimality::kLocal : Minimality::kBudget;
  return best;
}

}  // namespace heddle
