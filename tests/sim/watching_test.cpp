// What scripted threads tell a watcher, and what the detector of data races makes of it, against the definition on the
// events of the same execution, which say what was done and not what it means.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "core/options.h"
#include "core/rng.h"
#include "detectors/detector_set.h"
#include "engine/continuation.h"
#include "engine/watcher.h"
#include "sim/executor.h"
#include "sim/program.h"
#include "sim/race_checks.h"
#include "sim/race_reference.h"
#include "sim/thread.h"

namespace heddle::sim {
namespace {

// Hands on, and keeps what it was told.
class Recorder final : public Watcher {
 public:
  void begin(FindingSink& sink, ConflictFilter* conflicts) override {
    trace.clear();
    detectors_.begin(sink, conflicts);
  }
  void access(const Access& access) override {
    trace.emplace_back(access);
    detectors_.access(access);
  }
  void synchronise(const Sync& sync) override {
    trace.emplace_back(sync);
    detectors_.synchronise(sync);
  }
  void renew(MemoryRange range) override {
    trace.emplace_back(range);
    detectors_.renew(range);
  }
  void look_at(const Looking& looking) override { detectors_.look_at(looking); }

  Trace trace;

 private:
  DetectorSet detectors_{kHappensBefore};
};

class Listener final : public Controller, public FindingSink {
 public:
  Listener(const Recorder& recorder, std::uint64_t seed) : recorder_(recorder), rng_(seed) {}

  [[nodiscard]] Wants begin() override { return {.sink = this}; }
  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override {
    // Longer runs than by chance: what orders threads is then seen to the end.
    return rng_.below(2) == 0 ? default_choice(point) : rng_.below(static_cast<std::uint32_t>(point.choices.size()));
  }
  void observe(const Event& event) override { events.push_back(event); }
  void report(const Fault& fault) override { seen.push_back({.step = recorder_.trace.size() - 1, .fault = fault}); }

  std::vector<Event> events;
  std::vector<Seen> seen;

 private:
  const Recorder& recorder_;
  Rng rng_;
};

constexpr std::size_t kBarrierCount = 2;

struct World {
  Program program;
  std::vector<Variable> variables;
  std::map<ObjectId, MemoryRange> places;
  std::vector<Mutex> mutexes;
  std::vector<ReadWriteLock> locks;
  std::vector<Condition> conditions;
  std::vector<Semaphore> semaphores;
  std::vector<Barrier> barriers;

  World() {
    const auto declare = [this](std::string_view name, Variable variable, std::uintptr_t address, std::size_t size) {
      variables.push_back(variable);
      places[{hash_bytes(name)}] = {.address = address, .size = size};
    };
    const Variable whole = program.variable("whole");
    const Variable other = program.variable("other");
    declare("whole", whole, 0x1000, 8);
    declare("other", other, 0x1008, 8);
    declare("low", program.part("low", whole, 0, 4), 0x1000, 4);
    declare("middle", program.part("middle", whole, 2, 4), 0x1002, 4);
    declare("byte", program.part("byte", other, 7, 1), 0x100f, 1);
    mutexes = {program.mutex("mutex"), program.mutex("second mutex")};
    locks = {program.read_write_lock("lock")};
    conditions = {program.condition("condition")};
    semaphores = {program.semaphore("semaphore", 0)};
    barriers = {program.barrier("barrier", kBarrierCount)};
  }
};

MemoryOrder any_order(Rng& rng) { return static_cast<MemoryOrder>(rng.below(6)); }

Script act(Thread& self, const World& world, std::uint64_t seed, std::uint32_t length, bool may_create) {
  Rng rng(seed);
  for (std::uint32_t step = 0; step < length; ++step) {
    const Variable variable = world.variables[rng.below(static_cast<std::uint32_t>(world.variables.size()))];
    const Mutex mutex = world.mutexes[rng.below(2)];
    switch (rng.below(16)) {
      case 0:
      case 1:
        co_await self.read(variable);
        break;
      case 2:
      case 3:
        co_await self.write(variable, 1);
        break;
      case 4:
        co_await self.atomic_load(variable, any_order(rng));
        break;
      case 5:
        co_await self.atomic_store(variable, 2, any_order(rng));
        break;
      case 6:
        co_await self.atomic_update(variable, [](Value value) { return value + 1; }, any_order(rng));
        break;
      case 7:
        co_await self.compare_exchange(variable, 0, 3, any_order(rng), any_order(rng));
        break;
      case 8:
        co_await self.fence(any_order(rng));
        break;
      case 9:
        co_await self.lock(mutex);
        co_await self.write(variable, 4);
        co_await self.unlock(mutex);
        break;
      case 10:
        if (co_await self.try_lock(mutex)) {
          co_await self.read(variable);
          co_await self.unlock(mutex);
        }
        break;
      case 11:
        co_await self.read_lock(world.locks[0]);
        co_await self.read(variable);
        co_await self.unlock(world.locks[0]);
        break;
      case 12:
        co_await self.write_lock(world.locks[0]);
        co_await self.write(variable, 5);
        co_await self.unlock(world.locks[0]);
        break;
      case 13:
        co_await self.lock(world.mutexes[0]);
        co_await self.timed_wait(world.conditions[0], world.mutexes[0], 5);
        co_await self.write(variable, 6);
        co_await self.unlock(world.mutexes[0]);
        co_await self.signal(world.conditions[0]);
        break;
      case 14:
        if (rng.below(2) == 0) {
          co_await self.post(world.semaphores[0]);
        } else if (co_await self.timed_acquire(world.semaphores[0], 7)) {
          co_await self.write(variable, 7);
        }
        break;
      default:
        if (!may_create) {
          co_await self.wait(world.barriers[0]);
          break;
        }
        const std::uint64_t child_seed = rng.next();
        const ThreadId child =
            self.create([&world, child_seed](Thread& born) { return act(born, world, child_seed, 3, false); });
        co_await self.write(variable, 8);
        co_await self.join(child);
        break;
    }
  }
}

// What the events of an execution mean. Objects are told by their names.
class Meaning {
 public:
  explicit Meaning(const World& world) : world_(world) {}

