// What is known through synchronisation objects, by address.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/vector_clock.h"
#include "detectors/address_table.h"

namespace heddle {

// What lies at an address may be several of these at once: a lock, something annotated. None orders what another does.
struct SyncObject {
  VectorClock released;  // of a lock: its last release
  VectorClock shared;    // of a lock: the ends of those who held it together since
  VectorClock sent;

  void clear() {
    released.clear();
    shared.clear();
    sent.clear();
  }
  // Outside of itself.
  [[nodiscard]] std::size_t bytes() const { return released.bytes() + shared.bytes() + sent.bytes(); }
};

class SyncTable : public AddressTable<SyncObject> {
 public:
  // Nothing is known through what lies there.
  void forget(std::uintptr_t address, std::size_t size) {
    for_each_in({.address = address, .size = size},
                [](std::uintptr_t /*address*/, SyncObject& object) { object.clear(); });
  }
};

}  // namespace heddle
