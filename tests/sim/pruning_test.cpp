// Pruning by happens-before loses nothing within a bound: on random programs, what all threads see in all executions is
// the same with and without it.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/rng.h"
#include "sim/exploring.h"
#include "sim/program.h"
#include "sim/thread.h"
#include "strategies/context_bound.h"
#include "strategies/depth_first.h"

namespace heddle::sim {
namespace {

// What each thread saw, in its own order. Filled by the execution under way.
using Sights = std::vector<std::vector<Value>>;

struct World {
  std::vector<Variable> variables;
  std::vector<Mutex> mutexes;
  Condition condition;
  Semaphore semaphore;
  std::shared_ptr<Sights> sights = std::make_shared<Sights>();
};

// Steps drawn from the seed: reads, writes of what was read, locks, waits, semaphores. Those that block for ever make
// deadlocks, which are compared too.
Script random_thread(Thread& self, World world, std::size_t number, std::uint64_t seed, std::uint32_t length) {
  Rng rng(seed);
  Value seen = static_cast<Value>(number) + 1;
  for (std::uint32_t step = 0; step < length; ++step) {
    const Variable variable = world.variables[rng.below(2)];
    const Mutex mutex = world.mutexes[rng.below(2)];
    switch (rng.below(12)) {
      case 0:
      case 1:
      case 2:
        seen = seen * 31 + co_await self.read(variable);
        break;
      case 3:
      case 4:
        co_await self.write(variable, seen);
        break;
      case 5:
        seen = seen * 31 + co_await self.atomic_update(variable, [](Value value) { return value + 1; });
        break;
      case 6:
        seen = seen * 31 + (co_await self.compare_exchange(variable, 0, seen) ? 1 : 0);
        break;
      case 7:
        co_await self.lock(mutex);
        seen = seen * 31 + co_await self.read(variable);
        co_await self.unlock(mutex);
        break;
      case 8:
        if (co_await self.try_lock(mutex)) {
          seen = seen * 31 + 7;
          co_await self.unlock(mutex);
        }
        break;
      case 9:
        co_await self.lock(world.mutexes[0]);
        seen = seen * 31 + static_cast<Value>(co_await self.timed_wait(world.condition, world.mutexes[0], 5));
        co_await self.unlock(world.mutexes[0]);
        break;
      case 10:
        co_await self.signal(world.condition);
        break;
      default:
        seen = seen * 31 + (co_await self.try_acquire(world.semaphore) ? 1 : 0);
        co_await self.post(world.semaphore);
        break;
    }
    (*world.sights)[number].push_back(seen);
  }
}

struct RandomProgram {
  Program program;
  std::shared_ptr<Sights> sights;
};

RandomProgram random_program(Rng& rng) {
  RandomProgram made;
  World world{.variables = {made.program.variable("a"), made.program.variable("b")},
              .mutexes = {made.program.mutex("m"), made.program.mutex("n")},
              .condition = made.program.condition("c"),
              .semaphore = made.program.semaphore("s", 1)};
  made.sights = world.sights;
  const std::size_t threads = 2 + rng.below(2);
  for (std::size_t number = 0; number < threads; ++number) {
    const std::uint64_t seed = rng.next();
    const std::uint32_t length = 1 + rng.below(threads == 2 ? 4 : 2);
    made.program.thread([=](Thread& self) { return random_thread(self, world, number, seed, length); });
  }
  return made;
}

// Clears the sights before each execution and keeps them after it.
class Observing final : public Executor {
 public:
  Observing(RandomProgram& subject) : executor_(subject.program), sights_(*subject.sights) {}

  Outcome execute(Controller& controller) override {
    sights_.assign(4, {});
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
  EXPECT_EQ(explored.end, Exploration::kFinished);
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
        heddle::Options options{.measure = measure, .bound = bound, .exact = 1};
        ContextBound all(options);
        const Result expected = run(subject, all);
        options.prune = 1;
        ContextBound pruned(options);
        const Result got = run(subject, pruned);
        // Beyond the bound anything may be missing: with switches, the continuation often leaves it.
        if (measure == Measure::kSwitches) {
          ContextBound narrow({.measure = measure, .bound = bound, .exact = 1});
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
    DepthFirst pruned({.prune = 1});
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
