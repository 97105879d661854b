// Pages of notes about memory, made where something is noted and found through a small cache. Those of an earlier
// execution count as not there, so beginning the next one costs nothing.
//
// A Page has a `generation`, and is as new when it is assigned Page{}.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/hash.h"

namespace heddle {

template <typename Page, std::size_t kPageBytes>
class Pages {
 public:
  Pages() : table_(256) {}

  void begin() { ++generation_; }

  // The page with an address; nullptr: nothing is noted there.
  [[nodiscard]] Page* find(std::uintptr_t address) {
    const std::uintptr_t number = address / kPageBytes;
    Slot& cached = cache_[number % kCached];
    if (cached.number != number) [[unlikely]] {
      cached = {.number = number, .page = table_[place(number)].page};
    }
    return cached.page != nullptr && cached.page->generation == generation_ ? cached.page : nullptr;
  }
  // Made where there is none.
  [[nodiscard]] Page& at(std::uintptr_t address) {
    if (Page* found = find(address); found != nullptr) [[likely]] {
      return *found;
    }
    return make(address / kPageBytes);
  }
  // visit(page, its address) for those with an address in [low, high).
  template <typename Visit>
  void for_each_between(std::uintptr_t low, std::uintptr_t high, Visit visit) {
    if (low >= high) {
      return;
    }
    const std::uintptr_t first = low / kPageBytes;
    const std::uintptr_t count = (high - 1) / kPageBytes - first + 1;
    if (count < table_.size()) {
      for (std::uintptr_t number = first; number < first + count; ++number) {
        if (Page* page = find(number * kPageBytes); page != nullptr) {
          visit(*page, number * kPageBytes);
        }
      }
      return;
    }
    for (const Slot& slot : table_) {
      if (slot.page != nullptr && slot.page->generation == generation_ && slot.number - first < count) {
        visit(*slot.page, slot.number * kPageBytes);
      }
    }
  }
  [[nodiscard]] std::size_t bytes() const { return pages_.size() * sizeof(Page) + table_.size() * sizeof(Slot); }

 private:
  struct Slot {
    std::uintptr_t number = ~std::uintptr_t{0};
    Page* page = nullptr;
  };
  static constexpr std::size_t kCached = 256;

  [[nodiscard]] std::size_t place(std::uintptr_t number) const {
    std::size_t index = static_cast<std::size_t>(mix(number)) & (table_.size() - 1);
    while (table_[index].page != nullptr && table_[index].number != number) {
      index = (index + 1) & (table_.size() - 1);
    }
    return index;
  }
  [[nodiscard]] Page& make(std::uintptr_t number) {
    if ((pages_.size() + 1) * 2 > table_.size()) {
      grow();
    }
    Slot& slot = table_[place(number)];
    if (slot.page == nullptr) {
      slot = {.number = number, .page = &pages_.emplace_back()};
    } else {
      *slot.page = Page{};
    }
    slot.page->generation = generation_;
    cache_[number % kCached] = slot;
    return *slot.page;
  }
  void grow() {
    std::vector<Slot> old(table_.size() * 2);
    old.swap(table_);
    for (const Slot& slot : old) {
      if (slot.page != nullptr) {
        table_[place(slot.number)] = slot;
      }
    }
  }

  std::array<Slot, kCached> cache_;
  std::vector<Slot> table_;  // open addressing; the size is a power of two
  std::deque<Page> pages_;   // which stay where they are
  std::uint64_t generation_ = 1;
};

}  // namespace heddle
