// Two words of notes for every word of memory: what last wrote and what last read it.
//
// The notes of a group of words lie together, those of writes side by side and then those of reads, so that what is
// noted of 4, 8 or 16 aligned bytes is one comparison, and all of it in one line of the processor's cache. A directory,
// with one entry for every chunk of the address space, says where: the hooks of accesses look there themselves
// (near_hooks_x86_64.S). Directory and chunks are as large as they may become, but memory that was never
// touched costs nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

// A word is an epoch in its upper bits and a mask of bytes in the lower four; 0: nothing. In `read`, with an empty
// mask, it stands for what does not fit into one word (happens_before.h): by its lowest bit but four, a crowd (1) or a
// set of readers (0), and above that its number.
struct ShadowCell {
  std::uint32_t& write;
  std::uint32_t& read;
};

// The notes of a group of words: all of writes, then all of reads.
struct ShadowGroup {
  static constexpr std::size_t kCells = 8;
  std::uint32_t* notes;

  // All of its words have the same notes.
  [[nodiscard]] bool is_uniform() const {
    std::uint32_t difference = 0;
    for (std::size_t index = 1; index < kCells; ++index) {
      difference |= (notes[index] ^ notes[0]) | (notes[kCells + index] ^ notes[kCells]);
    }
    return difference == 0;
  }
  void clear() const { std::fill_n(notes, 2 * kCells, 0); }
};

class Shadow {
 public:
  static constexpr std::size_t kCellBytes = 4;
  static constexpr unsigned kChunkShift = 20;
  static constexpr std::size_t kChunkBytes = std::size_t{1} << kChunkShift;  // of the target
  // Of the target, and from notes of writes to those of reads.
  static constexpr std::size_t kGroupBytes = ShadowGroup::kCells * kCellBytes;
  static constexpr unsigned kAddressBits = 47;
  static constexpr std::size_t kPageBytes = 4096;  // it is known which of them have notes

  Shadow();
  ~Shadow();
  Shadow(const Shadow&) = delete;
  Shadow& operator=(const Shadow&) = delete;

  // By address / kChunkBytes: add an address and that of its group, to reach the notes of its writes. 0: there are
  // none.
  [[nodiscard]] const std::uintptr_t* directory() const { return directory_; }

  // Those of the word with an address; from now on there may be something.
  [[nodiscard]] ShadowCell cell(std::uintptr_t address) {
    address &= kAddresses;
    const std::uintptr_t distance = directory_[address >> kChunkShift];
    if (distance == 0 || *mark(distance, address) == 0) [[unlikely]] {
      make_page(address);
    }
    return cell_at(directory_[address >> kChunkShift], address);
  }
  // The distance to the notes of addresses around this one, where there can be some; otherwise 0.
  [[nodiscard]] [[gnu::always_inline]] inline std::uintptr_t distance(std::uintptr_t address) const {
    return address > kAddresses ? 0 : directory_[address >> kChunkShift];
  }
  // Notes may be made on the page of an address with this distance.
  [[nodiscard]] [[gnu::always_inline]] static inline bool is_made(std::uintptr_t distance, std::uintptr_t address) {
    return *mark(distance, address) != 0;
  }
  [[nodiscard]] [[gnu::always_inline]] static inline ShadowCell cell_at(std::uintptr_t distance,
                                                                        std::uintptr_t address) {
    const std::uintptr_t group = address & ~std::uintptr_t{kGroupBytes - 1};
    auto* write = reinterpret_cast<std::uint32_t*>(distance + group + (address & ~std::uintptr_t{kCellBytes - 1}));
    return {.write = *write, .read = write[kGroupBytes / kCellBytes]};
  }

  [[nodiscard]] [[gnu::always_inline]] static inline ShadowGroup group_at(std::uintptr_t distance,
                                                                          std::uintptr_t address) {
    return {&cell_at(distance, address & ~std::uintptr_t{kGroupBytes - 1}).write};
  }

