// What the program has open, as the models know it (descriptors.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/state/state.h"

namespace heddle::runtime {

[[nodiscard]] inline DescriptorTable& descriptor_table() { return state().descriptors; }
// nullptr: not one of ours.
[[nodiscard]] OpenFile* file_of(long descriptor);
[[nodiscard]] Channel& channel_of(const OpenFile& file);

// What reports call the object of a descriptor operation: "pipe 3 4"; 0: the address is of no such object.
[[nodiscard]] std::size_t describe_channel(std::uintptr_t address, char* to, std::size_t size);

}  // namespace heddle::runtime
