// The unit of exploration: an execution to be made, or a family of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "core/ids.h"
#include "core/schedule.h"

namespace heddle {

// A value without pointers into anything: it goes to disk, and to other processes.
struct Target {
  std::uint32_t round = 0;
  std::uint32_t cost = 0;        // of the path, in the owner's measure
  std::uint32_t deviations = 0;  // of the execution it stands for; the path may have one less, see payload
  PointSetVersion points;
  std::uint64_t weight = 1;        // executions it stands for, at least
  Schedule path;                   // the engine replays it, then the owner chooses
  std::vector<std::byte> payload;  // the owner's: a range of siblings, a seed ...

  template <typename Value>
  void set_payload(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    payload.resize(sizeof value);
    std::memcpy(payload.data(), &value, sizeof value);
  }

  // False where there is none.
  template <typename Value>
  [[nodiscard]] bool get_payload(Value& value) const {
    static_assert(std::is_trivially_copyable_v<Value>);
    if (payload.size() != sizeof value) {
      return false;
    }
    std::memcpy(static_cast<void*>(&value), payload.data(), sizeof value);
    return true;
  }
};

}  // namespace heddle
