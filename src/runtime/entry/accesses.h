// Instrumented memory accesses.
//
// The hooks are called from code that keeps its values in registers (preserve_most, preserve_all): the test comes first
// and everything else is behind a jump to what saves them, so that a hook with nothing to do is a test and a return.
// Those of single accesses begin in near_hooks_x86_64.S and go on in heddle_access.
#pragma once

#include <cstddef>
#include <cstdint>

#include "heddle/abi.h"
#include "runtime/machine/arch.h"
#include "runtime/observe/watching.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

#define HEDDLE_TAIL [[clang::musttail]] return
#define HEDDLE_EVENT __attribute__((preserve_most, visibility("hidden")))

HEDDLE_EVENT inline void on_range(const void* address, std::size_t size, const heddle_site* site) {
  if (heddle_accesses.on != 0) [[unlikely]] {
    HEDDLE_TAIL heddle_range_event(address, size, site);
  }
}
HEDDLE_EVENT inline void on_atomic(const void* address, const heddle_site* site) {
  HEDDLE_TAIL heddle_atomic_event(address, site);
}
HEDDLE_EVENT inline void on_cas(const void* address, const heddle_site* site, std::uint64_t low, std::uint64_t high) {
  HEDDLE_TAIL heddle_cas_event(address, site, low, high);
}
HEDDLE_EVENT inline void on_fence(const heddle_site* site) { HEDDLE_TAIL heddle_fence_event(site); }

// Nothing that whoever watches would have to look at closely (watching.h). Only while there is a quick watch.
template <std::size_t kSize, bool kWrites>
[[gnu::always_inline]] inline bool is_noted_at_once(const void* address) {
  return quick_watch->access_at_once<kSize, kWrites>(reinterpret_cast<std::uintptr_t>(address), quick_for_others);
}

HEDDLE_EVENT inline void on_enter(const heddle_site* site) { HEDDLE_TAIL heddle_enter_event(site); }
HEDDLE_EVENT inline void on_leave(const heddle_site* site) { HEDDLE_TAIL heddle_leave_event(site); }

}  // namespace heddle::runtime
