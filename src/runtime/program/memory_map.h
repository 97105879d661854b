// The target's private writable mappings, from /proc/self/maps, less what is the runtime's own.
#pragma once

#include <cstdint>

namespace heddle::runtime {

inline constexpr std::uintptr_t kTopOfMemory = 0x7fff'ffff'f000;

struct Mapping {
  std::uintptr_t low, high;
  bool anonymous;  // untouched pages are zero
};

void for_each_target_mapping(void (*function)(const Mapping&, void*), void* argument);
// Number of mappings of the process, and its resident memory.
[[nodiscard]] std::uint64_t resident_kib();

}  // namespace heddle::runtime
