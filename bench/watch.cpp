// Watchpoints on the programs of the suite: what each way to look for races finds, on the programs with a bug and on
// their twins without; how well descriptors find accesses again; what recording takes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "processes.h"
#include "ratio.h"
#include "trace_analysis.h"

namespace heddle::bench {
namespace {

constexpr int kFound = 1;

struct Column {
  const char* name;
  const char* command;  // of heddle
  std::vector<std::string> options;
};

const std::array kColumns{
    Column{.name = "hb, one run", .command = "run", .options = {"--detectors=hb"}},
    Column{.name = "wp", .command = "hunt", .options = {"--strategy=wp", "--detectors=none"}},
    Column{.name = "wp with hb", .command = "hunt", .options = {"--strategy=wp", "--detectors=hb"}},
    Column{.name = "cb with hb", .command = "hunt", .options = {"--strategy=cb", "--detectors=hb", "--bound=2"}},
    Column{.name = "cb+wp", .command = "hunt", .options = {"--strategy=cb+wp", "--detectors=hb", "--bound=2"}}};

struct Watch {
  bool json = false;
  bool quick = false;
  double cap = 10;  // seconds
};

std::string summary_file() { return (working_folder() / "summary.json").string(); }

nlohmann::json read_json(const std::string& file) {
  std::ifstream stream(file);
  return stream ? nlohmann::json::parse(stream, nullptr, false) : nlohmann::json();
}

// What a hunt for suspects came to: `provoked` of its summary, with `seconds`.
nlohmann::json provoke(const std::vector<std::string>& options, const Command& program) {
  std::filesystem::remove(summary_file());
  Command command{HEDDLE_BINARY, "hunt", "--quiet", "-j1", "--detectors=none", "--summary=" + summary_file()};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back("--");
  command.insert(command.end(), program.begin(), program.end());
  const Attempt attempt = bench::attempt(command, std::chrono::minutes(15));
  auto summary = read_json(summary_file());
  if (!summary.is_object() || !summary.contains("provoked")) {
    fmt::print(stderr, "watch: heddle hunt of {} has no verdict: {}\n", program.front(),
               attempt.output.substr(0, attempt.output.find('\n')));
    std::exit(1);
  }
  summary["provoked"]["seconds"] = summary.at("seconds");
  return summary.at("provoked");
}

struct Verdict {
  bool found = false;
  std::uint64_t executions = 0;
  double seconds = 0;
  std::string error;
};

Verdict look(const Column& column, const std::string& program, double cap) {
  Command command{HEDDLE_BINARY, column.command, "--quiet", "--summary=" + summary_file()};
  command.insert(command.end(), column.options.begin(), column.options.end());
  if (std::string(column.command) == "hunt") {
    command.insert(command.end(), {"--after-race=0", fmt::format("--time={}ms", static_cast<int>(cap * 1e3))});
  }
  command.insert(command.end(), {"--", program});
  std::filesystem::remove(summary_file());
  const Attempt attempt = bench::attempt(command, std::chrono::milliseconds(static_cast<int>((cap + 60) * 1e3)));
  Verdict verdict;
  verdict.found = attempt.exit_code == kFound;
  verdict.seconds = attempt.wall;
  if (attempt.exit_code != 0 && attempt.exit_code != kFound) {
    verdict.error = attempt.output.substr(0, attempt.output.find('\n'));
  }
  const auto summary = read_json(summary_file());
  verdict.executions = 1;
  if (summary.is_object() && summary.contains("re_executions")) {
    verdict.executions = summary.at("executions").get<std::uint64_t>() +
                         summary.at("re_executions").get<std::uint64_t>() +
                         summary.at("beyond_bound").get<std::uint64_t>();
  }
  return verdict;
}

struct Sum {
  int found = 0;
  int false_alarms = 0;
  std::uint64_t executions = 0;
  double seconds = 0;
  std::vector<std::string> missed;  // that another column found
  std::vector<std::string> errors;
};

struct Refound {
  std::uint64_t sought = 0;
  std::uint64_t found = 0;
  std::uint64_t sought_elsewhere = 0;
  std::uint64_t found_elsewhere = 0;
};

void refind(const std::string& program, Refound& sum) {
  const auto books =
      provoke({"--strategy=refind", "--all", "--exit-status=ignore", "--time=20s"}, {program}).at("descriptors");
  sum.sought += books.at("sought").get<std::uint64_t>();
  sum.found += books.at("found").get<std::uint64_t>();
  sum.sought_elsewhere += books.at("sought_elsewhere").get<std::uint64_t>();
  sum.found_elsewhere += books.at("found_elsewhere").get<std::uint64_t>();
}

// What verifying all conflicts of a program costs.
struct Cost {
  double targets = 0;
  double plain_runs = 0;  // that would have taken as long as that
};

void verify(const std::string& program, Cost& sum) {
  const auto provoked = provoke({"--strategy=wp", "--all", "--exit-status=ignore", "--time=20s"}, {program});
  // Without heddle its hooks do nothing.
  const Attempt plain = bench::attempt({program}, std::chrono::seconds(10));
  const auto& conflicts = provoked.at("conflicts");
  const double targets = conflicts.at("met").get<double>() + conflicts.at("unmet").get<double>();
  if (targets > 0 && !plain.stopped) {
    sum.targets += targets;
    sum.plain_runs += provoked.at("seconds").get<double>() / plain.wall;
  }
}

// [WP] section 4: what a trace takes at most, with numbers of 64 bits.
double paper_bits(double threads, double accesses, double calls) {
  constexpr double kBits = 64;
  return threads * (threads + 1) * kBits / 2 + accesses * (3 * kBits + 2) + calls * (2 * kBits + 4);
}

struct Traced {
  std::string name;
  double accesses = 0;
  double calls = 0;
  double bytes = 0;
  double share = 0;  // of the paper's bound
};

Traced trace(const std::string& name, const std::string& rounds) {
  const auto size = provoke({"--strategy=wp", "--points=sync", "--executions=1", "--time=10m", "--steps=1000000000",
                             "--hang-timeout=1000"},
                            {std::string(HEDDLE_BENCH_PROGRAMS) + "/" + name + ".heddle", rounds})
                        .at("trace");
  Traced traced;
  traced.name = name;
  traced.accesses = size.at("accesses");
  traced.calls = size.at("calls");
  traced.bytes = size.at("bytes");
  traced.share = 8 * traced.bytes / paper_bits(size.at("threads"), traced.accesses, traced.calls);
  return traced;
}

struct Measured {
  std::size_t programs = 0;
  std::array<Sum, kColumns.size()> sums;
  Refound refound;
  Cost cost;
  std::vector<Traced> traces;
  Analysed analysed;

