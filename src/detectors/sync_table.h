// What is known through synchronisation objects and atomics, by address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hash.h"
#include "core/vector_clock.h"

namespace heddle {

// What lies at an address may be several of these at once: a lock, an atomic, something annotated. None orders what
// another does.
struct SyncObject {
  std::uintptr_t address = 0;
  VectorClock sequence;  // of an atomic: what its release sequence publishes
  VectorClock released;  // of a lock: its last release
  VectorClock shared;    // of a lock: the ends of those who held it together since
  VectorClock sent;

  void destroy() {
    released.clear();
    shared.clear();
    sent.clear();
  }
  void clear() {
    sequence.clear();
    destroy();
  }
};

class SyncTable {
 public:
  SyncTable() : places_(256) {}

  void begin() {
    ++generation_;
    used_ = 0;
  }

  [[nodiscard]] SyncObject& at(std::uintptr_t address) {
    if ((used_ + 1) * 2 > places_.size()) {
      grow();
    }
    Place& place = places_[place_of(address)];
    if (place.generation != generation_) {
      if (used_ == objects_.size()) {
        objects_.emplace_back();
      }
      place = {.address = address, .generation = generation_, .index = static_cast<std::uint32_t>(used_++)};
      SyncObject& made = objects_[place.index];
      made.address = address;
      made.clear();
    }
    return objects_[place.index];
  }
  // nullptr: nobody has used it in this execution.
  [[nodiscard]] SyncObject* find(std::uintptr_t address) {
    const Place& place = places_[place_of(address)];
    return place.generation == generation_ ? &objects_[place.index] : nullptr;
  }
  // Nothing is known through what lies there.
  void forget(std::uintptr_t address, std::size_t size) {
    if (size < used_) {
      for (std::uintptr_t byte = address; byte < address + size; ++byte) {
        if (SyncObject* object = find(byte); object != nullptr) {
          object->clear();
        }
      }
      return;
    }
    for (std::size_t index = 0; index < used_; ++index) {
      if (objects_[index].address - address < size) {
        objects_[index].clear();
      }
    }
  }
  [[nodiscard]] std::size_t bytes() const {
    return places_.size() * sizeof(Place) + objects_.capacity() * sizeof(SyncObject);
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
  std::vector<SyncObject> objects_;
  std::size_t used_ = 0;
  std::uint64_t generation_ = 1;
};

}  // namespace heddle