  Trace of(const std::vector<Event>& events) {
    for (const Event& event : events) {
      add(event);
    }
    return std::move(trace_);
  }

 private:
  void sync(const Event& event, SyncKind kind, ObjectId object) {
    trace_.emplace_back(Sync{.kind = kind,
                             .thread = event.thread,
                             .other = event.other,
                             .order = event.operation.order,
                             .object = object.value,
                             .site = event.operation.site});
  }
  void access(const Event& event, AccessKind kind, MemoryOrder order) {
    const MemoryRange place = world_.places.at(event.operation.object);
    trace_.emplace_back(Access{.thread = event.thread,
                               .kind = kind,
                               .atomic = is_atomic_access(event.operation.kind),
                               .order = order,
                               .address = place.address,
                               .size = place.size,
                               .site = event.operation.site});
  }

  void add(const Event& event) {
    const Operation& operation = event.operation;
    switch (operation.kind) {
      case OperationKind::kRead:
      case OperationKind::kAtomicLoad:
        return access(event, AccessKind::kRead, operation.order);
      case OperationKind::kWrite:
      case OperationKind::kAtomicStore:
        return access(event, AccessKind::kWrite, operation.order);
      case OperationKind::kAtomicReadModifyWrite:
        return access(event, AccessKind::kUpdate, operation.order);
      case OperationKind::kAtomicCompareExchange:
        return event.succeeded ? access(event, AccessKind::kUpdate, operation.order)
                               : access(event, AccessKind::kRead, operation.failure_order);
      case OperationKind::kFence:
        return sync(event, SyncKind::kFence, {});
      case OperationKind::kThreadCreate:
        return sync(event, SyncKind::kCreate, {});
      case OperationKind::kThreadJoin:
        return sync(event, SyncKind::kJoin, {});
      default:
        return event.succeeded ? add_synchronisation(event) : void();
    }
  }

  // One that succeeded.
  void add_synchronisation(const Event& event) {
    const ObjectId object = event.operation.object;
    switch (event.operation.kind) {
      case OperationKind::kMutexLock:
      case OperationKind::kMutexTryLock:
        return sync(event, SyncKind::kLock, object);
      case OperationKind::kMutexUnlock:
        return sync(event, SyncKind::kUnlock, object);
      case OperationKind::kConditionWait:
        return sync(event, SyncKind::kUnlock, event.also);
      case OperationKind::kConditionReacquire:
        return sync(event, SyncKind::kLock, event.also);
      case OperationKind::kReadLock:
        readers_.push_back(event.thread);
        return sync(event, SyncKind::kLockShared, object);
      case OperationKind::kWriteLock:
        return sync(event, SyncKind::kLock, object);
      case OperationKind::kReadWriteUnlock:
        return sync(event, std::erase(readers_, event.thread) != 0 ? SyncKind::kUnlockShared : SyncKind::kUnlock,
                    object);
      case OperationKind::kSemaphorePost:
        return sync(event, SyncKind::kSend, object);
      case OperationKind::kSemaphoreTimedWait:
        return sync(event, SyncKind::kReceive, object);
      case OperationKind::kBarrierWait:
        return arrive(event);
      default:
        return;
    }
  }

