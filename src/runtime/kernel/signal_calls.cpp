// The system calls about signals; libc's functions are made of them.
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "runtime/contexts/handler_frames.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/kernel/children.h"
#include "runtime/kernel/free_mode.h"
#include "runtime/machine/fatal.h"
#include "runtime/models/threads.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

using Arguments = const long (&)[6];

constexpr std::size_t kSmallestStack = 2048;  // MINSIGSTKSZ, which is no constant any more

bool is_signal(int number) { return number >= 1 && number <= kSignals; }

long change_action(Arguments a, const void* caller) {
  const auto signal = static_cast<int>(a[0]);
  const auto* wanted = reinterpret_cast<const SignalAction*>(a[1]);
  auto* before = reinterpret_cast<SignalAction*>(a[2]);
  if (!is_signal(signal) || (wanted != nullptr && (signal == SIGKILL || signal == SIGSTOP))) {
    return -EINVAL;
  }
  visible_signal(OperationKind::kSignalAction, signal, caller);
  SignalAction& action = state().signals.actions[signal];
  const SignalAction was = action;
  if (wanted != nullptr) {
    action = *wanted;
    forget_ignored(signal);
  }
  if (before != nullptr) {
    *before = was;
  }
  return 0;
}

// A thread by the number that gettid gives.
Thread* thread_of_number(int number) {
  const int index = number - virtual_process();
  if (index < 0 || index >= state().thread_count) {
    return nullptr;
  }
  Thread& found = thread({static_cast<std::uint16_t>(index)});
  return found.status == Status::kUnused || found.status == Status::kEnded ? nullptr : &found;
}

// `to` nullptr: the process. What the sender gets itself it handles before the call returns.
long send(int signal, const SignalCause& cause, Thread* to, const void* caller) {
  if (signal < 0 || signal > kSignals) {
    return -EINVAL;
  }
  if (signal == 0) {
    return 0;
  }
  Thread& self = current_thread();
  self.signals.sent = to == nullptr ? signal : 0;
  const Variant rank = visible_signal(OperationKind::kSignalSend, signal, caller);
  self.signals.sent = 0;
  if (to == nullptr || (to->status != Status::kEnded && to->status != Status::kUnused)) {
    post_signal(signal, cause, to, rank);
  }
  handle_due_signals();
  return 0;
}

// libc sends this signal to every thread when one of them changes the user or group: all are to do the same. Here they
// run on the caller's kernel thread, unless asked for otherwise; then they keep what they have. What cannot be reached
// libc takes for a thread that has ended.
constexpr int kChangeIds = 33;

long send_to_thread(int process, int number, int signal, const SignalCause& cause, const void* caller) {
  if (signal == kChangeIds) {
    return -ESRCH;
  }
  Thread* to = thread_of_number(number);
  return process != virtual_process() || to == nullptr ? -ESRCH : send(signal, cause, to, caller);
}

// A group is that of the process alone.
long send_to_process(int process, int signal, const SignalCause& cause, const void* caller) {
  if (is_child(process < 0 ? -process : process)) {
    return signal_child(process, signal, caller);
  }
  const bool group = process == 0 || process == -1 || process == -virtual_process();
  if (group && signal != 0 && any_children_left()) {
    unsupported("a signal to a process group with child processes in it");
  }
  const bool own = group || process == virtual_process();
  return own ? send(signal, cause, nullptr, caller) : -ESRCH;
}

SignalCause cause_of(const siginfo_t* info) {
  return {.code = info->si_code,
          .value = reinterpret_cast<std::int64_t>(info->si_value.sival_ptr),
          .timer = 0,
          .sender = state().current};
}

SignalCause cause(int code) {
  SignalCause made;
  made.code = code;
  made.sender = state().current;
  return made;
}

long wait_for(Arguments a, const void* caller) {
  const auto set = *reinterpret_cast<const std::uint64_t*>(a[0]);
  const auto* timeout = reinterpret_cast<const timespec*>(a[2]);
  std::uint64_t deadline = kNever;
  if (timeout != nullptr && !deadline_after(timeout, deadline)) {
    return -EINVAL;
  }
  cancellation_point();
  Thread& self = current_thread();
  const bool waits = deadline > state().clock;
  self.signals.awaited = waits ? set : 0;
  if (waits && !execution.active && awaited_signals(self) == 0) {
    unsupported("waiting for a signal between two passes of the test loop");
  }
  const Variant how = visible_signal(waits ? OperationKind::kSignalWait : OperationKind::kSignalMask, 0, caller,
                                     waits ? deadline : kNever);
  self.signals.awaited = 0;
  cancellation_point();
  SignalCause found;
  const int signal = how == kTimeout || how == kInterrupted ? 0 : take_pending(self, set, found);
  if (signal == 0) {
    return how == kInterrupted ? -EINTR : -EAGAIN;
  }
  if (auto* info = reinterpret_cast<siginfo_t*>(a[1]); info != nullptr) {
    fill_info(*info, signal, found);
  }
  return signal;
}

// sigsuspend, pause: until a handler has run.
long suspend(std::uint64_t mask, const void* caller) {
  if (!execution.active) {
    unsupported("waiting for a signal between two passes of the test loop");
  }
  cancellation_point();
  {
    const TemporaryMask temporary(&mask);
    visible_signal(OperationKind::kSignalSuspend, 0, caller);
  }
  cancellation_point();
  return -EINTR;
}

