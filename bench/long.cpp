// Long executions: 1,000 of them by context bounding with at most two switches, where fairness ends a thread's turn
// after 10,000 steps whatever the bound says, as [CB] measured it (Table 3).
//
// The whole command is measured, several times, and the best counts. 1,000 is what heddle makes in all, those included
// that it makes twice to see whether the program is deterministic. One worker makes them.
//
// And what checkpoints are worth where executions begin with the same work, of 10 milliseconds: 500 of them without
// checkpoints over as many with.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "options.h"
#include "processes.h"

namespace heddle::bench {
namespace {

constexpr double kMostMebibytes = 300;
constexpr double kLeastGain = 2;

struct Length {
  const char* name;
  long accesses;    // to shared memory, in one execution
  double required;  // seconds
  double wished;    // ... a thousand times as fast as in the paper
};
constexpr std::array<Length, 2> kLengths = {{{"seconds_49k", 49'000, 5, 1.5}, {"seconds_1300k", 1'300'000, 120, 8.5}}};

struct Measured {
  double seconds = std::numeric_limits<double>::infinity();
  double peak_mebibytes = 0;     // of heddle or the process under test
  std::uint64_t executions = 0;  // in all
  std::uint64_t different = 0;   // of them, within the bound or beyond
};

Measured hunt(const Length& length, const Options& options) {
  const int executions = options.quick ? 10 : 1'000;
  const Times times =
      run({HEDDLE_BINARY, "hunt", "-j", "1", "--quiet", "--detectors=none", "--strategy=cb", "--count=switches",
           "--bound=2", "--exact", "--continuation=fair:10000", "--steps=10000000", "--time=1h",
           "--executions=" + std::to_string(executions), "--summary=summary.json",
           std::string(HEDDLE_BENCH_PROGRAMS) + "/shared_table.heddle", std::to_string(length.accesses)});
  std::ifstream file(working_folder() / "summary.json");
  const nlohmann::json summary = nlohmann::json::parse(file);
  const auto different =
      summary.at("executions").get<std::uint64_t>() + summary.at("beyond_bound").get<std::uint64_t>();
  return {.seconds = times.wall,
          .peak_mebibytes = times.peak_mebibytes,
          .executions = different + summary.at("re_executions").get<std::uint64_t>(),
          .different = different};
}

Measured measure(const Length& length, const Options& options) {
  Measured best;
  for (int repetition = 0; repetition < options.repetitions; ++repetition) {
    const Measured measured = hunt(length, options);
    const double peak = std::max(best.peak_mebibytes, measured.peak_mebibytes);
    best = measured.seconds < best.seconds ? measured : best;
    best.peak_mebibytes = peak;
  }
  return best;
}

double seconds_with(const char* checkpoints, const Options& options) {
  double best = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < options.repetitions; ++repetition) {
    const Times times =
        run({HEDDLE_BINARY, "hunt", "-j", "1", "--quiet", "--detectors=none", "--strategy=cb", "--bound=2", "--exact",
             "--time=1h", std::string("--executions=") + (options.quick ? "300" : "500"),
             std::string("--checkpoints=") + checkpoints, std::string(HEDDLE_BENCH_PROGRAMS) + "/long_start.heddle"});
    best = std::min(best, times.wall);
  }
  return best;
}

double nanoseconds_per_access(const Length& length, const Measured& measured) {
  return measured.seconds * 1e9 / static_cast<double>(length.accesses) / static_cast<double>(measured.executions);
}

int main_of(const Options& options) {
  std::array<Measured, kLengths.size()> all;
  double peak = 0;
  for (std::size_t index = 0; index < kLengths.size(); ++index) {
    all[index] = measure(kLengths[index], options);
    peak = std::max(peak, all[index].peak_mebibytes);
  }
  const double without = seconds_with("never", options);
  const double with = seconds_with("auto", options);
  const double gain = without / with;
  if (options.json) {
    nlohmann::ordered_json figures = nlohmann::ordered_json::object();
    nlohmann::ordered_json details = nlohmann::ordered_json::object();
    for (std::size_t index = 0; index < kLengths.size(); ++index) {
      figures[kLengths[index].name] = all[index].seconds;
      details[kLengths[index].name] = {{"accesses", kLengths[index].accesses},
                                       {"executions", all[index].executions},
                                       {"different", all[index].different},
                                       {"ns_per_access", nanoseconds_per_access(kLengths[index], all[index])}};
    }
    figures["peak_mib"] = peak;
    figures["checkpoint_gain"] = gain;
    details["checkpoint_gain"] = {{"seconds_never", without}, {"seconds_auto", with}};
    figures["details"] = details;
    fmt::print("{}\n", figures.dump(1));
    return 0;
  }
  for (std::size_t index = 0; index < kLengths.size(); ++index) {
    const Length& length = kLengths[index];
    const Measured& measured = all[index];
    fmt::print("{:<14}{:>8.2f}  (at most {}: {}; wished {})  {} executions, {} different, {:.1f} ns per access\n",
               length.name, measured.seconds, length.required, measured.seconds <= length.required ? "met" : "NOT MET",
               length.wished, measured.executions, measured.different, nanoseconds_per_access(length, measured));
  }
  fmt::print("{:<14}{:>8.1f}  (below {}: {})\n", "peak_mib", peak, kMostMebibytes,
             peak < kMostMebibytes ? "met" : "NOT MET");
  fmt::print("checkpoint_gain {:>6.1f}  (at least {}: {})  {:.2f} s without, {:.2f} s with\n", gain, kLeastGain,
             gain >= kLeastGain ? "met" : "NOT MET", without, with);
  return 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) {
  return heddle::bench::run_with_options(
      argc, argv, {.bench = "What long executions cost.", .repetitions = 3, .counts = "the best"},
      heddle::bench::main_of);
}
