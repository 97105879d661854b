// The figures of the execution core, as ratios: each side of a ratio is measured in turn with the other, several times,
// and the best of each side counts, so that what else the machine does cancels out as far as it can.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "options.h"
#include "processes.h"
#include "ratio.h"
#include "switching.h"

namespace heddle::bench {
namespace {

struct Row {
  std::string name;
  std::vector<std::pair<std::string, double>> figures;
  double ratio = 0;
};

struct Section {
  std::string title;
  std::vector<Row> rows;
};

std::string program(const std::string& name, const std::string& variant) {
  return std::string(HEDDLE_BENCH_PROGRAMS) + "/" + name + "." + variant;
}

constexpr double kUnmeasured = std::numeric_limits<double>::infinity();

void keep_best(double& best, double time) { best = std::min(best, time); }

void keep_best(Times& best, const Times& times, int count) {
  keep_best(best.wall, times.wall / count);
  keep_best(best.processor, times.processor / count);
}

// Executions per second under `heddle run --random` against fork, exec and waitpid of the plain program. The ratio of
// processor time is shown beside it: on a busy machine a chain of short processes waits longer than one that computes.
Row throughput(const Options& options, const std::string& controlled, const std::string& plain, int executions) {
  const int runs = options.quick ? 1000 : executions;
  const int forks = options.quick ? 20 : 300;
  Times best_run{.wall = kUnmeasured, .processor = kUnmeasured};
  Times best_fork = best_run;
  for (int repetition = 0; repetition < options.repetitions; ++repetition) {
    const Times times = run(
        {HEDDLE_BINARY, "run", "--random", "--quiet", "--runs=" + std::to_string(runs), program(controlled, "heddle")});
    keep_best(best_run, times, runs);
    keep_best(best_fork, fork_and_wait(program(plain, "plain"), forks), forks);
  }
  return {.name = controlled,
          .figures = {{"controlled/s", 1 / best_run.wall},
                      {"fork+exec/s", 1 / best_fork.wall},
                      {"processor ratio", best_fork.processor / best_run.processor}},
          .ratio = best_fork.wall / best_run.wall};
}

Section loop_section(const Options& options) {
  return {.title = "Test loop against fork and exec",
          .rows = {throughput(options, "counter_loop", "counter", 1'000'000)}};
}

Section snapshot_section(const Options& options) {
  Section section{.title = "Unmodified programs, reset by snapshot, against fork and exec", .rows = {}};
  for (const char* name : {"transfers", "word_count", "greetings"}) {
    section.rows.push_back(throughput(options, name, name, 20'000));
  }
  return section;
}

Section switch_section(const Options& options) {
  double borrowed = kUnmeasured;
  double futex = kUnmeasured;
  for (int repetition = 0; repetition < options.repetitions * 4; ++repetition) {
    keep_best(borrowed, borrowed_switch(options.quick ? 1000 : 200'000));
    keep_best(futex, futex_switch(options.quick ? 200 : 4'000));
  }
  return {.title = "A switch between two threads",
          .rows = {{.name = "two threads",
                    .figures = {{"borrowed ns", borrowed}, {"futex ns", futex}},
                    .ratio = futex / borrowed}}};
}

struct Workload {
  const char* name;
  int rounds;  // some 0.3 s of native processor time
};
constexpr Workload kWorkloads[] = {{"matrix", 25}, {"hash_table", 100}, {"sort", 120}, {"queue", 80}};

// One execution under the default schedule, with scheduling at synchronisation only.
Command under_control(const Workload& workload, const std::string& mode, const std::string& rounds) {
  return {HEDDLE_BINARY,
          "run",
          "--quiet",
          mode,
          "--steps=1000000000",
          "--hang-timeout=1000",
          program(workload.name, "heddle"),
          rounds};
}

struct Overheads {
  Section gates_off{.title = "Gates off, scheduling at synchronisation, against native (processor seconds)",
                    .rows = {}};
  Section all_on{.title = "All gates on, null observer, against ThreadSanitizer (processor seconds)", .rows = {}};
};

Overheads overheads(const Options& options) {
  Overheads result;
  for (const Workload& workload : kWorkloads) {
    const std::string rounds = std::to_string(options.quick ? 1 : workload.rounds);
    double native = kUnmeasured;
    double gates_off = kUnmeasured;
    double all_on = kUnmeasured;
    double tsan = kUnmeasured;
    for (int repetition = 0; repetition < options.repetitions; ++repetition) {
      keep_best(native, run({program(workload.name, "plain"), rounds}).processor);
      keep_best(gates_off, run(under_control(workload, "--no-gates", rounds)).processor);
      keep_best(all_on, run(under_control(workload, "--no-access-points", rounds)).processor);
      keep_best(tsan, run({program(workload.name, "tsan"), rounds}).processor);
    }
    result.gates_off.rows.push_back({.name = workload.name,
                                     .figures = {{"native", native}, {"gates off", gates_off}},
                                     .ratio = gates_off / native});
    result.all_on.rows.push_back(
        {.name = workload.name, .figures = {{"ThreadSanitizer", tsan}, {"all on", all_on}}, .ratio = all_on / tsan});
  }
  return result;
}

double geometric_mean(const Section& section) {
  double sum = 0;
  for (const Row& row : section.rows) {
    sum += std::log(row.ratio);
  }
  return std::exp(sum / static_cast<double>(section.rows.size()));
}

double worst(const Section& section) { return std::ranges::max(section.rows, {}, &Row::ratio).ratio; }

double load_average() {
  double load = 0;
  return ::getloadavg(&load, 1) == 1 ? load : 0;
}

struct Report {
  std::vector<Ratio> ratios;
  std::vector<Section> sections;
  double load = 0;  // of the machine, when the bench began
};

Report measure(const Options& options) {
  Report report;
  report.load = load_average();
  const Section loop = loop_section(options);
  const Section snapshot = snapshot_section(options);
  const Section switches = switch_section(options);
  const Overheads overhead = overheads(options);
  report.ratios = {
      {.name = "loop_over_fork", .value = loop.rows.front().ratio, .required = 100, .at_most = false},
      {.name = "snapshot_over_fork", .value = geometric_mean(snapshot), .required = 15, .at_most = false},
      {.name = "switch_futex_over_borrowed", .value = switches.rows.front().ratio, .required = 50, .at_most = false},
      {.name = "gates_off_over_native", .value = worst(overhead.gates_off), .required = 1.5, .at_most = true},
      {.name = "all_on_over_tsan", .value = worst(overhead.all_on), .required = 0.7, .at_most = true},
  };
  report.sections = {loop, snapshot, switches, overhead.gates_off, overhead.all_on};
  return report;
}

std::string figure(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.{}f}", value, value >= 10 ? 1 : 3);
}

void print_text(const Report& report) {
  for (const Section& section : report.sections) {
    fmt::print("{}\n", section.title);
    for (const Row& row : section.rows) {
      fmt::print("  {:<14}", row.name);
      for (const auto& [name, value] : row.figures) {
        fmt::print("{:>17} {:>8}", name, figure(value));
      }
      fmt::print("   ratio {:.2f}\n", row.ratio);
    }
    fmt::print("\n");
  }
  fmt::print("{:<28}{:>10}{:>14}\n", "ratio", "measured", "required");
  for (const Ratio& ratio : report.ratios) {
    fmt::print("{:<28}{:>10.2f}{:>14}  {}\n", ratio.name, ratio.value,
               fmt::format("{} {}", ratio.at_most ? "at most" : "at least", ratio.required),
               ratio.met() ? "met" : "not met");
  }
  fmt::print("load average at the beginning: {:.1f}\n", report.load);
}

void print_json(const Report& report, const Options& options) {
  nlohmann::ordered_json ratios = nlohmann::ordered_json::object();
  for (const Ratio& ratio : report.ratios) {
    ratios[ratio.name] = ratio.value;
  }
  nlohmann::ordered_json sections = nlohmann::ordered_json::array();
  for (const Section& section : report.sections) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Row& row : section.rows) {
      nlohmann::ordered_json entry{{"name", row.name}};
      for (const auto& [name, value] : row.figures) {
        entry[name] = value;
      }
      entry["ratio"] = row.ratio;
      rows.push_back(entry);
    }
    sections.push_back({{"title", section.title}, {"rows", rows}});
  }
  const nlohmann::ordered_json json{{"ratios", ratios},       {"required", requirements(report.ratios)},
                                    {"sections", sections},   {"repetitions", options.repetitions},
                                    {"quick", options.quick}, {"load_average", report.load}};
  fmt::print("{}\n", json.dump(2));
}

int main_of(const Options& options) {
  // Whatever the user has set for it: a report must not end the comparison.
  ::setenv("TSAN_OPTIONS", "halt_on_error=0:exitcode=0", 1);
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
      {.bench = "Measures heddle's execution core: five ratios, each against what it must reach.",
       .repetitions = 5,
       .counts = "the best"},
      heddle::bench::main_of);
}
