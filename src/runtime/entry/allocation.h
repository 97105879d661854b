// The malloc family and operator new, as the target sees them. Without control they are libc's.
#pragma once

#include <cstddef>

#include "core/access.h"

namespace heddle::runtime {

// Decided at the first allocation, before the loader has finished: whether heddle started this process.
[[nodiscard]] bool own_heap();

void* allocate(std::size_t size, const void* caller);
void* allocate_zeroed(std::size_t count, std::size_t size, const void* caller);
void* reallocate(void* block, std::size_t size, const void* caller);
void* reallocate_array(void* block, std::size_t count, std::size_t size, const void* caller);
void* allocate_aligned(std::size_t alignment, std::size_t size, const void* caller);
int allocate_posix_aligned(void** out, std::size_t alignment, std::size_t size, const void* caller);
void* allocate_pages(std::size_t size, bool round_up, const void* caller);
void deallocate(void* block, HeapFamily family, const void* caller);
std::size_t usable_size(void* block);

// operator new: calls the new-handler, then throws, as the standard says.
struct NewRequest {
  std::size_t size;
  std::size_t alignment;
  HeapFamily family;
};
void* operator_new(NewRequest request, const void* caller);
void* operator_new_nothrow(NewRequest request, const void* caller);
// Looks up what it needs, before the program runs: the loader frees what it had to say to the program when it is asked
// again.
void prepare_allocation();

}  // namespace heddle::runtime
