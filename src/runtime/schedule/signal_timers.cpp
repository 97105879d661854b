// alarm, setitimer, timer_create: in virtual time, like all that waits for time.
#include <sys/syscall.h>
#include <sys/time.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>

#include "runtime/machine/fatal.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

using Arguments = const long (&)[6];

SignalState& signals() { return state().signals; }
SignalTimer& interval_timer() { return signals().timers[kMaxSignalTimers]; }

bool is_gone(const Thread& target) { return target.status == Status::kEnded || target.status == Status::kUnused; }

bool is_set(const SignalTimer& timer) { return timer.used && timer.expiry != kNever; }

void note_next_expiry() {
  std::uint64_t next = kNever;
  for (const SignalTimer& timer : signals().timers) {
    if (is_set(timer) && timer.raises) {
      next = std::min(next, timer.expiry);
    }
  }
  signals().next_expiry = next == kNever ? 0 : next;
}

timespec to_timespec(std::uint64_t nanoseconds) {
  return {.tv_sec = static_cast<time_t>(nanoseconds / kSecond), .tv_nsec = static_cast<long>(nanoseconds % kSecond)};
}

timespec to_timespec(const timeval& time) { return {.tv_sec = time.tv_sec, .tv_nsec = time.tv_usec * 1000}; }

timeval to_timeval(const timespec& time) { return {.tv_sec = time.tv_sec, .tv_usec = (time.tv_nsec + 999) / 1000}; }

// How often it has expired by now; it is set for the next time.
std::uint64_t expirations(SignalTimer& timer) {
  const std::uint64_t now = state().clock;
  if (!is_set(timer) || timer.expiry > now) {
    return 0;
  }
  const std::uint64_t count = timer.interval == 0 ? 1 : 1 + (now - timer.expiry) / timer.interval;
  timer.expiry = timer.interval == 0 ? kNever : timer.expiry + count * timer.interval;
  return count;
}

// As the kernel does, which has no more to count them by (DELAYTIMER_MAX).
std::uint32_t overruns(std::uint64_t count) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, INT_MAX));
}

bool lets_in(const Thread& candidate, int signal) { return (candidate.signals.mask & signal_bit(signal)) == 0; }

void send(SignalTimer& timer, std::uint64_t count, Thread* preferred) {
  if (timer.pending) {
    timer.overrun = overruns(timer.overrun + count);
    return;
  }
  timer.overrun = overruns(count - 1);
  const bool is_posix = &timer != &interval_timer();
  timer.pending = is_posix;
  const SignalCause cause{.code = timer.code,
                          .value = timer.value,
                          .timer = is_posix ? static_cast<std::uint32_t>(&timer - signals().timers + 1) : 0,
                          .sender = state().current};
  if (timer.thread != kNoThread) {
    if (Thread& target = thread(timer.thread); !is_gone(target)) {
      post_signal(timer.signal, cause, &target);
    }
    return;
  }
  Variant rank = 0;
  const State& models = state();
  for (std::uint16_t index = 0; preferred != nullptr && lets_in(*preferred, timer.signal) && index < models.live_count;
       ++index) {
    const Thread& candidate = thread(models.live[index]);
    if (&candidate == preferred) {
      break;
    }
    rank += lets_in(candidate, timer.signal) ? 1 : 0;
  }
  post_signal(timer.signal, cause, nullptr, rank);
}

bool is_fatal(const SignalTimer& timer) { return signals().actions[timer.signal].handler == SIG_DFL; }

bool reaches(const SignalTimer& timer, const Thread& candidate) {
  if (!is_set(timer) || !timer.raises || (timer.thread != kNoThread && timer.thread != candidate.id)) {
    return false;
  }
  if ((candidate.signals.awaited & signal_bit(timer.signal)) != 0) {
    return true;
  }
  if (!lets_in(candidate, timer.signal)) {
    return candidate.descriptor_wait != nullptr && state().descriptors.signal_files != 0;
  }
  return !is_fatal(timer) && signals().actions[timer.signal].handler != SIG_IGN;
}

// True if the times are well-formed; zero as a value takes the timer back.
bool set(SignalTimer& timer, const itimerspec& wanted, bool absolute) {
  std::uint64_t end_of_interval = 0;
  std::uint64_t expiry = kNever;
  if (!deadline_after(&wanted.it_interval, end_of_interval)) {
    return false;
  }
  if (wanted.it_value.tv_sec != 0 || wanted.it_value.tv_nsec != 0) {
    if (absolute ? !deadline_of(timer.clock, &wanted.it_value, expiry) : !deadline_after(&wanted.it_value, expiry)) {
      return false;
    }
    expiry = std::max<std::uint64_t>(expiry, 1);
  }
  timer.used = true;
  timer.expiry = expiry;
  timer.interval = end_of_interval - state().clock;
  signals().active |= timer.raises;
  note_next_expiry();
  return true;
}

