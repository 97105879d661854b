// The target's malloc: same addresses for the same schedule, in every execution and process.
//
// Size classes in page runs, so that an interior pointer finds its block by arithmetic, and first-fit by address
// nowhere: freed blocks are reused last in, first out. All state is inside the target's state (layout.h). A block
// carries the name of the object in front of it: (thread, allocation site, ordinal in thread), see core/ids.h.
//
// One thread at a time, as everywhere in a controlled process. Without control the family forwards to libc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/access.h"
#include "core/ids.h"

namespace heddle::runtime {

// At the first allocation; or, of a program that has a malloc of its own and makes none here, when it starts.
void map_heap();
// While the runtime makes libc create the parked threads, allocations go to a region of their own.
void allocate_for_pool(bool on);

// nullptr when out of memory. `alignment` is a power of two, at least 16.
[[nodiscard]] void* heap_allocate(std::size_t size, std::size_t alignment, const void* caller);
// Of a block that was allocated just now, not aligned: so many bytes at its beginning may be other than 0.
[[nodiscard]] std::size_t heap_used_bytes(const void* block, std::size_t size);
enum class FreeResult : std::uint8_t { kFreed, kNotABlock, kFreedBefore };
FreeResult heap_free(void* block);
// From the next execution on, for detectors: there is a gap behind each block, and what was freed is not allocated
// again before a number of others were freed.
void guard_heap();
[[nodiscard]] BlockStanding heap_standing(const void* block);
// The block with its gaps, before and behind it.
[[nodiscard]] MemoryRange heap_surroundings(const void* block);
// The size asked for; 0 for what is no block.
[[nodiscard]] std::size_t heap_size(const void* block);
[[nodiscard]] bool in_heap(const void* pointer);

// Name of the object at a heap address.
[[nodiscard]] ObjectId heap_object(std::uintptr_t address);
// For reports: the block around an address. False where there is none.
struct BlockInfo {
  std::uintptr_t start;
  std::size_t size;
  bool freed;
};
[[nodiscard]] bool heap_block(std::uintptr_t address, BlockInfo& info);

// End of what has been used so far of the heap, of its page table, of the pool's heap: what lies beyond is untouched.
[[nodiscard]] std::uintptr_t heap_end();
[[nodiscard]] std::uintptr_t heap_table_end();
[[nodiscard]] std::uintptr_t pool_heap_end();

}  // namespace heddle::runtime
