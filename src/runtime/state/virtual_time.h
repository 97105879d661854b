// Virtual time. Nothing waits: the clock goes on by 1 ns per read and jumps to the deadlines that fire.
#pragma once

#include <time.h>

#include <cstdint>

namespace heddle::runtime {

inline constexpr std::uint64_t kSecond = 1'000'000'000;

// False for clocks that are not modelled.
[[nodiscard]] bool read_clock(clockid_t clock, timespec& out);
// The processor's time stamp counter, at 1 GHz.
[[nodiscard]] std::uint64_t read_time_stamp();
// Clocks one can wait by: CLOCK_REALTIME and CLOCK_MONOTONIC.
[[nodiscard]] bool is_waitable(clockid_t clock);
// The virtual time of an absolute time; false if the time is malformed (EINVAL).
[[nodiscard]] bool deadline_of(clockid_t clock, const timespec* absolute, std::uint64_t& deadline);
// The virtual time after a duration.
[[nodiscard]] bool deadline_after(const timespec* duration, std::uint64_t& deadline);

}  // namespace heddle::runtime
