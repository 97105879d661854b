// What heddle needs and a system may limit. `heddle doctor` lists it, and commands that start programs refuse to work
// where it is missing, with the same words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/base/messages.h"

namespace heddle::cli {

struct Need {
  const char* id;
  std::string what;
  bool met = false;
  std::string use;  // what it is for; where it is not met: what is wrong, and what to do
};

// All but the number of threads, which only trying tells.
[[nodiscard]] std::vector<Need> needs();
[[nodiscard]] Need need_of_threads();

// The first that is not met, as a refusal.
[[nodiscard]] std::optional<Refusal> unmet_need();
[[nodiscard]] Refusal cannot_work_here(const std::string& why);

}  // namespace heddle::cli
