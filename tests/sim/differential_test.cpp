// The scripted threads and the depth-first search against a second algorithm that shares no code with them: an explicit
// search of the graph of states, counting paths with memory, on models written down independently.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/rng.h"
#include "sim/enumerate.h"
#include "sim/executor.h"
#include "sim/program.h"
#include "sim/programs.h"
#include "sim/reference_model.h"
#include "sim/thread.h"

namespace heddle::sim {
namespace {

// The same listing as scripted threads.
struct Objects {
  std::vector<Variable> variables;
  std::vector<Mutex> mutexes;
  std::vector<Condition> conditions;
  std::vector<Semaphore> semaphores;
  std::vector<Barrier> barriers;
};

Script interpret(Thread& self, const reference::Code& code, const Objects& objects, std::size_t thread) {
  using reference::Verb;
  for (std::size_t position = 0; position < code.size(); ++position) {
    const reference::Instruction instruction = code[position];
    const std::size_t object = instruction.object;
    switch (instruction.verb) {
      case Verb::kWrite:
        co_await self.write(objects.variables[object], reference::written_value(thread, position));
        break;
      case Verb::kLock:
        co_await self.lock(objects.mutexes[object]);
        break;
      case Verb::kTryLock:
        co_await self.try_lock(objects.mutexes[object]);
        break;
      case Verb::kTimedLock:
        co_await self.timed_lock(objects.mutexes[object], 10);
        break;
      case Verb::kUnlock:
        co_await self.unlock(objects.mutexes[object]);
        break;
      case Verb::kWait:
        co_await self.wait(objects.conditions[object], objects.mutexes[object]);
        break;
      case Verb::kTimedWait:
        co_await self.timed_wait(objects.conditions[object], objects.mutexes[object], 10);
        break;
      case Verb::kSignal:
        co_await self.signal(objects.conditions[object]);
        break;
      case Verb::kBroadcast:
        co_await self.broadcast(objects.conditions[object]);
        break;
      case Verb::kAcquire:
        co_await self.acquire(objects.semaphores[object]);
        break;
      case Verb::kPost:
        co_await self.post(objects.semaphores[object]);
        break;
      case Verb::kBarrier:
        co_await self.wait(objects.barriers[object]);
        break;
      case Verb::kChoose:
        co_await self.choose(2);
        break;
    }
  }
}

Program scripted(const reference::Listing& listing, const std::function<void(std::vector<Value>)>& at_end) {
  Program program;
  Objects objects;
  for (std::size_t index = 0; index < reference::kObjects; ++index) {
    const std::string suffix = std::to_string(index);
    objects.variables.push_back(program.variable("variable " + suffix));
    objects.mutexes.push_back(program.mutex("mutex " + suffix));
    objects.conditions.push_back(program.condition("condition " + suffix));
    objects.semaphores.push_back(program.semaphore("semaphore " + suffix, 0));
    objects.barriers.push_back(program.barrier("barrier " + suffix, 2));
  }
  for (std::size_t thread = 0; thread < listing.size(); ++thread) {
    program.thread([=, &listing](Thread& self) { return interpret(self, listing[thread], objects, thread); });
  }
  program.finally([=](const Memory& memory) {
    std::vector<Value> values;
    for (const Variable variable : objects.variables) {
      values.push_back(memory.value(variable));
    }
    at_end(values);
    return true;
  });
  return program;
}

reference::Listing random_listing(Rng& rng) {
  // Three threads of up to 3 operations, or two of up to 5.
  const std::size_t threads = 2 + rng.below(2);
  const std::uint32_t longest = threads == 2 ? 5 : 3;
  reference::Listing listing(threads);
  for (reference::Code& code : listing) {
    const std::uint32_t length = 1 + rng.below(longest);
    for (std::uint32_t position = 0; position < length; ++position) {
      code.push_back({static_cast<reference::Verb>(rng.below(reference::kVerbCount)),
                      static_cast<std::uint8_t>(rng.below(reference::kObjects))});
    }
  }
  return listing;
}

std::uint64_t total(const reference::Tally& tally) {
  std::uint64_t paths = tally.deadlocked;
  for (const auto& [values, count] : tally.passed) {
    paths += count;
  }
  return paths;
}

TEST(Differential, RandomProgramsHaveTheSameExecutionsInBoth) {
  Rng rng(2024);
  int programs = 0;
  std::uint64_t executions_total = 0;
  std::uint64_t deadlocks_total = 0;
  for (int number = 0; number < 400; ++number) {
    const bool spurious = number % 2 == 1;
    const reference::Listing listing = random_listing(rng);
    const reference::Tally expected = reference::count_paths(listing, spurious);
    if (total(expected) > 5'000) {
      continue;
    }
    reference::Tally tally;
    const Program program = scripted(listing, [&tally](const std::vector<Value>& values) { ++tally.passed[values]; });
    ScriptedExecutor executor(program, {.spurious_wakeups = spurious});
    const std::vector<Execution> executions = enumerate(executor);
    tally.deadlocked = count(executions, OutcomeKind::kDeadlock);
    EXPECT_TRUE(all_distinct(executions)) << "program " << number;
    EXPECT_EQ(tally.deadlocked, expected.deadlocked) << "program " << number;
    EXPECT_EQ(tally.passed, expected.passed) << "program " << number;
    ++programs;
    executions_total += executions.size();
    deadlocks_total += tally.deadlocked;
  }
  // The programs are worth something: many executions, and both endings.
  EXPECT_GT(programs, 350);
  EXPECT_GT(executions_total, 20'000U);
  EXPECT_GT(deadlocks_total, 1'000U);
  EXPECT_LT(deadlocks_total, executions_total - 1'000);
}

// wrong_waiter has loops, so it has a model of its own: who holds the mutex, where everybody is, and the queue.
struct Exchange {
  enum class Place : std::uint8_t { kLock, kTest, kWaitStep, kQueued, kReacquire, kWrite, kSignal, kUnlock, kEnded };
  std::vector<Place> places = std::vector<Place>(4, Place::kLock);
  std::vector<std::size_t> queue;
  bool locked = false;
  bool full = false;
  friend auto operator<=>(const Exchange&, const Exchange&) = default;
};

// One successor for every waiter that the signal may wake.
void signal_waiters(const Exchange& state, const Exchange& after, std::vector<Exchange>& successors) {
  for (std::size_t position = 0; position < state.queue.size(); ++position) {
    Exchange woken = after;
    woken.places[state.queue[position]] = Exchange::Place::kReacquire;
    woken.queue.erase(woken.queue.begin() + static_cast<std::ptrdiff_t>(position));
    successors.push_back(woken);
  }
  if (state.queue.empty()) {
    successors.push_back(after);
  }
}

void add_successors(const Exchange& state, std::size_t thread, std::vector<Exchange>& successors) {
  using Place = Exchange::Place;
  const bool consumer = thread < 2;
  Exchange next = state;
  Place& place = next.places[thread];
  switch (place) {
    case Place::kLock:
    case Place::kReacquire:
      if (state.locked) {
        return;
      }
      next.locked = true;
      place = Place::kTest;
      break;
    case Place::kTest:
      place = state.full == consumer ? Place::kWrite : Place::kWaitStep;
      break;
    case Place::kWaitStep:
      next.locked = false;
      next.queue.push_back(thread);
      place = Place::kQueued;
      break;
    case Place::kWrite:
      next.full = !state.full;
      place = Place::kSignal;
      break;
    case Place::kSignal:
      place = Place::kUnlock;
      return signal_waiters(state, next, successors);
    case Place::kUnlock:
      next.locked = false;
      place = Place::kEnded;
      break;
    case Place::kQueued:
    case Place::kEnded:
      return;
  }
  successors.push_back(next);
}

struct Paths {
  std::uint64_t ended = 0;
  std::uint64_t asleep = 0;  // for ever
};

Paths count_exchange(const Exchange& state, std::map<Exchange, Paths>& seen) {
  if (const auto known = seen.find(state); known != seen.end()) {
    return known->second;
  }
  std::vector<Exchange> successors;
  for (std::size_t thread = 0; thread < state.places.size(); ++thread) {
    add_successors(state, thread, successors);
  }
  Paths paths;
  if (successors.empty()) {
    const bool all_ended =
        std::ranges::all_of(state.places, [](Exchange::Place place) { return place == Exchange::Place::kEnded; });
    (all_ended ? paths.ended : paths.asleep) = 1;
  }
  for (const Exchange& next : successors) {
    const Paths rest = count_exchange(next, seen);
    paths.ended += rest.ended;
    paths.asleep += rest.asleep;
  }
  return seen[state] = paths;
}

TEST(Differential, WrongWaiterAgainstItsModel) {
  std::map<Exchange, Paths> seen;
  const auto [ended, asleep] = count_exchange(Exchange{}, seen);
  const Program program = wrong_waiter();
  ScriptedExecutor executor(program);
  const std::vector<Execution> executions = enumerate(executor);
  EXPECT_EQ(count(executions, OutcomeKind::kPassed), ended);
  EXPECT_EQ(count(executions, OutcomeKind::kDeadlock), asleep);
  EXPECT_GT(asleep, 0U);
}

}  // namespace
}  // namespace heddle::sim
