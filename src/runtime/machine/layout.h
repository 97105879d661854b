// Where things live in the target process. Fixed addresses, far from what the kernel hands out, so that the target's
// heap and mappings are the same in every execution and every process, and so that one comparison tells whose memory it
// is.
//
// Everything private and writable outside [kOwnLow, kOwnHigh) and the runtime's own data belongs to the state of the
// target: a snapshot copies it, a reset puts it back. That includes kState, the models of the target's threads and
// locks.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

inline constexpr std::size_t kPageSize = 4096;
constexpr std::uintptr_t page_down(std::uintptr_t address) { return address & ~std::uintptr_t{kPageSize - 1}; }
constexpr std::uintptr_t page_up(std::uintptr_t address) { return page_down(address + kPageSize - 1); }

// Never part of a snapshot: the engine, the snapshot's copies, its stacks.
inline constexpr std::uintptr_t kOwnLow = 0x1800'0000'0000;
inline constexpr std::uintptr_t kOwnHigh = 0x1900'0000'0000;
// ... of it, what forked processes never share.
inline constexpr std::uintptr_t kOwnPrivateLow = 0x18f0'0000'0000;
inline constexpr std::uintptr_t kSideStacksLow = 0x18f7'0000'0000;
inline constexpr std::uintptr_t kOwnBlocksLow = 0x18f8'0000'0000;

// What all workers of an exploration have reached (engine/reached.h).
inline constexpr std::uintptr_t kReachedLow = 0x1a00'0000'0000;

inline constexpr std::uintptr_t kHeapLow = 0x2000'0000'0000;
inline constexpr std::size_t kHeapSize = std::size_t{64} << 30U;

// What each page of the heap belongs to.
inline constexpr std::uintptr_t kHeapTableLow = kHeapLow - (std::uintptr_t{1} << 32U);

// What libc allocates for the parked threads; apart from the heap, so that the number of parked threads does not move
// the target's own blocks.
inline constexpr std::uintptr_t kPoolHeapLow = 0x2100'0000'0000;
inline constexpr std::size_t kPoolHeapSize = std::size_t{1} << 30U;

inline constexpr std::uintptr_t kStacksLow = 0x2200'0000'0000;

inline constexpr std::uintptr_t kStateLow = 0x2300'0000'0000;

// What child processes of the target tell their parent.
inline constexpr std::uintptr_t kNotesLow = 0x2400'0000'0000;

inline constexpr std::uintptr_t kMappingsLow = 0x3000'0000'0000;
inline constexpr std::uintptr_t kMappingsHigh = 0x3100'0000'0000;

// Maps zeroed private memory at a fixed address; ends the process with a clear line when that is taken.
void map_fixed(std::uintptr_t address, std::size_t size, const char* what);

}  // namespace heddle::runtime