itimerspec remaining(const SignalTimer& timer) {
  const std::uint64_t now = state().clock;
  const std::uint64_t left = !is_set(timer) ? 0 : timer.expiry > now ? timer.expiry - now : 1;
  return {.it_interval = to_timespec(timer.used ? timer.interval : 0), .it_value = to_timespec(left)};
}

void prepare_interval_timer() {
  SignalTimer& timer = interval_timer();
  if (!timer.used) {
    timer = {.number = -1,
             .used = true,
             .raises = true,
             .signal = SIGALRM,
             .clock = CLOCK_MONOTONIC,
             .code = SI_KERNEL,
             .expiry = kNever,
             .interval = 0,
             .value = 0,
             .thread = kNoThread,
             .pending = false,
             .overrun = 0,
             .last_overrun = 0};
    signals().has_timers = true;
  }
}

long set_interval_timer(int which, const itimerval* wanted, itimerval* before, const void* caller) {
  if (which == ITIMER_VIRTUAL || which == ITIMER_PROF) {
    unsupported("setitimer of processor time");
  }
  if (which != ITIMER_REAL) {
    return -EINVAL;
  }
  visible_signal(OperationKind::kSignalTimer, SIGALRM, caller);
  expire_signal_timers();
  prepare_interval_timer();
  const itimerspec was = remaining(interval_timer());
  const itimerval none{};
  const itimerval& value = wanted == nullptr ? none : *wanted;
  if (!set(interval_timer(), {.it_interval = to_timespec(value.it_interval), .it_value = to_timespec(value.it_value)},
           false)) {
    return -EINVAL;
  }
  if (before != nullptr) {
    *before = {.it_interval = to_timeval(was.it_interval), .it_value = to_timeval(was.it_value)};
  }
  return 0;
}

long get_interval_timer(int which, itimerval* to) {
  if (which != ITIMER_REAL) {
    unsupported("getitimer of processor time");
  }
  const itimerspec now = remaining(interval_timer());
  *to = {.it_interval = to_timeval(now.it_interval), .it_value = to_timeval(now.it_value)};
  return 0;
}

// Rounded to seconds as the kernel does it, but never down to none.
long set_alarm(unsigned seconds, const void* caller) {
  const itimerval wanted{.it_interval = {}, .it_value = {.tv_sec = static_cast<time_t>(seconds), .tv_usec = 0}};
  itimerval before{};
  set_interval_timer(ITIMER_REAL, &wanted, &before, caller);
  const bool up = before.it_value.tv_usec >= 500'000 || (before.it_value.tv_sec == 0 && before.it_value.tv_usec != 0);
  return before.it_value.tv_sec + (up ? 1 : 0);
}

long create_timer(clockid_t clock, const sigevent* event, int* number, const void* caller) {
  if (!is_waitable(clock)) {
    return clock == CLOCK_BOOTTIME ? -EOPNOTSUPP : -EINVAL;
  }
  SignalTimer made{.number = 0,
                   .used = true,
                   .raises = true,
                   .signal = SIGALRM,
                   .clock = clock,
                   .code = SI_TIMER,
                   .expiry = kNever,
                   .interval = 0,
                   .value = 0,
                   .thread = kNoThread,
                   .pending = false,
                   .overrun = 0,
                   .last_overrun = 0};
  if (event != nullptr) {
    made.raises = event->sigev_notify != SIGEV_NONE;
    made.signal = event->sigev_signo;
    made.value = reinterpret_cast<std::int64_t>(event->sigev_value.sival_ptr);
    if (made.raises && (made.signal < 1 || made.signal > kSignals)) {
      return -EINVAL;
    }
    if (event->sigev_notify == SIGEV_THREAD_ID) {
      const int index = event->_sigev_un._tid - virtual_process();
      if (index < 0 || index >= state().thread_count || is_gone(thread({static_cast<std::uint16_t>(index)}))) {
        return -EINVAL;
      }
      made.thread = {static_cast<std::uint16_t>(index)};
    } else if (event->sigev_notify != SIGEV_SIGNAL && event->sigev_notify != SIGEV_NONE) {
      return -EINVAL;
    }
  }
  visible_signal(OperationKind::kSignalTimer, made.raises ? made.signal : 0, caller);
  SignalTimer* free = std::find_if(signals().timers, signals().timers + kMaxSignalTimers,
                                   [](const SignalTimer& timer) { return !timer.used; });
  if (free == signals().timers + kMaxSignalTimers) {
    unsupported("more than 32 timers at a time");
  }
  *number = signals().next_timer++;
  *free = made;
  free->number = *number;
  if (event == nullptr) {
    free->value = *number;
  }
  signals().has_timers = true;
  return 0;
}

