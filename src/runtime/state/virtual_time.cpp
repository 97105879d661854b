#include "runtime/state/virtual_time.h"

#include <algorithm>

#include "runtime/machine/handed.h"
#include "runtime/state/state.h"

namespace heddle::runtime {
namespace {

// When the virtual machine was started, and when an execution starts: fixed, so that a printed date is the same each
// time.
constexpr std::uint64_t kRealtimeStart = 1'700'000'000 * kSecond;
constexpr std::uint64_t kMonotonicStart = 1'000 * kSecond;

// A loop that waits by reading the clock shall not take as many rounds as there are nanoseconds: every read lets some
// time pass, behind the first ones of a thread ever more. Programs that read it now and then see hardly any.
std::uint64_t time_of_a_read() {
  constexpr std::uint32_t kFewReads = 64;
  constexpr std::uint32_t kReadsToDouble = 32;
  constexpr std::uint32_t kMostDoublings = 26;  // some 67 ms
  const std::uint32_t reads = ++current_thread().clock_reads;
  return std::uint64_t{1} << (reads < kFewReads ? 0 : std::min((reads - kFewReads) / kReadsToDouble, kMostDoublings));
}

bool start_of(clockid_t clock, std::uint64_t& start) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
    case CLOCK_REALTIME_ALARM:
      start = kRealtimeStart;
      return true;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM:
      start = kMonotonicStart;
      return true;
    default:
      start = 0;  // processor time of the process or a thread: the execution's own
      return true;
  }
}

bool well_formed(const timespec* time) {
  return time->tv_nsec >= 0 && static_cast<std::uint64_t>(time->tv_nsec) < kSecond;
}

// Saturates: a deadline beyond the end of time is one that comes last.
std::uint64_t nanoseconds(const timespec* time) {
  constexpr std::uint64_t kLast = kNever / 4;
  if (time->tv_sec < 0) {
    return 0;
  }
  const auto seconds = static_cast<std::uint64_t>(time->tv_sec);
  return seconds > kLast / kSecond ? kLast : seconds * kSecond + static_cast<std::uint64_t>(time->tv_nsec);
}

}  // namespace

bool read_clock(clockid_t clock, timespec& out) {
  std::uint64_t start = 0;
  if (!start_of(clock, start)) {
    return false;
  }
  const std::uint64_t now = start + (state().clock += time_of_a_read());
  out = {.tv_sec = static_cast<time_t>(now / kSecond), .tv_nsec = static_cast<long>(now % kSecond)};
  return true;
}

std::uint64_t read_time_stamp() {
  // Loops wait for a thousand ticks or so by looking: they shall not take a thousand rounds.
  constexpr std::uint64_t kTicks = 50;
  state().clock += std::max(kTicks, time_of_a_read());
  return kMonotonicStart + state().clock;
}

bool is_waitable(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

bool deadline_of(clockid_t clock, const timespec* absolute, std::uint64_t& deadline) {
  given_all(absolute);
  std::uint64_t start = 0;
  if (!well_formed(absolute) || !start_of(clock, start)) {
    return false;
  }
  const std::uint64_t time = nanoseconds(absolute);
  deadline = time > start ? time - start : 0;
  return true;
}

bool deadline_after(const timespec* duration, std::uint64_t& deadline) {
  given_all(duration);
  if (!well_formed(duration) || duration->tv_sec < 0) {
    return false;
  }
  deadline = state().clock + nanoseconds(duration);
  return true;
}

}  // namespace heddle::runtime
