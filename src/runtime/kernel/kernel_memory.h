// What a program hands to the kernel: of a bad pointer the kernel says EFAULT. Models of system calls read and write
// that memory themselves, and would crash where the program does not.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// Without a fault, whatever the address.
[[nodiscard]] bool can_read(std::uintptr_t address, std::size_t size);
[[nodiscard]] bool can_write(std::uintptr_t address, std::size_t size);

// What the kernel answers to this system call for the memory it is handed: -EFAULT, -EBADF, or 0 where it is right, or
// left to the kernel because no model touches it.
[[nodiscard]] long memory_error(long number, const long (&arguments)[6]);

// The first instructions of the functions that find out. A fault there is an answer: sets where to go on, or returns
// false.
[[nodiscard]] bool is_probe(std::uintptr_t instruction, std::uintptr_t& go_on);

}  // namespace heddle::runtime
