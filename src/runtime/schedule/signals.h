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
#include "runtime/state/signal_state.h"

namespace heddle::runtime {

struct Thread;

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