SignalTimer* timer_of(int number) {
  SignalTimer* const end = signals().timers + kMaxSignalTimers;
  SignalTimer* found = std::find_if(
      signals().timers, end, [number](const SignalTimer& timer) { return timer.used && timer.number == number; });
  return found == end ? nullptr : found;
}

// It may be gone when it is this thread's turn.
SignalTimer* take_turn_at(int number, const void* caller) {
  const SignalTimer* timer = timer_of(number);
  visible_signal(OperationKind::kSignalTimer, timer != nullptr && timer->raises ? timer->signal : 0, caller);
  return timer_of(number);
}

long change_timer(SignalTimer& timer, int flags, const itimerspec* wanted, itimerspec* before) {
  expire_signal_timers();
  if (!timer.raises) {
    expirations(timer);
  }
  const itimerspec was = remaining(timer);
  if (wanted == nullptr || !set(timer, *wanted, (flags & TIMER_ABSTIME) != 0)) {
    return -EINVAL;
  }
  if (before != nullptr) {
    *before = was;
  }
  return 0;
}

}  // namespace

void expire_signal_timers(Thread* preferred) {
  const std::uint64_t next = signals().next_expiry;
  if (next == 0 || next > state().clock) [[likely]] {
    return;
  }
  for (SignalTimer& timer : signals().timers) {
    if (const std::uint64_t count = timer.raises ? expirations(timer) : 0; count != 0) {
      send(timer, count, preferred);
    }
  }
  note_next_expiry();
}

std::uint64_t next_signal_timer(const Thread& candidate) {
  std::uint64_t next = kNever;
  if (signals().next_expiry != 0) {
    for (const SignalTimer& timer : signals().timers) {
      if (reaches(timer, candidate)) {
        next = std::min(next, timer.expiry);
      }
    }
  }
  return next;
}

void pass_time_to_fatal_timer() {
  if (signals().next_expiry == 0) {
    return;
  }
  for (const SignalTimer& timer : signals().timers) {
    if (is_set(timer) && timer.raises && is_fatal(timer)) {
      state().clock = std::max(state().clock, timer.expiry);
      expire_signal_timers();
      return;
    }
  }
}

void forget_signal_timers() {
  if (!signals().has_timers) {
    return;
  }
  for (SignalTimer& timer : signals().timers) {
    timer = {};
  }
  signals().has_timers = false;
  signals().next_timer = 0;
  signals().next_expiry = 0;
}

void timer_signal_taken(const SignalCause& cause) {
  if (cause.timer != 0) {
    SignalTimer& timer = signals().timers[cause.timer - 1];
    timer.pending = false;
    timer.last_overrun = timer.overrun;
    timer.overrun = 0;
  }
}

long timer_system_call(long number, Arguments a, const void* caller) {
  switch (number) {
    case SYS_alarm:
      return set_alarm(static_cast<unsigned>(a[0]), caller);
    case SYS_setitimer:
      return set_interval_timer(static_cast<int>(a[0]), reinterpret_cast<const itimerval*>(a[1]),
                                reinterpret_cast<itimerval*>(a[2]), caller);
    case SYS_getitimer:
      return get_interval_timer(static_cast<int>(a[0]), reinterpret_cast<itimerval*>(a[1]));
    case SYS_timer_create:
      return create_timer(static_cast<clockid_t>(a[0]), reinterpret_cast<const sigevent*>(a[1]),
                          reinterpret_cast<int*>(a[2]), caller);
    default:
      break;
  }
  SignalTimer* timer = take_turn_at(static_cast<int>(a[0]), caller);
  if (timer == nullptr) {
    return -EINVAL;
  }
  switch (number) {
    case SYS_timer_settime:
      return change_timer(*timer, static_cast<int>(a[1]), reinterpret_cast<const itimerspec*>(a[2]),
                          reinterpret_cast<itimerspec*>(a[3]));
    case SYS_timer_gettime:
      expire_signal_timers();
      if (!timer->raises) {
        expirations(*timer);
      }
      *reinterpret_cast<itimerspec*>(a[1]) = remaining(*timer);
      return 0;
    case SYS_timer_getoverrun:
      return timer->last_overrun;
    default:
      *timer = {};
      note_next_expiry();
      return 0;
  }
}

}  // namespace heddle::runtime
