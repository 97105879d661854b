// An operation that happened, and the choices an execution is made of.
#pragma once

#include <cstdint>

#include "core/ids.h"
#include "core/operation.h"

namespace heddle {

// Variants tell apart what one pending operation may do. For most there is one, kProceed. Of kConditionSignal and
// kFutexWake variant k wakes the k-th waiter in order of arrival; of kChoose variant k is the value.
using Variant = std::uint16_t;
inline constexpr Variant kProceed = 0;
inline constexpr Variant kTimeout = 0xfffe;
inline constexpr Variant kSpurious = 0xffff;

// (thread, variant): one way to continue.
struct Alternative {
  ThreadId thread;
  Variant variant = kProceed;
  friend auto operator<=>(Alternative, Alternative) = default;
};

// Timeouts and spurious wake-ups cost 1 in every counting while another alternative exists.
[[nodiscard]] constexpr bool costs_extra(Alternative alternative) { return alternative.variant >= kTimeout; }

// One operation, as performed. `ordinal` counts the thread's events from 0.
struct Event {
  ThreadId thread;
  ThreadName thread_name;
  std::uint32_t ordinal = 0;
  Variant variant = kProceed;
  bool visible = false;
  // Compare-exchange: whether it stores. Try and timed operations: whether they got it.
  bool succeeded = true;
  Operation operation;
  // Thread operations: the other thread.
  ThreadId other = kNoThread;
  // Waits on condition variables: the mutex. Descriptor operations where there is an epoll set: all descriptors.
  ObjectId also;
};

}  // namespace heddle
