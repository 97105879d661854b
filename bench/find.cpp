// How many executions and how long it takes to find the bugs of bench/suite: by one strategy or several side by side,
// and by ThreadSanitizer.
#include <fmt/format.h>
#include <fnmatch.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "find_report.h"
#include "find_runs.h"
#include "processes.h"

namespace heddle::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;
constexpr int kExitInterrupted = 130;

// Those of heddle hunt that decide what is explored, and how; all others would change what is measured.
constexpr std::array kHuntOptions{"bound", "exact", "count", "points",     "continuation", "order",
                                  "prune", "seed",  "steps", "executions", "memory"};
constexpr const char* kFlag = "exact";

using Values = std::vector<std::pair<std::string, std::string>>;  // of hunt's options, in order

struct Options {
  std::string strategy;
  std::vector<std::string> compare;
  Values common;
  std::vector<std::string> only;
  fs::path heddle = HEDDLE_BINARY;
  double time = 5;
  bool tsan = false;
  int tsan_runs = 100;
  double tsan_time = 2;
  bool json = false;
  std::string json_file;
};

int complain(const std::string& line) {
  fmt::print(stderr, "find: {}\n", line);
  return kExitUsage;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char character : text) {
    if (character == separator) {
      parts.emplace_back();
    } else {
      parts.back() += character;
    }
  }
  return parts;
}

void set(Values& values, const std::string& name, const std::string& value) {
  const auto old = std::ranges::find(values, name, &Values::value_type::first);
  if (old == values.end()) {
    values.emplace_back(name, value);
  } else {
    old->second = value;
  }
}

// "cb:bound=2:continuation=fair:5": what has no "=" and is no flag belongs to the value before it.
Method parse_method(const std::string& text, const Values& common) {
  const std::vector<std::string> parts = split(text, ':');
  Values values = common;
  std::string last;
  for (std::size_t index = 1; index < parts.size(); ++index) {
    const std::string& part = parts[index];
    const std::size_t equals = part.find('=');
    const bool continues = equals == std::string::npos && part != kFlag;
    if (continues && last.empty()) {
      throw CLI::ValidationError("--compare", fmt::format("'{}' in '{}' is not an option with its value", part, text));
    }
    if (continues) {
      std::ranges::find(values, last, &Values::value_type::first)->second += ":" + part;
      continue;
    }
    const std::string name = part.substr(0, equals);
    if (std::ranges::find(kHuntOptions, name) == kHuntOptions.end()) {
      throw CLI::ValidationError(
          "--compare", fmt::format("'{}' in '{}' is not one of {}", name, text, fmt::join(kHuntOptions, ", ")));
    }
    set(values, name, equals == std::string::npos ? "" : part.substr(equals + 1));
    last = name == kFlag ? "" : name;
  }
  Method method{.name = text, .options = {}};
  if (!parts[0].empty()) {
    method.options.push_back("--strategy=" + parts[0]);
  }
  for (const auto& [name, value] : values) {
    method.options.push_back("--" + name + (name == kFlag ? "" : "=" + value));
  }
  return method;
}

// What is not said is left to heddle hunt.
std::vector<Method> methods_of(const Options& options) {
  std::vector<Method> methods;
  methods.reserve(options.compare.size() + 1);
  for (const std::string& text : options.compare) {
    methods.push_back(parse_method(text, options.common));
  }
  if (methods.empty()) {
    methods.push_back(parse_method(options.strategy, options.common));
    methods[0].name = fmt::format("heddle hunt {}", fmt::join(methods[0].options, " "));
  }
  return methods;
}

std::vector<Subject> read_suite() {
  std::ifstream stream(fs::path(HEDDLE_SUITE) / "list.json");
  const auto list = stream ? nlohmann::json::parse(stream, nullptr, false) : nlohmann::json();
  std::vector<Subject> subjects;
  for (const auto& row : list.is_array() ? list : nlohmann::json::array()) {
    subjects.push_back({.name = row.at("name"), .kind = row.at("kind"), .preemptions = row.at("preemptions")});
  }
  return subjects;
}

