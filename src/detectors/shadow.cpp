#include "detectors/shadow.h"

#include "core/zeroed_pages.h"

namespace heddle {

Shadow::Shadow() : directory_(static_cast<std::uintptr_t*>(make_zeroed_pages(kDirectoryBytes))) {}

Shadow::~Shadow() {
  for (const std::uintptr_t chunk : chunks_) {
    free_zeroed_pages(reinterpret_cast<void*>(directory_[chunk] + 2 * chunk * kChunkBytes), kChunkMemory);
  }
  free_zeroed_pages(directory_, kDirectoryBytes);
}

void Shadow::make_page(std::uintptr_t address) {
  const std::uintptr_t chunk = address >> kChunkShift;
  if (directory_[chunk] == 0) {
    directory_[chunk] = reinterpret_cast<std::uintptr_t>(make_zeroed_pages(kChunkMemory)) - 2 * chunk * kChunkBytes;
    chunks_.push_back(chunk);
  }
  *mark(directory_[chunk], address) = 1;
  ++pages_;
}

void Shadow::clear() {
  for (const std::uintptr_t chunk : chunks_) {
    clear_zeroed_pages(reinterpret_cast<void*>(directory_[chunk] + 2 * chunk * kChunkBytes), kMarks);
  }
}

}  // namespace heddle
