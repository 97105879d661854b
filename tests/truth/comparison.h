// Is what heddle says of a program so?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hunt.h"
#include "truth.h"

namespace heddle::truth {

// One way to hunt, and what it has to find.
struct Hunt {
  const char* options;
  std::optional<int> bound = std::nullopt;
  bool every_access = false;  // --points=all: executions can be counted
  bool races = false;
  bool counts = true;   // executions are not pruned
  bool is_cut = false;  // it ends early, so that nothing is complete
};

// All of them, and those that are made of a program where each is hunted a few times only.
[[nodiscard]] const std::vector<Hunt>& all_hunts();
[[nodiscard]] std::vector<Hunt> some_hunts(std::uint64_t seed);

// What is wrong, a line each; empty: nothing.
[[nodiscard]] std::string compare(const Hunt& hunt, const Truth& truth, const Said& said);

}  // namespace heddle::truth
