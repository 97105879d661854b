#include "runtime/schedule/alternatives.h"

#include <algorithm>
#include <random>
#include <vector>

#include "fakes.h"
#include "refused.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/control.h"
#include "runtime/state/primitives.h"

namespace heddle::runtime {
namespace {

class AlternativesTest : public fakes::RuntimeTest {
 protected:
  // What there is to choose from.
  std::vector<Alternative> collect() {
    const std::size_t count = collect_alternatives(thread({0}), false);
    if (count == 0) {
      return {};
    }
    const Alternative chosen = choose(count);
    return count == 1 ? std::vector{chosen} : controller.alternatives;
  }
  Thread& add_choice(std::uint32_t variants) {
    Thread& made = add_thread(OperationKind::kChoose, nullptr);
    made.variants = variants;
    return made;
  }
  Thread& add_blocked(std::uint64_t deadline) {
    Thread& made = add_thread(OperationKind::kSleep, nullptr);
    made.status = Status::kBlocked;
    made.deadline = deadline;
    return made;
  }
  Thread& add_spinner(const char& cell) {
    Thread& made = add_thread();
    made.status = Status::kSpinning;
    made.spin.watch = static_cast<SpinWatch*>(allocate_block(sizeof(SpinWatch)));
    *made.spin.watch = {};
    made.spin.watch->cell_count = 1;
    SpinCell& seen = made.spin.watch->cells[0];
    seen = {.address = reinterpret_cast<std::uintptr_t>(&cell), .size = 1, .value = {}, .behind_yield = false};
    seen.value[0] = static_cast<std::byte>(cell);
    return made;
  }
};

Alternative proceed(const Thread& self) { return {.thread = self.id, .variant = kProceed}; }
Alternative time_out(const Thread& self) { return {.thread = self.id, .variant = kTimeout}; }

TEST_F(AlternativesTest, ThreadsBeforeAccessesCanGoOnInOrderOfCreation) {
  thread({0}).status = Status::kParked;
  add_thread();
  add_thread();
  EXPECT_EQ(collect(), (std::vector{proceed(thread({0})), proceed(thread({1})), proceed(thread({2}))}));
}

TEST_F(AlternativesTest, TheRunningThreadAndEndedOnesAreNone) {
  add_thread().status = Status::kEnded;
  EXPECT_EQ(collect_alternatives(thread({0}), false), 0U);
}

TEST_F(AlternativesTest, OneAlternativeIsTakenWithoutAsking) {
  const Thread& only = add_thread();
  EXPECT_EQ(collect(), std::vector{proceed(only)});
  EXPECT_EQ(controller.asked, 0);
  EXPECT_EQ(execution.points, 0U);
}

TEST_F(AlternativesTest, AThreadBeforeALockThatIsHeldIsNone) {
  MutexModel mutex{};
  mutex.locked = 1;
  mutex.owner = owner_mark(thread({0}));
  add_thread(OperationKind::kMutexLock, &mutex);
  const Thread& other = add_thread();
  EXPECT_EQ(collect(), std::vector{proceed(other)});
  mutex.locked = 0;
  EXPECT_EQ(collect().size(), 2U);
}

TEST_F(AlternativesTest, ATimedLockThatIsHeldCanTimeOut) {
  MutexModel mutex{};
  mutex.locked = 1;
  mutex.owner = owner_mark(thread({0}));
  Thread& waiting = add_thread(OperationKind::kMutexTimedLock, &mutex);
  waiting.deadline = 100;
  EXPECT_EQ(collect(), std::vector{time_out(waiting)});
  mutex.locked = 0;
  EXPECT_EQ(collect(), std::vector{proceed(waiting)}) << "where it can be had, the time does not pass";
}

TEST_F(AlternativesTest, VariantsOfAChoiceComeInOrder) {
  const Thread& chooser = add_choice(5);
  const std::vector<Alternative> all = collect();
  ASSERT_EQ(all.size(), 5U);
  for (Variant variant = 0; variant < 5; ++variant) {
    EXPECT_EQ(all[variant], (Alternative{.thread = chooser.id, .variant = variant}));
  }
}

TEST_F(AlternativesTest, ASignalWakesEachWaiterInItsVariant) {
  ConditionModel condition{};
  for (int count = 0; count < 3; ++count) {
    Thread& waiting = add_thread(OperationKind::kConditionWake, &condition);
    waiting.status = Status::kBlocked;
  }
  const Thread& signaller = add_thread(OperationKind::kConditionSignal, &condition);
  const std::vector<Alternative> all = collect();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all.back(), (Alternative{.thread = signaller.id, .variant = 2}));
}

TEST_F(AlternativesTest, SpuriousWakeUpsAreOfferedOnlyBesideOthers) {
  Thread& waiting = add_blocked(kNever);
  waiting.can_wake_spuriously = true;
  EXPECT_EQ(collect(), std::vector<Alternative>{});
  const Thread& other = add_thread();
  EXPECT_EQ(collect(), (std::vector{Alternative{.thread = waiting.id, .variant = kSpurious}, proceed(other)}));
}

TEST_F(AlternativesTest, SpinningThreadsGoOnWhenACellHasChanged) {
  char cell = 1;
  const Thread& spinner = add_spinner(cell);
  const Thread& other = add_thread();
  EXPECT_EQ(collect(), std::vector{proceed(other)});
  cell = 2;
  EXPECT_EQ(collect(), (std::vector{proceed(spinner), proceed(other)}));
}

TEST_F(AlternativesTest, AsManyAsThereIsRoomForAreCollected) {
  add_choice(32'768);
  add_choice(32'768);
  EXPECT_EQ(collect_alternatives(thread({0}), false), 65'536U);
}

TEST_F(AlternativesTest, OneMoreThanThereIsRoomForIsRefused) {
  add_choice(32'768);
  add_choice(32'769);
  EXPECT_UNSUPPORTED((void)collect_alternatives(thread({0}), false), "more than 65,536 ways to continue at one point");
}

TEST_F(AlternativesTest, OneMoreAccessThanThereIsRoomForIsRefused) {
  add_choice(32'768);
  add_choice(32'767);
  add_thread();
  EXPECT_EQ(collect_alternatives(thread({0}), false), 65'536U);
  add_thread();
  EXPECT_UNSUPPORTED((void)collect_alternatives(thread({0}), false), "more than 65,536 ways to continue at one point");
}

TEST_F(AlternativesTest, VariantsOfOneThreadAreRefusedLikewise) {
  const Thread& chooser = add_choice(65'537);
  EXPECT_UNSUPPORTED((void)collect_variants(chooser), "more than 65,536 ways to continue at one point");
}

TEST_F(AlternativesTest, TimeGoesToTheEarliestDeadlineTheFirstOfEqualOnes) {
  add_thread();
  add_blocked(300);
  add_blocked(200);
  add_blocked(200);
  EXPECT_EQ(collect().size(), 4U);
  EXPECT_EQ(controller.last_point.earliest_timeout, 2);
}

TEST_F(AlternativesTest, WithoutDeadlinesThereIsNoEarliestOne) {
  add_thread();
  add_blocked(kNever);
  add_thread();
  EXPECT_EQ(collect().size(), 2U);
  EXPECT_EQ(controller.last_point.earliest_timeout, -1);
}

TEST_F(AlternativesTest, ATimersSignalCountsAsADeadline) {
  add_blocked(300);
  Thread& waiting = add_thread(OperationKind::kSignalSuspend, nullptr);
  state().signals.actions[SIGALRM].handler = [](int) {};
  SignalTimer& timer = state().signals.timers[0];
  timer = {};
  timer.used = timer.raises = true;
  timer.signal = SIGALRM;
  timer.expiry = 250;
  timer.thread = waiting.id;
  state().signals.next_expiry = 250;
  state().signals.active = true;
  EXPECT_EQ(collect(),
            (std::vector{time_out(thread({1})), Alternative{.thread = waiting.id, .variant = kTimerSignal}}));
  EXPECT_EQ(controller.last_point.earliest_timeout, 1);
}

TEST_F(AlternativesTest, TheControllerIsToldWhoWasLast) {
  Thread& one = add_thread();
  add_thread();
  state().last = one.id;
  state().run_length = 3;
  one.just_yielded = true;
  execution.switches = 9;
  (void)collect();
  EXPECT_EQ(controller.last_point.last, one.id);
  EXPECT_TRUE(controller.last_point.last_yielded);
  EXPECT_EQ(controller.last_point.run_length, 3U);
  EXPECT_EQ(controller.last_point.switches, 9U);
  EXPECT_EQ(controller.last_point.number, 0U);
  (void)collect();
  EXPECT_EQ(controller.last_point.number, 1U);
}

TEST_F(AlternativesTest, AnIndexBehindTheLastOneEndsTheExecution) {
  add_thread();
  add_thread();
  for (const std::size_t answer : {std::size_t{2}, kDiverge}) {
    controller.answer = answer;
    try {
      (void)choose(collect_alternatives(thread({0}), false));
      ADD_FAILURE() << "it went on";
    } catch (const fakes::ExecutionEnded& end) {
      EXPECT_EQ(end.kind, OutcomeKind::kDiverged);
    }
  }
}

TEST_F(AlternativesTest, AloneOnlyTheThreadItselfIsAsked) {
  Thread& self = add_thread();
  add_thread();
  EXPECT_EQ(collect_alternatives(self, true), 1U);
  EXPECT_EQ(choose(1), proceed(self));
}

TEST_F(AlternativesTest, InsideOfAnAtomicSectionAThreadStaysAloneWhileItCanGoOn) {
  MutexModel mutex{};
  Thread& self = add_thread(OperationKind::kMutexLock, &mutex);
  EXPECT_FALSE(stays_alone(self));
  self.atomic_depth = 1;
  EXPECT_TRUE(stays_alone(self));
  mutex.locked = 1;
  mutex.owner = owner_mark(thread({0}));
  EXPECT_FALSE(stays_alone(self));
  self.status = Status::kBlocked;
  EXPECT_FALSE(stays_alone(self));
}

// Steady runs: nobody runs while the next step is chosen.

class SteadyRunTest : public AlternativesTest {
 protected:
  SteadyRunTest() { thread({0}).status = Status::kEnded; }
};

TEST_F(SteadyRunTest, WhileOthersWaitOneThreadGoesOnWithoutLimitButThatOfSteps) {
  add_blocked(kNever);
  const Thread& only = add_thread();
  execution.step_limit = 1000;
  execution.steps = 10;
  EXPECT_EQ(collect(), std::vector{proceed(only)});
  EXPECT_EQ(execution.steady_steps, 989U);
  EXPECT_FALSE(execution.steady_points);
}

TEST_F(SteadyRunTest, NoSteadyRunGoesBeyondTheLastStep) {
  add_thread();
  execution.step_limit = 10;
  for (const std::uint64_t steps : {9U, 10U, 11U}) {
    execution.steps = steps;
    (void)collect();
    EXPECT_EQ(execution.steady_steps, 0U) << steps;
  }
}

TEST_F(SteadyRunTest, ADeadlineOfAnotherThreadMakesNoSteadyRun) {
  add_blocked(100);
  controller.stays = 7;
  add_thread();
  state().last = {2};
  state().run_length = 7;
  controller.answer = 1;
  (void)collect();
  EXPECT_EQ(execution.steady_steps, 0U);
}

TEST_F(SteadyRunTest, TheControllerIsAskedAboutASteadyRunAtEveryEighthStep) {
  add_thread();
  add_thread();
  state().last = {1};
  controller.stays = 7;
  for (std::uint32_t length = 0; length < 24; ++length) {
    state().run_length = length;
    (void)collect();
    EXPECT_EQ(execution.steady_steps, length % 8 == 7 ? 7U : 0U) << length;
  }
  state().run_length = 7;
  controller.answer = 1;
  (void)collect();
  EXPECT_EQ(execution.steady_steps, 0U) << "another thread goes on";
}

TEST_F(SteadyRunTest, WhoObservesIsAskedAtEveryPoint) {
  add_thread();
  add_thread();
  state().last = {1};
  state().run_length = 7;
  controller.stays = 7;
  for (bool* watched : {&execution.recorded, &execution.focused}) {
    *watched = true;
    (void)collect();
    EXPECT_EQ(execution.steady_steps, 0U);
    *watched = false;
  }
  execution.wants.watch = Watch::kEvents;
  (void)collect();
  EXPECT_EQ(execution.steady_steps, 0U);
}

TEST_F(SteadyRunTest, WhatWasTakenOfASteadyRunIsToldOnce) {
  execution.steady_steps = 5;
  execution.steady_taken = 4;
  end_steady_run();
  end_steady_run();
  EXPECT_EQ(execution.steady_steps, 0U);
  EXPECT_EQ(controller.stayed, std::vector<std::uint32_t>{4});
}

// Signals.

class SignalAlternativesTest : public AlternativesTest {
 protected:
  void install(int signal) {
    state().signals.actions[signal].handler = [](int) {};
  }
  std::vector<Variant> variants_of(const Thread& self) {
    std::vector<Variant> variants;
    for (const Alternative& alternative : collect()) {
      if (alternative.thread == self.id) {
        variants.push_back(alternative.variant);
      }
    }
    return variants;
  }
};

TEST_F(SignalAlternativesTest, AThreadBeforeAnAccessHandlesItsSignalNowOrLater) {
  install(SIGUSR1);
  Thread& self = add_thread();
  post_signal(SIGUSR1, {}, &self);
  EXPECT_EQ(variants_of(self), (std::vector{kHandleSignal, kLateSignal}));
  self.signals.held = true;
  EXPECT_EQ(variants_of(self), (std::vector{kProceed, kHandleSignal}));
  self.signals.mask = signal_bit(SIGUSR1);
  EXPECT_EQ(variants_of(self), std::vector{kProceed});
}

TEST_F(SignalAlternativesTest, InsideOfAnAtomicSectionItIsPutOff) {
  install(SIGUSR1);
  Thread& self = add_thread();
  self.atomic_depth = 1;
  post_signal(SIGUSR1, {}, &self);
  EXPECT_EQ(variants_of(self), std::vector{kProceed});
}

TEST_F(SignalAlternativesTest, ASignalMayHaveComeJustBeforeTheCallItInterrupts) {
  install(SIGUSR1);
  SemaphoreModel semaphore{};
  Thread& self = add_thread(OperationKind::kSemaphoreWait, &semaphore);
  post_signal(SIGUSR1, {}, &self);
  EXPECT_EQ(variants_of(self), (std::vector{kHandleSignal, kEarlySignal}));
  state().signals.actions[SIGUSR1].flags = SA_RESTART;
  EXPECT_EQ(variants_of(self), std::vector{kHandleSignal});
  self.deadline = 50;
  EXPECT_EQ(variants_of(self), (std::vector{kHandleSignal, kTimeout}));
}

TEST_F(SignalAlternativesTest, DeliveriesAreTheHandlerAndTheEarlySignal) {
  install(SIGUSR1);
  Thread& self = add_thread();
  post_signal(SIGUSR1, {}, &self);
  EXPECT_EQ(collect_deliveries(self), 2U);
  (void)choose(2);
  EXPECT_EQ(controller.alternatives, (std::vector<Alternative>{{.thread = self.id, .variant = kHandleSignal},
                                                               {.thread = self.id, .variant = kEarlySignal}}));
}

// Against a description of its own of threads without signals.
struct Expected {
  std::vector<Alternative> all;
  bool real = false;
  void add(const Thread& self, Variant variant, bool is_real) {
    all.push_back({.thread = self.id, .variant = variant});
    real = real || is_real;
  }
};

class RandomAlternativesTest : public AlternativesTest {
 protected:
  void add_any(std::mt19937& random, Expected& expected) {
    const std::uint64_t deadline = random() % 2 == 0 ? kNever : random() % 100 + 1;
    switch (random() % 6) {
      case 0: {
        expected.add(add_thread(), kProceed, true);
        break;
      }
      case 1: {
        Thread& chooser = add_choice(static_cast<std::uint32_t>(random() % 4 + 1));
        for (std::uint32_t variant = 0; variant < chooser.variants; ++variant) {
          expected.add(chooser, static_cast<Variant>(variant), true);
        }
        break;
      }
      case 2: {
        Thread& blocked = add_blocked(deadline);
        blocked.can_wake_spuriously = random() % 2 == 0;
        add_waiting(blocked, blocked.can_wake_spuriously, expected);
        break;
      }
      case 3: {
        Thread& locking = add_thread(OperationKind::kMutexTimedLock, random() % 2 == 0 ? &held : &free);
        locking.deadline = deadline;
        if (locking.object == &free) {
          expected.add(locking, kProceed, true);
        } else {
          add_waiting(locking, false, expected);
        }
        break;
      }
      case 4: {
        const bool released = random() % 2 == 0;
        const Thread& spinner = add_spinner(released ? changing : steady);
        if (released) {
          spinner.spin.watch->cells[0].value[0] = std::byte{99};
          expected.add(spinner, kProceed, true);
        }
        break;
      }
      default:
        add_thread().status = Status::kEnded;
        break;
    }
  }
  static void add_waiting(const Thread& waiting, bool spurious, Expected& expected) {
    if (waiting.deadline != kNever) {
      expected.add(waiting, kTimeout, true);
    }
    if (spurious) {
      expected.add(waiting, kSpurious, false);
    }
  }

  MutexModel held{.locked = 1, .count = 0, .owner = 1, .users = 0, .kind = 0};
  MutexModel free{};
  char steady = 1;
  char changing = 1;
};

TEST_F(RandomAlternativesTest, AreThoseOfASimpleDescriptionWithAndWithoutSignals) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    state().thread_count = state().live_count = 1;
    Expected expected;
    const unsigned threads = random() % 8;
    for (unsigned count = 0; count < threads; ++count) {
      add_any(random, expected);
    }
    const std::vector<Alternative> wanted = expected.real ? expected.all : std::vector<Alternative>{};
    for (const bool active : {false, true}) {  // signals are about, but nobody has one
      state().signals.active = active;
      const std::vector<Alternative> all = collect();
      EXPECT_EQ(all, wanted) << round;
      EXPECT_TRUE(std::ranges::is_sorted(all)) << round;
    }
  }
}

}  // namespace
}  // namespace heddle::runtime
