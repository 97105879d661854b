// heddle list: what there is to choose from.

#include <fmt/format.h>

#include <string>

#include "cli/base/printing.h"
#include "cli/commands/commands.h"
#include "cli/options/hunt_options.h"
#include "cli/options/options_parser.h"
#include "detectors/registry.h"
#include "strategies/registry.h"

namespace heddle::cli {
namespace {

void print_strategies() {
  print("Strategies (heddle hunt --strategy=NAME):\n");
  for (const StrategyRow& row : strategies()) {
    if (!row.is_listed) {
      continue;
    }
    std::string options;
    for (const Setting* setting : row.settings) {
      options += " --" + std::string(setting->name);
    }
    print("  {:<26}{}\n  {:<26}options:{}\n", row.name, row.help, "", options);
  }
}

void print_detectors() {
  print("\nDetectors (heddle hunt --detectors=LIST):\n");
  for (const DetectorRow& row : detectors()) {
    print("  {:<26}{}\n", row.name, row.help);
  }
  print("\nBad ends (always looked for):\n");
  for (const JudgeRow& row : judges()) {
    print("  {:<26}{}\n", row.name, row.help);
  }
}

}  // namespace

int list(int argc, char** argv) {
  OptionsParser parser("heddle list", "heddle list", "Prints the strategies, detectors and options of heddle hunt.");
  if (const auto code = parser.parse_arguments(argc, argv)) {
    return *code;
  }
  if (!parser.rest().empty()) {
    return parser.usage_error("takes no arguments");
  }
  print_strategies();
  print_detectors();
  HuntOptions defaults;
  OptionsParser hunt("heddle hunt", "", "");
  declare_hunt_options(hunt, defaults);
  print("\nOptions of heddle hunt, with their defaults:\n{}", hunt.options_text());
  return kExitClean;
}

}  // namespace heddle::cli
