#include "core/zeroed_pages.h"

#include <sys/mman.h>

#include <new>

namespace heddle {

void* make_zeroed_pages(std::size_t bytes) {
  void* pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) {
    throw std::bad_alloc();
  }
  return pages;
}

void free_zeroed_pages(void* pages, std::size_t bytes) { ::munmap(pages, bytes); }

void clear_zeroed_pages(void* pages, std::size_t bytes) { ::madvise(pages, bytes, MADV_DONTNEED); }

}  // namespace heddle
