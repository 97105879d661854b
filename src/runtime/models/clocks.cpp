#include "runtime/models/clocks.h"

#include <algorithm>
#include <cerrno>

#include "runtime/machine/handed.h"
#include "runtime/machine/probing.h"
#include "runtime/models/threads.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

int sleep_to(std::uint64_t deadline, const void* caller) {
  cancellation_point();
  const Variant how = wait(OperationKind::kSleep, nullptr, {.site = nullptr, .caller = caller}, deadline);
  cancellation_point();
  return how == kInterrupted ? EINTR : 0;
}

}  // namespace

int sleep_for(const timespec* duration, timespec* left, const void* caller) {
  if (!can_read(reinterpret_cast<std::uintptr_t>(duration), sizeof *duration)) {
    return EFAULT;
  }
  std::uint64_t deadline = 0;
  if (!deadline_after(duration, deadline)) {
    return EINVAL;
  }
  const int error = sleep_to(deadline, caller);
  if (error == EINTR && left != nullptr) {
    if (!can_write(reinterpret_cast<std::uintptr_t>(left), sizeof *left)) {
      return EFAULT;
    }
    const std::uint64_t time = deadline - std::min(deadline, state().clock);
    *left = {.tv_sec = static_cast<time_t>(time / kSecond), .tv_nsec = static_cast<long>(time % kSecond)};
  }
  return error;
}

int sleep_until(clockid_t clock, const timespec* absolute, const void* caller) {
  if (!can_read(reinterpret_cast<std::uintptr_t>(absolute), sizeof *absolute)) {
    return EFAULT;
  }
  std::uint64_t deadline = 0;
  if (!deadline_of(clock, absolute, deadline)) {
    return EINVAL;
  }
  return sleep_to(deadline, caller);
}

void yield(const void* caller) { visible(OperationKind::kYield, nullptr, {.site = nullptr, .caller = caller}); }

}  // namespace heddle::runtime
