#include "sim/exploring.h"

#include "detectors/registry.h"
#include "engine/happens_before_hash.h"

namespace heddle::sim {

namespace {

// Keeps every execution. Repetitions come through here too; only those of the exploration proper are to be kept.
class Diary final : public Detector {
 public:
  void begin() override {
    execution_ = {};
    happened_.begin();
  }
  [[nodiscard]] bool watches() const override { return true; }
  void observe(const Event& event, FindingSink& /*sink*/) override {
    happened_.observe(event);
    if (event.visible) {
      execution_.steps.push_back({event.thread, event.variant});
    }
  }
  void end(const Outcome& outcome, FindingSink& /*sink*/) override {
    execution_.outcome = outcome;
    ended = true;
  }

  bool ended = false;  // an execution is there to be fetched
  [[nodiscard]] const Execution& execution() const { return execution_; }
  [[nodiscard]] std::uint64_t graph() const { return happened_.value(); }

 private:
  Execution execution_;
  HappensBeforeHash happened_;
};

class Recorder final : public Host {
 public:
  Recorder(Explored& explored, Diary& diary, std::uint64_t most) : explored_(explored), diary_(diary), most_(most) {}

  // Called before every execution, so what the last one was is counted by now.
  bool goes_on(const Totals& totals, const Frontier& /*frontier*/) override {
    fetch(totals);
    return totals.made() < most_;
  }
  void found(const Discovery& discovery) override { explored_.discoveries.push_back(discovery); }

  void fetch(const Totals& totals) {
    if (totals.rounds.empty()) {
      return;
    }
    if (totals.rounds.size() != explored_.rounds.size()) {
      explored_.rounds.resize(totals.rounds.size());
      explored_.graphs.clear();
      within_ = 0;
    }
    const std::uint64_t within = totals.rounds.back().executions;
    if (within != within_ && diary_.ended) {
      explored_.rounds.back().push_back(diary_.execution());
      explored_.graphs.push_back(diary_.graph());
    }
    within_ = within;
    diary_.ended = false;
  }

 private:
  Explored& explored_;
  Diary& diary_;
  std::uint64_t most_;
  std::uint64_t within_ = 0;
};

}  // namespace

Explored explore(Executor& executor, Strategy& strategy, const Exploring& how) {
  Explored explored;
  Diary diary;
  const std::vector<std::unique_ptr<Detector>> watchers = make_detectors({});
  std::vector<Detector*> detectors{&diary};
  for (const std::unique_ptr<Detector>& watcher : watchers) {
    detectors.push_back(watcher.get());
  }
  Frontier frontier(how.memory, how.spill);
  Recorder recorder(explored, diary, how.executions);
  Explorer explorer(executor, strategy, detectors, frontier, recorder, how.options);
  explored.end = explorer.explore();
  explored.totals = explorer.totals();
  explored.coverage = strategy.coverage(explored.totals);
  explored.variation = explorer.variation();
  return explored;
}

Explored explore(const Program& program, Strategy& strategy, const Exploring& how) {
  ScriptedExecutor executor(program, how.machine);
  return explore(executor, strategy, how);
}

}  // namespace heddle::sim
