// Four bytes of notes for every four bytes of memory, twice: what was last written and read.
//
// Pages of cells are made as memory is first touched and found through a small cache, as a processor finds its own. A
// cell is 8 bytes for 4 of the target.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle {

// A word is an epoch in its upper bits and a mask of bytes in the lower four; 0: nothing. In `read`, with an empty
// mask, it stands for what does not fit into one word (happens_before.h): by its lowest bit but four, a crowd (1) or a
// set of readers (0), and above that its number.
struct ShadowCell {
  std::uint32_t write = 0;
  std::uint32_t read = 0;
};

class Shadow {
 public:
  static constexpr std::size_t kCellBytes = 4;
  static constexpr std::size_t kPageBytes = 1024;  // of the target
  static constexpr std::size_t kCells = kPageBytes / kCellBytes;
  struct Page {
    ShadowCell cells[kCells];
  };

  Shadow() : table_(1024) {}

  // The page with an address; made where there is none.
  [[nodiscard]] Page& page(std::uintptr_t address) {
    const std::uintptr_t number = address / kPageBytes;
    const Slot& cached = cache_[number % kCached];
    if (cached.number == number) [[likely]] {
      return *cached.page;
    }
    return make_page(number);
  }
  // nullptr: it may be there all the same.
  [[nodiscard]] [[gnu::always_inline]] inline Page* cached(std::uintptr_t address) const {
    const std::uintptr_t number = address / kPageBytes;
    const Slot& slot = cache_.data()[number % kCached];
    return slot.number == number ? slot.page : nullptr;
  }
  [[nodiscard]] ShadowCell& cell(std::uintptr_t address) {
    return page(address).cells[address % kPageBytes / kCellBytes];
  }

  // Visits the cells of a range that may hold something: those of pages that were made. With the address and the mask.
  template <typename Visit>
  void for_each(std::uintptr_t address, std::size_t size, Visit&& visit) {
    const std::uintptr_t end = address + size;
    for (std::uintptr_t number = address / kPageBytes; number * kPageBytes < end; ++number) {
      // A large range, few pages: look at those instead.
      if ((end - number * kPageBytes) / kPageBytes > used_.size()) {
        for (const Slot& slot : used_) {
          if (slot.number >= number && slot.number * kPageBytes < end) {
            visit_page(*slot.page, slot.number, address, end, visit);
          }
        }
        return;
      }
      if (Page* found = find(number); found != nullptr) {
        visit_page(*found, number, address, end, visit);
      }
    }
  }

  // Nothing was ever noted.
  void clear();
  [[nodiscard]] std::size_t bytes() const { return used_.size() * sizeof(Page) + table_.size() * sizeof(Slot); }

  // Bits of the bytes of [address, end) in the cell at `cell`.
  [[nodiscard]] static std::uint32_t mask(std::uintptr_t cell, std::uintptr_t address, std::uintptr_t end) {
    const unsigned from = address > cell ? static_cast<unsigned>(address - cell) : 0;
    const unsigned to = end < cell + kCellBytes ? static_cast<unsigned>(end - cell) : kCellBytes;
    return (0xfU >> (kCellBytes - to)) & (0xfU << from);
  }

 private:
  struct Slot {
    std::uintptr_t number = ~std::uintptr_t{0};
    Page* page = nullptr;
  };
  static constexpr std::size_t kCached = 512;
  static constexpr std::size_t kBlock = 32;  // pages made at once

  [[nodiscard]] Page& make_page(std::uintptr_t number);
  [[nodiscard]] Page* find(std::uintptr_t number) const;
  [[nodiscard]] std::size_t place(std::uintptr_t number) const;

  template <typename Visit>
  static void visit_page(Page& page, std::uintptr_t number, std::uintptr_t address, std::uintptr_t end, Visit& visit) {
    const std::uintptr_t low = number * kPageBytes;
    const std::size_t first = address > low ? (address - low) / kCellBytes : 0;
    for (std::size_t index = first; index < kCells && low + index * kCellBytes < end; ++index) {
      const std::uintptr_t cell = low + index * kCellBytes;
      visit(page.cells[index], cell, mask(cell, address, end));
    }
  }

  std::array<Slot, kCached> cache_;
  std::vector<Slot> table_;  // open addressing; the size is a power of two
  std::vector<Slot> used_;   // those of the table, in order of their making
  std::vector<std::unique_ptr<Page[]>> blocks_;
  std::size_t free_ = 0;  // pages left in the last block
};

}  // namespace heddle
