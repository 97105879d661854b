// What is known through atomics: of every byte, what the release sequence publishes that it was last written by.
// Atomics of different sizes may overlap, as where two counters of four bytes are read by one access of eight.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/vector_clock.h"
#include "detectors/address_table.h"

namespace heddle {

class AtomicTable {
 public:
  void begin() { grains_.begin(); }

  // Whoever reads these bytes reads from all their sequences.
  void read(MemoryRange range, VectorClock& reader) {
    for_each_grain(range, [&](std::uintptr_t address, std::uint32_t mask) {
      if (const Grain* grain = grains_.find(address); grain != nullptr) {
        grain->read(mask, reader);
      }
    });
  }
  // A store begins a sequence, which publishes this.
  void store(MemoryRange range, const VectorClock& known) {
    for_each_grain(range, [&](std::uintptr_t address, std::uint32_t mask) { grains_.at(address).store(mask, known); });
  }
  // A read-modify-write goes on with all those that it reads from.
  void update(MemoryRange range, const VectorClock& known) {
    joined_.assign(known);
    read(range, joined_);
    store(range, joined_);
  }
  // The bytes begin a new life.
  void forget(MemoryRange range) {
    const std::uintptr_t first = range.address & ~(kGrainBytes - 1);
    if ((range.address + range.size - first) / kGrainBytes < grains_.size()) {
      for_each_grain(range, [&](std::uintptr_t address, std::uint32_t mask) {
        if (Grain* grain = grains_.find(address); grain != nullptr) {
          grain->drop(mask);
        }
      });
      return;
    }
    grains_.for_each([range](std::uintptr_t address, Grain& grain) {
      if (overlap({.address = address, .size = kGrainBytes}, range)) {
        grain.drop(mask_in(address, range));
      }
    });
  }
  [[nodiscard]] std::size_t bytes() const { return grains_.bytes() + joined_.bytes(); }

 private:
  // Of the size of the largest atomic: those that are aligned lie in one.
  static constexpr std::uintptr_t kGrainBytes = 16;

  // Bytes that were written together.
  struct Part {
    std::uint32_t mask = 0;
    VectorClock sequence;
  };
  class Grain {
   public:
    void clear() { used_ = 0; }
    void read(std::uint32_t mask, VectorClock& reader) const {
      for (std::size_t index = 0; index < used_; ++index) {
        if ((parts_[index].mask & mask) != 0) {
          reader.join(parts_[index].sequence);
        }
      }
    }
    void store(std::uint32_t mask, const VectorClock& known) {
      const auto used = parts_.begin() + static_cast<std::ptrdiff_t>(used_);
      if (const auto same = std::find_if(parts_.begin(), used, [mask](const Part& part) { return part.mask == mask; });
          same != used) {
        same->sequence.assign(known);
        return;
      }
      drop(mask);
      if (used_ == parts_.size()) {
        parts_.emplace_back();
      }
      Part& part = parts_[used_++];
      part.mask = mask;
      part.sequence.assign(known);
    }
    void drop(std::uint32_t mask) {
      for (std::size_t index = 0; index < used_;) {
        parts_[index].mask &= ~mask;
        if (parts_[index].mask != 0) {
          ++index;
        } else {
          std::swap(parts_[index], parts_[--used_]);
        }
      }
    }
    [[nodiscard]] std::size_t bytes() const {
      std::size_t sum = parts_.capacity() * sizeof(Part);
      for (const Part& part : parts_) {
        sum += part.sequence.bytes();
      }
      return sum;
    }

   private:
    std::vector<Part> parts_;  // no two of the same bytes; those that are not used keep their memory
    std::size_t used_ = 0;
  };

  [[nodiscard]] static std::uint32_t mask_in(std::uintptr_t grain, MemoryRange range) {
    const std::uintptr_t first = std::max(grain, range.address) - grain;
    const std::uintptr_t end = std::min(grain + kGrainBytes, range.address + range.size) - grain;
    return (1U << end) - (1U << first);
  }
  template <typename Visit>
  static void for_each_grain(MemoryRange range, Visit&& visit) {
    const std::uintptr_t end = range.address + range.size;
    for (std::uintptr_t grain = range.address & ~(kGrainBytes - 1); grain < end; grain += kGrainBytes) {
      visit(grain, mask_in(grain, range));
    }
  }

  AddressTable<Grain> grains_;
  VectorClock joined_;
};

}  // namespace heddle
