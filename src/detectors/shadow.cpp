#include "detectors/shadow.h"

#include <cstring>

#include "core/hash.h"

namespace heddle {

std::size_t Shadow::place(std::uintptr_t number) const {
  std::size_t index = static_cast<std::size_t>(mix(number)) & (table_.size() - 1);
  while (table_[index].page != nullptr && table_[index].number != number) {
    index = (index + 1) & (table_.size() - 1);
  }
  return index;
}

Shadow::Page* Shadow::find(std::uintptr_t number) const { return table_[place(number)].page; }

Shadow::Page& Shadow::make_page(std::uintptr_t number) {
  std::size_t index = place(number);
  if (table_[index].page == nullptr) {
    if ((used_.size() + 1) * 2 > table_.size()) {
      table_.assign(table_.size() * 2, Slot{});
      for (const Slot& slot : used_) {
        table_[place(slot.number)] = slot;
      }
      index = place(number);
    }
    if (free_ == 0) {
      blocks_.push_back(std::make_unique<Page[]>(kBlock));
      free_ = kBlock;
    }
    table_[index] = {.number = number, .page = &blocks_.back()[kBlock - free_--]};
    used_.push_back(table_[index]);
  }
  cache_[number % kCached] = table_[index];
  return *table_[index].page;
}

void Shadow::clear() {
  for (const Slot& slot : used_) {
    std::memset(static_cast<void*>(slot.page), 0, sizeof(Page));
  }
}

}  // namespace heddle
