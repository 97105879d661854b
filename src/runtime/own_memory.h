// The runtime's own memory: never the target's heap, never part of a snapshot.
//
// operator new and delete of everything linked into the runtime come here. One thread at a time runs in a controlled
// process, so there is no lock; blocks are never given back to the system.
#pragma once

#include <cstddef>

namespace heddle::runtime {

// Page-aligned and zeroed, with an unmapped page on either side.
[[nodiscard]] void* own_pages(std::size_t bytes);
[[nodiscard]] void* own_allocate(std::size_t bytes);
void own_free(void* block);

}  // namespace heddle::runtime
