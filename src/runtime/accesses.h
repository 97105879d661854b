// Instrumented memory accesses.
//
// The hooks are called from code that has kept only the registers preserve_most leaves alone, so the test comes first
// and everything else is behind a call that saves them (preserve_most again).
#pragma once

#include <cstddef>
#include <cstdint>

#include "heddle/abi.h"

namespace heddle::runtime {

// What accesses do now: nothing (a null observer), or a scheduling point each.
enum class AccessMode : std::uint8_t { kNothing = 0, kVisible = 1 };
// Hidden also where it is only declared: the hooks test it with one instruction.
[[gnu::visibility("hidden")]] extern AccessMode access_mode;

// The convention of the hooks themselves, so that they end in a jump: a hook with nothing to do is a test and a return.
#define HEDDLE_TAIL [[clang::musttail]] return
#define HEDDLE_EVENT __attribute__((preserve_most, visibility("hidden")))

HEDDLE_EVENT void access_event(const void* address, const heddle_site* site);
HEDDLE_EVENT void range_event(const void* address, std::size_t size, const heddle_site* site);
HEDDLE_EVENT void atomic_event(const void* address, const heddle_site* site);
HEDDLE_EVENT void cas_event(const void* address, const heddle_site* site, std::uint64_t low, std::uint64_t high);
HEDDLE_EVENT void fence_event(const heddle_site* site);

HEDDLE_EVENT inline void on_access(const void* address, const heddle_site* site) {
  if (access_mode != AccessMode::kNothing) [[unlikely]] {
    HEDDLE_TAIL access_event(address, site);
  }
}
HEDDLE_EVENT inline void on_range(const void* address, std::size_t size, const heddle_site* site) {
  if (access_mode != AccessMode::kNothing) [[unlikely]] {
    HEDDLE_TAIL range_event(address, size, site);
  }
}
HEDDLE_EVENT inline void on_atomic(const void* address, const heddle_site* site) {
  HEDDLE_TAIL atomic_event(address, site);
}
HEDDLE_EVENT inline void on_cas(const void* address, const heddle_site* site, std::uint64_t low, std::uint64_t high) {
  HEDDLE_TAIL cas_event(address, site, low, high);
}
HEDDLE_EVENT inline void on_fence(const heddle_site* site) { HEDDLE_TAIL fence_event(site); }

// Entries and exits of functions have no consumer yet: stacks come from the unwinder when an execution is recorded.
inline void on_enter(const heddle_site* /*site*/) {}
inline void on_leave(const heddle_site* /*site*/) {}

}  // namespace heddle::runtime
