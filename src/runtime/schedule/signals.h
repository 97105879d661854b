// Signals between the threads of the target, and from its timers.
//
// None of them is the kernel's: dispositions, masks, pending signals and timers are state of the target, and a handler
// is a call that the scheduler makes on the thread's stack. When it makes it is a choice: a thread with a signal to
// handle has the alternative kHandleSignal, by default taken at its next scheduling point, and those of core/event.h
// beside it. It is not put off past the next time the thread has to wait, or its end.
#pragma once

#include <signal.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/event.h"
#include "core/operation.h"

namespace heddle::runtime {

struct Thread;

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

// Pending signals that the thread would handle.
[[nodiscard]] std::uint64_t due_signals(const Thread& candidate);
// The same while nothing was ever sent: quick.
[[nodiscard]] bool has_signal(const Thread& candidate);
// Of those it waits for, which is pending for it?
[[nodiscard]] std::uint64_t awaited_signals(const Thread& waiting);
// Threads that a signal to the process may go to, besides those that wait for it.
[[nodiscard]] std::uint32_t signal_candidates(int signal);

// Takes effect at once. `to` nullptr: to the process, to the candidate of this rank.
void post_signal(int signal, const SignalCause& cause, Thread* to, Variant rank = kProceed);
// A signal that the current thread causes by what it does (SIGPIPE): handled before this returns.
void raise_here(int signal, const SignalCause& cause);
// Handles all that is due, of this set: no choice is left.
void handle_due_signals(std::uint64_t set = ~std::uint64_t{0});
void set_signal_mask(Thread& self, std::uint64_t mask);
// Takes the pending signal that is next of a set, the thread's own first. 0: there is none.
int take_pending(Thread& self, std::uint64_t set, SignalCause& cause);
void fill_info(siginfo_t& info, int signal, const SignalCause& cause);

// Calls the handler of the signal that is next of this set, or does what happens without one.
void handle_signal(Thread& self, std::uint64_t set);
void call_handler(Thread& self, int signal, const SignalCause& cause);
// The disposition has changed: what would be ignored now is not pending any more.
void forget_ignored(int signal);
// Is the thread inside a handler? If it is, this is where the handler's own frames end.
[[nodiscard]] std::uintptr_t handler_stack(Thread& self);
[[nodiscard]] bool on_signal_stack(const Thread& self, std::uintptr_t position);
// The thread has ended, or begins anew.
void forget_signals(Thread& ended);
// In the test loop: what was sent to the process, and the timers, for the clock starts anew.
void forget_process_signals();

// Timers. Sends what is due by the clock, to the process by way of this thread where it can.
void expire_signal_timers(Thread* preferred = nullptr);
// When the next timer expires that has a signal for this thread, to handle or to wait for; kNever: there is none. Those
// that would end the process count only when nothing else can happen: most are there so that it does not hang.
[[nodiscard]] std::uint64_t next_signal_timer(const Thread& candidate);
void pass_time_to_fatal_timer();
void forget_signal_timers();
void timer_signal_taken(const SignalCause& cause);

// Of alternatives: the operation that handling its signal would be; whether the signal may have come just before the
// call that it would interrupt, unless it is the call that lets it in; whether the operation may come before the
// handler.
void prepare_delivery(Thread& candidate);
[[nodiscard]] bool may_come_early(const Thread& waiting);
[[nodiscard]] bool may_be_put_off(OperationKind kind);
// A call the signal interrupts, if the handler was not installed with SA_RESTART, or in any case.
[[nodiscard]] bool is_interruptible(const Thread& waiting);
[[nodiscard]] bool is_never_restarted(const Thread& waiting);

// Another mask for the duration of a call; nullptr: none.
class TemporaryMask {
 public:
  explicit TemporaryMask(const std::uint64_t* mask);
  ~TemporaryMask();
  TemporaryMask(const TemporaryMask&) = delete;
  TemporaryMask& operator=(const TemporaryMask&) = delete;

 private:
  std::uint64_t before_;
  bool is_set_;
};

// System calls about signals. All return -errno on failure.
[[nodiscard]] bool may_be_signal_call(long number);
long signal_call(long number, const long (&arguments)[6], const void* caller);
// rt_sigprocmask where libc calls it by itself: no scheduling point.
long change_signal_mask(const long (&arguments)[6]);
long timer_system_call(long number, const long (&arguments)[6], const void* caller);

}  // namespace heddle::runtime
