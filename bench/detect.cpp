// What detecting costs: the happens-before detector on one execution, in processor time against ThreadSanitizer and in
// memory against what the program accesses; and hunts with all detectors against hunts without. What is compared is
// measured in turn, several times, and the best of each counts, so that what else the machine does cancels out as far
// as it can.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "options.h"
#include "processes.h"
#include "ratio.h"

namespace heddle::bench {
namespace {

constexpr double kUnmeasured = std::numeric_limits<double>::infinity();
// As heddle hunt will have them without options.
constexpr const char* kAllDetectors = "hb,heap,lockuse,lockorder";

void keep_best(double& best, double time) { best = std::min(best, time); }

[[noreturn]] void give_up(const std::string& line) {
  fmt::print(stderr, "detect: {}\n", line);
  std::exit(1);
}

nlohmann::json read_json(const std::string& file) {
  std::ifstream stream(file);
  nlohmann::json json = stream ? nlohmann::json::parse(stream, nullptr, false) : nlohmann::json();
  if (json.is_discarded() || json.is_null()) {
    give_up(file + " cannot be read");
  }
  return json;
}

std::string summary_file() { return (working_folder() / "summary.json").string(); }

struct Workload {
  const char* name;
  int rounds;  // 1 to 2.5 s of processor time under ThreadSanitizer
};
// Those of bench/core as there.
constexpr Workload kWorkloads[] = {{"matrix", 25},    {"hash_table", 100},   {"sort", 120},     {"queue", 80},
                                   {"hash_map", 200}, {"thread_pool", 1000}, {"pipeline", 200}, {"parallel_sort", 60}};

struct WorkloadRow {
  std::string name;
  double tsan = kUnmeasured;  // processor seconds
  double hb = kUnmeasured;    // ... of the whole command
  std::uint64_t detector_bytes = 0;
  std::uint64_t touched_bytes = 0;
  [[nodiscard]] double time_ratio() const { return hb / tsan; }
  [[nodiscard]] double memory_ratio() const {
    return static_cast<double>(detector_bytes) / static_cast<double>(touched_bytes);
  }
};

std::string program(const std::string& name, const std::string& variant) {
  return std::string(HEDDLE_BENCH_PROGRAMS) + "/" + name + "." + variant;
}

// One execution under the default schedule, with scheduling at synchronisation only.
Times run_under_control(const std::string& name, const std::string& rounds, const Command& options) {
  Command command{HEDDLE_BINARY,
                  "run",
                  "--quiet",
                  "--points=sync",
                  "--steps=1000000000",
                  "--hang-timeout=1000",
                  "--summary=" + summary_file()};
  command.insert(command.end(), options.begin(), options.end());
  command.insert(command.end(), {program(name, "heddle"), rounds});
  return run(command);
}

// Memory is that of all tables of the detector at the end, which is the most they had: they keep what they have. Pages
// of the shadow count whole, as does what it has of pages that the program has freed. The bytes that the program
// accesses are counted in a second execution under the same schedule: each address once, however often it was freed and
// allocated again, by any instrumented access, atomic operation, or function of the C library that heddle sees into.
// What the pass proves to be private to a thread is announced to nobody, and counts on neither side.
void measure_memory(WorkloadRow& row, const std::string& rounds) {
  row.detector_bytes = read_json(summary_file()).at("detector_bytes");
  (void)run_under_control(row.name, rounds, {"--detectors=none", "--count-touched"});
  row.touched_bytes = read_json(summary_file()).at("touched_bytes");
}

WorkloadRow measure(const Workload& workload, const Options& options) {
  const std::string rounds = std::to_string(options.quick ? 1 : workload.rounds);
  WorkloadRow row;
  row.name = workload.name;
  for (int repetition = 0; repetition < options.repetitions; ++repetition) {
    keep_best(row.tsan, run({program(workload.name, "tsan"), rounds}).processor);
    keep_best(row.hb, run_under_control(workload.name, rounds, {"--detectors=hb"}).processor);
  }
  measure_memory(row, rounds);
  return row;
}

struct HuntRow {
  std::string name;
  std::uint64_t executions = 0;  // of each hunt
  // Seconds of the exploration, as heddle hunt says: without what is done with findings behind it, of which detectors
  // have more.
  double without = kUnmeasured;
  double with = kUnmeasured;
  [[nodiscard]] double ratio() const { return without / with; }
};

// Random schedules, the same ones with and without detectors, whatever is found on the way.
void hunt(HuntRow& row, const std::string& detectors, const Options& options, double& best) {
  constexpr int kFound = 1;
  const std::string executions = std::to_string(options.quick ? 100 : 3000);
  const Attempt attempt = bench::attempt(
      {HEDDLE_BINARY, "hunt", "--quiet", "-j1", "--strategy=random", "--all", "--time=1h", "--executions=" + executions,
       "--detectors=" + detectors, "--summary=" + summary_file(), std::string(HEDDLE_SUITE) + "/" + row.name},
      std::chrono::minutes(10));
  if (attempt.exit_code != 0 && attempt.exit_code != kFound) {
    give_up(fmt::format("heddle hunt of {} {}: {}", row.name, attempt.stopped ? "did not end" : "has no verdict",
                        attempt.output.substr(0, attempt.output.find('\n'))));
  }
  const nlohmann::json summary = read_json(summary_file());
  const auto made = summary.at("executions").get<std::uint64_t>();
  if (row.executions != 0 && row.executions != made) {
    give_up(fmt::format("hunts of {} made {} and {} executions", row.name, row.executions, made));
  }
  row.executions = made;
  keep_best(best, static_cast<double>(made) / summary.at("executions_per_second").get<double>());
}

std::vector<HuntRow> measure_hunts(const Options& options) {
  constexpr std::size_t kFewPrograms = 3;
  std::vector<HuntRow> rows;
  for (const auto& subject : read_json(std::string(HEDDLE_SUITE) + "/list.json")) {
    if (options.quick && rows.size() == kFewPrograms) {
      break;
    }
    HuntRow& row = rows.emplace_back();
    row.name = subject.at("name");
    for (int repetition = 0; repetition < options.repetitions; ++repetition) {
      hunt(row, "none", options, row.without);
      hunt(row, kAllDetectors, options, row.with);
    }
  }
  return rows;
}

// Of all hunts, one after the other.
double executions_per_second(const std::vector<HuntRow>& rows, double HuntRow::* seconds) {
  double time = 0;
  double executions = 0;
  for (const HuntRow& row : rows) {
    time += row.*seconds;
    executions += static_cast<double>(row.executions);
  }
  return executions / time;
}

struct Report {
  std::vector<Ratio> figures;
  std::vector<WorkloadRow> workloads;
  std::vector<HuntRow> hunts;
  double load = 0;  // of the machine, when the bench began
};

Report measure(const Options& options) {
  Report report;
  if (::getloadavg(&report.load, 1) != 1) {
    report.load = 0;
  }
  double logarithms = 0;
  for (const Workload& workload : kWorkloads) {
    report.workloads.push_back(measure(workload, options));
    logarithms += std::log(report.workloads.back().time_ratio());
  }
  report.hunts = measure_hunts(options);
  const auto worst = [&report](auto ratio) {
    return std::invoke(ratio, std::ranges::max(report.workloads, {}, ratio));
  };
  report.figures = {
      {.name = "hb_over_tsan_worst", .value = worst(&WorkloadRow::time_ratio), .required = 1.0, .at_most = true},
      {.name = "hb_over_tsan_geomean",
       .value = std::exp(logarithms / static_cast<double>(report.workloads.size())),
       .required = 0.6,
       .at_most = true},
      {.name = "shadow_over_touched", .value = worst(&WorkloadRow::memory_ratio), .required = 4, .at_most = true},
      {.name = "explore_with_detectors",
       .value =
           executions_per_second(report.hunts, &HuntRow::with) / executions_per_second(report.hunts, &HuntRow::without),
       .required = 0.5},
  };
  return report;
}

void print_text(const Report& report) {
  fmt::print("{:<28}{:>10}{:>10}{:>8}{:>16}{:>14}{:>8}\n", "workload", "TSan s", "hb s", "ratio", "detector KiB",
             "touched KiB", "ratio");
  for (const WorkloadRow& row : report.workloads) {
    fmt::print("{:<28}{:>10.2f}{:>10.2f}{:>8.2f}{:>16}{:>14}{:>8.2f}\n", row.name, row.tsan, row.hb, row.time_ratio(),
               row.detector_bytes / 1024, row.touched_bytes / 1024, row.memory_ratio());
  }
  fmt::print("\n{:<28}{:>12}{:>16}{:>16}{:>8}\n", "hunt", "executions", "without, /s", "with, /s", "ratio");
  for (const HuntRow& row : report.hunts) {
    const auto executions = static_cast<double>(row.executions);
    fmt::print("{:<28}{:>12}{:>16.0f}{:>16.0f}{:>8.2f}\n", row.name, row.executions, executions / row.without,
               executions / row.with, row.ratio());
  }
  fmt::print("\n");
  for (const Ratio& figure : report.figures) {
    fmt::print("{:<24}{:>7.2f}  ({} {}: {})\n", figure.name, figure.value, figure.at_most ? "at most" : "at least",
               figure.required, figure.met() ? "met" : "NOT MET");
  }
  fmt::print("load average at the beginning: {:.1f}\n", report.load);
}

void print_json(const Report& report, const Options& options) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Ratio& figure : report.figures) {
    json[figure.name] = figure.value;
  }
  json["required"] = requirements(report.figures);
  json["workloads"] = nlohmann::ordered_json::array();
  for (const WorkloadRow& row : report.workloads) {
    json["workloads"].push_back({{"name", row.name},
                                 {"tsan_seconds", row.tsan},
                                 {"hb_seconds", row.hb},
                                 {"hb_over_tsan", row.time_ratio()},
                                 {"detector_bytes", row.detector_bytes},
                                 {"touched_bytes", row.touched_bytes},
                                 {"shadow_over_touched", row.memory_ratio()}});
  }
  json["hunts"] = nlohmann::ordered_json::array();
  for (const HuntRow& row : report.hunts) {
    json["hunts"].push_back({{"name", row.name},
                             {"executions", row.executions},
                             {"seconds_without", row.without},
                             {"seconds_with", row.with},
                             {"ratio", row.ratio()}});
  }
  json["repetitions"] = options.repetitions;
  json["quick"] = options.quick;
  json["load_average"] = report.load;
  fmt::print("{}\n", json.dump(1));
}

int main_of(const Options& options) {
  // Whatever the user has set for it. The workloads have no data race; a report would end the bench.
  ::unsetenv("TSAN_OPTIONS");
  const Report report = measure(options);
  if (options.json) {
    print_json(report, options);
  } else {
    print_text(report);
  }
  return 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) {
  return heddle::bench::run_with_options(
      argc, argv,
      {.bench = "What the detectors cost: processor time and memory of one execution, and executions per second.",
       .repetitions = 3,
       .counts = "the best"},
      heddle::bench::main_of);
}
