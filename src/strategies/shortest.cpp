#include "strategies/shortest.h"

#include <algorithm>
#include <optional>

#include "engine/alone.h"
#include "engine/detector.h"
#include "strategies/context_bound.h"

namespace heddle {

namespace {

// Reports one fault and no other.
class OneFault final : public Detector {
 public:
  OneFault(OutcomeKind kind, std::uint64_t fault) : kind_(kind), fault_(fault) {}
  void end(const Outcome& outcome, FindingSink& sink) override {
    if (outcome.kind == kind_ && outcome.fault == fault_) {
      sink.report({.signature = fault_, .operation = {}});
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
    return leisure_(before_ + before_lease_ + tally.made() + tally.repeated);
  }
  void found(const Discovery& discovery) override { kept = discovery; }

  std::optional<Discovery> kept;

 private:
  const Leisure& leisure_;
  std::uint64_t before_;
  std::uint64_t before_lease_ = 0;
};

}  // namespace

Minimised find_shortest(Executor& executor, const Schedule& schedule, OutcomeKind kind, std::uint64_t fault,
                        const Leisure& leisure) {
  Minimised best = minimise(executor, schedule, kind, fault, leisure);
  bool proved = best.shows_fault;
  for (std::uint32_t bound = 0; best.shows_fault && bound < best.costs.preemptions; ++bound) {
    ContextBound strategy({.bound = bound, .exact = 1});
    OneFault detector(kind, fault);
    Detector* const detectors[] = {&detector};
    Keeper keeper(leisure, best.runs);
    const SearchedAlone searched = search_alone(
        executor, strategy, detectors, keeper, {.explorer = {.all = false, .tolerate = false, .check_repeats = false}});
    best.runs += searched.totals.made();
    if (keeper.kept) {
      // A thread that its slice made leave costs more than the bound allows: what costs less was not looked at then.
      const bool within = keeper.kept->costs.preemptions <= bound;
      if (within || keeper.kept->costs.preemptions < best.costs.preemptions) {
        best.schedule = keeper.kept->schedule;
        best.outcome = keeper.kept->outcome;
        best.costs = keeper.kept->costs;
      }
      proved = proved && within;
      break;
    }
    proved = proved && searched.end == LeaseEnd::kFinished && searched.totals.last()->complete();
  }
  if (proved) {
    best.minimality = Minimality::kProved;
  }
  return best;
}

}  // namespace heddle