// Those that a pattern names; a pattern that names none is an error.
std::vector<Subject> select(const std::vector<Subject>& all, const std::vector<std::string>& patterns) {
  if (patterns.empty()) {
    return all;
  }
  std::vector<bool> chosen(all.size());
  for (const std::string& pattern : patterns) {
    bool any = false;
    for (std::size_t index = 0; index < all.size(); ++index) {
      if (::fnmatch(pattern.c_str(), all[index].name.c_str(), 0) == 0) {
        any = chosen[index] = true;
      }
    }
    if (!any) {
      throw CLI::ValidationError("--only", fmt::format("no program of the suite is called '{}'", pattern));
    }
  }
  std::vector<Subject> subjects;
  for (std::size_t index = 0; index < all.size(); ++index) {
    if (chosen[index]) {
      subjects.push_back(all[index]);
    }
  }
  return subjects;
}

bool is_missing(const fs::path& path) { return fs::is_directory(path) || ::access(path.c_str(), X_OK) != 0; }

fs::path sanitized_program(const Subject& subject) { return fs::path(HEDDLE_SUITE) / (subject.name + "_tsan"); }

// Nothing else needs them, so they are not built with the rest. What goes wrong shows as a missing file.
void build_sanitized_programs(const std::vector<Subject>& subjects) {
  if (std::ranges::any_of(subjects, is_missing, sanitized_program)) {
    fmt::print(stderr, "building the programs for ThreadSanitizer ...\n");
    (void)bench::attempt({HEDDLE_CMAKE, "--build", HEDDLE_BUILD, "--target", "suite_tsan"}, std::chrono::minutes(30));
  }
}

// The first file that is needed and cannot be executed.
std::optional<fs::path> missing_file(const Options& options, const std::vector<Subject>& subjects) {
  std::vector<fs::path> needed{options.heddle};
  for (const Subject& subject : subjects) {
    needed.push_back(fs::path(HEDDLE_SUITE) / subject.name);
    if (options.tsan) {
      needed.push_back(sanitized_program(subject));
    }
  }
  const auto missing = std::ranges::find_if(needed, is_missing);
  return missing == needed.end() ? std::nullopt : std::optional(*missing);
}

// Nothing where it was interrupted, or refused.
std::optional<Row> examine(const Subject& subject, const FindReport& report, const Runs& runs, std::string& refusal) {
  Row row{.subject = subject, .hunted = {}, .once = {}, .repeated = {}};
  for (const Method& method : report.methods) {
    const auto hunted = runs.hunt(subject, method, refusal);
    if (!hunted || was_interrupted()) {
      return std::nullopt;
    }
    row.hunted.push_back(*hunted);
  }
  if (report.sanitized) {
    row.once = runs.run_sanitized(subject);
    row.repeated = runs.run_sanitized(subject, report.repetitions);
  }
  return was_interrupted() ? std::nullopt : std::optional(row);
}

FindReport empty_report(const Options& options, const std::vector<Subject>& subjects) {
  FindReport report;
  report.methods = methods_of(options);
  report.cap = options.time;
  report.run_limit = options.tsan_time;
  report.repetitions = options.tsan_runs;
  report.sanitized = options.tsan;
  for (const Subject& subject : subjects) {
    report.name_width = std::max(report.name_width, subject.name.size());
  }
  (void)::getloadavg(&report.load, 1);
  return report;
}

// Program by program, each line when it is there. What heddle said where it refuses to.
std::string fill(FindReport& report, const std::vector<Subject>& subjects, const Runs& runs, bool prints) {
  const auto print = [prints](const std::string& text) {
    if (prints) {
      fmt::print("{}", text);
      std::fflush(stdout);
    }
  };
  for (const Subject& subject : subjects) {
    std::string refusal;
    const auto row = examine(subject, report, runs, refusal);
    if (!refusal.empty()) {
      return refusal;
    }
    if (!row) {
      report.interrupted = true;
      break;
    }
    print((report.rows.empty() ? heading(report) : "") + line(report, *row));
    report.rows.push_back(*row);
  }
  print(totals(report));
  return "";
}

