// The runtime's own memory: never the target's heap, never part of a snapshot.
//
// operator new and delete of everything linked into the runtime come here. One thread at a time runs in a controlled
// process, so there is no lock; blocks are never given back to the system.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// Page-aligned and zeroed; with an unmapped page on either side, unless it is shared.
[[nodiscard]] void* own_pages(std::size_t bytes);
[[nodiscard]] void* own_allocate(std::size_t bytes);
void own_free(void* block);

// With fork reset: from now on what the above give is the same memory in processes forked from this one; with a file of
// kSharedSize bytes (enough for any engine; only what is touched costs memory), in all that map it. Before anything is
// allocated.
inline constexpr std::size_t kSharedSize = std::size_t{1} << 36U;
void share_own_memory(long file = -1);
// The other way round: the memory of such a process takes the place of this one's.
void join_own_memory(long file);
// Never shared. The mark is for giving back what a child has taken.
[[nodiscard]] void* own_private_pages(std::size_t bytes);
// The same for small blocks that stay. Where they are depends on no other allocation.
[[nodiscard]] void* own_private_block(std::size_t bytes);
[[nodiscard]] std::uintptr_t private_pages_mark();
void forget_private_pages(std::uintptr_t mark);

}  // namespace heddle::runtime
