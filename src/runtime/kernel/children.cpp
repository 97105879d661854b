#include "runtime/kernel/children.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <span>

#include "runtime/kernel/descriptor_table.h"
#include "runtime/kernel/free_mode.h"
#include "runtime/kernel/settling.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_text.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/control.h"
#include "runtime/state/open_files.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

bool children_unsettled = false;

namespace {

// Above the numbers of threads.
constexpr int kFirstNumber = 6000;
static_assert(kFirstNumber > 1000 + static_cast<int>(kMaxThreads));

constexpr int kEndSignal = 60;  // SIGRTMAX-4; the program's own signals never reach the kernel

constexpr int kSpawnFailed = 127;  // libc's exit status of a spawned child that did not come to exec

// There are children, or processes that came from them and have lost their parents.
bool any_left = false;
// In the runtime's memory, which the engine shares with the processes of fork reset: if one is killed, its descendants
// are the engine's to end.
bool any_made = false;

ChildTable& table() { return state().children; }

std::span<Child> entries() { return {table().children, table().limit}; }

Child& free_entry() {
  ChildTable& all = table();
  for (Child& entry : entries()) {
    if (entry.process == 0) {
      return entry;
    }
  }
  if (all.limit == kMaxChildren) {
    unsupported("more than 256 child processes");
  }
  return all.children[all.limit++];
}

void forget(Child& child) {
  child = {};
  --table().present;
}

Child* child_of(long number) {
  for (Child& child : entries()) {
    if (child.process != 0 && child.number == number) {
      return &child;
    }
  }
  return nullptr;
}

bool matches(const Child& child, const ChildWait& wait) {
  return child.process != 0 && (wait.which == -1 || child.number == wait.which);
}

// What there is to be had of a child, which stays there. False: nothing.
bool look_at(const Child& child, int options, siginfo_t& info) {
  info = {};
  return system_call(SYS_waitid, P_PID, child.process, reinterpret_cast<long>(&info), options | WNOHANG | WNOWAIT) ==
             0 &&
         info.si_pid != 0;
}

// The one with the lowest number, so that the result does not depend on who was faster.
Child* first_of_interest(const ChildWait& wait, siginfo_t& info) {
  Child* first = nullptr;
  siginfo_t found{};
  for (Child& child : entries()) {
    if (matches(child, wait) && (first == nullptr || child.number < first->number) &&
        look_at(child, wait.options, found)) {
      first = &child;
      info = found;
    }
  }
  return first;
}

bool any_to_wait_for(const ChildWait& wait) {
  return std::ranges::any_of(entries(), [&](const Child& child) { return matches(child, wait); });
}

// What a forked child reads of standard input, its parent does not, and the other way round.
void hand_over_input() { system_call(SYS_lseek, STDIN_FILENO, static_cast<long>(state().input_offset), SEEK_SET); }

void take_back_input() {
  const long offset = system_call(SYS_lseek, STDIN_FILENO, 0, SEEK_CUR);
  if (offset >= 0) {
    state().input_offset = static_cast<std::uint64_t>(offset);
  }
}

void on_end_request(int /*signal*/, siginfo_t* /*info*/, void* /*context*/) {
  end_children();
  system_call(SYS_exit_group, 128 + SIGTERM);
}

// What loses its parent comes here. And if whoever looks after this process is killed, the children end before it does:
// afterwards nobody would know of those that have left their parents.
void take_charge_of_children() {
  system_call(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1);
  install_handler(kEndSignal, on_end_request, SA_ONSTACK);
  before_leaving([](segment::Phase, const char*, int) { end_children(); });
  system_call(SYS_prctl, PR_SET_PDEATHSIG, kEndSignal);
}

// A process of its own, whatever memory was to be shared: where the parent would stand still until the child calls exec
// or ends, there is little for the two to notice.
long make_child(long flags, long stack, long parent_word, long child_word, const void* caller) {
  constexpr long kKnown =
      CSIGNAL | CLONE_VM | CLONE_VFORK | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
  const bool shares_memory = (flags & CLONE_VM) != 0;
  const bool waits = (flags & CLONE_VFORK) != 0;
  if ((flags & CLONE_THREAD) != 0) {
    unsupported("a thread made by clone, or by a pthread_create that was looked up in libc");
  }
  if ((flags & ~kKnown) != 0 || (flags & CSIGNAL) != SIGCHLD || (shares_memory && !waits) ||
      (stack != 0 && !shares_memory)) {
    unsupported("clone");
  }
  if (state().shares_primitives && !waits) {
    unsupported("a primitive shared between processes");
  }
  visible(OperationKind::kProcessCreate, &table(), {.site = nullptr, .caller = caller});
  if (!can_look()) {
    unsupported("child processes, where /proc does not show them");
  }
  prepare_notes();
  Child& child = free_entry();
  const auto index = static_cast<std::size_t>(&child - table().children);
  note_of_child(index) = {};
  hand_over_input();
  take_charge_of_children();
  any_made = true;
  const FreeProcess self{.parent = static_cast<int>(system_call(SYS_getpid)),
                         .number = kFirstNumber + static_cast<int>(table().made),
                         .is_child = true,
                         .index = index};
  const long process = system_call(SYS_clone, SIGCHLD);
  if (process == 0) {
    enter_free_mode(self);
    if ((flags & CLONE_CHILD_SETTID) != 0) {
      *reinterpret_cast<int*>(child_word) = self.number;
    }
    return 0;
  }
  if (process < 0) {
    return process;
  }
  child = {.process = static_cast<int>(process), .number = self.number, .ended = false};
  ++table().made;
  ++table().present;
  if ((flags & CLONE_PARENT_SETTID) != 0) {
    *reinterpret_cast<int*>(parent_word) = self.number;
  }
  any_left = true;
  note_step_for_children();
  return self.number;
}

// Waits for what is there, and takes it unless it is to stay. Returns the child's number, 0 or -errno.
long wait_for_child(const ChildWait& wanted, siginfo_t& info, int& status, const void* caller) {
  settle_children();
  DescriptorWait wait{.at_once = (wanted.options & WNOHANG) != 0, .child = &wanted};
  for (;;) {
    if (!take_descriptor_turn(OperationKind::kProcessWait, &table(), wait, caller) && wait.interrupted) {
      return -EINTR;
    }
    Child* child = first_of_interest(wanted, info);
    if (child == nullptr) {
      if (!any_to_wait_for(wanted)) {
        return -ECHILD;
      }
      if (!wait.at_once && execution.active) {
        continue;  // somebody else was faster
      }
      found_nothing(&table(), caller);
      return 0;
    }
    const int number = child->number;
    info.si_pid = number;
    if ((wanted.options & WNOWAIT) == 0) {
      const int how = ((wanted.options & WSTOPPED) != 0 ? WUNTRACED : 0) | (wanted.options & WCONTINUED);
      system_call(SYS_wait4, child->process, reinterpret_cast<long>(&status), how | WNOHANG, 0);
      if (WIFEXITED(status) || WIFSIGNALED(status)) {
        forget(*child);
      }
    }
    return number;
  }
}

long wait4_call(const long (&a)[6], const void* caller) {
  const auto which = static_cast<int>(a[0]);
  const auto given = static_cast<int>(a[2]);
  if (which < -1) {
    unsupported("waiting for a process group");
  }
  constexpr int kKnown = WNOHANG | WUNTRACED | WCONTINUED | __WALL | __WNOTHREAD;
  if ((given & ~kKnown) != 0) {
    return -EINVAL;
  }
  ChildWait wanted{.which = which == 0 ? -1 : which, .options = WEXITED | (given & (WNOHANG | WCONTINUED))};
  wanted.options |= (given & WUNTRACED) != 0 ? WSTOPPED : 0;
  siginfo_t info{};
  int status = 0;
  const long number = wait_for_child(wanted, info, status, caller);
  if (number > 0 && a[1] != 0) {
    *reinterpret_cast<int*>(a[1]) = status;
    note_memory(reinterpret_cast<const void*>(a[1]), sizeof status, true, caller);
  }
  if (number > 0 && a[3] != 0) {
    *reinterpret_cast<rusage*>(a[3]) = {};  // what a child has used depends on the machine
  }
  return number;
}

long waitid_call(const long (&a)[6], const void* caller) {
  if (a[0] != P_ALL && a[0] != P_PID) {
    unsupported("waitid for a process group or a pidfd");
  }
  constexpr int kKinds = WEXITED | WSTOPPED | WCONTINUED;
  const auto options = static_cast<int>(a[3]);
  if ((options & kKinds) == 0) {
    return -EINVAL;
  }
  const ChildWait wanted{.which = a[0] == P_ALL ? -1 : static_cast<int>(a[1]),
                         .options = options & (kKinds | WNOHANG | WNOWAIT)};
  siginfo_t info{};
  int status = 0;
  const long number = wait_for_child(wanted, info, status, caller);
  if (number >= 0 && a[2] != 0) {
    *reinterpret_cast<siginfo_t*>(a[2]) = info;
    note_memory(reinterpret_cast<const void*>(a[2]), sizeof info, true, caller);
  }
  if (number >= 0 && a[4] != 0) {
    *reinterpret_cast<rusage*>(a[4]) = {};
  }
  return std::min(number, 0L);
}

// Tells the program of a child that has ended. One that ignores the signal has nothing to wait for then.
void send_child_signal(const Child& child, const siginfo_t& info) {
  const bool unnoticed =
      state().signals.actions[SIGCHLD].handler == SIG_DFL && signal_candidates(SIGCHLD) == state().live_count;
  if (!unnoticed) {
    SignalCause cause;
    cause.code = info.si_code;
    cause.process = child.number;
    cause.status = info.si_status;
    post_signal(SIGCHLD, cause, nullptr);
  }
}

void report_ended() {
  const SignalAction& action = state().signals.actions[SIGCHLD];
  siginfo_t info{};
  for (Child& child : entries()) {
    if (child.process == 0 || child.ended || !look_at(child, WEXITED, info)) {
      continue;
    }
    child.ended = true;
    send_child_signal(child, info);
    if (action.handler == SIG_IGN || (action.flags & SA_NOCLDWAIT) != 0) {
      system_call(SYS_wait4, child.process, 0, 0, 0);
      forget(child);
    }
  }
}

bool is_made_here(int process) {
  return std::ranges::any_of(entries(), [&](const Child& child) { return child.process == process; });
}

Look look_at_all() {
  Look look;
  for (const Child& child : entries()) {
    if (child.process != 0) {
      look.at(child.process);
    }
  }
  // Whoever loses its parent becomes a child of this process. Nobody waits for it but here.
  for_each_orphan([&](int process) {
    if (!is_made_here(process) && system_call(SYS_wait4, process, 0, WNOHANG, 0) != process) {
      look.at(process);
    }
  });
  return look;
}

// No beat: a child that goes on for ever is a hang.
void pause_for_children(int rounds) {
  constexpr int kImpatient = 20;
  if (rounds < kImpatient) {
    system_call(SYS_sched_yield);
    return;
  }
  const timespec time{.tv_sec = 0, .tv_nsec = std::min(20'000L * (rounds - kImpatient + 1), 1'000'000L)};
  system_call(SYS_nanosleep, reinterpret_cast<long>(&time), 0);
}

// Where children have run, any descriptor may have become ready.
void note_children_ran() {
  DescriptorTable& descriptors = descriptor_table();
  ++descriptors.changes;
  for (Channel& channel : descriptors.channels) {
    channel.changes += channel.files != 0 ? 1 : 0;
  }
  take_back_input();
  report_ended();
}

}  // namespace

bool child_wait_is_over(const ChildWait& wait) {
  siginfo_t info{};
  return first_of_interest(wait, info) != nullptr || !any_to_wait_for(wait);
}

bool child_call(long number, const long (&a)[6], const void* caller, long& result) {
  switch (number) {
    case SYS_fork:
      result = make_child(SIGCHLD, 0, 0, 0, caller);
      return true;
    case SYS_vfork:
      result = make_child(SIGCHLD | CLONE_VM | CLONE_VFORK, 0, 0, 0, caller);
      return true;
    case SYS_clone:
      result = make_child(a[0], a[1], a[2], a[3], caller);
      return true;
    case SYS_clone3:
      result = -ENOSYS;  // libc makes do with clone
      return true;
    case SYS_wait4:
      result = wait4_call(a, caller);
      return true;
    case SYS_waitid:
      result = waitid_call(a, caller);
      return true;
    default:
      return false;
  }
}

// libc's child leaves what went wrong in memory that it takes to be its parent's.
int spawn_child(Spawn spawn, pid_t* number, const char* file, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const* arguments, char* const* environment) {
  pid_t made = 0;
  const int error = spawn(&made, file, actions, attributes, arguments, environment);
  if (error != 0) {
    return error;
  }
  if (number != nullptr) {
    *number = made;
  }
  Child* child = child_of(made);
  siginfo_t info{};
  if (child == nullptr || !look_at(*child, WEXITED, info) || info.si_code != CLD_EXITED ||
      info.si_status != kSpawnFailed) {
    return 0;
  }
  const int noted = note_of_child(static_cast<std::size_t>(child - table().children)).error;
  if (noted != 0) {
    system_call(SYS_wait4, child->process, 0, 0, 0);
    forget(*child);
  }
  return noted;
}

bool is_child(long number) { return children_present() && child_of(number) != nullptr; }

long signal_child(long number, int signal, const void* caller) {
  if (signal < 0 || signal > 64) {
    return -EINVAL;
  }
  visible(OperationKind::kProcessSignal, &table(), {.site = nullptr, .caller = caller});
  const Child* child = child_of(number < 0 ? -number : number);
  if (child == nullptr) {
    return -ESRCH;  // another thread has waited for it
  }
  const long result = system_call(SYS_kill, number < 0 ? -child->process : child->process, signal);
  note_step_for_children();
  settle_children();
  return result;
}

void note_step_for_children() { children_unsettled = any_left; }

void wait_until_settled() {
  ChildTable& all = table();
  Look before = look_at_all();
  for (int rounds = 0; !before.settled() || before.fingerprint() != all.settled_as; ++rounds) {
    const Look after = look_at_all();
    if (before.settled() && after.settled() && before.fingerprint() == after.fingerprint()) {
      all.settled_as = after.fingerprint();
      any_left = after.any();
      note_children_ran();
      break;
    }
    before = after;
    pause_for_children(rounds);
  }
  children_unsettled = false;
  check_for_refusal();
}

bool children_present() { return table().present != 0; }
bool any_children_left() { return any_left; }

void end_children() {
  if (!any_made) {
    return;
  }
  long ended = 0;
  while (ended != -ECHILD) {
    for_each_own_child([](int process) { system_call(SYS_kill, process, SIGKILL); });
    ended = system_call(SYS_wait4, -1, 0, __WALL, 0);
  }
  any_made = false;
  any_left = false;
  children_unsettled = false;
}

bool describe_busy_child(Line& line) {
  if (!children_unsettled) {
    return false;
  }
  for (const Child& child : entries()) {
    if (child.process == 0) {
      continue;
    }
    Look look;
    look.at(child.process);
    if (!look.settled()) {
      char name[16];
      read_process_name(look.busy(), name);
      line.text(" waits for child process ").number(static_cast<unsigned long>(child.number));
      line.text(" (").text(name).text(")");
      return true;
    }
  }
  return false;
}

}  // namespace heddle::runtime
