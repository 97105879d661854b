// The scripted primitives: what is enabled when, what is offered, what it does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "sim/enumerate.h"
#include "sim/executor.h"
#include "sim/probe.h"
#include "sim/program.h"
#include "sim/thread.h"

namespace heddle::sim {
namespace {

std::vector<Execution> all_executions(const Program& program, Options options = {}) {
  ScriptedExecutor executor(program, options);
  return enumerate(executor);
}

Outcome run(const Program& program, Controller& controller, Options options = {}) {
  ScriptedExecutor executor(program, options);
  return executor.execute(controller);
}

std::vector<Alternative> alternatives(std::initializer_list<std::pair<int, int>> pairs) {
  std::vector<Alternative> list;
  for (const auto& [thread, variant] : pairs) {
    list.push_back({{static_cast<std::uint16_t>(thread)}, static_cast<Variant>(variant)});
  }
  return list;
}

bool has_event(const Probe& probe, int thread, OperationKind kind, bool succeeded) {
  return std::ranges::any_of(probe.events, [&](const Event& event) {
    return event.thread.value == thread && event.operation.kind == kind && event.succeeded == succeeded;
  });
}

TEST(ScriptedMutex, ExcludesUntilUnlocked) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  const Variable inside = program.variable("inside");
  const Body body = [=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.require(co_await self.read(inside) == 0);
    co_await self.write(inside, 1);
    co_await self.write(inside, 0);
    co_await self.unlock(mutex);
  };
  program.thread(body);
  program.thread(body);
  const std::vector<Execution> executions = all_executions(program);
  EXPECT_EQ(executions.size(), 2U);  // only who is first
  EXPECT_EQ(count(executions, OutcomeKind::kPassed), 2U);
}

TEST(ScriptedMutex, NormalOneDeadlocksOnItself) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.lock(mutex);
  });
  Probe probe;
  EXPECT_EQ(run(program, probe).kind, OutcomeKind::kDeadlock);
}

TEST(ScriptedMutex, RecursiveOneCounts) {
  Program program;
  const Mutex mutex = program.mutex("mutex", MutexKind::kRecursive);
  const Body body = [=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.lock(mutex);
    co_await self.unlock(mutex);
    co_await self.unlock(mutex);
  };
  program.thread(body);
  program.thread(body);
  EXPECT_EQ(all_executions(program).size(), 2U);  // the inner unlock lets nobody in
}

TEST(ScriptedMutex, UnlockOfAnothersIsAFailedEvent) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  program.thread([=](Thread& self) -> Script { co_await self.lock(mutex); });
  program.thread([=](Thread& self) -> Script { co_await self.unlock(mutex); });
  Probe probe;
  EXPECT_EQ(run(program, probe).kind, OutcomeKind::kPassed);
  EXPECT_TRUE(has_event(probe, 1, OperationKind::kMutexUnlock, false));
}

TEST(ScriptedMutex, TryLockNeverBlocks) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  const Variable got = program.variable("got", -1);
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.unlock(mutex);
  });
  program.thread([=](Thread& self) -> Script {
    const bool locked = co_await self.try_lock(mutex);
    co_await self.write(got, locked ? 1 : 0);
    if (locked) {
      co_await self.unlock(mutex);
    }
  });
  std::set<Value> results;
  program.finally([&results, got](const Memory& memory) { return results.insert(memory.value(got)), true; });
  const std::vector<Execution> executions = all_executions(program);
  EXPECT_EQ(count(executions, OutcomeKind::kPassed), executions.size());
  EXPECT_EQ(results, (std::set<Value>{0, 1}));
}

TEST(ScriptedMutex, TimedLockTimesOutOnlyWhileNotAvailable) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.unlock(mutex);
  });
  program.thread([=](Thread& self) -> Script {
    if (co_await self.timed_lock(mutex, 10)) {
      co_await self.unlock(mutex);
    }
  });
  // Thread 1 first; or thread 0 first and then thread 1 times out, or waits.
  EXPECT_EQ(all_executions(program).size(), 3U);
  Probe probe(alternatives({{0, kProceed}, {1, kTimeout}}));
  EXPECT_EQ(run(program, probe).kind, OutcomeKind::kPassed);
  ASSERT_GE(probe.points.size(), 2U);
  EXPECT_EQ(probe.points[0].alternatives, alternatives({{0, kProceed}, {1, kProceed}}));
  EXPECT_EQ(probe.points[1].alternatives, alternatives({{0, kProceed}, {1, kTimeout}}));
  EXPECT_EQ(probe.points[1].earliest_timeout, 1);
  // One preemption of thread 0, and one for the timeout beside another alternative.
  EXPECT_EQ(probe.counter.costs().preemptions, 2U);
}