  void arrive(const Event& event) {
    // Each round is an object of its own.
    arrived_.push_back(event);
    const ObjectId round{arrivals_++ / kBarrierCount};
    sync(event, SyncKind::kSend, round);
    if (arrived_.size() == kBarrierCount) {
      for (const Event& one : std::exchange(arrived_, {})) {
        sync(one, SyncKind::kReceive, round);
      }
    }
  }

  const World& world_;
  Trace trace_;
  std::vector<ThreadId> readers_;
  std::vector<Event> arrived_;
  std::uint64_t arrivals_ = 0;
};

// Races by what they are, and not by where they stand in a trace.
using Summary = std::vector<std::tuple<ThreadId, SiteId, ThreadId, SiteId, std::uintptr_t>>;
Summary summary(const Trace& trace) {
  Summary all;
  for (const Race& race : races_of(trace)) {
    const auto& earlier = std::get<Access>(trace[race.earlier]);
    const auto& later = std::get<Access>(trace[race.later]);
    all.emplace_back(earlier.thread, earlier.site, later.thread, later.site, race.byte);
  }
  std::ranges::sort(all);
  return all;
}

TEST(WatchedScripts, RacesAreThoseOfTheEvents) {
  Recorder recorder;
  std::size_t racy = 0;
  std::size_t clean = 0;
  Rng rng(7);
  for (int number = 0; number < 1500; ++number) {
    World world;
    const std::uint32_t threads = 2 + rng.below(2);
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      const std::uint64_t seed = rng.next();
      const std::uint32_t length = 1 + rng.below(5);
      const bool may_create = rng.below(2) == 0;
      world.program.thread(
          [&world, seed, length, may_create](Thread& self) { return act(self, world, seed, length, may_create); });
    }
    ScriptedExecutor executor(world.program, {}, &recorder);
    for (int execution = 0; execution < 4; ++execution) {
      Listener listener(recorder, rng.next());
      executor.execute(listener);
      const std::vector<Race> races = races_of(recorder.trace);
      EXPECT_EQ(summary(recorder.trace), summary(Meaning(world).of(listener.events)));
      EXPECT_EQ(listener.seen.empty(), races.empty());
      for (const Seen& seen : listener.seen) {
        expect_sound(recorder.trace, races, seen);
      }
      expect_complete(recorder.trace, races, listener.seen);
      ++(races.empty() ? clean : racy);
      ASSERT_FALSE(HasFailure()) << "program " << number << "\n" << text(recorder.trace);
    }
  }
  EXPECT_GT(racy, 1000U);
  EXPECT_GT(clean, 500U);
}

TEST(WatchedScripts, AnExecutionEndsAtTheFaultThatIsLookedFor) {
  Program program;
  const Variable whole = program.variable("whole");
  const Variable half = program.part("half", whole, 4, 4);
  program.thread([=](Thread& self) -> Script {
    co_await self.write(whole, 1);
    co_await self.yield();
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.read(half);
    co_await self.yield();
  });
  Recorder recorder;
  ScriptedExecutor executor(program, {}, &recorder);
  Listener first(recorder, 1);
  EXPECT_EQ(executor.execute(first).kind, OutcomeKind::kPassed);
  ASSERT_EQ(first.seen.size(), 1U);

  // With both places known, the fault has another signature: the one to look for.
  const Operation& before = first.seen[0].fault.earlier().operation;
  executor.look_for({.ranges = {{.address = before.address, .size = before.size}}, .sites = {}});
  Listener second(recorder, 1);
  EXPECT_EQ(executor.execute(second).kind, OutcomeKind::kPassed);
  ASSERT_EQ(second.seen.size(), 1U);
  const Fault fault = second.seen[0].fault;
  EXPECT_NE(fault.earlier().operation.site, SiteId{});

  executor.look_for(
      {.fault = fault.signature, .ranges = {}, .sites = {fault.last().operation.site, fault.earlier().operation.site}});
  Listener third(recorder, 1);
  const Outcome outcome = executor.execute(third);
  EXPECT_EQ(outcome.kind, OutcomeKind::kDetected);
  EXPECT_EQ(outcome.fault, fault.signature);
  EXPECT_EQ(outcome.thread, fault.last().thread);
  EXPECT_TRUE(third.seen.empty());
}

}  // namespace
}  // namespace heddle::sim
