#include "runtime/schedule/signals.h"

#include <sys/syscall.h>

#include <csignal>
#include <new>

#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/schedule/failures.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"

namespace heddle::runtime {
namespace {

// Nobody blocks these: the two that cannot be, and those libc keeps for itself.
constexpr std::uint64_t kUnblockable = signal_bit(SIGKILL) | signal_bit(SIGSTOP) | signal_bit(32) | signal_bit(33);
constexpr int kFirstQueued = 32;  // real-time signals are kept as often as they are sent

SignalState& signals() { return state().signals; }

bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}

bool is_ignored(int signal) {
  const sighandler_t handler = signals().actions[signal].handler;
  return handler == SIG_IGN || (handler == SIG_DFL && is_ignored_by_default(signal));
}

// What happens where no handler is installed.
void act_by_default(int signal) {
  if (is_ignored_by_default(signal)) {
    return;
  }
  if (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU) {
    unsupported("a signal that stops the process");
  }
  if (signal == SIGABRT) {
    abort_execution();
  }
  crash_by_signal(signal);
}

void append(SignalQueue& queue, QueuedSignal* added) {
  QueuedSignal** place = &queue.first;
  while (*place != nullptr) {
    place = &(*place)->next;
  }
  added->next = nullptr;
  *place = added;
  queue.set |= signal_bit(added->signal);
}

// Unlinks the oldest entry for which this holds; nullptr if there is none.
template <typename Predicate>
QueuedSignal* unlink(SignalQueue& queue, Predicate&& matches) {
  for (QueuedSignal** place = &queue.first; *place != nullptr; place = &(*place)->next) {
    QueuedSignal* found = *place;
    if (!matches(*found)) {
      continue;
    }
    *place = found->next;
    queue.set = 0;
    for (const QueuedSignal* left = queue.first; left != nullptr; left = left->next) {
      queue.set |= signal_bit(left->signal);
    }
    return found;
  }
  return nullptr;
}

void discard(QueuedSignal* gone) {
  timer_signal_taken(gone->cause);
  free_block(gone, sizeof(QueuedSignal));
}

void discard_all(SignalQueue& queue) {
  while (QueuedSignal* entry = unlink(queue, [](const QueuedSignal&) { return true; })) {
    discard(entry);
  }
}

std::uint64_t blocked_by(const Thread& candidate) { return candidate.signals.mask | candidate.signals.awaited; }

bool is_candidate(const Thread& candidate, int signal) {
  return candidate.status != Status::kEnded && (candidate.signals.mask & signal_bit(signal)) == 0;
}

Thread* candidate_of_rank(int signal, std::uint32_t rank) {
  const State& models = state();
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    Thread& candidate = thread(models.live[index]);
    if (is_candidate(candidate, signal) && rank-- == 0) {
      return &candidate;
    }
  }
  return nullptr;
}

bool is_awaited(int signal) {
  const State& models = state();
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    if ((thread(models.live[index]).signals.awaited & signal_bit(signal)) != 0) {
      return true;
    }
  }
  return false;
}

// One that was sent to the process, wherever it waits to be handled.
bool is_pending_for_process(int signal) {
  const State& models = state();
  bool found = (models.signals.pending.set & signal_bit(signal)) != 0;
  for (std::uint16_t index = 0; index < models.live_count && !found; ++index) {
    for (const QueuedSignal* entry = thread(models.live[index]).signals.pending.first; entry != nullptr;
         entry = entry->next) {
      found |= entry->to_process && entry->signal == signal;
    }
  }
  return found;
}

bool is_pending_for_thread(const Thread& self, int signal) {
  const QueuedSignal* entry = self.signals.pending.first;
  while (entry != nullptr && (entry->to_process || entry->signal != signal)) {
    entry = entry->next;
  }
  return entry != nullptr;
}

// Threads of which the mask has changed: what the process was sent goes to one that lets it in.
void take_from_process(Thread& self) {
  while (QueuedSignal* entry = unlink(signals().pending, [&](const QueuedSignal& candidate) {
           return (self.signals.mask & signal_bit(candidate.signal)) == 0;
         })) {
    if (is_ignored(entry->signal)) {
      discard(entry);
    } else {
      append(self.signals.pending, entry);
    }
  }
}

void give_to_process(Thread& self) {
  while (QueuedSignal* entry = unlink(self.signals.pending, [&](const QueuedSignal& candidate) {
           return candidate.to_process && !is_candidate(self, candidate.signal);
         })) {
    Thread* other = candidate_of_rank(entry->signal, 0);
    append(other != nullptr ? other->signals.pending : signals().pending, entry);
  }
}

}  // namespace

std::uint64_t due_signals(const Thread& candidate) { return candidate.signals.pending.set & ~blocked_by(candidate); }

bool has_signal(const Thread& candidate) { return state().signals.active && due_signals(candidate) != 0; }

std::uint64_t awaited_signals(const Thread& waiting) {
  return (waiting.signals.pending.set | state().signals.pending.set) & waiting.signals.awaited;
}

