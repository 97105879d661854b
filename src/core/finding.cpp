#include "core/finding.h"

namespace heddle {

std::string_view name(FindingKind kind) {
  static constexpr std::string_view kNames[kFindingKindCount] = {
      "assertion",
      "crash",
      "exit",
      "deadlock",
      "livelock",
      "lock-misuse",
      "destroyed-primitive",
      "data-race",
      "no-common-lock",
      "possible-deadlock",
      "use-after-free",
      "double-free",
      "heap-overflow",
      "wrong-free",
      "stack-use-after-exit",
  };
  return kNames[static_cast<int>(kind)];
}

std::string_view name(Minimality minimality) {
  static constexpr std::string_view kNames[] = {"proved", "local", "budget"};
  return kNames[static_cast<int>(minimality)];
}

}  // namespace heddle
