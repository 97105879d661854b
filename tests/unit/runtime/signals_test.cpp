#include "runtime/schedule/signals.h"

#include <sys/syscall.h>
#include <sys/time.h>

#include <algorithm>
#include <climits>
#include <random>
#include <vector>

#include "fakes.h"
#include "refused.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

constexpr int kRealTime = 40;

class SignalsTest : public fakes::RuntimeTest {
 protected:
  static void install(int signal) {
    state().signals.actions[signal].handler = [](int) {};
  }
  static void block(Thread& self, int signal) { self.signals.mask |= signal_bit(signal); }
  static std::vector<int> take_all(Thread& self) {
    std::vector<int> taken;
    SignalCause cause;
    while (const int signal = take_pending(self, ~std::uint64_t{0}, cause)) {
      taken.push_back(signal);
    }
    return taken;
  }

  Thread& self = thread({0});
  Thread& other = add_thread();
};

TEST_F(SignalsTest, ASignalIsDueUntilItIsHandled) {
  install(SIGUSR1);
  EXPECT_FALSE(has_signal(self));
  post_signal(SIGUSR1, {.code = SI_USER, .value = 0, .timer = 0, .sender = other.id}, &self);
  EXPECT_TRUE(has_signal(self));
  EXPECT_EQ(due_signals(self), signal_bit(SIGUSR1));
  handle_due_signals();
  EXPECT_FALSE(has_signal(self));
  ASSERT_EQ(fakes::world.handled.size(), 1U);
  EXPECT_EQ(fakes::world.handled[0].signal, SIGUSR1);
  EXPECT_EQ(fakes::world.handled[0].cause.sender, other.id);
  EXPECT_EQ(fakes::world.noted_signals, std::vector{int{SIGUSR1}});
}

TEST_F(SignalsTest, AnIgnoredSignalIsNeverPending) {
  state().signals.actions[SIGUSR1].handler = SIG_IGN;
  post_signal(SIGUSR1, {}, &self);
  post_signal(SIGCHLD, {}, &self);  // by default
  EXPECT_EQ(due_signals(self), 0U);
}

TEST_F(SignalsTest, ABlockedSignalIsKeptAlsoWhereItIsIgnored) {
  state().signals.actions[SIGUSR1].handler = SIG_IGN;
  block(self, SIGUSR1);
  post_signal(SIGUSR1, {}, &self);
  install(SIGUSR1);
  set_signal_mask(self, 0);
  EXPECT_EQ(due_signals(self), signal_bit(SIGUSR1));
}

TEST_F(SignalsTest, WithoutAHandlerItEndsTheExecution) {
  for (const int signal : {SIGUSR1, SIGSEGV, SIGTERM, kRealTime}) {
    try {
      post_signal(signal, {}, &self);
      ADD_FAILURE() << "it went on";
    } catch (const fakes::ExecutionEnded& end) {
      EXPECT_EQ(end.kind, OutcomeKind::kCrash);
      EXPECT_EQ(end.signal, signal);
    }
  }
  EXPECT_EQ(fakes::words(), "signal 40 raised by the program");
}

TEST_F(SignalsTest, StoppingTheProcessIsRefused) {
  EXPECT_UNSUPPORTED(post_signal(SIGTSTP, {}, &self), "a signal that stops the process");
}

TEST_F(SignalsTest, StandardSignalsArePendingOnceRealTimeOnesAsOftenAsSent) {
  install(SIGUSR1);
  install(kRealTime);
  block(self, SIGUSR1);
  block(self, kRealTime);
  for (int count = 0; count < 3; ++count) {
    post_signal(SIGUSR1, {}, &self);
    post_signal(kRealTime, {.code = SI_QUEUE, .value = count}, &self);
  }
  SignalCause cause;
  EXPECT_EQ(take_pending(self, ~std::uint64_t{0}, cause), SIGUSR1);
  for (int count = 0; count < 3; ++count) {
    EXPECT_EQ(take_pending(self, ~std::uint64_t{0}, cause), kRealTime);
    EXPECT_EQ(cause.value, count) << "first come, first served";
  }
  EXPECT_EQ(take_pending(self, ~std::uint64_t{0}, cause), 0);
}

