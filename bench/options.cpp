#include "options.h"

#include <CLI/CLI.hpp>
#include <string>

namespace heddle::bench {

int run_with_options(int argc, char** argv, const About& about, int (*bench)(const Options&)) {
  CLI::App app(about.bench);
  Options options;
  app.add_flag("--json", options.json, "one JSON object");
  app.add_flag("--quick", options.quick, "little work: shows that everything runs, not how fast");
  const CLI::Option* repetitions = nullptr;
  if (about.repetitions != 0) {
    options.repetitions = about.repetitions;
    repetitions = app.add_option("--repetitions", options.repetitions,
                                 std::string("of each measurement, ") + about.counts + " counts")
                      ->check(CLI::Range(1, 1000))
                      ->capture_default_str();
  }
  CLI11_PARSE(app, argc, argv);
  if (options.quick && repetitions != nullptr && repetitions->count() == 0) {
    options.repetitions = 1;
  }
  return bench(options);
}

}  // namespace heddle::bench