  [[nodiscard]] double worst_share() const { return std::ranges::max_element(traces, {}, &Traced::share)->share; }
  [[nodiscard]] double plain_runs_per_target() const { return cost.plain_runs / std::max(1.0, cost.targets); }
};

double rate(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// One program of the suite, and its twin, in all columns.
void compare(const std::string& name, double cap, std::array<Sum, kColumns.size()>& sums) {
  const std::string program = std::string(HEDDLE_SUITE) + "/" + name;
  std::array<bool, kColumns.size()> found{};
  for (std::size_t index = 0; index < kColumns.size(); ++index) {
    const Verdict buggy = look(kColumns[index], program, cap);
    const Verdict fixed = look(kColumns[index], program + "_fixed", cap);
    Sum& sum = sums[index];
    found[index] = buggy.found;
    sum.found += buggy.found ? 1 : 0;
    sum.false_alarms += fixed.found ? 1 : 0;
    sum.executions += buggy.executions;
    sum.seconds += buggy.seconds;
    for (const std::string& error : {buggy.error, fixed.error}) {
      if (!error.empty()) {
        sum.errors.push_back(name + ": " + error);
      }
    }
  }
  for (std::size_t index = 0; index < kColumns.size(); ++index) {
    if (!found[index] && std::ranges::find(found, true) != found.end()) {
      sums[index].missed.push_back(name);
    }
  }
}

Measured measure(const Watch& options) {
  constexpr std::size_t kFew = 2;
  Measured measured;
  for (const auto& subject : read_json(std::string(HEDDLE_SUITE) + "/list.json")) {
    if (options.quick && measured.programs == kFew) {
      break;
    }
    ++measured.programs;
    const std::string name = subject.at("name");
    compare(name, options.cap, measured.sums);
    refind(std::string(HEDDLE_SUITE) + "/" + name, measured.refound);
    verify(std::string(HEDDLE_SUITE) + "/" + name + "_fixed", measured.cost);  // all of it: nothing is found
  }
  for (const char* workload : {"hash_table", "matrix", "sort", "queue"}) {
    measured.traces.push_back(trace(workload, options.quick ? "1" : "5"));
    if (options.quick) {
      break;
    }
  }
  measured.analysed = analyse_table(options.quick ? 1'000'000 : 100'000'000);
  return measured;
}

void print_json(const Measured& measured) {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (std::size_t index = 0; index < kColumns.size(); ++index) {
    const Sum& sum = measured.sums[index];
    columns.push_back({{"name", kColumns[index].name},
                       {"found", sum.found},
                       {"false", sum.false_alarms},
                       {"executions", sum.executions},
                       {"seconds", sum.seconds},
                       {"missed", sum.missed},
                       {"errors", sum.errors}});
  }
  nlohmann::ordered_json workloads = nlohmann::ordered_json::array();
  for (const Traced& traced : measured.traces) {
    workloads.push_back({{"name", traced.name},
                         {"accesses", traced.accesses},
                         {"calls", traced.calls},
                         {"bytes", traced.bytes},
                         {"share_of_bound", traced.share}});
  }
  const Refound& refound = measured.refound;
  const nlohmann::ordered_json json{
      {"programs", measured.programs},
      {"columns", columns},
      {"refound_same_schedule", rate(refound.found, refound.sought)},
      {"refound_other_schedules", rate(refound.found_elsewhere, refound.sought_elsewhere)},
      {"descriptors", refound.sought},
      {"trace_share_of_bound_worst", measured.worst_share()},
      {"workloads", workloads},
      {"targets", measured.cost.targets},
      {"plain_runs_per_target", measured.plain_runs_per_target()},
      {"analysed_accesses", measured.analysed.accesses},
      {"accesses_per_second", measured.analysed.accesses / measured.analysed.seconds},
      {"analysis_peak_mib", measured.analysed.peak_mib}};
  fmt::print("{}\n", json.dump(2));
}

void print_text(const Measured& measured) {
  fmt::print("{:<14}{:>7}{:>7}{:>13}{:>10}   missed\n", "", "found", "false", "executions", "seconds");
  for (std::size_t index = 0; index < kColumns.size(); ++index) {
    const Sum& sum = measured.sums[index];
    fmt::print("{:<14}{:>7}{:>7}{:>13}{:>10.1f}   {}\n", kColumns[index].name, sum.found, sum.false_alarms,
               sum.executions, sum.seconds, fmt::join(sum.missed, " "));
    for (const std::string& error : sum.errors) {
      fmt::print("{:<14}  {}\n", "", error);
    }
  }
  const Refound& refound = measured.refound;
  fmt::print("\naccesses found again: {} of {} under the same schedule, {} of {} ({:.1f} %) under others\n",
             refound.found, refound.sought, refound.found_elsewhere, refound.sought_elsewhere,
             100 * rate(refound.found_elsewhere, refound.sought_elsewhere));
  fmt::print("\n{:<14}{:>14}{:>12}{:>16}{:>24}\n", "traces", "accesses", "calls", "bits an event",
             "of the paper's bound");
  for (const Traced& traced : measured.traces) {
    fmt::print("{:<14}{:>14}{:>12}{:>16.2f}{:>22.1f} %\n", traced.name, traced.accesses, traced.calls,
               8 * traced.bytes / std::max(1.0, traced.accesses + 2 * traced.calls), 100 * traced.share);
  }
  fmt::print(
      "\nverifying {} conflicts of the programs without a bug took as long as {:.0f} plain runs: {:.2f} for each\n",
      measured.cost.targets, measured.cost.plain_runs, measured.plain_runs_per_target());
  const Analysed& analysed = measured.analysed;
  fmt::print("analysis of {:.0f} accesses: {:.1f} million a second, {:.2f} bytes each, at most {:.0f} MiB\n",
             analysed.accesses, analysed.accesses / analysed.seconds / 1e6, analysed.bytes / analysed.accesses,
             analysed.peak_mib);
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) {
  heddle::bench::Watch options;
  CLI::App app("Watchpoints on the suite: what is found, how well accesses are found again, what recording takes.");
  app.add_flag("--json", options.json, "one JSON object");
  app.add_flag("--quick", options.quick, "little work: shows that everything runs");
  app.add_option("--cap", options.cap, "seconds for each hunt (default 10)")->check(CLI::Range(0.1, 3600.0));
  CLI11_PARSE(app, argc, argv);
  const heddle::bench::Measured measured = heddle::bench::measure(options);
  options.json ? heddle::bench::print_json(measured) : heddle::bench::print_text(measured);
  return 0;
}
