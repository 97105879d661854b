#include "sim/exploring.h"

#include "detectors/registry.h"
#include "engine/alone.h"
#include "sim/diary.h"

namespace heddle::sim {

namespace {

class Recorder final : public Host {
 public:
  Recorder(Explored& explored, Diary& diary) : explored_(explored), diary_(diary) {}

  void takes(const LeaseTerms& terms) override {
    if (terms.points != points_) {
      explored_.rounds.clear();
      points_ = terms.points;
    }
    if (terms.round + 1 != explored_.rounds.size()) {
      explored_.rounds.resize(terms.round + 1);
      explored_.graphs.clear();
    }
    within_ = 0;
  }
  // Called before every execution, so what the last one was is counted by now.
  bool goes_on(const Tally& tally, const Frontier& /*frontier*/) override {
    if (tally.executions != within_ && diary_.ended) {
      explored_.rounds.back().push_back(diary_.execution());
      explored_.graphs.push_back(diary_.graph());
    }
    within_ = tally.executions;
    diary_.ended = false;
    return true;
  }
  bool found(const Finding& finding) override {
    explored_.discoveries.push_back(finding);
    return true;
  }

 private:
  Explored& explored_;
  Diary& diary_;
  std::uint32_t points_ = 0;
  std::uint64_t within_ = 0;
};

}  // namespace

Explored explore(Executor& executor, Strategy& strategy, const Exploring& how) {
  Explored explored;
  Diary diary;
  const std::vector<std::unique_ptr<Judge>> made = make_judges({});
  std::vector<Judge*> judges{&diary};
  for (const std::unique_ptr<Judge>& judge : made) {
    judges.push_back(judge.get());
  }
  Recorder recorder(explored, diary);
  const SearchedAlone searched =
      search_alone(executor, strategy, judges, recorder,
                   {.explorer = how.options, .executions = how.executions, .memory = how.memory});
  explored.end = searched.end;
  explored.totals = searched.totals;
  explored.coverage = strategy.coverage(explored.totals);
  explored.variation = searched.variation;
  explored.uninitialised = searched.uninitialised;
  return explored;
}

Explored explore(const Program& program, Strategy& strategy, const Exploring& how) {
  ScriptedExecutor executor(program, how.machine);
  return explore(executor, strategy, how);
}

}  // namespace heddle::sim
