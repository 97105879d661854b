// Instrumented memory accesses.
//
// The hooks are called from code that has kept only the registers preserve_most leaves alone, so the test comes first and
// everything else is behind a call that saves them (preserve_most again).
#pragma once

#include <cstddef>
#include <cstdint>

#include "heddle/abi.h"

namespace heddle::runtime {

// What accesses do now: nothing (a null observer), or a scheduling point each.
enum class AccessMode : std::uint8_t { kNothing = 0, kVisible = 1 };
extern AccessMode access_mode;

[[gnu::noinline]] __attribute__((preserve_most)) void access_event(const void* address, const heddle_site* site);
[[gnu::noinline]] __attribute__((preserve_most)) void range_event(const void* address, std::size_t size,
                                                                  const heddle_site* site);
[[gnu::noinline]] __attribute__((preserve_most)) void atomic_event(const void* address, const heddle_site* site);
[[gnu::noinline]] __attribute__((preserve_most)) void cas_event(const void* address, const heddle_site* site,
                                                                std::uint64_t low, std::uint64_t high);
[[gnu::noinline]] __attribute__((preserve_most)) void fence_event(const heddle_site* site);

inline void on_access(const void* address, const heddle_site* site) {
  if (access_mode != AccessMode::kNothing) [[unlikely]] {
    access_event(address, site);
  }
}
inline void on_range(const void* address, std::size_t size, const heddle_site* site) {
  if (access_mode != AccessMode::kNothing) [[unlikely]] {
    range_event(address, size, site);
  }
}
inline void on_atomic(const void* address, const heddle_site* site) { atomic_event(address, site); }
inline void on_cas(const void* address, const heddle_site* site, std::uint64_t low, std::uint64_t high) {
  cas_event(address, site, low, high);
}
inline void on_fence(const heddle_site* site) { fence_event(site); }

// Entries and exits of functions have no consumer yet: stacks come from the unwinder when an execution is recorded.
inline void on_enter(const heddle_site* /*site*/) {}
inline void on_leave(const heddle_site* /*site*/) {}

}  // namespace heddle::runtime