TEST_F(SignalsTest, OneToTheThreadAndOneToTheProcessAreTwo) {
  install(SIGUSR1);
  block(self, SIGUSR1);
  block(other, SIGUSR1);
  post_signal(SIGUSR1, {}, &self);
  post_signal(SIGUSR1, {}, nullptr);
  post_signal(SIGUSR1, {}, nullptr);
  EXPECT_EQ(take_all(self), (std::vector<int>{SIGUSR1, SIGUSR1}));
}

TEST_F(SignalsTest, TheProcessesSignalGoesToTheCandidateOfThatRank) {
  install(SIGUSR1);
  Thread& third = add_thread();
  block(self, SIGUSR1);
  EXPECT_EQ(signal_candidates(SIGUSR1), 2U);
  post_signal(SIGUSR1, {}, nullptr, 1);
  EXPECT_EQ(due_signals(other), 0U);
  EXPECT_EQ(due_signals(third), signal_bit(SIGUSR1));
}

TEST_F(SignalsTest, WhoWaitsForItIsACandidateMore) {
  install(SIGUSR1);
  EXPECT_EQ(signal_candidates(SIGUSR1), 2U);
  other.signals.awaited = signal_bit(SIGUSR1);
  EXPECT_EQ(signal_candidates(SIGUSR1), 3U);
  post_signal(SIGUSR1, {}, nullptr, 2);
  EXPECT_EQ(awaited_signals(other), signal_bit(SIGUSR1));
  EXPECT_EQ(due_signals(self) | due_signals(other), 0U);
}

TEST_F(SignalsTest, WhereNobodyLetsItInItWaitsForTheFirstWhoDoes) {
  install(SIGUSR1);
  block(self, SIGUSR1);
  block(other, SIGUSR1);
  EXPECT_EQ(signal_candidates(SIGUSR1), 1U);
  post_signal(SIGUSR1, {}, nullptr);
  EXPECT_EQ(due_signals(self) | due_signals(other), 0U);
  set_signal_mask(other, 0);
  EXPECT_EQ(due_signals(other), signal_bit(SIGUSR1));
}

TEST_F(SignalsTest, WhoBlocksItLaterHandsTheProcessesSignalOn) {
  install(SIGUSR1);
  install(SIGUSR2);
  post_signal(SIGUSR1, {}, nullptr);
  post_signal(SIGUSR2, {}, &self);
  set_signal_mask(self, ~std::uint64_t{0});
  EXPECT_EQ(due_signals(other), signal_bit(SIGUSR1));
  EXPECT_EQ(take_all(self), std::vector<int>{SIGUSR2}) << "what was sent to the thread stays";
}

TEST_F(SignalsTest, NobodyBlocksThoseThatCannotBe) {
  set_signal_mask(self, ~std::uint64_t{0});
  for (const int signal : {SIGKILL, SIGSTOP, 32, 33}) {
    EXPECT_EQ(self.signals.mask & signal_bit(signal), 0U) << signal;
  }
  EXPECT_NE(self.signals.mask & signal_bit(64), 0U);
}

TEST_F(SignalsTest, WhatIsIgnoredFromNowOnIsForgotten) {
  install(kRealTime);
  block(self, kRealTime);
  block(other, kRealTime);
  post_signal(kRealTime, {}, &self);
  post_signal(kRealTime, {}, &other);
  post_signal(kRealTime, {}, nullptr);
  forget_ignored(kRealTime);
  EXPECT_EQ(other.signals.pending.set, signal_bit(kRealTime)) << "it is not ignored";
  state().signals.actions[kRealTime].handler = SIG_IGN;
  forget_ignored(kRealTime);
  EXPECT_EQ(take_all(self), std::vector<int>{});
  EXPECT_EQ(take_all(other), std::vector<int>{});
}

