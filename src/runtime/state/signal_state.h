// What the models know of signals and the timers that send them (signals.h).
#pragma once

#include <signal.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/event.h"
#include "core/operation.h"

namespace heddle::runtime {

inline constexpr int kSignals = 64;
inline constexpr std::size_t kMaxSignalTimers = 32;

[[nodiscard]] constexpr std::uint64_t signal_bit(int signal) {
  return std::uint64_t{1} << (static_cast<unsigned>(signal - 1) % 64U);
}
// Of a set that is not empty.
[[nodiscard]] constexpr int first_signal(std::uint64_t set) { return std::countr_zero(set) + 1; }

// What the target asked to be done, with the kernel's layout of struct sigaction.
struct SignalAction {
  sighandler_t handler;
  unsigned long flags;
  void (*restorer)();
  std::uint64_t mask;
};

// Where a signal comes from.
struct SignalCause {
  int code = 0;             // SI_USER ...
  std::int64_t value = 0;   // sigqueue's, or the timer's
  std::uint32_t timer = 0;  // its number + 1
  ThreadId sender = kNoThread;
  int process = 0;  // of a child that has ended, as the target calls it
  int status = 0;
};

struct QueuedSignal {
  QueuedSignal* next;
  SignalCause cause;
  int signal;
  bool to_process;  // it may go to another thread, if this one comes to block it
};

// Pending signals, the oldest first.
struct SignalQueue {
  std::uint64_t set;
  QueuedSignal* first;
};

// A handler that has not returned, or that was left by a jump.
struct HandlerFrame {
  HandlerFrame* next;
  std::uintptr_t stack;       // the handler's own frames lie below
  bool alternate;             // ... on the thread's signal stack
  std::uintptr_t side_stack;  // of the thread before
};

struct ThreadSignals {
  SignalQueue pending;
  std::uint64_t mask;
  std::uint64_t call_mask;  // blocked but for the duration of the call under way (sigsuspend, ppoll ...)
  std::uint64_t awaited;    // by sigwait and the like
  HandlerFrame* frames;
  std::uintptr_t stack;  // sigaltstack; 0: none
  std::size_t stack_size;
  int sent;            // what kSignalSend is about to send to the process; 0: to a thread
  bool held;           // when the handler runs is a choice
  bool restarts;       // the last handler was installed with SA_RESTART
  Operation delivery;  // as alternatives show it
};

struct SignalTimer {
  int number;  // what the program calls it: never that of another one
  bool used;
  bool raises;  // SIGEV_SIGNAL
  int signal;
  int clock;
  int code;                // of what it sends
  std::uint64_t expiry;    // kNever: not set
  std::uint64_t interval;  // 0: once
  std::int64_t value;
  ThreadId thread;  // SIGEV_THREAD_ID; kNoThread: the process
  bool pending;     // its signal has not been taken
  std::uint32_t overrun, last_overrun;
};

struct SignalState {
  bool active;      // a signal was sent or a timer was set in this execution
  bool has_timers;  // some of `timers` have been used
  int next_timer;
  std::uint64_t next_expiry;  // of the timers that send signals; 0: none is set
  SignalQueue pending;        // of the process: every thread blocks them
  SignalAction actions[kSignals + 1];
  SignalTimer timers[kMaxSignalTimers + 1];  // the last one is ITIMER_REAL
};

}  // namespace heddle::runtime
