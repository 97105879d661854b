// What can happen next, and which of it does.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/event.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

// Inside heddle_atomic_begin / end nobody else runs, unless the thread cannot go on.
[[nodiscard]] bool stays_alone(const Thread& self);

// Collects the alternatives of all threads, or of one alone, and says how many there are. None: nobody can go on.
[[nodiscard]] std::size_t collect_alternatives(Thread& self, bool alone);
// The ordinary ways to perform the thread's operation.
[[nodiscard]] std::size_t collect_variants(const Thread& self);
// For a thread whose call is interrupted by a signal: that it is, or that the signal came just before the call.
[[nodiscard]] std::size_t collect_deliveries(Thread& self);
// Of those that were collected, one by the controller's choice, where there are two or more. May begin a steady run.
[[nodiscard]] Alternative choose(std::size_t count);
// From here on the controller is asked at every point again.
void end_steady_run();

// To which time goes on, for a timeout or a timer's signal.
[[nodiscard]] std::uint64_t deadline_of(const Thread& candidate, Variant variant);

}  // namespace heddle::runtime
