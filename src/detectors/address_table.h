// Something for each of a few addresses, in one execution. Beginning the next one costs nothing, and memory is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/access.h"
#include "core/hash.h"

namespace heddle {

template <typename Value>
class AddressTable {
 public:
  AddressTable() : places_(64) {}

  void begin() {
    ++generation_;
    used_ = 0;
  }

  // Made where there is none. Valid until the next one is made.
  [[nodiscard]] Value& at(std::uintptr_t address) {
    if ((used_ + 1) * 2 > places_.size()) {
      grow();
    }
    Place& place = places_[place_of(address)];
    if (place.generation != generation_) {
      if (used_ == values_.size()) {
        values_.emplace_back();
        addresses_.emplace_back();
      }
      place = {.address = address, .generation = generation_, .index = static_cast<std::uint32_t>(used_++)};
      if constexpr (requires(Value& value) { value.clear(); }) {
        values_[place.index].clear();  // keeps its memory
      } else {
        values_[place.index] = Value{};
      }
      addresses_[place.index] = address;
    }
    return values_[place.index];
  }
  // nullptr: there is none.
  [[nodiscard]] Value* find(std::uintptr_t address) {
    const Place& place = places_[place_of(address)];
    return place.generation == generation_ ? &values_[place.index] : nullptr;
  }
  // With the address and what is there.
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (std::size_t index = 0; index < used_; ++index) {
      visit(addresses_[index], values_[index]);
    }
  }
  template <typename Visit>
  void for_each_in(MemoryRange range, Visit&& visit) {
    if (range.size < used_) {
      for (std::uintptr_t address = range.address; address < range.address + range.size; ++address) {
        if (Value* value = find(address); value != nullptr) {
          visit(address, *value);
        }
      }
      return;
    }
    for_each([&](std::uintptr_t address, Value& value) {
      if (address - range.address < range.size) {
        visit(address, value);
      }
    });
  }
  [[nodiscard]] std::size_t size() const { return used_; }
  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = places_.size() * sizeof(Place) + values_.capacity() * (sizeof(Value) + sizeof(std::uintptr_t));
    if constexpr (requires(const Value& value) { value.bytes(); }) {
      for (const Value& value : values_) {
        sum += value.bytes();
      }
    }
    return sum;
  }

 private:
  struct Place {
    std::uintptr_t address = 0;
    std::uint64_t generation = 0;  // of another execution: free
    std::uint32_t index = 0;
  };

  [[nodiscard]] std::size_t place_of(std::uintptr_t address) const {
    std::size_t index = static_cast<std::size_t>(mix(address)) & (places_.size() - 1);
    while (places_[index].generation == generation_ && places_[index].address != address) {
      index = (index + 1) & (places_.size() - 1);
    }
    return index;
  }
  void grow() {
    std::vector<Place> old(places_.size() * 2);
    old.swap(places_);
    for (const Place& place : old) {
      if (place.generation == generation_) {
        places_[place_of(place.address)] = place;
      }
    }
  }

  std::vector<Place> places_;  // open addressing; the size is a power of two
  std::vector<Value> values_;
  std::vector<std::uintptr_t> addresses_;
  std::size_t used_ = 0;
  std::uint64_t generation_ = 1;
};

}  // namespace heddle
