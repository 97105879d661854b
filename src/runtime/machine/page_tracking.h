// Asking the kernel which pages were written: userfaultfd (asynchronous write protection) and PAGEMAP_SCAN, Linux 6.7.
#pragma once

#include <cstdint>
#include <span>

namespace heddle::runtime {

struct PageRange {
  std::uintptr_t low, high;
  std::uint64_t categories;
};

// False where the kernel or a container refuses.
bool open_page_tracking();
// Starts tracking a mapping; pages are reported once they are protected and then written, or first touched.
bool track_mapping(std::uintptr_t low, std::uintptr_t high);
void protect_pages(std::uintptr_t low, std::uintptr_t high);

// Ranges of present pages of [low, high), from `low` on; `next` is where to go on. Empty at the end.
std::span<const PageRange> present_pages(std::uintptr_t low, std::uintptr_t high, std::uintptr_t& next);
// Ranges of tracked pages written since they were protected, anywhere at or above `low`.
std::span<const PageRange> written_pages(std::uintptr_t low, std::uintptr_t& next);

// Moves a descriptor of ours out of the target's way.
int move_descriptor(long descriptor);

}  // namespace heddle::runtime
