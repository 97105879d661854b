// Which events commute.
//
// Every event touches places: bytes of memory, by words of eight, an object of synchronisation, the clock, the
// descriptors. Two events of different threads commute unless they touch the same place and one of them changes it.
// Both questions are answered from each_place(): "do these two?" by depends(), and "what came before at this place?" by
// whoever keeps places (engine/happens_before_hash.h).
#pragma once

#include <cstdint>

#include "core/event.h"
#include "core/operation_traits.h"

namespace heddle {

namespace detail {

// Places that are no object's name and no word of memory.
inline constexpr std::uint64_t kClockPlace = 0x636c6f636bULL;
inline constexpr std::uint64_t kDescriptorsPlace = 0x666473ULL;

[[nodiscard]] constexpr bool is_by_address(OperationKind kind) {
  return kind <= OperationKind::kFree || kind == OperationKind::kFutexWait || kind == OperationKind::kFutexWake;
}

// A signal that came early may have been a timer's.
[[nodiscard]] constexpr bool moves_the_clock(const Event& event) {
  return lets_time_pass(event.variant) || event.variant == kEarlySignal ||
         event.operation.kind == OperationKind::kSleep;
}

// They look at many descriptors, or change which number stands for which.
[[nodiscard]] constexpr bool concerns_all_descriptors(OperationKind kind) {
  return is_descriptor_operation(kind) && kind != OperationKind::kDescriptorRead &&
         kind != OperationKind::kDescriptorWrite && kind != OperationKind::kDescriptorControl;
}

}  // namespace detail

// What the event did to what it is about.
[[nodiscard]] constexpr Touch touch_of(const Event& event) {
  const bool only_read = event.operation.kind == OperationKind::kAtomicCompareExchange && !event.succeeded;
  return only_read ? Touch::kReads : traits(event.operation.kind).touches;
}

// `visit(place, changes)` for every place that the event touches.
template <typename Visit>
constexpr void each_place(const Event& event, Visit&& visit) {
  const Operation& operation = event.operation;
  if (const Touch how = touch_of(event); how != Touch::kNothing) {
    const bool changes = how == Touch::kChanges;
    if (operation.address == 0 || !detail::is_by_address(operation.kind)) {
      visit(operation.object.value, changes);
    } else {
      // By address, for accesses overlap; an address means the same all through an execution.
      const std::uintptr_t end = operation.address + (operation.size == 0 ? 1 : operation.size);
      for (std::uintptr_t word = operation.address / 8; word * 8 < end; ++word) {
        visit(std::uint64_t{word}, changes);
      }
    }
  }
  if (event.also != ObjectId{}) {
    visit(event.also.value, true);
  }
  if (is_descriptor_operation(operation.kind)) {
    visit(detail::kDescriptorsPlace, detail::concerns_all_descriptors(operation.kind));
  }
  if (detail::moves_the_clock(event)) {
    visit(detail::kClockPlace, true);
  }
}

// Whether two events of different threads, one behind the other, could not be exchanged: there is a place that both
// touch and one of them changes. What creates, starts and joins threads orders them beside that.
[[nodiscard]] bool depends(const Event& one, const Event& other);

}  // namespace heddle