std::uint32_t signal_candidates(int signal) {
  const sighandler_t handler = signals().actions[signal].handler;
  if (handler == SIG_IGN || handler == SIG_DFL) {
    return 1;
  }
  std::uint32_t count = 0;
  while (candidate_of_rank(signal, count) != nullptr) {
    ++count;
  }
  return count == 0 ? 1 : count + (is_awaited(signal) ? 1 : 0);
}

void post_signal(int signal, const SignalCause& cause, Thread* to, Variant rank) {
  signals().active = true;
  const bool to_process = to == nullptr;
  if (to_process) {
    to = candidate_of_rank(signal, rank);
  }
  // Blocked signals are never ignored: that may have changed when they are let in.
  if (to != nullptr && (blocked_by(*to) & signal_bit(signal)) == 0) {
    if (is_ignored(signal)) {
      timer_signal_taken(cause);
      return;
    }
    if (signals().actions[signal].handler == SIG_DFL) {
      act_by_default(signal);
    }
  }
  SignalQueue& queue = to == nullptr ? signals().pending : to->signals.pending;
  // Those of a timer, and those to a thread and to the process, do not stand in each other's way.
  const bool known =
      cause.timer == 0 && (to_process ? is_pending_for_process(signal) : is_pending_for_thread(*to, signal));
  if (known && signal < kFirstQueued) {
    return;
  }
  append(queue, new (allocate_block(sizeof(QueuedSignal)))
                    QueuedSignal{.next = nullptr, .cause = cause, .signal = signal, .to_process = to_process});
}

void set_signal_mask(Thread& self, std::uint64_t mask) {
  self.signals.mask = mask & ~kUnblockable;
  if (signals().active) {
    take_from_process(self);
    give_to_process(self);
  }
}

int take_pending(Thread& self, std::uint64_t set, SignalCause& cause) {
  SignalQueue& queue = (self.signals.pending.set & set) != 0 ? self.signals.pending : signals().pending;
  const std::uint64_t found = queue.set & set;
  if (found == 0) {
    return 0;
  }
  const int signal = first_signal(found);
  QueuedSignal* entry = unlink(queue, [&](const QueuedSignal& candidate) { return candidate.signal == signal; });
  cause = entry->cause;
  discard(entry);
  return signal;
}

void fill_info(siginfo_t& info, int signal, const SignalCause& cause) {
  info = {};
  info.si_signo = signal;
  info.si_code = cause.code;
  if (cause.timer != 0) {
    const SignalTimer& timer = signals().timers[cause.timer - 1];
    info.si_timerid = timer.number;
    info.si_overrun = static_cast<int>(timer.last_overrun);
  } else if (cause.code != SI_KERNEL) {
    info.si_pid = cause.process != 0 ? cause.process : virtual_process();
    info.si_uid = static_cast<uid_t>(system_call(SYS_getuid));
  }
  if (cause.process != 0) {
    info.si_status = cause.status;
  }
  if (cause.code == SI_QUEUE || cause.code == SI_TIMER) {
    info.si_value.sival_ptr = reinterpret_cast<void*>(cause.value);
  }
}

void handle_signal(Thread& self, std::uint64_t set) {
  SignalCause cause;
  const int signal = take_pending(self, set & self.signals.pending.set, cause);
  if (signal == 0 || is_ignored(signal)) {
    return;
  }
  if (signals().actions[signal].handler == SIG_DFL) {
    act_by_default(signal);
  }
  call_handler(self, signal, cause);
}

void handle_due_signals(std::uint64_t set) {
  Thread& self = current_thread();
  expire_signal_timers();
  while ((due_signals(self) & set) != 0) {
    const int signal = first_signal(due_signals(self) & set);
    note_signal(self, OperationKind::kSignalDeliver, signal, kProceed, false);
    handle_signal(self, signal_bit(signal));
  }
  self.signals.held = false;
}

void raise_here(int signal, const SignalCause& cause) {
  post_signal(signal, cause, &current_thread());
  handle_due_signals();
}

void forget_ignored(int signal) {
  if (!is_ignored(signal)) {
    return;
  }
  const auto matches = [signal](const QueuedSignal& candidate) { return candidate.signal == signal; };
  const State& models = state();
  while (QueuedSignal* entry = unlink(signals().pending, matches)) {
    discard(entry);
  }
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    while (QueuedSignal* entry = unlink(thread(models.live[index]).signals.pending, matches)) {
      discard(entry);
    }
  }
}

void forget_process_signals() {
  discard_all(signals().pending);
  forget_signal_timers();
}

void forget_signals(Thread& ended) {
  discard_all(ended.signals.pending);
  while (ended.signals.frames != nullptr) {
    HandlerFrame* gone = ended.signals.frames;
    ended.signals.frames = gone->next;
    free_block(gone, sizeof(HandlerFrame));
  }
}

}  // namespace heddle::runtime