// Waiters 0, 1 and 2 wait in an order of our choosing; thread 3 signals.
Program three_waiters() {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  const Condition condition = program.condition("condition");
  for (int waiter = 0; waiter < 3; ++waiter) {
    program.thread([=](Thread& self) -> Script {
      co_await self.lock(mutex);
      co_await self.require(co_await self.wait(condition, mutex) == Wake::kSignalled);
      co_await self.unlock(mutex);
    });
  }
  program.thread([=](Thread& self) -> Script {
    co_await self.signal(condition);
    co_await self.broadcast(condition);
  });
  return program;
}

TEST(ScriptedCondition, SignalOffersEveryWaiter) {
  const Program program = three_waiters();
  Probe probe;  // the default runs each waiter until it waits, then the signal
  EXPECT_EQ(run(program, probe).kind, OutcomeKind::kPassed);
  const auto signal = std::ranges::find_if(
      probe.points, [](const Probe::Point& point) { return point.alternatives.back().variant == 2; });
  ASSERT_NE(signal, probe.points.end());
  EXPECT_EQ(signal->alternatives, alternatives({{3, 0}, {3, 1}, {3, 2}}));
}

TEST(ScriptedCondition, VariantIsThePositionInTheOrderOfArrival) {
  const Program program = three_waiters();
  // Thread 2 waits first, then 0, then 1; waiter number 1 is woken.
  Probe probe(alternatives({{2, 0}, {2, 0}, {0, 0}, {0, 0}, {1, 0}, {1, 0}, {3, 1}}));
  EXPECT_EQ(run(program, probe).kind, OutcomeKind::kPassed);
  const auto signalled = std::ranges::find_if(
      probe.events, [](const Event& event) { return event.operation.kind == OperationKind::kConditionSignal; });
  ASSERT_NE(signalled, probe.events.end());
  EXPECT_EQ(signalled->variant, 1);
  // Beside the signaller only the one woken can go on: thread 0.
  const auto after = std::ranges::find_if(probe.points, [](const Probe::Point& point) {
    return point.alternatives == alternatives({{0, kProceed}, {3, kProceed}}) && point.last == ThreadId{3};
  });
  EXPECT_NE(after, probe.points.end());
}

TEST(ScriptedCondition, SignalWithoutWaitersIsLost) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  const Condition condition = program.condition("condition");
  program.thread([=](Thread& self) -> Script {
    co_await self.signal(condition);
    co_await self.lock(mutex);
    co_await self.wait(condition, mutex);
  });
  Probe probe;
  EXPECT_EQ(run(program, probe).kind, OutcomeKind::kDeadlock);
}

TEST(ScriptedCondition, AWokenWaiterNeedsTheMutexAsAStepOfItsOwn) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  const Condition condition = program.condition("condition");
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.wait(condition, mutex);
    co_await self.unlock(mutex);
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.signal(condition);
    co_await self.unlock(mutex);
  });
  Probe probe;
  EXPECT_EQ(run(program, probe).kind, OutcomeKind::kPassed);
  std::vector<OperationKind> waiter;
  for (const Event& event : probe.events) {
    if (event.thread == ThreadId{0} && event.visible) {
      waiter.push_back(event.operation.kind);
    }
  }
  EXPECT_EQ(waiter, (std::vector{OperationKind::kMutexLock, OperationKind::kConditionWait,
                                 OperationKind::kConditionReacquire, OperationKind::kMutexUnlock}));
  // The only choice was who locks first: a signalled waiter is not enabled while thread 1 holds the mutex.
  EXPECT_EQ(probe.points.size(), 1U);
}

TEST(ScriptedCondition, SpuriousWakeupsOnlyBesideOthers) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  const Condition condition = program.condition("condition");
  const Variable other = program.variable("other");
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    const Wake reason = co_await self.wait(condition, mutex);
    co_await self.require(reason == Wake::kSpurious);
    co_await self.unlock(mutex);
  });
  program.thread([=](Thread& self) -> Script { co_await self.write(other, 1); });
  EXPECT_EQ(count(all_executions(program), OutcomeKind::kDeadlock), 3U);
  // The same three deadlock still, since nothing else could happen at their ends; new ones wake beside the write.
  const std::vector<Execution> executions = all_executions(program, {.spurious_wakeups = true});
  EXPECT_EQ(count(executions, OutcomeKind::kDeadlock), 3U);
  EXPECT_GT(count(executions, OutcomeKind::kPassed), 0U);
  EXPECT_EQ(count(executions, OutcomeKind::kAssertion), 0U);
}

