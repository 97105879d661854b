#include "engine/minimiser.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/continuation.h"
#include "engine/recording_controller.h"
#include "engine/schedule_controller.h"

namespace heddle {

namespace {

// "When `after` has made `steps` steps, take this."
struct Moment {
  ThreadId after;
  std::uint64_t steps = 0;
  Alternative take;
};

// Steps made by each thread so far.
class StepCounter {
 public:
  void begin() { counts_.clear(); }
  void observe(const Event& event) {
    if (event.visible) {
      if (counts_.size() <= event.thread.value) {
        counts_.resize(event.thread.value + std::size_t{1});
      }
      ++counts_[event.thread.value];
    }
  }
  [[nodiscard]] std::uint64_t of(ThreadId thread) const {
    return thread.value < counts_.size() ? counts_[thread.value] : 0;
  }

 private:
  std::vector<std::uint64_t> counts_;
};

// Runs another controller and notes the moments at which it leaves the default continuation.
class MomentRecorder final : public Controller {
 public:
  explicit MomentRecorder(Controller& inner) : inner_(inner) {}

  void begin() override {
    moments.clear();
    steps_.begin();
    inner_.begin();
  }
  std::size_t choose(const ChoicePoint& point) override {
    const std::size_t chosen = inner_.choose(point);
    if (chosen != kDiverge && chosen != default_choice(point)) {
      moments.push_back(
          {.after = point.last, .steps = steps_.of(point.last), .take = point.choices[chosen].alternative});
    }
    return chosen;
  }
  void observe(const Event& event) override {
    steps_.observe(event);
    inner_.observe(event);
  }
  void report(const Fault& fault) override { inner_.report(fault); }
  void end(const Outcome& outcome) override { inner_.end(outcome); }

  std::vector<Moment> moments;

 private:
  Controller& inner_;
  StepCounter steps_;
};

// The default continuation, left at the given moments, in their order. One that does not come, or offers something
// else, is passed over.
class MomentFollower final : public Controller {
 public:
  // All but `count` of them, from `without` on.
  void follow(const std::vector<Moment>& moments, std::size_t without, std::size_t count) {
    moments_ = moments;
    const auto first = moments_.begin() + static_cast<std::ptrdiff_t>(without);
    moments_.erase(first, first + static_cast<std::ptrdiff_t>(count));
  }

  void begin() override {
    next_ = 0;
    steps_.begin();
  }
  std::size_t choose(const ChoicePoint& point) override {
    while (next_ < moments_.size() && steps_.of(moments_[next_].after) > moments_[next_].steps) {
      ++next_;
    }
    if (next_ < moments_.size() && moments_[next_].after == point.last &&
        steps_.of(point.last) == moments_[next_].steps) {
      const Alternative wanted = moments_[next_++].take;
      for (std::size_t index = 0; index < point.choices.size(); ++index) {
        if (point.choices[index].alternative == wanted) {
          return index;
        }
      }
    }
    return default_choice(point);
  }
  void observe(const Event& event) override { steps_.observe(event); }
  void end(const Outcome& /*outcome*/) override {}

 private:
  std::vector<Moment> moments_;
  std::size_t next_ = 0;
  StepCounter steps_;
};

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
