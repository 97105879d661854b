// A memory cell of a point set: eight bytes by name, and which of them.
#pragma once

#include <cstdint>

namespace heddle {

struct Cell {
  std::uint64_t object = 0;  // ObjectId of the eight bytes
  std::uint64_t bytes = 0;   // bit k: byte k; bit 8: not a cell but a heap block or primitive whose end is visible
  friend bool operator==(const Cell&, const Cell&) = default;
};

}  // namespace heddle
