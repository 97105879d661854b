#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

#include "runtime/kernel/descriptor_table.h"
#include "runtime/kernel/streams.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/control.h"
#include "runtime/state/open_files.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kMostPolled = 1024;

// To the program, the runtime's own descriptors are closed.
bool is_the_runtimes(long descriptor) { return !is_free() && descriptor >= kFirstOwnDescriptor; }

// What was open before, and is no plain file, becomes ready by other processes.
void refuse_foreign(long descriptor) {
  if (!is_free() && descriptor > STDERR_FILENO && file_of(descriptor) == nullptr &&
      !is_plain_file(static_cast<int>(descriptor))) {
    unsupported("waiting for a pipe, socket or device from outside the program");
  }
}

bool set_timeout(DescriptorWait& wait, const timespec* timeout) {
  if (timeout == nullptr) {
    return true;
  }
  wait.at_once = timeout->tv_sec == 0 && timeout->tv_nsec == 0;
  return deadline_after(timeout, wait.own_deadline);
}

const timespec* from_milliseconds(long timeout, timespec& storage) {
  storage = {.tv_sec = timeout / 1000, .tv_nsec = timeout % 1000 * 1'000'000};
  return timeout < 0 ? nullptr : &storage;
}

long poll_descriptors(Arguments a, const timespec* timeout, const void* caller) {
  auto* polled = reinterpret_cast<pollfd*>(a[0]);
  const auto count = static_cast<std::size_t>(a[1]);
  if (count > kMostPolled) {
    unsupported("poll of more than 1024 descriptors");
  }
  pollfd wanted[kMostPolled];  // as the kernel does, for others may write there
  for (std::size_t index = 0; index < count; ++index) {
    wanted[index] = polled[index];
    if (is_the_runtimes(wanted[index].fd)) {
      wanted[index].fd = INT_MAX;  // never open, so the kernel says POLLNVAL
    } else {
      refuse_foreign(wanted[index].fd);
    }
  }
  DescriptorWait wait{.polled = wanted, .polled_count = count};
  if (!set_timeout(wait, timeout)) {
    return -EINVAL;
  }
  if (!take_descriptor_turn(OperationKind::kPoll, object_of_all(), wait, caller)) {
    if (wait.interrupted) {
      return -EINTR;
    }
    for (std::size_t index = 0; index < count; ++index) {
      polled[index].revents = 0;
    }
    return 0;
  }
  expire_timers();
  refresh_signal_files(current_thread());
  const long result = system_call(SYS_poll, reinterpret_cast<long>(wanted), a[1], 0);
  if (result == 0) {
    found_nothing(object_of_all(), caller);
  }
  for (std::size_t index = 0; index < count; ++index) {
    polled[index].revents = wanted[index].revents;
    note_memory(&polled[index].revents, sizeof wanted[index].revents, true, caller);
  }
  return result;
}

// The sets are as long as the descriptors asked for, which may be less than the type.
struct SelectSets {
  fd_set sets[3];
  DescriptorWait wait;
};

long select_descriptors(Arguments a, const timespec* timeout, const void* caller) {
  const long limit = std::min<long>(a[0], FD_SETSIZE);
  if (a[0] < 0) {
    return -EINVAL;
  }
  SelectSets chosen = {};
  const std::size_t bytes = (static_cast<std::size_t>(limit) + 63) / 64 * 8;
  for (int index = 0; index < 3; ++index) {
    FD_ZERO(&chosen.sets[index]);
    if (a[index + 1] != 0) {
      std::memcpy(&chosen.sets[index], reinterpret_cast<const void*>(a[index + 1]), bytes);
      chosen.wait.selected[index] = &chosen.sets[index];
    }
  }
  for (int descriptor = 0; descriptor < limit; ++descriptor) {
    if (FD_ISSET(descriptor, &chosen.sets[0]) || FD_ISSET(descriptor, &chosen.sets[1]) ||
        FD_ISSET(descriptor, &chosen.sets[2])) {
      if (is_the_runtimes(descriptor)) {
        return -EBADF;
      }
      refuse_foreign(descriptor);
    }
  }
  chosen.wait.selected_limit = static_cast<int>(limit);
  if (!set_timeout(chosen.wait, timeout)) {
    return -EINVAL;
  }
  if (!take_descriptor_turn(OperationKind::kPoll, object_of_all(), chosen.wait, caller)) {
    if (chosen.wait.interrupted) {
      return -EINTR;
    }
    for (int index = 0; index < 3; ++index) {
      if (a[index + 1] != 0) {
        std::memset(reinterpret_cast<void*>(a[index + 1]), 0, bytes);
      }
    }
    return 0;
  }
  expire_timers();
  refresh_signal_files(current_thread());
  timespec none{};
  const long count = system_call(SYS_pselect6, limit, a[1], a[2], a[3], reinterpret_cast<long>(&none), 0);
  if (count == 0) {
    found_nothing(object_of_all(), caller);
  }
  return count;
}

