// Memory functions of the runtime's own: the names of libc's are interposed, and what the compiler generates inside the
// runtime is linked to these (the build wraps memcpy and friends), so that our own copying is never an event.
#pragma once

#include <cstddef>

namespace heddle::runtime {

void copy_memory(void* to, const void* from, std::size_t size);
void clear_memory(void* to, std::size_t size);
// Makes a page equal to its copy, writing only the lines that differ.
void restore_page(void* page, const void* copy);

}  // namespace heddle::runtime
