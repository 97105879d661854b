#include "engine/minimiser.h"

#include <algorithm>
#include <tuple>

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

class Reduction {
 public:
  Reduction(Executor& executor, OutcomeKind kind, std::uint64_t fault, const Leisure& leisure)
      : executor_(executor), kind_(kind), fault_(fault), leisure_(leisure) {}

  Minimised run(const Schedule& schedule) {
    ScheduleController given(schedule);
    std::vector<Moment> moments;
    Minimised best = execute(given, moments);
    bool improved = best.shows_fault;
    while (improved && has_time()) {
      improved = improve(best, moments);
    }
    best.runs = made_;
    best.minimality = has_time() ? Minimality::kLocal : Minimality::kBudget;
    return best;
  }

 private:
  // Leaves out half of the deviations, a quarter ... one; true if some could go.
  bool improve(Minimised& best, std::vector<Moment>& moments) {
    MomentFollower follower;
    for (std::size_t count = std::max<std::size_t>(moments.size() / 2, 1); count > 0 && !moments.empty(); count /= 2) {
      for (std::size_t without = 0; without + count <= moments.size() && has_time(); ++without) {
        follower.follow(moments, without, count);
        std::vector<Moment> shorter;
        const Minimised candidate = execute(follower, shorter);
        if (candidate.shows_fault && rank(candidate) < rank(best)) {
          best = candidate;
          moments = shorter;
          return true;
        }
      }
    }
    return false;
  }

  Minimised execute(Controller& controller, std::vector<Moment>& moments) {
    Minimised result;
    result.schedule.resize(kMostDeviations);
    MomentRecorder recorder(controller);
    RecordingController recording(recorder, result.schedule);
    result.outcome = executor_.execute(recording);
    ++made_;
    result.costs = recording.costs();
    result.shows_fault = result.outcome.kind == kind_ && result.outcome.fault == fault_ && !recording.overflowed();
    result.schedule.resize(recording.schedule().size());
    moments = recorder.moments;
    return result;
  }

  // Once there is none, there is none for good.
  [[nodiscard]] bool has_time() { return has_time_ = has_time_ && leisure_(made_); }

  static constexpr std::size_t kMostDeviations = std::size_t{1} << 16U;

  Executor& executor_;
  OutcomeKind kind_;
  std::uint64_t fault_;
  const Leisure& leisure_;
  std::uint64_t made_ = 0;
  bool has_time_ = true;
};

}  // namespace

Minimised minimise(Executor& executor, const Schedule& schedule, OutcomeKind kind, std::uint64_t fault,
                   const Leisure& leisure) {
  return Reduction(executor, kind, fault, leisure).run(schedule);
}

}  // namespace heddle