long wait_for_set(Arguments a, const timespec* timeout, const void* caller) {
  pollfd ready{.fd = static_cast<int>(a[0]), .events = POLLIN, .revents = 0};
  DescriptorWait wait{.polled = &ready, .polled_count = 1};
  if (!set_timeout(wait, timeout)) {
    return -EINVAL;
  }
  if (!take_descriptor_turn(OperationKind::kPoll, object_of_all(), wait, caller)) {
    return wait.interrupted ? -EINTR : 0;
  }
  expire_timers();
  refresh_signal_files(current_thread());
  const long count = system_call(SYS_epoll_pwait, a[0], a[1], a[2], 0, 0, 0);
  if (count == 0) {
    found_nothing(object_of_all(), caller);
  }
  note_memory(reinterpret_cast<const void*>(a[1]), count * static_cast<long>(sizeof(epoll_event)), true, caller);
  return count;
}

long make_poll_set(long number, Arguments a, const void* caller) {
  take_descriptor_turn(OperationKind::kDescriptorOpen, object_of_all(), caller);
  const long descriptor = pass_call(number, a);
  if (descriptor >= 0) {
    add_file(descriptor, FileKind::kPollSet, false);
    ++descriptor_table().poll_sets;
  }
  return descriptor;
}

long change_poll_set(Arguments a, const void* caller) {
  if (is_the_runtimes(a[2])) {
    return -EBADF;
  }
  refuse_foreign(a[2]);
  take_descriptor_turn(OperationKind::kPoll, object_of_all(), caller);
  return pass_call(SYS_epoll_ctl, a);
}

// Linux tells how much of the time is left.
long select_with_timeval(Arguments a, timeval* timeout, const void* caller) {
  if (timeout == nullptr) {
    return select_descriptors(a, nullptr, caller);
  }
  // libc accepts more than a second of microseconds.
  constexpr long kMicroseconds = 1'000'000;
  const timespec duration{.tv_sec = timeout->tv_sec + timeout->tv_usec / kMicroseconds,
                          .tv_nsec = timeout->tv_usec % kMicroseconds * 1000};
  std::uint64_t deadline = 0;
  if (!deadline_after(&duration, deadline)) {
    return -EINVAL;
  }
  const long result = select_descriptors(a, &duration, caller);
  const std::uint64_t left = deadline - std::min(deadline, state().clock);
  *timeout = {.tv_sec = static_cast<time_t>(left / kSecond), .tv_usec = static_cast<long>(left % kSecond / 1000)};
  return result;
}

// What ppoll and the like are given to block meanwhile; nullptr: nothing.
const std::uint64_t* mask_of(long number, Arguments a) {
  switch (number) {
    case SYS_ppoll:
      return reinterpret_cast<const std::uint64_t*>(a[3]);
    case SYS_epoll_pwait:
    case SYS_epoll_pwait2:
      return reinterpret_cast<const std::uint64_t*>(a[4]);
    case SYS_pselect6:
      return a[5] == 0 ? nullptr : *reinterpret_cast<const std::uint64_t* const*>(a[5]);
    default:
      return nullptr;
  }
}

}  // namespace

bool polling_call(long number, Arguments a, const void* caller, long& result) {
  timespec storage{};
  const TemporaryMask mask(mask_of(number, a));
  switch (number) {
    case SYS_poll:
      result = poll_descriptors(a, from_milliseconds(static_cast<int>(a[2]), storage), caller);
      return true;
    case SYS_ppoll:
      result = poll_descriptors(a, reinterpret_cast<const timespec*>(a[2]), caller);
      return true;
    case SYS_select:
      result = select_with_timeval(a, reinterpret_cast<timeval*>(a[4]), caller);
      return true;
    case SYS_pselect6:
      result = select_descriptors(a, reinterpret_cast<const timespec*>(a[4]), caller);
      return true;
    case SYS_epoll_create:
    case SYS_epoll_create1:
      result = make_poll_set(number, a, caller);
      return true;
    case SYS_epoll_ctl:
      result = change_poll_set(a, caller);
      return true;
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
      result = wait_for_set(a, from_milliseconds(static_cast<int>(a[3]), storage), caller);
      return true;
    case SYS_epoll_pwait2:
      result = wait_for_set(a, reinterpret_cast<const timespec*>(a[3]), caller);
      return true;
    default:
      return false;
  }
}

}  // namespace heddle::runtime
