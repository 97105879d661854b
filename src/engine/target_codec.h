// Targets as bytes: what a chunk of a lease or a commit holds, and what the log on disk keeps.
//
// Neighbours in a frontier share most of their paths, so each target says how many deviations it has in common with the
// one before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/target.h"

namespace heddle {

// A target that lies somewhere.
struct TargetView {
  std::uint32_t owner = 0;
  std::uint32_t round = 0;
  std::uint32_t cost = 0;
  std::uint32_t deviations = 0;
  PointSetVersion points;
  std::uint64_t first = 0;
  std::uint64_t count = 1;
  std::span<const Deviation> path;
  std::span<const std::byte> payload;
};
[[nodiscard]] inline TargetView view_of(const Target& target) {
  return {.owner = target.owner,
          .round = target.round,
          .cost = target.cost,
          .deviations = target.deviations,
          .points = target.points,
          .first = target.first,
          .count = target.count,
          .path = target.path,
          .payload = target.payload};
}

inline void assign(Target& target, const TargetView& view) {
  target.owner = view.owner;
  target.round = view.round;
  target.cost = view.cost;
  target.deviations = view.deviations;
  target.points = view.points;
  target.first = view.first;
  target.count = view.count;
  target.path.assign(view.path.begin(), view.path.end());
  target.payload.assign(view.payload.begin(), view.payload.end());
}

class TargetEncoder {
 public:
  explicit TargetEncoder(std::vector<std::byte>& bytes) : bytes_(bytes) {}
  // From here on the reader begins anew.
  void begin() { last_.clear(); }
  void put(const TargetView& target);

 private:
  std::vector<std::byte>& bytes_;
  Schedule last_;
};

class TargetDecoder {
 public:
  explicit TargetDecoder(std::span<const std::byte> bytes) : bytes_(bytes) {}
  // False at the end, and where the bytes make no sense.
  [[nodiscard]] bool take(Target& target);
  // Nothing is left, and all of it made sense.
  [[nodiscard]] bool at_end() const { return bytes_.empty() && !failed_; }

 private:
  [[nodiscard]] bool take_whole(Target& target);
  [[nodiscard]] bool number(std::uint64_t& value);
  [[nodiscard]] bool number(std::uint32_t& value);

  std::span<const std::byte> bytes_;
  bool failed_ = false;
  Schedule last_;
};

}  // namespace heddle
