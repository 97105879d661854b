// Which memory of a trace may be shared in a way that matters: several threads access it in one life, somebody writes,
// and not everybody atomically. The first pass of find_conflicts(); see conflicts.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "monitor/access_trace.h"
#include "monitor/page_table.h"

namespace heddle {

// A bit for each word of a page.
using WordBits = std::array<std::uint64_t, kWordsOfPage / 64>;

class SharedWords {
 public:
  void access(std::uint32_t thread, const TraceEvent& event) {
    const Note note = note_of(thread, event.bits);
    if (event.address % kNotedWord + event.size <= kNotedWord) [[likely]] {
      const std::uint64_t word = event.address / kNotedWord;
      wait_for(pages_.at(word / kWordsOfPage).words[word % kWordsOfPage], note);
      return;
    }
    for_each_part(event.address, event.size, [&](const PagePart& part) {
      Page& page = pages_.at(part.page);
      if (part.end - part.begin == kNotedPage) {
        page.whole = joined(page.whole, note);
        return;
      }
      const std::uint32_t last = (part.end - 1) / kNotedWord;
      for (std::uint32_t word = part.begin / kNotedWord; word <= last; ++word) {
        page.words[word] = joined(page.words[word], note);
      }
    });
  }
  // Words there begin a new life.
  void renew(std::uint64_t address, std::uint64_t size);

  // Of every page that has any, its number and its words.
  template <typename Visit>
  void for_each_shared(Visit&& visit) {
    settle();
    pages_.for_each([&](Page& page) {
      WordBits bits{};
      bool any = false;
      for (std::uint32_t word = 0; word < kWordsOfPage; ++word) {
        if (is_shared(joined(page.words[word], page.whole))) {
          bits[word / 64] |= std::uint64_t{1} << (word % 64);
          any = true;
        }
      }
      if (any) {
        visit(page.number, bits);
      }
    });
  }

 private:
  // Who was there: 0 nobody, one thread's index plus 1, or several; and what they did.
  using Note = std::uint16_t;
  static constexpr Note kWho = (1U << 13U) - 1;
  static constexpr Note kSeveral = kWho;  // also threads whose index does not fit
  static constexpr Note kWritten = 1U << 13U;
  static constexpr Note kPlain = 1U << 14U;
  static constexpr Note kWasShared = 1U << 15U;  // in an earlier life

  struct Page {
    std::array<Note, kWordsOfPage> words{};
    Note whole = 0;  // what was done to all of it at once
    std::uint64_t number = 0;
  };

  static Note note_of(std::uint32_t thread, std::uint8_t bits) {
    const unsigned who = thread + 1 < kSeveral ? thread + 1 : kSeveral;
    return static_cast<Note>(who | ((bits & kAccessWrites) != 0 ? kWritten : 0U) |
                             ((bits & kAccessAtomic) == 0 ? kPlain : 0U));
  }
  static Note joined(Note one, Note other) {
    const auto all = static_cast<Note>(one | other);
    const Note who = one & kWho;
    const Note other_who = other & kWho;
    return who == other_who || who == 0 || other_who == 0 ? all : static_cast<Note>(all | kSeveral);
  }
  static bool is_shared(Note note) {
    return (note & kWasShared) != 0 || ((note & kWho) == kSeveral && (note & kWritten) != 0 && (note & kPlain) != 0);
  }

  // Notes are far apart, so they are asked for some time before they are needed.
  struct Waiting {
    Note* word = nullptr;
    Note note = 0;
  };
  [[gnu::always_inline]] void wait_for(Note& word, Note note) {
    __builtin_prefetch(&word, 1);
    waiting_[waits_++] = {.word = &word, .note = note};
    if (waits_ == waiting_.size()) {
      settle();
    }
  }
  void settle() {
    for (std::size_t index = 0; index < waits_; ++index) {
      *waiting_[index].word = joined(*waiting_[index].word, waiting_[index].note);
    }
    waits_ = 0;
  }

  PageTable<Page> pages_;
  std::array<Waiting, 32> waiting_{};
  std::size_t waits_ = 0;
};

}  // namespace heddle
