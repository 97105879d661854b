#include "runtime/kernel/free_mode.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include "runtime/contexts/carriers.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/kernel/children.h"
#include "runtime/kernel/descriptor_table.h"
#include "runtime/kernel/descriptors.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_text.h"
#include "runtime/reset/fork_reset.h"
#include "runtime/state/control.h"
#include "runtime/state/open_files.h"
#include "runtime/state/state.h"
#include "trace/segment.h"

namespace heddle::runtime {

bool free_mode = false;

namespace {

constexpr std::uint64_t bit_of(int signal) { return std::uint64_t{1} << static_cast<unsigned>(signal - 1); }

// Shared by a process and its children.
struct Notes {
  ChildNote children[kMaxChildren];
  int refused_phase;  // of a child that could not go on; 0: none
  int refused_code;
  char refusal[200];
};

Notes& notes() { return *reinterpret_cast<Notes*>(kNotesLow); }

FreeProcess own;
int last_error = 0;
std::uint64_t call_mask = 0;
bool has_call_mask = false;

// The kernel's own layout of struct sigaction.
struct KernelAction {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)();
  std::uint64_t mask;
};
constexpr unsigned long kHasRestorer = 0x04000000;

// The way back from a handler must not be dispatched.
long set_action(int signal, KernelAction action, KernelAction* before) {
  action.flags |= kHasRestorer;
  action.restorer = heddle_sigaction_return;
  action.mask &= ~bit_of(SIGSYS);
  return system_call(SYS_rt_sigaction, signal, reinterpret_cast<long>(&action), reinterpret_cast<long>(before), 8);
}

// What the target asked for, instead of what the runtime needs.
void give_signals_back() {
  for (int signal = 1; signal <= 64; ++signal) {
    if (signal == SIGKILL || signal == SIGSTOP || signal == SIGSYS) {
      continue;
    }
    const SignalAction& asked = state().signals.actions[signal];
    const KernelAction action{.handler = asked.handler, .flags = asked.flags, .restorer = nullptr, .mask = asked.mask};
    set_action(signal, action, nullptr);
  }
}

std::uint64_t own_mask() { return current_thread().signals.mask & ~bit_of(SIGSYS); }

// Numbers that the target knows are not the kernel's.
long process_of(long number) {
  if (number == own.number) {
    return system_call(SYS_getpid);
  }
  if (number == virtual_process()) {
    unsupported("a child process that signals its parent");
  }
  for (const Child& child : state().children.children) {
    if (child.process != 0 && child.number == number) {
      return child.process;
    }
  }
  return number;
}

long kill_call(long number, long signal) {
  if (number == 0 || number == -1) {
    unsupported("a child process that signals a process group");
  }
  return system_call(SYS_kill, number < 0 ? -process_of(-number) : process_of(number), signal);
}

long action_call(Arguments a) {
  if (a[0] == SIGSYS) {
    return 0;
  }
  auto* before = reinterpret_cast<KernelAction*>(a[2]);
  if (a[1] == 0) {
    return system_call(SYS_rt_sigaction, a[0], 0, a[2], 8);
  }
  return set_action(static_cast<int>(a[0]), *reinterpret_cast<const KernelAction*>(a[1]), before);
}

// The mask in force is the one in the frame.
long mask_call(ucontext_t& context, Arguments a) {
  auto& mask = *reinterpret_cast<std::uint64_t*>(&context.uc_sigmask);
  if (a[2] != 0) {
    *reinterpret_cast<std::uint64_t*>(a[2]) = mask;
  }
  if (a[1] == 0) {
    return 0;
  }
  const std::uint64_t set = *reinterpret_cast<const std::uint64_t*>(a[1]);
  switch (a[0]) {
    case SIG_BLOCK:
      mask |= set;
      break;
    case SIG_UNBLOCK:
      mask &= ~set;
      break;
    case SIG_SETMASK:
      mask = set;
      break;
    default:
      return -EINVAL;
  }
  mask &= ~bit_of(SIGSYS);
  return 0;
}

// What handlers call meanwhile is to be dispatched.
long suspend_call(Arguments a) {
  const std::uint64_t mask = *reinterpret_cast<const std::uint64_t*>(a[0]) & ~bit_of(SIGSYS);
  return system_call(SYS_rt_sigsuspend, reinterpret_cast<long>(&mask), sizeof mask);
}

// A child of this one: nobody waits for it but here, so its number is the kernel's.
long fork_again(long flags, long stack, long child_word) {
  constexpr long kKnown = CSIGNAL | CLONE_VM | CLONE_VFORK | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
  if ((flags & ~kKnown) != 0 || ((flags & CLONE_VM) != 0 && (flags & CLONE_VFORK) == 0) ||
      (stack != 0 && (flags & CLONE_VM) == 0)) {
    unsupported("clone in a child process");
  }
  const long process = system_call(SYS_clone, flags & (CSIGNAL | CLONE_VFORK));
  if (process == 0) {
    const auto self = static_cast<int>(system_call(SYS_getpid));
    enter_free_mode({.number = self});
    if ((flags & CLONE_CHILD_SETTID) != 0) {
      *reinterpret_cast<int*>(child_word) = self;
    }
  }
  return process;
}

// A pipe is opened anew, so that it blocks in the program that is to run, and not for others that have it open.
bool reopen_pipe(long descriptor) {
  const long mode = system_call(SYS_fcntl, descriptor, F_GETFL);
  char path[40];
  Line(path, sizeof path).text("/proc/self/fd/").number(static_cast<unsigned long>(descriptor));
  const long opened = system_call(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path), (mode & O_ACCMODE) | O_NONBLOCK);
  if (opened < 0) {
    return false;
  }
  system_call(SYS_fcntl, opened, F_SETFL, mode & ~O_NONBLOCK);
  system_call(SYS_dup3, opened, descriptor, 0);
  system_call(SYS_close, opened);
  return true;
}

