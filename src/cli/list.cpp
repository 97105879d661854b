// heddle list: what there is to choose from.

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "cli/commands.h"
#include "cli/hunt_options.h"
#include "cli/options_parser.h"
#include "core/finding.h"
#include "strategies/registry.h"

namespace heddle::cli {
namespace {

// A FindingKind each, always looked for.
constexpr std::array<std::string_view, kFindingKindCount> kDetectors = {
    "assert() and its kin fail",
    "a fatal signal, abort, an uncaught exception, a stack overflow, an invalid free",
    "the program ends with a status other than 0 (--exit-status=ignore: not looked for)",
    "threads are left of which none can ever continue",
    "threads go on for ever without getting anywhere",
    "a mutex is unlocked that the thread does not hold",
    "a mutex, condition variable, semaphore or barrier is used after it was destroyed",
};

void print_strategies() {
  fmt::print("Strategies (heddle hunt --strategy=NAME):\n");
  for (const StrategyRow& row : strategies()) {
    std::string options;
    for (const char letter : row.options) {
      options += letter == ' ' ? std::string(" --") : std::string(1, letter);
    }
    fmt::print("  {:<26}{}\n  {:<26}options: --{}\n", row.name, row.help, "", options);
  }
}

void print_detectors() {
  fmt::print("\nDetectors (always on):\n");
  for (int kind = 0; kind < kFindingKindCount; ++kind) {
    fmt::print("  {:<26}{}\n", name(static_cast<FindingKind>(kind)), kDetectors[static_cast<std::size_t>(kind)]);
  }
}

}  // namespace

int list(int argc, char** argv) {
  OptionsParser parser("heddle list", "heddle list", "Prints the strategies, detectors and options of heddle hunt.");
  if (const auto code = parser.parse_arguments(argc, argv)) {
    return *code;
  }
  if (!parser.rest().empty()) {
    return parser.usage_error("there is nothing to be given");
  }
  print_strategies();
  print_detectors();
  HuntOptions defaults;
  OptionsParser hunt("heddle hunt", "", "");
  declare_hunt_options(hunt, defaults);
  fmt::print("\nOptions of heddle hunt, with their defaults:\n{}", hunt.options_text());
  return kExitClean;
}

}  // namespace heddle::cli
