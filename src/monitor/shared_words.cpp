#include "monitor/shared_words.h"

namespace heddle {

void SharedWords::renew(std::uint64_t address, std::uint64_t size) {
  settle();
  for_each_word_range(pages_, address, size, [](Page& page, std::uint32_t begin, std::uint32_t end) {
    if (page.whole != 0) {
      for (Note& word : page.words) {
        word = joined(word, page.whole);
      }
      page.whole = 0;
    }
    for (std::uint32_t word = begin; word < end; ++word) {
      page.words[word] = is_shared(page.words[word]) ? kWasShared : Note{0};
    }
  });
}

}  // namespace heddle
