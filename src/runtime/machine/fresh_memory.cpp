#include "runtime/machine/fresh_memory.h"

#include <cstring>

#include "core/hash.h"
#include "heddle/abi.h"

namespace heddle::runtime {
namespace {

std::uint64_t pattern = 0;

}  // namespace

void set_fresh_pattern(std::uint64_t wanted) {
  pattern = wanted;
  if (pattern == 0) {
    std::memset(heddle_uninitialised, 0, sizeof heddle_uninitialised);
  } else {
    const auto start = reinterpret_cast<std::uintptr_t>(heddle_uninitialised);
    fill_fresh(start, start + sizeof heddle_uninitialised);
  }
}

bool fresh_memory_is_filled() { return pattern != 0; }

// By address, with no regularity: whatever is computed from it, a sign, a remainder, an order, is likely to differ.
void fill_fresh(std::uintptr_t low, std::uintptr_t high) {
  for (std::uintptr_t word = low & ~std::uintptr_t{7}; word < high; word += 8) {
    const std::uint64_t value = mix(combine(pattern, word));
    if (word >= low && word + 8 <= high) [[likely]] {
      *reinterpret_cast<volatile std::uint64_t*>(word) = value;
      continue;
    }
    for (unsigned byte = 0; byte < 8; ++byte) {
      if (word + byte >= low && word + byte < high) {
        *reinterpret_cast<volatile unsigned char*>(word + byte) = static_cast<unsigned char>(value >> (8 * byte));
      }
    }
  }
}

}  // namespace heddle::runtime
