// How many different bytes an execution accesses: what the memory of detectors is compared with (bench/detect). It
// finds nothing.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/access.h"
#include "detectors/pages.h"

namespace heddle {

class TouchedBytes {
 public:
  void begin() {
    pages_.begin();
    count_ = 0;
  }
  // A free accesses nothing: it is the end of what was there.
  void access(const Access& access) {
    if (access.kind == AccessKind::kFree) {
      return;
    }
    const std::uintptr_t end = access.address + access.size;
    for (std::uintptr_t at = access.address; at < end;) {
      const std::uintptr_t next = (at | (kWordBytes - 1)) + 1;
      const std::uintptr_t size = (end < next ? end : next) - at;
      const std::uint64_t bits = (~std::uint64_t{0} >> (kWordBytes - size)) << at % kWordBytes;
      std::uint64_t& word = pages_.at(at).words[at % kPageBytes / kWordBytes];
      count_ += static_cast<std::uint64_t>(std::popcount(bits & ~word));
      word |= bits;
      at = next;
    }
  }
  // In this execution so far. A byte that is freed and comes to be part of another block counts once.
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  static constexpr std::size_t kPageBytes = 4096;
  static constexpr std::size_t kWordBytes = 64;  // a bit each
  struct Page {
    std::uint64_t generation = 0;
    std::array<std::uint64_t, kPageBytes / kWordBytes> words{};
  };

  Pages<Page, kPageBytes> pages_;
  std::uint64_t count_ = 0;
};

}  // namespace heddle
