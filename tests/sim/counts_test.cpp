// Exact numbers of executions: the closed forms and tables for n threads of k steps that never block.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sim/enumerate.h"
#include "sim/executor.h"
#include "sim/program.h"
#include "sim/shapes.h"

namespace heddle::sim {
namespace {

std::vector<Execution> all_executions(Shape shape) {
  const Program program = independent_writers(shape);
  ScriptedExecutor executor(program);
  return enumerate(executor);
}

TEST(Counts, AllInterleavingsOnceEach) {
  for (const Shape shape : kShapes) {
    const std::vector<Execution> executions = all_executions(shape);
    EXPECT_EQ(executions.size(), interleavings(shape)) << shape.threads << " threads of " << shape.steps;
    EXPECT_TRUE(all_distinct(executions));
    EXPECT_EQ(count(executions, OutcomeKind::kPassed), executions.size());
  }
}

TEST(Counts, SwitchesArePreemptionsPlusThreadsMinusOne) {
  for (const Shape shape : kShapes) {
    for (const Execution& execution : all_executions(shape)) {
      ASSERT_EQ(execution.costs.switches, execution.costs.preemptions + shape.threads - 1);
    }
  }
}

TEST(Counts, TwoThreadsWithExactlyPPreemptions) {
  for (std::uint64_t k = 1; k <= 6; ++k) {
    const std::vector<Execution> executions = all_executions({2, k});
    for (std::uint64_t p = 0; p <= 2 * k; ++p) {
      EXPECT_EQ(count(executions, [p](const Execution& execution) { return execution.costs.preemptions == p; }),
                2 * binomial(k - 1, (p + 1) / 2) * binomial(k - 1, p / 2))
          << p << " preemptions, k = " << k;
    }
  }
}

TEST(Counts, AtMostCPreemptions) {
  struct Row {
    Shape shape;
    std::vector<std::size_t> at_most;  // c = 0, 1, ...
  };
  const Row table[] = {
      {{2, 3}, {2, 6, 14, 18, 20}},         {{2, 4}, {2, 8, 26, 44, 62}},  {{2, 5}, {2, 10, 42, 90, 162}},
      {{2, 6}, {2, 12, 62, 162, 362}},      {{3, 2}, {6, 24, 60, 90, 90}}, {{3, 3}, {6, 42, 192, 552, 1062}},
      {{4, 2}, {24, 168, 672, 1656, 2520}},
  };
  for (const Row& row : table) {
    const std::vector<Execution> executions = all_executions(row.shape);
    for (std::size_t c = 0; c < row.at_most.size(); ++c) {
      EXPECT_EQ(count(executions, [c](const Execution& execution) { return execution.costs.preemptions <= c; }),
                row.at_most[c])
          << row.shape.threads << " threads of " << row.shape.steps << ", c = " << c;
    }
  }
}

TEST(Counts, AtMostDDelays) {
  const auto at_most = [](Shape shape) {
    const std::vector<Execution> executions = all_executions(shape);
    std::vector<std::size_t> numbers;
    for (std::size_t d = 0; d < 4; ++d) {
      numbers.push_back(count(executions, [d](const Execution& execution) { return execution.costs.delays <= d; }));
    }
    return numbers;
  };
  EXPECT_EQ(at_most({2, 3}), (std::vector<std::size_t>{1, 4, 10, 16}));
  EXPECT_EQ(at_most({3, 2}), (std::vector<std::size_t>{1, 5, 15, 30}));
}

// Create and join are invisible: a main thread that starts the writers and waits for them adds no execution.
TEST(Counts, CreatingAndJoiningAddsNothing) {
  Program program;
  const Variable shared = program.variable("shared");
  program.thread([shared](Thread& self) -> Script {
    const Body writer = [shared](Thread& writing) -> Script {
      co_await writing.write(shared, 1);
      co_await writing.write(shared, 2);
    };
    const ThreadId first = self.create(writer);
    const ThreadId second = self.create(writer);
    const ThreadId third = self.create(writer);
    co_await self.join(first);
    co_await self.join(second);
    co_await self.join(third);
  });
  ScriptedExecutor executor(program);
  EXPECT_EQ(enumerate(executor).size(), 90U);
}

// main runs first: where it has operations of its own, leaving it before them costs as much as later. Where it only
// creates and joins it costs one switch more.
TEST(Counts, MainIsTheThreadThatRanLast) {
  const auto at_most_preemptions = [](std::size_t own_writes) {
    Program program;
    const Variable shared = program.variable("shared");
    program.thread([shared, own_writes](Thread& self) -> Script {
      const Body writer = [shared](Thread& writing) -> Script {
        co_await writing.write(shared, 1);
        co_await writing.write(shared, 2);
      };
      const ThreadId first = self.create(writer);
      const ThreadId second = self.create(writer);
      for (std::size_t i = 0; i < own_writes; ++i) {
        co_await self.write(shared, 3);
      }
      co_await self.join(first);
      co_await self.join(second);
    });
    ScriptedExecutor executor(program);
    const std::vector<Execution> executions = enumerate(executor);
    std::vector<std::size_t> numbers;
    for (std::uint32_t p = 0; p <= 4; ++p) {
      numbers.push_back(
          count(executions, [p](const Execution& execution) { return execution.costs.preemptions <= p; }));
    }
    const auto fewest =
        std::ranges::min_element(executions, {}, [](const Execution& execution) { return execution.costs.switches; });
    EXPECT_EQ(fewest->costs.switches, 2U) << "main, and then the two others";
    return numbers;
  };
  // Two threads of two steps: as without main.
  EXPECT_EQ(at_most_preemptions(0), (std::vector<std::size_t>{2, 4, 6, 6, 6}));
  // Three threads of two steps. Had nobody run before, at most p = 0..4 preemptions were N(p) = 6, 24, 60, 90, 90. One
  // in n of these begins with main; the others cost one more: N(p)/n + N(p-1)*(n-1)/n.
  EXPECT_EQ(at_most_preemptions(2), (std::vector<std::size_t>{2, 12, 36, 70, 90}));
}

}  // namespace
}  // namespace heddle::sim
