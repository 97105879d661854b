// The unit of exploration: an execution to be made, or a family of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "core/ids.h"
#include "core/limits.h"
#include "core/schedule.h"

namespace heddle {

// A value without pointers into anything: it goes to disk, and to other processes.
struct Target {
  std::uint32_t owner = 0;  // which part of a strategy made it, where one is composed of others; otherwise 0
  std::uint32_t round = 0;
  std::uint32_t cost = 0;        // of the path, in the owner's measure
  std::uint32_t deviations = 0;  // of the execution it stands for; the path may have one less, see payload
  PointSetVersion points;
  std::uint64_t first = 0;         // the executions it stands for, numbered as the owner likes ...
  std::uint64_t count = 1;         // ... so many from the first on; kUnlimited: there is no end to them
  Schedule path;                   // the engine replays it, then the owner chooses
  std::vector<std::byte> payload;  // the owner's: a range of siblings, a suspect ...

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

// Executions that so many stand for, at least.
[[nodiscard]] constexpr std::uint64_t weight_of(std::uint64_t count) { return count == kUnlimited ? 1 : count; }

// Takes all executions but so many away, into `rest`.
inline void keep_first(Target& target, std::uint64_t kept, Target& rest) {
  rest = target;
  rest.first += kept;
  rest.count -= target.count == kUnlimited ? 0 : kept;
  target.count = kept;
}

// Takes the later half of its executions away, into `other`. False: it stands for one.
[[nodiscard]] inline bool halve(Target& target, Target& other) {
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 16U;  // what is kept where there is no end
  if (target.count < 2) {
    return false;
  }
  keep_first(target, target.count == kUnlimited ? kBlock : (target.count + 1) / 2, other);
  return true;
}

}  // namespace heddle