  // Visits the cells of a range that may hold something, with the address and the mask; but first their group, where
  // the range has all of it: true, and that was all.
  template <typename VisitGroup, typename Visit>
  void for_each(std::uintptr_t address, std::size_t size, VisitGroup&& visit_group, Visit&& visit) {
    if (address > kAddresses) {
      return;
    }
    const std::uintptr_t end = address + std::min(size, kAddresses + 1 - address);
    const std::uintptr_t first = address >> kChunkShift;
    const std::uintptr_t behind = (end + kChunkBytes - 1) >> kChunkShift;
    // A large range, few chunks: look at those instead.
    if (behind - first > chunks_.size()) {
      for (const std::uintptr_t chunk : chunks_) {
        if (chunk >= first && chunk < behind) {
          visit_chunk(chunk, address, end, visit_group, visit);
        }
      }
      return;
    }
    for (std::uintptr_t chunk = first; chunk < behind; ++chunk) {
      if (directory_[chunk] != 0) {
        visit_chunk(chunk, address, end, visit_group, visit);
      }
    }
  }

  // Nothing is noted any more, whoever still has a cell.
  void clear();
  [[nodiscard]] std::size_t bytes() const { return pages_ * 2 * kPageBytes + chunks_.size() * kPageBytes; }

  // Bits of the bytes of [address, end) in the cell at `cell`.
  [[nodiscard]] static std::uint32_t mask(std::uintptr_t cell, std::uintptr_t address, std::uintptr_t end) {
    const unsigned from = address > cell ? static_cast<unsigned>(address - cell) : 0;
    const unsigned to = end < cell + kCellBytes ? static_cast<unsigned>(end - cell) : kCellBytes;
    return (0xfU >> (kCellBytes - to)) & (0xfU << from);
  }

 private:
  static constexpr std::uintptr_t kAddresses = (std::uintptr_t{1} << kAddressBits) - 1;
  static constexpr std::size_t kDirectoryBytes = sizeof(std::uintptr_t) << (kAddressBits - kChunkShift);
  // Behind the two kinds of notes, a byte for every page that has some.
  static constexpr std::size_t kMarks = 2 * kChunkBytes;
  static constexpr std::size_t kChunkMemory = kMarks + kPageBytes;

  [[nodiscard]] [[gnu::always_inline]] static inline std::uint8_t* mark(std::uintptr_t distance,
                                                                        std::uintptr_t address) {
    const std::uintptr_t chunk = distance + 2 * (address & ~(kChunkBytes - 1));
    return reinterpret_cast<std::uint8_t*>(chunk + kMarks + (address & (kChunkBytes - 1)) / kPageBytes);
  }
  void make_page(std::uintptr_t address);

  template <typename VisitGroup, typename Visit>
  void visit_chunk(std::uintptr_t chunk, std::uintptr_t address, std::uintptr_t end, VisitGroup& visit_group,
                   Visit& visit) {
    const std::uintptr_t distance = directory_[chunk];
    const std::uintptr_t to = std::min(end, (chunk + 1) * kChunkBytes);
    for (std::uintptr_t from = std::max(address, chunk * kChunkBytes); from < to;) {
      const std::uintptr_t next = (from | (kPageBytes - 1)) + 1;
      if (*mark(distance, from) != 0) {
        const std::uintptr_t behind = std::min(next, to);
        for (std::uintptr_t cell = from & ~std::uintptr_t{kCellBytes - 1}; cell < behind;) {
          if (cell % kGroupBytes == 0 && cell >= from && behind - cell >= kGroupBytes &&
              visit_group(group_at(distance, cell))) {
            cell += kGroupBytes;
            continue;
          }
          visit(cell_at(distance, cell), cell, mask(cell, address, end));
          cell += kCellBytes;
        }
      }
      from = next;
    }
  }

  std::uintptr_t* directory_;
  std::vector<std::uintptr_t> chunks_;  // numbers of those that were made
  std::size_t pages_ = 0;               // with notes
};

}  // namespace heddle
