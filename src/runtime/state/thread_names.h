// Who a thread is, in every execution: by genealogy ([WP] Def. 8), or by what the program says (heddle_thread_identity
// in heddle.h).
#pragma once

#include <cstdint>

#include "core/hash.h"
#include "core/ids.h"

// Null where the program does not define it.
extern "C" unsigned long heddle_thread_identity(const void* start, void* argument) __attribute__((weak));

namespace heddle::runtime {

[[nodiscard]] constexpr ThreadName main_name() {
  constexpr std::uint64_t kMain = 0x6d61696e;  // "main"
  return {mix(kMain)};
}

// What the program says; 0: nothing. Calls its function, which is code of the thread that creates.
[[nodiscard]] inline std::uint64_t own_identity(void* (*start)(void*), void* argument) {
  return heddle_thread_identity == nullptr ? 0 : heddle_thread_identity(reinterpret_cast<const void*>(start), argument);
}

// Of the thread that is its parent's `ordinal`-th, from 0. `is_taken` says whether another thread of the execution has
// that name: the program may not tell all of them apart.
template <class IsTaken>
[[nodiscard]] ThreadName name_of_child(ThreadName parent, std::uint32_t ordinal, std::uint64_t identity,
                                       const IsTaken& is_taken) {
  constexpr std::uint64_t kOwn = 0x6f776e;  // "own"
  if (identity == 0) {
    return {combine(parent.value, std::uint64_t{ordinal} + 1)};
  }
  ThreadName name{combine(kOwn, identity)};
  while (is_taken(name)) {
    name = {mix(name.value)};
  }
  return name;
}

}  // namespace heddle::runtime
