#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "runtime/kernel/descriptor_table.h"
#include "runtime/machine/arch.h"
#include "runtime/state/open_files.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

timespec to_timespec(std::uint64_t nanoseconds) {
  return {.tv_sec = static_cast<time_t>(nanoseconds / kSecond), .tv_nsec = static_cast<long>(nanoseconds % kSecond)};
}

long make_timer(Arguments a, const void* caller) {
  if (!is_waitable(static_cast<clockid_t>(a[0]))) {
    return a[0] == CLOCK_BOOTTIME ? -EOPNOTSUPP : -EINVAL;
  }
  take_descriptor_turn(OperationKind::kDescriptorOpen, object_of_all(), caller);
  static_assert(int{TFD_NONBLOCK} == int{EFD_NONBLOCK} && int{TFD_CLOEXEC} == int{EFD_CLOEXEC});
  const long descriptor = system_call(SYS_eventfd2, 0, a[1] | EFD_NONBLOCK);
  if (descriptor >= 0) {
    OpenFile& file = add_file(descriptor, FileKind::kTimer, (a[1] & TFD_NONBLOCK) != 0);
    file.timer_clock = static_cast<int>(a[0]);
  }
  return descriptor;
}

itimerspec remaining(const OpenFile& timer) {
  const std::uint64_t now = state().clock;
  const bool set = timer.expiry != kNever;
  return {.it_interval = to_timespec(timer.interval),
          .it_value = to_timespec(set && timer.expiry > now ? timer.expiry - now : 0)};
}

long set_timer(Arguments a, OpenFile& timer, const void* caller) {
  const auto& wanted = *reinterpret_cast<const itimerspec*>(a[2]);
  take_descriptor_turn(OperationKind::kPoll, object_of_all(), caller);
  expire_timers();
  std::uint64_t expiry = kNever;
  std::uint64_t end_of_interval = 0;
  if (!deadline_after(&wanted.it_interval, end_of_interval)) {
    return -EINVAL;
  }
  if (wanted.it_value.tv_sec != 0 || wanted.it_value.tv_nsec != 0) {
    const bool valid = (a[1] & TFD_TIMER_ABSTIME) != 0 ? deadline_of(timer.timer_clock, &wanted.it_value, expiry)
                                                       : deadline_after(&wanted.it_value, expiry);
    if (!valid) {
      return -EINVAL;
    }
  }
  if (auto* before = reinterpret_cast<itimerspec*>(a[3]); before != nullptr) {
    *before = remaining(timer);
  }
  std::uint64_t expirations = 0;
  system_call(SYS_read, a[0], reinterpret_cast<long>(&expirations), sizeof expirations);
  timer.expiry = expiry;
  timer.interval = end_of_interval - state().clock;
  refresh_deadlines();
  return 0;
}

std::uint64_t next_expiry(long descriptor) {
  const OpenFile* file = file_of(descriptor);
  return file != nullptr && file->kind == FileKind::kTimer ? file->expiry : kNever;
}

std::uint64_t next_expiry_of_all() {
  std::uint64_t next = kNever;
  for (const OpenFile& file : descriptor_table().files) {
    if (file.references != 0 && file.kind == FileKind::kTimer) {
      next = std::min(next, file.expiry);
    }
  }
  return next;
}

}  // namespace

void expire_timers() {
  DescriptorTable& table = descriptor_table();
  if (table.timers == 0) {
    return;
  }
  const std::uint64_t now = state().clock;
  for (OpenFile& file : table.files) {
    if (file.references == 0 || file.kind != FileKind::kTimer || file.expiry > now) {
      continue;
    }
    const std::uint64_t count = file.interval == 0 ? 1 : 1 + (now - file.expiry) / file.interval;
    file.expiry = file.interval == 0 ? kNever : file.expiry + count * file.interval;
    note_change(file);
    system_call(SYS_write, descriptor_of(file), reinterpret_cast<long>(&count), sizeof count);
  }
}

namespace {
std::uint64_t expiry_behind(long descriptor) {
  const OpenFile* file = file_of(descriptor);
  const bool is_set = file != nullptr && file->kind == FileKind::kPollSet;  // it does not say what is in it
  return is_set ? next_expiry_of_all() : next_expiry(descriptor);
}
}  // namespace

std::uint64_t deadline_with_timers(const DescriptorWait& wait) {
  std::uint64_t deadline = wait.own_deadline;
  if (descriptor_table().timers == 0) {
    return deadline;
  }
  for (std::size_t index = 0; index < wait.polled_count; ++index) {
    deadline = std::min(deadline, expiry_behind(wait.polled[index].fd));
  }
  for (int descriptor = 0; descriptor < wait.selected_limit; ++descriptor) {
    if (wait.selected[0] != nullptr && FD_ISSET(descriptor, wait.selected[0])) {
      deadline = std::min(deadline, expiry_behind(descriptor));
    }
  }
  return deadline;
}

void refresh_deadlines() {
  const State& models = state();
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    Thread& waiting = thread(models.live[index]);
    if (waiting.status == Status::kParked && waiting.descriptor_wait != nullptr && !waiting.descriptor_wait->at_once) {
      waiting.deadline = deadline_with_timers(*waiting.descriptor_wait);
    }
  }
}

bool timer_call(long number, Arguments a, const void* caller, long& result) {
  if (number == SYS_timerfd_create) {
    result = make_timer(a, caller);
    descriptor_table().timers += result >= 0 ? 1 : 0;
    return true;
  }
  if (number != SYS_timerfd_settime && number != SYS_timerfd_gettime) {
    return false;
  }
  OpenFile* file = file_of(a[0]);
  if (file == nullptr || file->kind != FileKind::kTimer) {
    result = -EINVAL;
  } else if (number == SYS_timerfd_settime) {
    result = set_timer(a, *file, caller);
  } else {
    expire_timers();
    *reinterpret_cast<itimerspec*>(a[1]) = remaining(*file);
    result = 0;
  }
  return true;
}

}  // namespace heddle::runtime
