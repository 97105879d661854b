// What the models know of child processes (children.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// At a time.
inline constexpr std::size_t kMaxChildren = 256;

struct Child {
  int process;  // as the kernel calls it; 0: the entry is free
  int number;   // as the target does
  bool ended;   // as last seen
};

struct ChildTable {
  std::uint32_t made;            // ever
  std::uint32_t present;         // made and not waited for
  std::uint32_t limit;           // entries from here on were never used
  std::uint64_t settled_as;      // what was seen of all of them when they had last settled
  Child children[kMaxChildren];  // in no order
};

// What a thread in one of the wait functions waits for.
struct ChildWait {
  long which;   // a number, or -1: any
  int options;  // of waitid
};

}  // namespace heddle::runtime
