// Races that a detector sees because it does not hear of the locks, confirmed or not.
#include "engine/confirmer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "detectors/happens_before.h"
#include "engine/continuation.h"
#include "sim/executor.h"
#include "sim/program.h"
#include "sim/thread.h"

namespace heddle::sim {
namespace {

// Hears of threads, but not of locks.
class Deaf final : public Watcher {
 public:
  void begin(FindingSink& sink, ConflictFilter* /*conflicts*/) override { detector_.begin(sink); }
  void access(const Access& access) override { detector_.access(access); }
  void synchronise(const Sync& sync) override {
    if (sync.kind >= SyncKind::kCreate) {
      detector_.synchronise(sync);
    }
  }
  void renew(MemoryRange range) override { detector_.renew(range); }
  void look_at(const Looking& looking) override { detector_.look_at(looking); }

 private:
  HappensBefore detector_;
};

// The default continuation, and what is reported in it.
class Listener final : public Controller, public FindingSink {
 public:
  [[nodiscard]] Wants begin() override { return {.sink = this}; }
  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override { return default_choice(point); }
  void report(const Fault& fault) override { faults.push_back(fault); }
  std::vector<Fault> faults;
};

// Of all races of that execution, with both their places.
std::vector<Confirmation> confirmations(const Program& program) {
  Deaf watcher;
  ScriptedExecutor executor(program, {}, &watcher);
  Listener first;
  (void)executor.execute(first);
  Looking closely;
  for (const Fault& fault : first.faults) {
    closely.ranges.push_back(range_of(fault.last().operation));
  }
  executor.look_for(closely);
  Listener second;
  (void)executor.execute(second);
  executor.look_for({});
  std::vector<Confirmation> all;
  for (const Fault& fault : second.faults) {
    std::uint64_t runs = 0;
    all.push_back(confirm(executor, {}, fault, runs));
    EXPECT_GE(runs, 1U);
    EXPECT_LE(runs, 3U);
  }
  return all;
}

Body adds_once(Mutex mutex, Variable variable, bool locks) {
  return [=](Thread& self) -> Script {
    if (locks) {
      co_await self.lock(mutex);
    }
    co_await self.write(variable, co_await self.read(variable) + 1);
    if (locks) {
      co_await self.unlock(mutex);
    }
  };
}

Program adders(bool first_locks, bool second_locks) {
  Program program;
  const Mutex mutex = program.mutex("mutex");
  const Variable variable = program.variable("variable");
  program.thread(adds_once(mutex, variable, first_locks));
  program.thread(adds_once(mutex, variable, second_locks));
  return program;
}

bool any_met(const std::vector<Confirmation>& all) { return std::ranges::find(all, Confirmation::kMet) != all.end(); }

TEST(Confirmer, AccessesUnderALockNeverMeet) {
  const std::vector<Confirmation> all = confirmations(adders(true, true));
  ASSERT_FALSE(all.empty());
  EXPECT_FALSE(any_met(all));
}

TEST(Confirmer, ALockThatOneThreadTakesKeepsNobodyAway) {
  EXPECT_TRUE(any_met(confirmations(adders(true, false))));
  EXPECT_TRUE(any_met(confirmations(adders(false, true))));
  EXPECT_TRUE(any_met(confirmations(adders(false, false))));
}

TEST(Confirmer, WhatIsHandedOverNeverMeets) {
  Program program;
  const Variable data = program.variable("data");
  const Semaphore given = program.semaphore("given", 0);
  program.thread([=](Thread& self) -> Script {
    co_await self.write(data, 1);
    co_await self.post(given);
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.acquire(given);
    co_await self.write(data, 2);
  });
  const std::vector<Confirmation> all = confirmations(program);
  ASSERT_FALSE(all.empty());
  EXPECT_FALSE(any_met(all));
}

// Nothing but the order in which they ran had them one behind the other, with the second thread blocked in between.
TEST(Confirmer, OthersGoOnWhileOneIsHeld) {
  Program program;
  const Variable data = program.variable("data");
  const Semaphore given = program.semaphore("given", 0);
  program.thread([=](Thread& self) -> Script { co_await self.write(data, 1); });
  program.thread([=](Thread& self) -> Script {
    co_await self.acquire(given);
    co_await self.write(data, 2);
  });
  program.thread([=](Thread& self) -> Script { co_await self.post(given); });
  EXPECT_TRUE(any_met(confirmations(program)));
}

}  // namespace
}  // namespace heddle::sim