long pending(Arguments a, const void* caller) {
  visible_signal(OperationKind::kSignalMask, 0, caller);
  const Thread& self = current_thread();
  *reinterpret_cast<std::uint64_t*>(a[0]) =
      (self.signals.pending.set | state().signals.pending.set) & self.signals.mask;
  return 0;
}

long set_stack(Arguments a) {
  Thread& self = current_thread();
  ThreadSignals& signals = self.signals;
  const bool on_it = on_signal_stack(self, target_stack_pointer());
  if (auto* before = reinterpret_cast<stack_t*>(a[1]); before != nullptr) {
    *before = {.ss_sp = reinterpret_cast<void*>(signals.stack),
               .ss_flags = on_it                ? SS_ONSTACK
                           : signals.stack == 0 ? SS_DISABLE
                                                : 0,
               .ss_size = signals.stack_size};
  }
  const auto* wanted = reinterpret_cast<const stack_t*>(a[0]);
  if (wanted == nullptr) {
    return 0;
  }
  if (on_it) {
    return -EPERM;
  }
  const bool disable = (wanted->ss_flags & SS_DISABLE) != 0;
  if (!disable && wanted->ss_size < kSmallestStack) {
    return -ENOMEM;
  }
  signals.stack = disable ? 0 : reinterpret_cast<std::uintptr_t>(wanted->ss_sp);
  signals.stack_size = disable ? 0 : wanted->ss_size;
  return 0;
}

}  // namespace

TemporaryMask::TemporaryMask(const std::uint64_t* mask) {
  if (is_free()) {
    set_call_mask(mask);
    before_ = 0;
    is_set_ = false;
    return;
  }
  Thread& self = current_thread();
  is_set_ = mask != nullptr;
  before_ = self.signals.mask;
  if (is_set_) {
    self.signals.call_mask = before_ & ~*mask;
    set_signal_mask(self, *mask);
  }
}

TemporaryMask::~TemporaryMask() {
  if (is_set_) {
    Thread& self = current_thread();
    self.signals.call_mask = 0;
    set_signal_mask(self, before_);
  }
}

long change_signal_mask(Arguments a) {
  Thread& self = current_thread();
  const auto* set = reinterpret_cast<const std::uint64_t*>(a[1]);
  auto* before = reinterpret_cast<std::uint64_t*>(a[2]);
  const std::uint64_t was = self.signals.mask;
  if (set != nullptr) {
    switch (static_cast<int>(a[0])) {
      case SIG_BLOCK:
        set_signal_mask(self, was | *set);
        break;
      case SIG_UNBLOCK:
        set_signal_mask(self, was & ~*set);
        break;
      case SIG_SETMASK:
        set_signal_mask(self, *set);
        break;
      default:
        return -EINVAL;
    }
  }
  if (before != nullptr) {
    *before = was;
  }
  handle_due_signals();
  return 0;
}

bool may_be_signal_call(long number) {
  switch (number) {
    case SYS_rt_sigaction:
    case SYS_rt_sigprocmask:
    case SYS_rt_sigpending:
    case SYS_rt_sigtimedwait:
    case SYS_rt_sigsuspend:
    case SYS_rt_sigqueueinfo:
    case SYS_rt_tgsigqueueinfo:
    case SYS_pause:
    case SYS_kill:
    case SYS_tkill:
    case SYS_tgkill:
    case SYS_sigaltstack:
    case SYS_alarm:
    case SYS_setitimer:
    case SYS_getitimer:
    case SYS_timer_create:
    case SYS_timer_settime:
    case SYS_timer_gettime:
    case SYS_timer_getoverrun:
    case SYS_timer_delete:
      return true;
    default:
      return false;
  }
}

long signal_call(long number, Arguments a, const void* caller) {
  const auto first = static_cast<int>(a[0]);  // the upper half of an int's register may hold anything
  const auto second = static_cast<int>(a[1]);
  const auto third = static_cast<int>(a[2]);
  switch (number) {
    case SYS_rt_sigaction:
      return change_action(a, caller);
    case SYS_rt_sigprocmask:
      visible_signal(OperationKind::kSignalMask, 0, caller);
      return change_signal_mask(a);
    case SYS_rt_sigpending:
      return pending(a, caller);
    case SYS_rt_sigtimedwait:
      return wait_for(a, caller);
    case SYS_rt_sigsuspend:
      return suspend(*reinterpret_cast<const std::uint64_t*>(a[0]), caller);
    case SYS_pause:
      return suspend(current_thread().signals.mask, caller);
    case SYS_kill:
      return send_to_process(first, second, cause(SI_USER), caller);
    case SYS_tkill:
      return send_to_thread(virtual_process(), first, second, cause(SI_TKILL), caller);
    case SYS_tgkill:
      return send_to_thread(first, second, third, cause(SI_TKILL), caller);
    case SYS_rt_sigqueueinfo:
      return send_to_process(first, second, cause_of(reinterpret_cast<const siginfo_t*>(a[2])), caller);
    case SYS_rt_tgsigqueueinfo:
      return send_to_thread(first, second, third, cause_of(reinterpret_cast<const siginfo_t*>(a[3])), caller);
    case SYS_sigaltstack:
      return set_stack(a);
    default:
      return timer_system_call(number, a, caller);
  }
}

}  // namespace heddle::runtime
