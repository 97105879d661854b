// Pruning by happens-before loses nothing within a bound: on random programs, what all threads see in all executions is
// the same with and without it.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

#include "core/rng.h"
#include "sim/exploring.h"
#include "sim/random_program.h"
#include "strategies/context_bound.h"
#include "strategies/depth_first.h"

namespace heddle::sim {
namespace {

// Clears the sights before each execution and keeps them after it.
class Observing final : public Executor {
 public:
  Observing(RandomProgram& subject) : executor_(subject.program), sights_(*subject.sights) {}

  Outcome execute(Controller& controller) override {
    sights_.assign(kMostThreads, {});
    const Outcome outcome = executor_.execute(controller);
    if (outcome.kind != OutcomeKind::kDiverged) {
      seen.insert({static_cast<int>(outcome.kind), sights_});
    }
    return outcome;
  }

  std::set<std::pair<int, Sights>> seen;

 private:
  ScriptedExecutor executor_;
  Sights& sights_;
};

struct Result {
  std::set<std::pair<int, Sights>> seen;
  std::uint64_t executions = 0;
};

Result run(RandomProgram& subject, Strategy& strategy) {
  Observing executor(subject);
  const Explored explored = explore(executor, strategy);
  EXPECT_EQ(explored.end, LeaseEnd::kFinished);
  return {.seen = executor.seen, .executions = explored.totals.made()};
}

TEST(Pruning, LosesNothingWithinABound) {
  Rng rng(7);
  std::uint64_t without = 0;
  std::uint64_t with = 0;
  for (int number = 0; number < 500; ++number) {
    RandomProgram subject = random_program(rng);
    for (const Measure measure : {Measure::kPreemptions, Measure::kDelays, Measure::kSwitches}) {
      for (std::uint32_t bound = 0; bound < 3; ++bound) {
        TreeOptions options{.measure = measure, .bound = bound, .exact = true};
        ContextBound all(options);
        const Result expected = run(subject, all);
        options.prune = true;
        ContextBound pruned(options);
        const Result got = run(subject, pruned);
        // Beyond the bound anything may be missing: with switches, the continuation often leaves it.
        if (measure == Measure::kSwitches) {
          ContextBound narrow({.measure = measure, .bound = bound, .exact = true});
          Observing executor(subject);
          const Explored explored = explore(executor, narrow);
          if (explored.totals.last()->beyond_bound != 0) {
            continue;
          }
        }
        ASSERT_EQ(got.seen, expected.seen)
            << "program " << number << ", bound " << bound << ", measure " << static_cast<int>(measure);
        without += expected.executions;
        with += got.executions;
      }
    }
  }
  EXPECT_LT(with, without);
}

TEST(Pruning, LosesNothingWithoutABound) {
  Rng rng(11);
  std::uint64_t without = 0;
  std::uint64_t with = 0;
  for (int number = 0; number < 200; ++number) {
    RandomProgram subject = random_program(rng);
    DepthFirst all({});
    DepthFirst pruned({.prune = true});
    const Result expected = run(subject, all);
    const Result got = run(subject, pruned);
    ASSERT_EQ(got.seen, expected.seen) << "program " << number;
    without += expected.executions;
    with += got.executions;
  }
  EXPECT_LT(with * 3, without);  // it is worth something
}

}  // namespace
}  // namespace heddle::sim