int find(const Options& options) {
  const std::vector<Subject> subjects = select(read_suite(), options.only);
  if (subjects.empty()) {
    return complain(fmt::format("there are no programs in {}", HEDDLE_SUITE));
  }
  if (options.tsan) {
    build_sanitized_programs(subjects);
  }
  if (const auto missing = missing_file(options, subjects)) {
    return complain(fmt::format("{} is not there or cannot be executed: is it built?", missing->string()));
  }
  std::ofstream file;
  if (!options.json_file.empty()) {
    file.open(options.json_file);  // before anything that takes long
  }
  const auto not_written = [&] { return complain(fmt::format("cannot write {}", options.json_file)); };
  if (!file) {
    return not_written();
  }
  FindReport report = empty_report(options, subjects);
  const Runs runs(fs::absolute(options.heddle), HEDDLE_SUITE, options.time, options.tsan_time);
  keep_interrupts_for_attempts();
  const bool only_json = options.json && options.json_file.empty();
  if (const std::string refusal = fill(report, subjects, runs, !only_json); !refusal.empty()) {
    return complain(refusal);
  }
  if (only_json) {
    fmt::print("{}", to_json(report));
  } else if (options.json && !(file << to_json(report) << std::flush)) {
    return not_written();
  }
  if (report.interrupted) {
    return kExitInterrupted;
  }
  return has_error(report) ? kExitFailed : 0;
}

void declare(CLI::App& app, Options& options) {
  auto* strategy = app.add_option("--strategy", options.strategy, "As of heddle hunt, which has the default");
  app.add_option("--compare", options.compare,
                 "Strategies side by side, with options of their own: cb:bound=2,dfs,random:seed=3")
      ->delimiter(',')
      ->excludes(strategy);
  for (const std::string name : kHuntOptions) {
    const std::string help = "As of heddle hunt, for every strategy";
    if (name == kFlag) {
      app.add_flag_callback("--" + name, [&options, name] { set(options.common, name, ""); }, help);
    } else {
      app.add_option_function<std::string>(
          "--" + name, [&options, name](const std::string& value) { set(options.common, name, value); }, help);
    }
  }
  app.add_option("--time", options.time, "Seconds of exploring for each program")
      ->check(CLI::Range(0.001, 1e6))
      ->capture_default_str();
  app.add_option("--only", options.only, "Programs whose name matches the pattern, like 'reorder_*'")->delimiter(',');
  auto* tsan = app.add_flag("--tsan", options.tsan, "Also run each program with ThreadSanitizer, once and repeatedly");
  app.add_option("--tsan-runs", options.tsan_runs, "How often repeatedly")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str()
      ->needs(tsan);
  app.add_option("--tsan-time", options.tsan_time, "Seconds after which such a run is stopped: it hangs")
      ->check(CLI::Range(0.001, 1e6))
      ->capture_default_str()
      ->needs(tsan);
  app.add_option("--heddle", options.heddle, "The heddle to measure")->capture_default_str();
  app.add_option_function<std::vector<std::string>>(
         "--json",
         [&options](const std::vector<std::string>& file) {
           options.json = true;
           options.json_file = file.empty() ? "" : file.front();
         },
         "One JSON object instead of the table; into FILE: beside it")
      ->expected(0, 1)
      ->type_name("[FILE]");
}

int run_command(int argc, char** argv) {
  Options options;
  CLI::App app("Hunts the bugs of bench/suite, each to the first finding, and says what that took.");
  declare(app, options);
  try {
    app.parse(argc, argv);
    return find(options);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return complain(error.what());
  }
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) {
  try {
    return heddle::bench::run_command(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "find: %s\n", error.what());
    return 1;
  }
}