TEST(ScriptedTime, EarliestDeadlineFirstWhenNothingElseCanHappen) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  const Condition condition = program.condition("condition");
  const auto sleeper = [=](Nanoseconds timeout) -> Body {
    return [=](Thread& self) -> Script {
      co_await self.lock(mutex);
      co_await self.require(co_await self.timed_wait(condition, mutex, timeout) == Wake::kTimedOut);
      co_await self.require(self.now() > timeout);
      co_await self.unlock(mutex);
    };
  };
  program.thread(sleeper(300));
  program.thread(sleeper(100));
  program.thread(sleeper(200));
  Probe probe;
  EXPECT_EQ(run(program, probe).kind, OutcomeKind::kPassed);
  std::vector<int> order;
  for (const Event& event : probe.events) {
    if (event.variant == kTimeout) {
      order.push_back(event.thread.value);
    }
  }
  EXPECT_EQ(order, (std::vector{1, 2, 0}));
  EXPECT_EQ(probe.counter.costs().preemptions, 0U);  // time that passes costs nothing
}

TEST(ScriptedTime, TheClockNeverStandsStillNorGoesBack) {
  Program program;
  program.thread([=](Thread& self) -> Script {
    const Nanoseconds first = self.now();
    co_await self.sleep(1000);
    const Nanoseconds second = self.now();
    co_await self.require(second > first + 1000 && self.now() > second);
  });
  Probe probe;
  EXPECT_EQ(run(program, probe).kind, OutcomeKind::kPassed);
}

TEST(ScriptedTime, LeavingAThreadThatYieldedOrSleptIsNoPreemption) {
  Program program;
  const Variable other = program.variable("other");
  program.thread([=](Thread& self) -> Script {
    co_await self.yield();
    co_await self.sleep(1);
    co_await self.write(other, 1);
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.write(other, 2);
    co_await self.yield();
    co_await self.write(other, 3);
  });
  Probe probe;  // the default leaves after every yield and sleep
  EXPECT_EQ(run(program, probe).kind, OutcomeKind::kPassed);
  EXPECT_EQ(probe.counter.costs().switches, 4U);
  EXPECT_EQ(probe.counter.costs().preemptions, 0U);
}

TEST(ScriptedSemaphore, CountsAndBlocks) {
  Program program;
  const Semaphore semaphore = program.semaphore("semaphore", 1);
  const Variable order = program.variable("order");
  program.thread([=](Thread& self) -> Script {
    co_await self.acquire(semaphore);
    co_await self.acquire(semaphore);  // only after the post
    co_await self.require(co_await self.read(order) == 1);
    co_await self.require(!co_await self.try_acquire(semaphore));
    co_await self.require(!co_await self.timed_acquire(semaphore, 10));
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.write(order, 1);
    co_await self.post(semaphore);
  });
  const std::vector<Execution> executions = all_executions(program);
  EXPECT_EQ(executions.size(), 3U);  // where the first acquire falls
  EXPECT_EQ(count(executions, OutcomeKind::kPassed), 3U);
}

TEST(ScriptedBarrier, OpensForAllInOneStepAndCanBeUsedAgain) {
  Program program;
  const Barrier barrier = program.barrier("barrier", 2);
  const Variable serial = program.variable("serial");
  const Body body = [=](Thread& self) -> Script {
    for (int round = 0; round < 2; ++round) {
      if (co_await self.wait(barrier)) {
        co_await self.atomic_update(serial, [](Value before) { return before + 1; });
      }
    }
  };
  program.thread(body);
  program.thread(body);
  program.finally([=](const Memory& memory) { return memory.value(serial) == 2; });
  const std::vector<Execution> executions = all_executions(program);
  // First round: who is last (2). Then that one's update against the other's arrival: before it 2 ways to go on,
  // after it 1, in each the last to arrive updates.
  EXPECT_EQ(executions.size(), 6U);
  EXPECT_EQ(count(executions, OutcomeKind::kPassed), 6U);
}

