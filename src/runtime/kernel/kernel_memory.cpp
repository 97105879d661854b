#include "runtime/kernel/kernel_memory.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <ctime>

#include "runtime/kernel/children.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/probing.h"
#include "runtime/state/signal_state.h"

namespace heddle::runtime {
namespace {

using Arguments = const long (&)[6];

enum class Use : std::uint8_t { kReads, kWrites };
using enum Use;
enum class Null : std::uint8_t { kIsWrong, kIsNothing };
using enum Null;

constexpr std::int8_t kOne = -1;
constexpr std::uint16_t kSetWord = 8;

// An argument that is the address of so many bytes, or of so many times as many as another argument says.
struct Handed {
  std::int16_t call;
  std::uint8_t argument;
  Use use;
  Null null;
  std::uint16_t size;
  std::int8_t times = kOne;
};

constexpr auto kTable = std::to_array<Handed>({
    // NOLINTBEGIN(modernize-use-designated-initializers): a table
    {SYS_accept, 1, kWrites, kIsNothing, 1},
    {SYS_accept, 2, kWrites, kIsNothing, sizeof(socklen_t)},
    {SYS_accept4, 1, kWrites, kIsNothing, 1},
    {SYS_accept4, 2, kWrites, kIsNothing, sizeof(socklen_t)},
    {SYS_bind, 1, kReads, kIsWrong, 1, 2},
    {SYS_clock_gettime, 1, kWrites, kIsWrong, sizeof(timespec)},
    {SYS_clock_nanosleep, 2, kReads, kIsWrong, sizeof(timespec)},
    {SYS_connect, 1, kReads, kIsWrong, 1, 2},
    {SYS_epoll_wait, 1, kWrites, kIsWrong, sizeof(epoll_event), 2},
    {SYS_epoll_pwait, 1, kWrites, kIsWrong, sizeof(epoll_event), 2},
    {SYS_epoll_pwait, 4, kReads, kIsNothing, kSetWord},
    {SYS_epoll_pwait2, 1, kWrites, kIsWrong, sizeof(epoll_event), 2},
    {SYS_epoll_pwait2, 3, kReads, kIsNothing, sizeof(timespec)},
    {SYS_epoll_pwait2, 4, kReads, kIsNothing, kSetWord},
    {SYS_getitimer, 1, kWrites, kIsWrong, sizeof(itimerval)},
    {SYS_getpeername, 1, kWrites, kIsWrong, 1},
    {SYS_getpeername, 2, kWrites, kIsWrong, sizeof(socklen_t)},
    {SYS_getrandom, 0, kWrites, kIsWrong, 1, 1},
    {SYS_getsockname, 1, kWrites, kIsWrong, 1},
    {SYS_getsockname, 2, kWrites, kIsWrong, sizeof(socklen_t)},
    {SYS_getsockopt, 3, kWrites, kIsWrong, 1},
    {SYS_getsockopt, 4, kWrites, kIsWrong, sizeof(socklen_t)},
    {SYS_gettimeofday, 0, kWrites, kIsNothing, sizeof(timeval)},
    {SYS_nanosleep, 0, kReads, kIsWrong, sizeof(timespec)},
    {SYS_pipe, 0, kWrites, kIsWrong, 2 * sizeof(int)},
    {SYS_pipe2, 0, kWrites, kIsWrong, 2 * sizeof(int)},
    {SYS_poll, 0, kWrites, kIsWrong, sizeof(pollfd), 1},
    {SYS_ppoll, 0, kWrites, kIsWrong, sizeof(pollfd), 1},
    {SYS_ppoll, 2, kReads, kIsNothing, sizeof(timespec)},
    {SYS_ppoll, 3, kReads, kIsNothing, kSetWord},
    {SYS_pselect6, 4, kReads, kIsNothing, sizeof(timespec)},
    {SYS_pselect6, 5, kReads, kIsNothing, 2 * sizeof(void*)},
    {SYS_readv, 1, kReads, kIsWrong, sizeof(iovec), 2},
    {SYS_recvfrom, 4, kWrites, kIsNothing, 1},
    {SYS_recvfrom, 5, kWrites, kIsNothing, sizeof(socklen_t)},
    {SYS_recvmsg, 1, kWrites, kIsWrong, sizeof(msghdr)},
    {SYS_rt_sigaction, 1, kReads, kIsNothing, sizeof(SignalAction)},
    {SYS_rt_sigaction, 2, kWrites, kIsNothing, sizeof(SignalAction)},
    {SYS_rt_sigpending, 0, kWrites, kIsWrong, kSetWord},
    {SYS_rt_sigprocmask, 1, kReads, kIsNothing, kSetWord},
    {SYS_rt_sigprocmask, 2, kWrites, kIsNothing, kSetWord},
    {SYS_rt_sigqueueinfo, 2, kReads, kIsWrong, sizeof(siginfo_t)},
    {SYS_rt_sigsuspend, 0, kReads, kIsWrong, kSetWord},
    {SYS_rt_sigtimedwait, 0, kReads, kIsWrong, kSetWord},
    {SYS_rt_sigtimedwait, 1, kWrites, kIsNothing, sizeof(siginfo_t)},
    {SYS_rt_sigtimedwait, 2, kReads, kIsNothing, sizeof(timespec)},
    {SYS_rt_tgsigqueueinfo, 3, kReads, kIsWrong, sizeof(siginfo_t)},
    {SYS_select, 4, kReads, kIsNothing, sizeof(timeval)},
    {SYS_sendmsg, 1, kReads, kIsWrong, sizeof(msghdr)},
    {SYS_sendto, 4, kReads, kIsNothing, 1, 5},
    {SYS_setitimer, 1, kReads, kIsNothing, sizeof(itimerval)},
    {SYS_setitimer, 2, kWrites, kIsNothing, sizeof(itimerval)},
    {SYS_setsockopt, 3, kReads, kIsWrong, 1, 4},
    {SYS_sigaltstack, 0, kReads, kIsNothing, sizeof(stack_t)},
    {SYS_sigaltstack, 1, kWrites, kIsNothing, sizeof(stack_t)},
    {SYS_signalfd, 1, kReads, kIsWrong, kSetWord},
    {SYS_signalfd4, 1, kReads, kIsWrong, kSetWord},
    {SYS_socketpair, 3, kWrites, kIsWrong, 2 * sizeof(int)},
    {SYS_time, 0, kWrites, kIsNothing, sizeof(time_t)},
    {SYS_timer_create, 1, kReads, kIsNothing, sizeof(sigevent)},
    {SYS_timer_create, 2, kWrites, kIsWrong, sizeof(int)},
    {SYS_timer_gettime, 1, kWrites, kIsWrong, sizeof(itimerspec)},
    {SYS_timer_settime, 2, kReads, kIsWrong, sizeof(itimerspec)},
    {SYS_timer_settime, 3, kWrites, kIsNothing, sizeof(itimerspec)},
    {SYS_timerfd_gettime, 1, kWrites, kIsWrong, sizeof(itimerspec)},
    {SYS_timerfd_settime, 2, kReads, kIsWrong, sizeof(itimerspec)},
    {SYS_timerfd_settime, 3, kWrites, kIsNothing, sizeof(itimerspec)},
    {SYS_wait4, 1, kWrites, kIsNothing, sizeof(int)},
    {SYS_waitid, 2, kWrites, kIsNothing, sizeof(siginfo_t)},
    {SYS_writev, 1, kReads, kIsWrong, sizeof(iovec), 2},
    // NOLINTEND(modernize-use-designated-initializers)
});

constexpr std::size_t kCalls = 512;

// Calls with rows, and those with a check of their own.
constexpr auto kConcerned = [] {
  std::array<bool, kCalls> concerned{};
  for (const Handed& handed : kTable) {
    concerned[static_cast<std::size_t>(handed.call)] = true;
  }
  concerned[SYS_futex] = true;
  return concerned;
}();

bool is_right(const Handed& handed, Arguments a) {
  const auto address = static_cast<std::uintptr_t>(a[handed.argument]);
  // The upper half of an int's register may hold anything.
  const std::int64_t times = handed.times == kOne ? 1 : std::int64_t{static_cast<int>(a[handed.times])};
  if (times <= 0 || (address == 0 && handed.null == kIsNothing)) {
    return true;
  }
  const std::size_t size = handed.size * static_cast<std::size_t>(times);
  return handed.use == kReads ? can_read(address, size) : can_write(address, size);
}

bool has_right_parts(long number, Arguments a) {
  const iovec* parts = reinterpret_cast<const iovec*>(a[1]);
  auto count = static_cast<std::size_t>(a[2]);
  if (number == SYS_sendmsg) {
    const auto& message = *reinterpret_cast<const msghdr*>(a[1]);
    parts = message.msg_iov;
    count = message.msg_iovlen;
    if (count > IOV_MAX || !can_read(reinterpret_cast<std::uintptr_t>(parts), count * sizeof(iovec))) {
      return false;
    }
  }
  return count > IOV_MAX || std::all_of(parts, parts + count, [](const iovec& part) {
           return can_read(reinterpret_cast<std::uintptr_t>(part.iov_base), part.iov_len);
         });
}

bool has_right_sets(Arguments a) {
  constexpr int kLargest = 1024;
  const auto limit = static_cast<std::size_t>(std::clamp(static_cast<int>(a[0]), 0, kLargest));
  const std::size_t size = (limit + 63) / 64 * sizeof(fd_mask);
  return std::all_of(a + 1, a + 4,
                     [size](long set) { return set == 0 || can_write(static_cast<std::uintptr_t>(set), size); });
}

bool has_right_words(Arguments a) {
  const int operation = static_cast<int>(a[1]) & FUTEX_CMD_MASK;
  const bool waits = operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET;
  const bool is_shared = (a[1] & FUTEX_PRIVATE_FLAG) == 0;  // by what is behind the address
  const bool compares = waits || is_shared || operation == FUTEX_CMP_REQUEUE;
  return (!compares || can_read(static_cast<std::uintptr_t>(a[0]), sizeof(std::uint32_t))) &&
         (!waits || a[3] == 0 || can_read(static_cast<std::uintptr_t>(a[3]), sizeof(timespec)));
}

bool has_right_rest(long number, Arguments a) {
  switch (number) {
    case SYS_futex:
      return has_right_words(a);
    case SYS_select:
    case SYS_pselect6:
      return has_right_sets(a);
    case SYS_writev:
    case SYS_sendmsg:
      return has_right_parts(number, a);
    default:
      return true;
  }
}

// These look at the descriptor first.
bool begins_with_descriptor(long number) {
  switch (number) {
    case SYS_accept:
    case SYS_accept4:
    case SYS_bind:
    case SYS_connect:
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
    case SYS_getpeername:
    case SYS_getsockname:
    case SYS_getsockopt:
    case SYS_readv:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_sendmsg:
    case SYS_sendto:
    case SYS_setsockopt:
    case SYS_timerfd_gettime:
    case SYS_writev:
      return true;
    default:
      return false;
  }
}

}  // namespace

long memory_error(long number, Arguments a) {
  if (static_cast<unsigned long>(number) >= kCalls || !kConcerned[static_cast<std::size_t>(number)]) {
    return 0;
  }
  if (number == SYS_wait4 && !any_children_left()) {
    return 0;  // ECHILD
  }
  const bool right =
      std::all_of(kTable.begin(), kTable.end(),
                  [number, &a](const Handed& handed) { return handed.call != number || is_right(handed, a); }) &&
      has_right_rest(number, a);
  if (right) {
    return 0;
  }
  const bool is_open = !begins_with_descriptor(number) || system_call(SYS_fcntl, a[0], F_GETFD) >= 0;
  return is_open ? -EFAULT : -EBADF;
}

}  // namespace heddle::runtime
