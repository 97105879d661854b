#include "runtime/kernel/signal_functions.h"

#include <sys/syscall.h>

#include <cerrno>
#include <cstring>

#include "runtime/kernel/kernel_memory.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/handed.h"
#include "runtime/machine/probing.h"
#include "runtime/models/threads.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/state.h"

namespace heddle::runtime {
namespace {

int number_of(const Thread& target) { return virtual_process() + target.id.value; }

long call(long number, const void* caller, long first, long second, long third = 0, long fourth = 0) {
  const long arguments[6] = {first, second, third, fourth, 0, 0};
  const long error = memory_error(number, arguments);
  return error != 0 ? error : signal_call(number, arguments, caller);
}

int with_errno(long result) {
  if (result < 0) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return static_cast<int>(result);
}

siginfo_t queued(int signal, sigval value) {
  siginfo_t info{};
  info.si_signo = signal;
  info.si_code = SI_QUEUE;
  info.si_value = value;
  return info;
}

// glibc: a thread that has ended but was not joined takes the signal, and nothing happens.
bool has_ended(const Thread& target) { return target.status == Status::kEnded; }

// The C library's set is longer than the kernel's.
void fill(sigset_t* to, std::uint64_t set) {
  std::memset(to, 0, sizeof *to);
  std::memcpy(to, &set, sizeof set);
}

}  // namespace

int signal_function(long number, const void* caller, long first, long second, long third, long fourth) {
  return with_errno(call(number, caller, first, second, third, fourth));
}

int thread_kill(pthread_t handle, int signal, const void* caller) {
  const Thread* target = thread_of(handle);
  if (target == nullptr) {
    return ESRCH;
  }
  if (has_ended(*target)) {
    return 0;
  }
  const int error = static_cast<int>(-call(SYS_tgkill, caller, virtual_process(), number_of(*target), signal));
  return error == ESRCH && has_ended(*target) ? 0 : error;  // it may have ended meanwhile
}

int thread_queue(pthread_t handle, int signal, sigval value, const void* caller) {
  const Thread* target = thread_of(handle);
  if (target == nullptr) {
    return ESRCH;
  }
  const siginfo_t info = queued(signal, value);
  return has_ended(*target) ? 0
                            : static_cast<int>(-call(SYS_rt_tgsigqueueinfo, caller, virtual_process(),
                                                     number_of(*target), signal, argument(&info)));
}

int signal_mask(int how, const sigset_t* set, sigset_t* before, const void* caller) {
  if (before != nullptr && !can_write(reinterpret_cast<std::uintptr_t>(before), sizeof(std::uint64_t))) {
    return EFAULT;
  }
  std::uint64_t was = 0;
  const long result = call(SYS_rt_sigprocmask, caller, how, argument(set), argument(&was));
  if (result == 0 && before != nullptr) {
    fill(before, was);
  }
  return static_cast<int>(-result);
}

int raise_signal(int signal, const void* caller) {
  return signal_function(SYS_tgkill, caller, virtual_process(), number_of(current_thread()), signal);
}

int queue_signal(pid_t process, int signal, sigval value, const void* caller) {
  const siginfo_t info = queued(signal, value);
  return signal_function(SYS_rt_sigqueueinfo, caller, process, signal, argument(&info));
}

int signal_handler(int signal, const struct sigaction* action, struct sigaction* before, const void* caller) {
  SignalAction wanted{};
  SignalAction was{};
  if (action != nullptr) {
    wanted.handler = action->sa_handler;
    wanted.flags = static_cast<unsigned long>(action->sa_flags);
    std::memcpy(&wanted.mask, &action->sa_mask, sizeof wanted.mask);
  }
  const long result =
      call(SYS_rt_sigaction, caller, signal, argument(action == nullptr ? nullptr : &wanted), argument(&was));
  if (result == 0 && before != nullptr) {
    *before = {};
    before->sa_handler = was.handler;
    before->sa_flags = static_cast<int>(was.flags);
    fill(&before->sa_mask, was.mask);
  }
  return with_errno(result);
}

sighandler_t simple_signal_handler(int signal, sighandler_t handler, int flags, const void* caller) {
  struct sigaction action{};
  struct sigaction before{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  return signal_handler(signal, &action, &before, caller) == 0 ? before.sa_handler : SIG_ERR;
}

int pending_signals(sigset_t* to, const void* caller) {
  if (!can_write(reinterpret_cast<std::uintptr_t>(to), sizeof(std::uint64_t))) {
    return with_errno(-EFAULT);
  }
  std::uint64_t set = 0;
  const int result = signal_function(SYS_rt_sigpending, caller, argument(&set), 8);
  fill(to, set);
  return result;
}

int wait_for_signal(const sigset_t* set, int* signal, const void* caller) {
  long result = -EINTR;
  while (result == -EINTR) {
    result = call(SYS_rt_sigtimedwait, caller, argument(set), 0, 0, 8);
  }
  if (result < 0) {
    return static_cast<int>(-result);
  }
  given_all(signal);
  *signal = static_cast<int>(result);
  return 0;
}

int timed_wait_for_signal(const sigset_t* set, siginfo_t* info, const timespec* timeout, const void* caller) {
  const int result = signal_function(SYS_rt_sigtimedwait, caller, argument(set), argument(info), argument(timeout), 8);
  if (result > 0 && info != nullptr && info->si_code == SI_TKILL) {
    info->si_code = SI_USER;  // as glibc does
  }
  return result;
}

int make_timer(clockid_t clock, const sigevent* event, timer_t* timer, const void* caller) {
  if (event != nullptr && event->sigev_notify == SIGEV_THREAD) {
    unsupported("timer_create with SIGEV_THREAD");
  }
  int number = 0;
  const int result = signal_function(SYS_timer_create, caller, clock, argument(event), argument(&number));
  if (result == 0) {
    *timer = reinterpret_cast<timer_t>(static_cast<long>(number));
  }
  return result;
}

}  // namespace heddle::runtime
