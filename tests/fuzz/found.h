// Inputs that once ended a reader badly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::fuzz {

struct Found {
  std::string_view format;
  std::string input;
};

[[nodiscard]] std::vector<Found> found_inputs();

}  // namespace heddle::fuzz
