// What exploring costs over executing: `cb` on the two-thread counter against the core's plain loop on the same
// program. Both are measured in turn, several times, and the best of each counts.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "options.h"
#include "processes.h"

namespace heddle::bench {
namespace {

constexpr double kRequired = 0.33;

int main_of(const Options& options) {
  const std::string program = std::string(HEDDLE_BENCH_PROGRAMS) + "/long_counter_loop.heddle";
  const int executions = options.quick ? 5'000 : 180'000;
  const std::string number = std::to_string(executions);
  double loop = 0;
  double search = 0;
  for (int repetition = 0; repetition < (options.quick ? 1 : 5); ++repetition) {
    const Times plain = run({HEDDLE_BINARY, "run", "--random", "--quiet", "--runs=" + number, program});
    const Times bounded = run({HEDDLE_BINARY, "hunt", "--quiet", "--detectors=none", "--strategy=cb", "--bound=18",
                               "--exact", "--executions=" + number, program});
    loop = std::max(loop, executions / plain.wall);
    search = std::max(search, executions / bounded.wall);
  }
  const double ratio = search / loop;
  if (options.json) {
    fmt::print("{}\n", nlohmann::json{{"ratios", {{"cb_over_loop", ratio}}},
                                      {"executions_per_second", {{"cb", search}, {"loop", loop}}}}
                           .dump(1));
  } else {
    fmt::print("executions per second, with start and end of the process\n");
    fmt::print("  plain loop, random choices  {:>10.0f}\n", loop);
    fmt::print("  cb, 18 preemptions          {:>10.0f}\n", search);
    fmt::print("cb_over_loop {:.2f} (at least {}: {})\n", ratio, kRequired, ratio >= kRequired ? "met" : "NOT MET");
  }
  return 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) {
  return heddle::bench::run_with_options(argc, argv, {.bench = "What exploring costs over executing."},
                                         heddle::bench::main_of);
}