TEST_F(SignalsTest, AThreadThatHasEndedHasNoneAndGivesItsBlocksBack) {
  install(kRealTime);
  block(other, kRealTime);
  post_signal(kRealTime, {}, &other);
  const std::byte* before = state().block_next;
  forget_signals(other);
  EXPECT_EQ(other.signals.pending.set, 0U);
  post_signal(kRealTime, {}, &other);
  EXPECT_EQ(state().block_next, before);
}

TEST_F(SignalsTest, TheInformationOfASignalIsThatOfItsCause) {
  siginfo_t info;
  fill_info(info, SIGUSR1, {.code = SI_USER});
  EXPECT_EQ(info.si_signo, SIGUSR1);
  EXPECT_EQ(info.si_pid, virtual_process());
  fill_info(info, kRealTime, {.code = SI_QUEUE, .value = 77});
  EXPECT_EQ(info.si_value.sival_int, 77);
  fill_info(info, SIGCHLD,
            {.code = CLD_EXITED, .value = 0, .timer = 0, .sender = kNoThread, .process = 5, .status = 3});
  EXPECT_EQ(info.si_pid, 5);
  EXPECT_EQ(info.si_status, 3);
}

TEST_F(SignalsTest, SignalsAreTakenByNumberAndAgeInAnyOrderOfSending) {
  std::mt19937 random(23);
  set_signal_mask(self, ~std::uint64_t{0});
  for (int signal = 1; signal <= kSignals; ++signal) {
    install(signal);
  }
  for (int round = 0; round < 100; ++round) {
    std::vector<std::pair<int, std::int64_t>> sent;
    for (std::int64_t number = 0; number < 40; ++number) {
      const int signal = static_cast<int>(random() % 28 + 34);
      post_signal(signal, {.code = SI_QUEUE, .value = number}, &self);
      sent.emplace_back(signal, number);
    }
    std::ranges::sort(sent);
    for (const auto& [signal, number] : sent) {
      SignalCause cause;
      ASSERT_EQ(take_pending(self, ~std::uint64_t{0}, cause), signal);
      ASSERT_EQ(cause.value, number);
    }
    EXPECT_EQ(self.signals.pending.set, 0U);
  }
}

// Timers.

class SignalTimersTest : public SignalsTest {
 protected:
  static long call(long number, long a = 0, long b = 0, long c = 0, long d = 0) {
    return timer_system_call(number, {a, b, c, d, 0, 0}, nullptr);
  }
  int create(int signal, int notify = SIGEV_SIGNAL) {
    sigevent event{};
    event.sigev_notify = notify;
    event.sigev_signo = signal;
    int number = -1;
    EXPECT_EQ(call(SYS_timer_create, CLOCK_MONOTONIC, reinterpret_cast<long>(&event), reinterpret_cast<long>(&number)),
              0);
    return number;
  }
  static long set(int timer, std::uint64_t value, std::uint64_t interval) {
    const itimerspec wanted{
        .it_interval = {.tv_sec = static_cast<time_t>(interval / kSecond),
                        .tv_nsec = static_cast<long>(interval % kSecond)},
        .it_value = {.tv_sec = static_cast<time_t>(value / kSecond), .tv_nsec = static_cast<long>(value % kSecond)}};
    return call(SYS_timer_settime, timer, 0, reinterpret_cast<long>(&wanted));
  }
  static void pass(std::uint64_t nanoseconds) {
    state().clock += nanoseconds;
    expire_signal_timers();
  }
};

TEST_F(SignalTimersTest, ATimerSendsItsSignalWhenItsTimeHasCome) {
  install(SIGUSR1);
  const int timer = create(SIGUSR1);
  ASSERT_EQ(set(timer, 100, 0), 0);
  EXPECT_EQ(next_signal_timer(self), 100U);
  pass(99);
  EXPECT_EQ(due_signals(self), 0U);
  pass(1);
  EXPECT_EQ(due_signals(self), signal_bit(SIGUSR1));
  EXPECT_EQ(next_signal_timer(self), kNever);
}

