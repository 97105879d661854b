#include "strategies/shortest.h"

#include <algorithm>
#include <optional>

#include "engine/detector.h"
#include "engine/explorer.h"
#include "engine/frontier.h"
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
  explicit Keeper(std::uint64_t runs) : runs_(runs) {}
  bool goes_on(const Totals& totals, const Frontier& /*frontier*/) override { return totals.made() < runs_; }
  void found(const Discovery& discovery) override { kept = discovery; }

  std::optional<Discovery> kept;

 private:
  std::uint64_t runs_;
};

}  // namespace

Minimised find_shortest(Executor& executor, const Schedule& schedule, OutcomeKind kind, std::uint64_t fault,
                        std::uint64_t runs) {
  Minimised best = minimise(executor, schedule, kind, fault, runs);
  bool proved = best.shows_fault;
  for (std::uint32_t bound = 0; best.shows_fault && bound < best.costs.preemptions; ++bound) {
    ContextBound strategy({.bound = bound, .exact = 1});
    OneFault detector(kind, fault);
    Detector* const detectors[] = {&detector};
    Frontier frontier;
    Keeper keeper(runs > best.runs ? runs - best.runs : 0);
    Explorer explorer(executor, strategy, detectors, frontier, keeper,
                      {.all = false, .tolerate = false, .check_repeats = false});
    const Exploration end = explorer.explore();
    best.runs += explorer.totals().made();
    if (keeper.kept) {
      best.schedule = keeper.kept->schedule;
      best.outcome = keeper.kept->outcome;
      best.costs = keeper.kept->costs;
      break;
    }
    proved = proved && end == Exploration::kFinished && explorer.totals().last()->complete();
  }
  if (proved) {
    best.minimality = Minimality::kProved;
  }
  return best;
}

}  // namespace heddle
