#include "strategies/shortest.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/finding.h"
#include "engine/alone.h"
#include "engine/judge.h"
#include "strategies/context_bound.h"

namespace heddle {

namespace {

// Of the first turn, of each of the two. Time is what counts where executions are long.
constexpr std::uint64_t kFirstRuns = 500;
constexpr std::uint64_t kFirstNanoseconds = 400'000'000;
// Where nothing is known of how many it takes.
constexpr std::uint32_t kMostBounds = 16;

// Reports one fault and no other.
class OneFault final : public Judge {
 public:
  OneFault(OutcomeKind kind, std::uint64_t fault) : kind_(kind), fault_(fault) {}
  void end(const Outcome& outcome, FindingSink& sink) override {
    if (outcome.kind == kind_ && outcome.fault == fault_) {
      Fault fault;
      fault.signature = fault_;
      sink.report(fault);
    }
  }

 private:
  OutcomeKind kind_;
  std::uint64_t fault_;
};

class Keeper final : public Host {
 public:
  // `before`: executions made already.
  Keeper(const Leisure& leisure, std::uint64_t before) : leisure_(leisure), before_(before) {}
  void takes(const LeaseTerms& terms) override { before_lease_ = terms.made_before; }
  bool goes_on(const Tally& tally, const Frontier& /*frontier*/) override {
    made = before_lease_ + tally.made() + tally.repeated;
    return leisure_(before_ + made);
  }
  bool found(const Finding& finding) override {
    kept = finding.witness;
    return true;
  }

  std::optional<Witness> kept;
  std::uint64_t made = 0;

 private:
  const Leisure& leisure_;
  std::uint64_t before_;
  std::uint64_t before_lease_ = 0;
};

class Shortest {
 public:
  Shortest(Executor& executor, OutcomeKind kind, std::uint64_t fault, const Leisure& leisure)
      : executor_(executor), kind_(kind), fault_(fault), leisure_(leisure), reduction_(executor, kind, fault) {}

  Minimised run(const Schedule& schedule) {
    if (reduction_.begin(schedule)) {
      take(reduction_.best());
      bool goes_on = true;
      for (std::uint32_t turn = 0; goes_on && !is_done() && has_time(); ++turn) {
        goes_on = take_turn(std::min(turn, 16U));
      }
    } else {
      best_ = reduction_.best();
    }
    best_.runs = made();
    const bool is_local = is_local_ && best_.settled;  // otherwise it may have preemptions that cannot be left out
    best_.minimality = is_proved() ? Minimality::kProved : is_local ? Minimality::kLocal : Minimality::kBudget;
    return best_;
  }

 private:
  // False: there is nothing more to try.
  bool take_turn(std::uint32_t turn) {
    const std::uint64_t before = made();
    runs_of_turn_ = kFirstRuns << turn;
    time_of_turn_ = kFirstNanoseconds << turn;
    reduce();
    settle();
    look_below();
    return made() != before;
  }

  [[nodiscard]] std::uint64_t made() const { return reduction_.best().runs + searched_; }
  // Once there is none, there is none for good.
  [[nodiscard]] bool has_time() { return has_time_ = has_time_ && leisure_(made()); }
  [[nodiscard]] bool is_proved() const {
    return best_.shows_fault && best_.settled && complete_below_ >= best_.costs.preemptions;
  }
  // A schedule that was found by looking from below has as few deviations as can be.
  [[nodiscard]] bool is_done() const {
    const bool is_short = is_local_ || is_from_below_;
    return (is_proved() && is_short) || (is_short && nothing_below_);
  }

  void take(const Minimised& better) {
    best_ = better;
    is_local_ = false;
  }

  // Of what it shows to be shared, everything becomes a point. What was complete is no more.
  void settle() {
    if (best_.settled) {
      return;
    }
    if (executor_.grow_points()) {
      begin_anew();
    } else if (best_.points == executor_.points()) {
      best_.settled = true;
    }
  }

  void begin_anew() {
    complete_below_ = 0;
    hopeless_.clear();
    nothing_below_ = false;
  }

