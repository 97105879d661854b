// Whether memory can be read or written, found out without a fault.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

[[nodiscard]] bool can_read(std::uintptr_t address, std::size_t size);
[[nodiscard]] bool can_write(std::uintptr_t address, std::size_t size);

// The first instructions of the functions that find out. A fault there is an answer: sets where to go on, or returns
// false.
[[nodiscard]] bool is_probe(std::uintptr_t instruction, std::uintptr_t& go_on);

}  // namespace heddle::runtime