TEST_F(SignalTimersTest, WhatExpiresWhileItsSignalIsPendingIsOverrun) {
  install(SIGUSR1);
  const int timer = create(SIGUSR1);
  ASSERT_EQ(set(timer, 10, 10), 0);
  pass(10);
  pass(35);
  EXPECT_EQ(call(SYS_timer_getoverrun, timer), 0) << "it was not taken yet";
  handle_due_signals();
  EXPECT_EQ(fakes::world.handled.size(), 1U);
  EXPECT_EQ(call(SYS_timer_getoverrun, timer), 3);
  EXPECT_EQ(next_signal_timer(self), 50U);
}

TEST_F(SignalTimersTest, OverrunsAreCountedUpToTheMostThereCanBe) {
  install(SIGUSR1);
  const int timer = create(SIGUSR1);
  ASSERT_EQ(set(timer, 1, 1), 0);
  pass(10 * kSecond);  // ten thousand million times
  handle_due_signals();
  EXPECT_EQ(call(SYS_timer_getoverrun, timer), INT_MAX);
  pass(1);
  pass(10 * kSecond);
  handle_due_signals();
  EXPECT_EQ(call(SYS_timer_getoverrun, timer), INT_MAX) << "while it is pending, too";
}

TEST_F(SignalTimersTest, ThirtyTwoTimersAreAsManyAsThereAre) {
  for (int count = 0; count < 32; ++count) {
    EXPECT_EQ(create(SIGUSR1), count);
  }
  EXPECT_UNSUPPORTED(create(SIGUSR1), "more than 32 timers at a time");
  EXPECT_EQ(call(SYS_timer_delete, 7), 0);
  EXPECT_EQ(create(SIGUSR1), 32) << "numbers are not given again";
  EXPECT_EQ(call(SYS_timer_delete, 7), -EINVAL);
}

TEST_F(SignalTimersTest, WhatIsNoTimeOrNoSignalIsRefused) {
  const int timer = create(SIGUSR1);
  EXPECT_EQ(set(timer, 1, 0), 0);
  const itimerspec wrong{.it_interval = {.tv_sec = 0, .tv_nsec = 1'000'000'000},
                         .it_value = {.tv_sec = 1, .tv_nsec = 0}};
  EXPECT_EQ(call(SYS_timer_settime, timer, 0, reinterpret_cast<long>(&wrong)), -EINVAL);
  EXPECT_EQ(call(SYS_timer_settime, timer + 1, 0, reinterpret_cast<long>(&wrong)), -EINVAL);
  sigevent event{};
  event.sigev_signo = 65;
  int number = 0;
  EXPECT_EQ(call(SYS_timer_create, CLOCK_MONOTONIC, reinterpret_cast<long>(&event), reinterpret_cast<long>(&number)),
            -EINVAL);
}

TEST_F(SignalTimersTest, AnAlarmSaysHowManySecondsWereLeft) {
  install(SIGALRM);
  EXPECT_EQ(call(SYS_alarm, 10), 0);
  pass(2 * kSecond);
  EXPECT_EQ(call(SYS_alarm, 5), 8);
  pass(4 * kSecond + kSecond / 2);
  EXPECT_EQ(call(SYS_alarm, 5), 1) << "never down to none";
  EXPECT_EQ(call(SYS_alarm, 0), 5);
  pass(100 * kSecond);
  EXPECT_EQ(due_signals(self), 0U);
}

TEST_F(SignalTimersTest, AFatalTimerCountsWhenNothingElseCanHappen) {
  ASSERT_EQ(call(SYS_alarm, 10), 0);
  EXPECT_EQ(next_signal_timer(self), kNever);
  try {
    pass_time_to_fatal_timer();
    ADD_FAILURE() << "it went on";
  } catch (const fakes::ExecutionEnded& end) {
    EXPECT_EQ(end.signal, SIGALRM);
  }
  EXPECT_EQ(state().clock, 10 * kSecond);
}

TEST_F(SignalTimersTest, ForgottenTimersSendNothing) {
  install(SIGUSR1);
  ASSERT_EQ(set(create(SIGUSR1), 10, 10), 0);
  forget_process_signals();
  pass(1000);
  EXPECT_EQ(due_signals(self), 0U);
  EXPECT_EQ(create(SIGUSR1), 0);
}

}  // namespace
}  // namespace heddle::runtime