TEST(ScriptedThreads, JoinCompletesWithTheStepThatEndsTheThread) {
  Program program;
  const Variable data = program.variable("data");
  program.thread([=](Thread& self) -> Script {
    const ThreadId child = self.create([=](Thread& inner) -> Script { co_await inner.write(data, 5); });
    co_await self.join(child);
    co_await self.require(co_await self.read(data) == 5);
    co_await self.join(self.create([=](Thread& /*inner*/) -> Script { co_return; }));
  });
  Probe probe;
  const Outcome outcome = run(program, probe);
  EXPECT_EQ(outcome.kind, OutcomeKind::kPassed);
  EXPECT_EQ(outcome.steps, 2U);
  EXPECT_TRUE(probe.points.empty());
  std::vector<std::string_view> names;
  for (const Event& event : probe.events) {
    names.push_back(name(event.operation.kind));
    EXPECT_NE(event.visible, is_thread_lifecycle(event.operation.kind));
  }
  EXPECT_EQ(names, (std::vector<std::string_view>{"thread-start", "thread-create", "thread-start", "write",
                                                  "thread-end", "thread-join", "read", "thread-create", "thread-start",
                                                  "thread-end", "thread-join", "thread-end"}));
}

TEST(ScriptedThreads, NamesAreGenealogical) {
  // Whichever of the two parents creates first, its child keeps its name although the number differs.
  Program program;
  const Variable data = program.variable("data");
  const Body parent = [=](Thread& self) -> Script {
    co_await self.write(data, 0);
    self.create([=](Thread& inner) -> Script { co_await inner.write(data, 1); });
  };
  program.thread(parent);
  program.thread(parent);
  Probe first;
  Probe second(alternatives({{1, kProceed}}));
  run(program, first);
  run(program, second);
  const auto child_of_zero = [](const Probe& probe) {
    for (const Event& event : probe.events) {
      if (event.operation.kind == OperationKind::kThreadCreate && event.thread == ThreadId{0}) {
        const ThreadId child = event.other;
        for (const Event& candidate : probe.events) {
          if (candidate.thread == child) {
            return std::pair(child, candidate.thread_name);
          }
        }
      }
    }
    return std::pair(kNoThread, ThreadName{});
  };
  EXPECT_EQ(child_of_zero(first).first, ThreadId{2});
  EXPECT_EQ(child_of_zero(second).first, ThreadId{3});
  EXPECT_EQ(child_of_zero(first).second, child_of_zero(second).second);
}

TEST(ScriptedChoice, EveryValueOnce) {
  Program program;
  std::set<Value> seen;
  program.thread([&seen](Thread& self) -> Script { seen.insert(co_await self.choose(5)); });
  EXPECT_EQ(all_executions(program).size(), 5U);
  EXPECT_EQ(seen, (std::set<Value>{0, 1, 2, 3, 4}));
}

TEST(ScriptedOutcome, ExitEndsEverything) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  program.thread([=](Thread& self) -> Script {
    co_await self.exit(3);
    co_await self.lock(mutex);
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.lock(mutex);
  });
  const std::vector<Execution> executions = all_executions(program);
  EXPECT_EQ(executions.size(), 2U);
  for (const Execution& execution : executions) {
    EXPECT_EQ(execution.outcome.kind, OutcomeKind::kExit);
    EXPECT_EQ(execution.outcome.exit_status, 3);
    EXPECT_EQ(execution.outcome.thread, ThreadId{0});
  }
}

TEST(ScriptedOutcome, StepLimit) {
  Program program;
  program.thread([](Thread& self) -> Script {
    for (;;) {
      co_await self.yield();
    }
  });
  Probe probe;
  const Outcome outcome = run(program, probe, {.step_limit = 100});
  EXPECT_EQ(outcome.kind, OutcomeKind::kStepLimit);
  EXPECT_EQ(outcome.steps, 100U);
}

// Thread 0 spins on a plain variable and never yields; the slice of the default continuation lets thread 1 set it.
TEST(ScriptedOutcome, ASpinningThreadDoesNotStarveTheOthers) {
  Program program;
  const Variable flag = program.variable("flag");
  program.thread([=](Thread& self) -> Script {
    while (co_await self.read(flag) == 0) {
    }
  });
  program.thread([=](Thread& self) -> Script { co_await self.write(flag, 1); });
  Probe probe;
  const Outcome outcome = run(program, probe);
  EXPECT_EQ(outcome.kind, OutcomeKind::kPassed);
  EXPECT_EQ(outcome.steps, kFairSlice + 2);
}

}  // namespace
}  // namespace heddle::sim
