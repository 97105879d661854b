#include "core/finding.h"

namespace heddle {

std::string_view name(Minimality minimality) {
  static constexpr std::string_view kNames[] = {"proved", "local", "budget"};
  return kNames[static_cast<int>(minimality)];
}

}  // namespace heddle