// What the target regards as blocking does block, or not, in the kernel.
void set_blocking(bool blocks) {
  for (long descriptor = 0; descriptor < static_cast<long>(kMaxDescriptors); ++descriptor) {
    const OpenFile* file = file_of(descriptor);
    if (file == nullptr || file->nonblocking || (system_call(SYS_fcntl, descriptor, F_GETFD) & FD_CLOEXEC) != 0) {
      continue;
    }
    if (blocks && file->kind == FileKind::kPipe && reopen_pipe(descriptor)) {
      continue;
    }
    const long flags = system_call(SYS_fcntl, descriptor, F_GETFL);
    system_call(SYS_fcntl, descriptor, F_SETFL, blocks ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
  }
}

// By whatever handler it was: a call that waits goes on behind it.
bool restarts() {
  bool any[2] = {};
  for (int signal = 1; signal <= 64; ++signal) {
    KernelAction action{};
    system_call(SYS_rt_sigaction, signal, 0, reinterpret_cast<long>(&action), 8);
    if (signal != SIGSYS && action.handler != SIG_DFL && action.handler != SIG_IGN) {
      any[(action.flags & SA_RESTART) != 0 ? 1 : 0] = true;
    }
  }
  if (any[0] && any[1]) {
    unsupported("handlers with and without SA_RESTART in a child process that has not called exec");
  }
  return any[1];
}

// 0: the time is up.
long wait_in_kernel(const DescriptorWait& wait) {
  timespec left{};
  const timespec* timeout = nullptr;
  if (wait.own_deadline != kNever) {
    const std::uint64_t time = wait.own_deadline - std::min(wait.own_deadline, state().clock);
    left = {.tv_sec = static_cast<time_t>(time / 1'000'000'000), .tv_nsec = static_cast<long>(time % 1'000'000'000)};
    timeout = &left;
  }
  const std::uint64_t* mask = has_call_mask ? &call_mask : nullptr;
  if (wait.selected_limit != 0) {
    fd_set sets[3];
    long given[3] = {};
    for (int index = 0; index < 3; ++index) {
      if (wait.selected[index] != nullptr) {
        sets[index] = *wait.selected[index];
        given[index] = reinterpret_cast<long>(&sets[index]);
      }
    }
    const struct {
      const std::uint64_t* mask;
      std::size_t size;
    } masked = {.mask = mask, .size = sizeof call_mask};
    return system_call(SYS_pselect6, wait.selected_limit, given[0], given[1], given[2], reinterpret_cast<long>(timeout),
                       reinterpret_cast<long>(&masked));
  }
  if (wait.polled_count == 0 && timeout == nullptr && mask == nullptr) {
    // Room in the backlog of a listening socket, which the kernel does not tell about.
    left = {.tv_sec = 0, .tv_nsec = 1'000'000};
    system_call(SYS_nanosleep, reinterpret_cast<long>(&left), 0);
    return 1;
  }
  return system_call(SYS_ppoll, reinterpret_cast<long>(wait.polled), static_cast<long>(wait.polled_count),
                     reinterpret_cast<long>(timeout), reinterpret_cast<long>(mask), sizeof call_mask);
}

long exec_call(long number, Arguments a) {
  set_blocking(true);
  const long result = pass_call(number, a);
  set_blocking(false);
  return result;
}

long close_range_call(Arguments a) {
  const long result = pass_call(SYS_close_range, a);
  if (result == 0 && a[2] == 0) {
    const auto last = std::min<unsigned long>(static_cast<unsigned>(a[1]), kMaxDescriptors - 1);
    for (unsigned long descriptor = static_cast<unsigned>(a[0]); descriptor <= last; ++descriptor) {
      if (file_of(static_cast<long>(descriptor)) != nullptr) {
        remove_descriptor(static_cast<long>(descriptor));
      }
    }
  }
  return result;
}

[[noreturn]] void exit_call(long status) {
  if (own.is_child) {
    notes().children[own.index].error = last_error;
  }
  system_call(SYS_exit_group, status);
  __builtin_unreachable();
}

long free_call(long number, Arguments a) {
  if (long result = 0; may_be_descriptor_call(number) && descriptor_call(number, a, nullptr, result)) {
    return result;
  }
  switch (number) {
    case SYS_exit:
    case SYS_exit_group:
      exit_call(a[0]);
    case SYS_fork:
      return fork_again(SIGCHLD, 0, 0);
    case SYS_vfork:
      return fork_again(SIGCHLD | CLONE_VM | CLONE_VFORK, 0, 0);
    case SYS_clone:
      return fork_again(a[0], a[1], a[3]);
    case SYS_clone3:
      return -ENOSYS;
    case SYS_execve:
    case SYS_execveat:
      return exec_call(number, a);
    case SYS_getpid:
    case SYS_gettid:
      return own.number;
    case SYS_getppid:
      return own.is_child ? virtual_process() : pass_call(number, a);
    case SYS_kill:
      return kill_call(static_cast<int>(a[0]), a[1]);
    case SYS_tkill:
      return system_call(SYS_tkill, process_of(a[0]), a[1]);
    case SYS_tgkill:
      return system_call(SYS_tgkill, process_of(a[0]), process_of(a[1]), a[2]);
    case SYS_rt_sigaction:
      return action_call(a);
    case SYS_rt_sigsuspend:
      return suspend_call(a);
    case SYS_close_range:
      return close_range_call(a);
    default:
      return pass_call(number, a);
  }
}

// The process cannot go on; the parent says so.
[[noreturn]] void leave_free_process(segment::Phase phase, const char* message, int exit_code) {
  Line(notes().refusal, sizeof notes().refusal).text(message == nullptr ? "" : message);
  notes().refused_code = exit_code;
  notes().refused_phase = static_cast<int>(phase);
  system_call(SYS_exit_group, exit_code);
  __builtin_unreachable();
}

}  // namespace

