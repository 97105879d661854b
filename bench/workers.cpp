// What workers are worth, and what their supervisor takes for itself.
//
// The same search with one worker and with two, in turn, for a fixed number of executions: the median of the ratios of
// their executions per second. A search by context bounding without a bound hands out leases of all kinds, from single
// schedules to ranges of thousands, and its executions are as short as they get: the most that a supervisor has to do.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "options.h"
#include "processes.h"

namespace heddle::bench {
namespace {

constexpr double kLeastGain = 1.8;
constexpr double kLargestShare = 0.05;

struct Measured {
  double rate = 0;   // executions per second
  double share = 0;  // of a processor, by the supervisor
};

Measured hunt(int workers, const Options& options) {
  const Times times =
      run({HEDDLE_BINARY, "hunt", "--quiet", "--detectors=none", "-j" + std::to_string(workers), "--strategy=cb",
           "--time=1h", "--executions=" + std::to_string(options.quick ? 20'000 : 2'000'000), "--summary=summary.json",
           std::string(HEDDLE_BENCH_PROGRAMS) + "/steps_loop.heddle", "12"});
  std::ifstream file(working_folder() / "summary.json");
  const nlohmann::json summary = nlohmann::json::parse(file);
  return {.rate = summary.at("executions_per_second").get<double>(), .share = times.own_processor / times.wall};
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

int main_of(const Options& options) {
  std::vector<double> gains;
  std::vector<double> shares;
  std::vector<double> alone;
  std::vector<double> together;
  for (int repetition = 0; repetition < options.repetitions; ++repetition) {
    const Measured one = hunt(1, options);
    const Measured two = hunt(2, options);
    alone.push_back(one.rate);
    together.push_back(two.rate);
    gains.push_back(two.rate / one.rate);
    shares.push_back(two.share);
  }
  const double gain = median(gains);
  const double share = median(shares);
  if (options.json) {
    const nlohmann::ordered_json figures{{"j2_over_j1", gain},
                                         {"supervisor_core_share", share},
                                         {"details",
                                          {{"processors", std::thread::hardware_concurrency()},
                                           {"executions_per_second_j1", median(alone)},
                                           {"executions_per_second_j2", median(together)}}}};
    fmt::print("{}\n", figures.dump(1));
    return 0;
  }
  fmt::print("{:<24}{:>7.2f}  (at least {}: {})  {:.0f} executions/s with one worker, {:.0f} with two\n", "j2_over_j1",
             gain, kLeastGain, gain >= kLeastGain ? "met" : "NOT MET", median(alone), median(together));
  fmt::print("{:<24}{:>7.4f}  (at most {}: {})\n", "supervisor_core_share", share, kLargestShare,
             share <= kLargestShare ? "met" : "NOT MET");
  return 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) {
  return heddle::bench::run_with_options(
      argc, argv,
      {.bench = "What workers are worth, and what their supervisor takes.", .repetitions = 5, .counts = "the median"},
      heddle::bench::main_of);
}
