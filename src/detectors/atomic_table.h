// What is known through atomics: of every byte, what the release sequences publish that it was last written by.
// Atomics of different sizes may overlap, as where two counters of four bytes are read by one access of eight.
//
// A store begins a sequence, and an update (a read-modify-write) goes on with all that it reads from. In C, and in C++
// before C++20, a later store of the same thread goes on with what that thread has published there, and ends what the
// others have.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.h"
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
  void store(MemoryRange range, ThreadId thread, const VectorClock& known, bool goes_on) {
    heads_.clear();
    if (goes_on) {
      for_each_part(range, [&](const Part& part) {
        if (const VectorClock* published = part.of(thread); published != nullptr) {
          add(heads_, thread, *published);
        }
      });
    }
    add(heads_, thread, known);
    put(range);
  }
  void update(MemoryRange range, ThreadId thread, const VectorClock& known) {
    if (Part* same = grain_part(range); same != nullptr) {
      same->add(thread, known);
      return;
    }
    heads_.clear();
    for_each_part(range, [&](const Part& part) {
      if (part.heads.empty()) {
        add(heads_, part.thread, part.sequence);
      }
      for (const Head& head : part.heads) {
        add(heads_, head.thread, head.published);
      }
    });
    add(heads_, thread, known);
    put(range);
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
  [[nodiscard]] std::size_t bytes() const { return grains_.bytes() + bytes_of(heads_); }

 private:
  // Of the size of the largest atomic: those that are aligned lie in one.
  static constexpr std::uintptr_t kGrainBytes = 16;

  // What one thread has published.
  struct Head {
    ThreadId thread;
    VectorClock published;
  };
  static void add(std::vector<Head>& heads, ThreadId thread, const VectorClock& known) {
    const auto found = std::ranges::find(heads, thread, &Head::thread);
    (found != heads.end() ? *found : heads.emplace_back(thread)).published.join(known);
  }
  [[nodiscard]] static std::size_t bytes_of(const std::vector<Head>& heads) {
    std::size_t sum = heads.capacity() * sizeof(Head);
    for (const Head& head : heads) {
      sum += head.published.bytes();
    }
    return sum;
  }

  // Bytes that were written together.
  struct Part {
    std::uint32_t mask = 0;
    ThreadId thread;          // who has published it all; or there are heads
    VectorClock sequence;     // all that is published
    std::vector<Head> heads;  // of each thread, where there are several

    [[nodiscard]] const VectorClock* of(ThreadId one) const {
      const auto found = std::ranges::find(heads, one, &Head::thread);
      return found != heads.end() ? &found->published : heads.empty() && thread == one ? &sequence : nullptr;
    }
    void assign(const std::vector<Head>& published) {
      sequence.clear();
      for (const Head& head : published) {
        sequence.join(head.published);
      }
      thread = published.front().thread;
      if (published.size() == 1) {
        heads.clear();
      } else {
        heads = published;
      }
    }
    void add(ThreadId one, const VectorClock& known) {
      if (known.empty()) {
        return;
      }
      if (sequence.empty()) {
        thread = one;
      } else if (heads.empty() && thread != one) {
        heads.push_back({.thread = thread, .published = sequence});
      }
      if (!heads.empty()) {
        AtomicTable::add(heads, one, known);
      }
      sequence.join(known);
    }
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
    [[nodiscard]] Part* same(std::uint32_t mask) {
      const auto used = parts_.begin() + static_cast<std::ptrdiff_t>(used_);
      const auto found = std::find_if(parts_.begin(), used, [mask](const Part& part) { return part.mask == mask; });
      return found == used ? nullptr : &*found;
    }
    [[nodiscard]] std::span<const Part> parts() const { return {parts_.data(), used_}; }
    void store(std::uint32_t mask, const std::vector<Head>& published) {
      if (Part* part = same(mask); part != nullptr) {
        part->assign(published);
        return;
      }
      drop(mask);
      if (used_ == parts_.size()) {
        parts_.emplace_back();
      }
      Part& part = parts_[used_++];
      part.mask = mask;
      part.assign(published);
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
        sum += part.sequence.bytes() + bytes_of(part.heads);
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

  // What was last written to all of these bytes together, and to no others.
  [[nodiscard]] Part* grain_part(MemoryRange range) {
    const std::uintptr_t address = range.address & ~(kGrainBytes - 1);
    Grain* grain = range.address + range.size > address + kGrainBytes ? nullptr : grains_.find(address);
    return grain == nullptr ? nullptr : grain->same(mask_in(address, range));
  }
  template <typename Visit>
  void for_each_part(MemoryRange range, Visit&& visit) {
    for_each_grain(range, [&](std::uintptr_t address, std::uint32_t mask) {
      if (const Grain* grain = grains_.find(address); grain != nullptr) {
        for (const Part& part : grain->parts()) {
          if ((part.mask & mask) != 0) {
            visit(part);
          }
        }
      }
    });
  }
  void put(MemoryRange range) {
    for_each_grain(range, [&](std::uintptr_t address, std::uint32_t mask) { grains_.at(address).store(mask, heads_); });
  }

  AddressTable<Grain> grains_;
  std::vector<Head> heads_;  // scratch
};

}  // namespace heddle