void prepare_notes() {
  // Each process of fork reset has its own.
  system_call(SYS_mmap, static_cast<long>(kNotesLow), page_up(sizeof(Notes)), PROT_READ | PROT_WRITE,
              MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}

ChildNote& note_of_child(std::size_t index) { return notes().children[index]; }

void check_for_refusal() {
  if (notes().refused_phase != 0) {
    leave_process(static_cast<segment::Phase>(notes().refused_phase), notes().refusal, notes().refused_code);
  }
}

void enter_free_mode(const FreeProcess& self) {
  stop_sharing_variables();
  free_mode = true;
  before_leaving(leave_free_process);
  heddle_atomics_on = 0;
  heddle_side_stack = 0;
  execution.active = false;
  execution.recorded = false;
  own = self;
  last_error = 0;
  if (self.is_child) {
    system_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (system_call(SYS_getppid) != self.parent) {
      system_call(SYS_exit_group, 1);
    }
  }
  give_signals_back();
  const std::uint64_t mask = own_mask();
  system_call(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&mask), 0, 8);
  return_processors();
  system_call(SYS_prctl, PR_SET_TSC, PR_TSC_ENABLE);  // the loader of a program that it executes reads it
  start_dispatch_here();
}

void begin_free_frame(ucontext_t& context, long stack) {
  *reinterpret_cast<std::uint64_t*>(&context.uc_sigmask) = own_mask();
  if (stack != 0) {
    set_stack(context, static_cast<std::uintptr_t>(stack));
  }
}

void free_system_call(ucontext_t& context) {
  const SystemCallFrame call = system_call_of(context);
  long result = 0;
  if (call.number == SYS_rt_sigprocmask) {
    result = mask_call(context, call.arguments);
  } else {
    const auto process = system_call(SYS_getpid);
    result = free_call(call.number, call.arguments);
    if (call.number == SYS_clone && result == 0 && system_call(SYS_getpid) != process && call.arguments[1] != 0) {
      set_stack(context, static_cast<std::uintptr_t>(call.arguments[1]));
    }
  }
  if (result < 0 && result > -4096) {
    last_error = static_cast<int>(-result);
  }
  set_result(context, result);
}

void set_call_mask(const std::uint64_t* mask) {
  has_call_mask = mask != nullptr;
  call_mask = has_call_mask ? *mask & ~bit_of(SIGSYS) : 0;
}

bool wait_freely(OperationKind kind, DescriptorWait& wait) {
  if (wait.at_once) {
    return true;
  }
  long result = 0;
  do {
    result = wait_in_kernel(wait);
  } while (result == -EINTR && kind != OperationKind::kPoll && restarts());
  wait.interrupted = result == -EINTR;
  return result != 0 && !wait.interrupted;
}

}  // namespace heddle::runtime
