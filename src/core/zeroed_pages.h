// Memory in whole pages that are 0 and cost nothing before they are touched.
//
// Whoever links this into something with memory of its own (the runtime) defines these instead of zeroed_pages.cpp.
#pragma once

#include <cstddef>

namespace heddle {

[[nodiscard]] void* make_zeroed_pages(std::size_t bytes);
void free_zeroed_pages(void* pages, std::size_t bytes);
// As new.
void clear_zeroed_pages(void* pages, std::size_t bytes);

}  // namespace heddle
