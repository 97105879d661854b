// What it costs to run threads and to undo executions in the ways that serve more programs: kernel threads instead of
// borrowed contexts, a fork or an exec for every execution instead of putting memory back.
//
// Each way is measured in turn with the others, several times, and the best of each counts. The start of heddle and of
// the program are part of it; there are so many executions that they hardly show.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "options.h"
#include "processes.h"

namespace heddle::bench {
namespace {

struct Way {
  const char* name;
  const char* executor;
  const char* reset;
  int executions;  // some tenths of a second
};
enum { kSnapshot, kKernel, kFork, kExec, kWays };
constexpr std::array<Way, kWays> kAllWays = {{{"snapshot", "borrowed", "snapshot", 10'000},
                                              {"kernel", "kernel", "snapshot", 2'000},
                                              {"fork", "borrowed", "fork", 500},
                                              {"exec", "borrowed", "exec", 100}}};

using Rates = std::array<double, kWays>;  // executions per second

double rate(const Way& way, const std::string& program, const Options& options) {
  const int executions = options.quick ? 10 : way.executions;
  const Times times = run({HEDDLE_BINARY, "run", "--random", "--quiet", "--runs=" + std::to_string(executions),
                           std::string("--executor=") + way.executor, std::string("--reset=") + way.reset,
                           std::string(HEDDLE_BENCH_PROGRAMS) + "/" + program + ".heddle"});
  return executions / times.wall;
}

Rates measure(const std::string& program, const Options& options) {
  Rates best{};
  for (int repetition = 0; repetition < options.repetitions; ++repetition) {
    for (std::size_t way = 0; way < kWays; ++way) {
      best[way] = std::max(best[way], rate(kAllWays[way], program, options));
    }
  }
  return best;
}

struct Ratio {
  const char* name;
  int over, under;
};
constexpr std::array<Ratio, 3> kRatios = {{{"borrowed_over_kernel", kSnapshot, kKernel},
                                           {"snapshot_over_fork_reset", kSnapshot, kFork},
                                           {"fork_reset_over_exec", kFork, kExec}}};

// The geometric mean over the programs.
double value_of(const Ratio& ratio, const std::vector<Rates>& all) {
  double sum = 0;
  for (const Rates& rates : all) {
    sum += std::log(rates[static_cast<std::size_t>(ratio.over)] / rates[static_cast<std::size_t>(ratio.under)]);
  }
  return std::exp(sum / static_cast<double>(all.size()));
}

int main_of(const Options& options) {
  const std::vector<std::string> programs = {"transfers", "word_count"};
  std::vector<Rates> all;
  all.reserve(programs.size());
  for (const std::string& program : programs) {
    all.push_back(measure(program, options));
  }
  nlohmann::ordered_json ratios = nlohmann::ordered_json::object();
  for (const Ratio& ratio : kRatios) {
    ratios[ratio.name] = value_of(ratio, all);
  }
  if (options.json) {
    nlohmann::ordered_json rates = nlohmann::ordered_json::object();
    for (std::size_t index = 0; index < programs.size(); ++index) {
      for (std::size_t way = 0; way < kWays; ++way) {
        rates[programs[index]][kAllWays[way].name] = all[index][way];
      }
    }
    fmt::print("{}\n", nlohmann::ordered_json{{"ratios", ratios}, {"executions_per_second", rates}}.dump(1));
    return 0;
  }
  fmt::print("executions per second, with start and end of the process\n");
  for (std::size_t index = 0; index < programs.size(); ++index) {
    fmt::print("  {:<12}", programs[index]);
    for (std::size_t way = 0; way < kWays; ++way) {
      fmt::print("{:>10} {:>7.0f}", kAllWays[way].name, all[index][way]);
    }
    fmt::print("\n");
  }
  for (const auto& [name, value] : ratios.items()) {
    fmt::print("{} {:.1f}\n", name, value.get<double>());
  }
  return 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) {
  return heddle::bench::run_with_options(
      argc, argv, {.bench = "What other executors and resets cost.", .repetitions = 5, .counts = "the best"},
      heddle::bench::main_of);
}