  // From now on, so many executions and so much time.
  [[nodiscard]] Leisure share(std::uint64_t runs, std::uint64_t nanoseconds) {
    return [this, end = made() + runs, start = executor_.now(), nanoseconds](std::uint64_t made) {
      has_time_ = has_time_ && leisure_(made);
      return has_time_ && made < end && executor_.now() - start <= nanoseconds;
    };
  }

  // Its deviations have their places with the point set that it is for, alone.
  void reduce() {
    if (is_local_ || best_.points != executor_.points()) {
      return;
    }
    if (is_from_below_) {
      if (!reduction_.begin(best_.schedule)) {
        return;
      }
      is_from_below_ = false;
    }
    const Leisure turn = share(runs_of_turn_, time_of_turn_);
    const bool is_local = reduction_.shorten([&](std::uint64_t /*reduced*/) { return turn(made()); });
    if (reduction_.best().shows_fault) {
      take(reduction_.best());
      is_local_ = is_local;
    }
  }

  // Every bound gets half of what is left of the turn: bound 0 alone may have no end.
  void look_below() {
    nothing_below_ = true;
    for (std::uint32_t bound = complete_below_; bound < bound_above() && has_time(); ++bound) {
      if (hopeless_.contains(bound)) {
        continue;
      }
      runs_of_turn_ = std::max<std::uint64_t>(runs_of_turn_ / 2, 1);
      time_of_turn_ /= 2;
      if (search(bound)) {
        return;
      }
    }
  }

  [[nodiscard]] std::uint32_t bound_above() const { return best_.settled ? best_.costs.preemptions : kMostBounds; }

  // True: it has been found.
  bool search(std::uint32_t bound) {
    const std::size_t points = executor_.points();
    ContextBound strategy({.bound = bound, .exact = 1});
    OneFault detector(kind_, fault_);
    Judge* const detectors[] = {&detector};
    const Leisure turn = share(runs_of_turn_, time_of_turn_);
    Keeper keeper(turn, made());
    const SearchedAlone searched =
        search_alone(executor_, strategy, detectors, keeper,
                     {.explorer = {.all = false, .tolerate = false, .check_repeats = false}});
    searched_ += std::max(searched.totals.made(), keeper.made);
    if (executor_.points() != points) {
      begin_anew();
    }
    if (keeper.kept) {
      nothing_below_ = false;
      return keep(*keeper.kept, bound);
    }
    const RoundTotals* round = searched.totals.last();
    if (searched.end == LeaseEnd::kFinished && round != nullptr && round->complete()) {
      complete_below_ += bound == complete_below_ ? 1 : 0;
      hopeless_.insert(bound);
      if (round->holds_everything() && !best_.settled) {
        return true;  // no schedule shows it with these points
      }
    } else {
      nothing_below_ = false;
    }
    return false;
  }

  bool keep(const Witness& found, std::uint32_t bound) {
    // A thread that its slice made leave costs more than the bound allows: what costs less was not looked at then.
    if (found.costs.preemptions > bound) {
      hopeless_.insert(bound);
    }
    if (best_.settled && found.costs.preemptions >= best_.costs.preemptions) {
      return false;
    }
    take({.schedule = found.schedule,
          .outcome = found.outcome,
          .costs = found.costs,
          .shows_fault = true,
          .points = executor_.points(),
          .settled = executor_.noted().empty()});
    is_from_below_ = true;
    return true;
  }

  Executor& executor_;
  OutcomeKind kind_;
  std::uint64_t fault_;
  const Leisure& leisure_;
  Reduction reduction_;
  Minimised best_;
  bool has_time_ = true;
  bool is_local_ = false;             // no deviation of the best one can go
  bool is_from_below_ = false;        // the search has found it, not the reduction
  bool nothing_below_ = false;        // that could still be searched
  std::uint32_t complete_below_ = 0;  // with the point set as it is
  std::set<std::uint32_t> hopeless_;  // bounds that need not be searched again
  std::uint64_t searched_ = 0;        // executions
  std::uint64_t runs_of_turn_ = 0;
  std::uint64_t time_of_turn_ = 0;
};

}  // namespace

Minimised find_shortest(Executor& executor, const Schedule& schedule, OutcomeKind kind, std::uint64_t fault,
                        const Leisure& leisure) {
  return Shortest(executor, kind, fault, leisure).run(schedule);
}

}  // namespace heddle
