// An operation that happened, and the choices an execution is made of.
#pragma once

#include <cstdint>

#include "core/ids.h"
#include "core/operation.h"

namespace heddle {

// Variants tell apart what one pending operation may do. For most there is one, kProceed. Of kConditionSignal and
// kFutexWake variant k wakes the k-th waiter in order of arrival; of kChoose variant k is the value; of kSignalSend to
// the process variant k takes the k-th thread that lets it in.
using Variant = std::uint16_t;
inline constexpr Variant kProceed = 0;
// A thread for which a signal is pending runs the handler before it performs its operation, or while it waits for it.
inline constexpr Variant kHandleSignal = 0xfffa;
// The same with a signal that a timer sends now.
inline constexpr Variant kTimerSignal = 0xfffb;
// The thread waits in a call that the signal would interrupt: it came just before the call instead.
inline constexpr Variant kEarlySignal = 0xfffc;
// The thread performs its operation first; when it handles the signal is a choice from then on, until it has to wait.
inline constexpr Variant kLateSignal = 0xfffd;
inline constexpr Variant kTimeout = 0xfffe;
inline constexpr Variant kSpurious = 0xffff;

// (thread, variant): one way to continue.
struct Alternative {
  ThreadId thread;
  Variant variant = kProceed;
  friend auto operator<=>(Alternative, Alternative) = default;
};

// Timeouts, spurious wake-ups and signals at unusual moments cost 1 in every counting while another alternative exists.
[[nodiscard]] constexpr bool costs_extra(Alternative alternative) { return alternative.variant >= kTimerSignal; }
// Time goes on to the deadline of a thread, or of a timer.
[[nodiscard]] constexpr bool lets_time_pass(Variant variant) { return variant == kTimeout || variant == kTimerSignal; }
[[nodiscard]] constexpr bool concerns_signal(Variant variant) {
  return variant >= kHandleSignal && variant <= kLateSignal;
}

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
  // Waits on condition variables: the mutex. Descriptor operations where there is an epoll set: all descriptors. Signal
  // operations: all signals.
  ObjectId also;
  // Reads of up to 8 bytes, where invisible accesses are observed too: what is read.
  std::uint64_t value = 0;
};

// Which of a thread's events it is, invisible ones included: in every execution under one schedule the same. Later events
// have larger numbers, but not the next ones.
using EventNumber = std::uint64_t;
inline constexpr EventNumber kNoEvent = ~EventNumber{0};

}  // namespace heddle
