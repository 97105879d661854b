// Notes about memory, by page: made where something is noted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle {

// So large that finding pages does not cost much beside finding the notes in them, and not so large that memory which
// is touched here and there takes many times its size.
inline constexpr std::uint64_t kNotedPage = 16'384;
inline constexpr std::uint64_t kNotedWord = 8;
inline constexpr std::uint64_t kWordsOfPage = kNotedPage / kNotedWord;

// A Page has a `number`.
template <typename Page>
class PageTable {
 public:
  PageTable() : slots_(std::size_t{1} << (64 - shift_)) {}

  // nullptr: there is none.
  [[nodiscard]] Page* find(std::uint64_t number) { return slots_[slot_of(number)].page; }
  // Made where there is none.
  [[nodiscard]] Page& at(std::uint64_t number) {
    Page* const found = find(number);
    return found != nullptr ? *found : make(number);
  }
  [[nodiscard]] std::size_t size() const { return used_; }

  template <typename Visit>
  void for_each(Visit&& visit) {
    for (std::size_t index = 0; index < used_; ++index) {
      visit(chunks_[index / kChunk][index % kChunk]);
    }
  }
  // Of those with numbers in [begin, end), in whatever order.
  template <typename Visit>
  void for_each_in(std::uint64_t begin, std::uint64_t end, Visit&& visit) {
    if (end - begin > used_) {
      for_each([&](Page& page) {
        if (page.number - begin < end - begin) {
          visit(page);
        }
      });
      return;
    }
    for (std::uint64_t number = begin; number < end; ++number) {
      if (Page* const page = find(number); page != nullptr) {
        visit(*page);
      }
    }
  }

 private:
  struct Slot {
    std::uint64_t number = ~std::uint64_t{0};
    Page* page = nullptr;
  };
  static constexpr std::size_t kChunk = 16;

  [[nodiscard]] std::size_t slot_of(std::uint64_t number) const {
    // The highest bits of the product.
    std::size_t at = static_cast<std::size_t>(number * 0x9e3779b97f4a7c15ULL >> shift_);
    while (slots_[at].page != nullptr && slots_[at].number != number) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }
  [[nodiscard]] Page& make(std::uint64_t number) {
    if ((used_ + 1) * 2 > slots_.size()) {
      grow();
    }
    if (used_ % kChunk == 0) {
      chunks_.push_back(std::make_unique<Page[]>(kChunk));
    }
    Page& page = chunks_.back()[used_++ % kChunk];
    page.number = number;
    slots_[slot_of(number)] = {.number = number, .page = &page};
    return page;
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    --shift_;
    for (const Slot& slot : old) {
      if (slot.page != nullptr) {
        slots_[slot_of(slot.number)] = slot;
      }
    }
  }

  unsigned shift_ = 54;                          // 64 - the number of bits of a slot's index
  std::vector<Slot> slots_;                      // open addressing; the size is a power of two
  std::vector<std::unique_ptr<Page[]>> chunks_;  // which stay where they are
  std::size_t used_ = 0;
};

// The part of a range of bytes that lies in one page, from the page's beginning on.
struct PagePart {
  std::uint64_t page = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Visits the parts of a range, in order. What would lie beyond the last address is not there.
template <typename Visit>
void for_each_part(std::uint64_t address, std::uint64_t size, Visit&& visit) {
  while (size > 0) {
    const std::uint64_t begin = address % kNotedPage;
    const std::uint64_t length = size < kNotedPage - begin ? size : kNotedPage - begin;
    visit(PagePart{.page = address / kNotedPage,
                   .begin = static_cast<std::uint32_t>(begin),
                   .end = static_cast<std::uint32_t>(begin + length)});
    address += length;
    size -= length;
    if (address == 0) {
      return;
    }
  }
}

// The words that lie in a range as a whole, by page: [begin, end) of kWordsOfPage. Visits (page, begin, end).
template <typename Page, typename Visit>
void for_each_word_range(PageTable<Page>& pages, std::uint64_t address, std::uint64_t size, Visit&& visit) {
  const std::uint64_t last = address + size < address ? ~std::uint64_t{0} : address + size;
  const std::uint64_t first_word = address / kNotedWord + (address % kNotedWord == 0 ? 0 : 1);
  const std::uint64_t end_word = last / kNotedWord;
  if (first_word >= end_word) {
    return;
  }
  pages.for_each_in(first_word / kWordsOfPage, (end_word - 1) / kWordsOfPage + 1, [&](Page& page) {
    const std::uint64_t start = page.number * kWordsOfPage;
    const std::uint64_t begin = first_word > start ? first_word - start : 0;
    const std::uint64_t end = end_word - start < kWordsOfPage ? end_word - start : kWordsOfPage;
    visit(page, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
  });
}

}  // namespace heddle
