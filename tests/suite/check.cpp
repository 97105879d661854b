// One program of the suite: check HEDDLE PROGRAM SOURCE KIND PREEMPTIONS SCRATCH quick|long
//
// Its bug is found by context bounding, by its kind, at its least number of preemptions where that is at most two, and
// not below; made short, it has that number; it replays, each time in a fresh process. The fixed twin (PROGRAM_fixed)
// has none. A search that finds nothing is complete, or has used all of its time.
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

int failures = 0;

void expect(bool condition, const std::string& what, const nlohmann::json& summary) {
  if (!condition) {
    ++failures;
    fmt::print("NOT SO: {}\n{}\n", what, summary.dump(1));
  }
}

struct Result {
  int code = -1;
  nlohmann::json summary;
};

int run(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

struct Subject {
  std::string heddle;
  std::string program;
  fs::path scratch;

  [[nodiscard]] Result hunt(const std::string& options, const std::string& suffix) const {
    const fs::path file = scratch / "summary.json";
    fs::remove(file);
    Result result;
    result.code =
        run(fmt::format("cd '{}' && '{}' hunt --quiet --dir=results --summary=summary.json {} -- '{}{}' "
                        ">output 2>errors </dev/null",
                        scratch.string(), heddle, options, program, suffix));
    std::ifstream stream(file);
    if (stream) {
      result.summary = nlohmann::json::parse(stream, nullptr, false);
    }
    return result;
  }
};

// Nothing within the bound, as far as the time goes.
void expect_clean(const Subject& subject, const std::string& options, int seconds, const std::string& suffix,
                  const std::string& what) {
  const Result result = subject.hunt(fmt::format("{} --time={}", options, seconds), suffix);
  expect(result.code == 0, what, result.summary);
  expect(result.summary.value("complete", false) || result.summary.value("end", "") == "time",
         what + ": searched to the end, or for all of the time", result.summary);
}

// "assert(... ); // REPORTED": the numbers of the lines marked so.
std::vector<int> reported_lines(const std::string& source) {
  std::vector<int> lines;
  std::ifstream file(source);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.ends_with("// REPORTED")) {
      lines.push_back(number);
    }
  }
  return lines;
}

void check_bug(const Subject& subject, const std::string& source, const std::string& kind, int preemptions, bool slow) {
  if (preemptions > 2) {
    expect_clean(subject, "--bound=2 --detectors=none", slow ? 60 : 2, "", "not found with two preemptions");
    return;
  }
  // Not beyond the bound: what takes more and is made shorter would not count.
  const std::string search = fmt::format("--strategy=cb --bound={} --time=600", preemptions);
  const Result found = subject.hunt(search + " --detectors=none", "");
  const auto findings = found.summary.value("findings", nlohmann::json::array());
  expect(found.code == 1 && findings.size() == 1, "the bug is found", found.summary);
  if (findings.size() != 1) {
    return;
  }
  const auto& finding = findings[0];
  expect(finding.value("kind", "") == kind, "it is a " + kind, finding);
  expect(finding.value("preemptions", -1) == preemptions, fmt::format("with {} preemptions", preemptions), finding);
  const std::vector<int> lines = reported_lines(source);
  expect(std::ranges::find(lines, finding.value("line", 0)) != lines.end(), "at a line marked so", finding);
  const std::string path = finding.value("path", "");
  for (int repetition = 0; repetition < (slow ? 100 : 3); ++repetition) {
    const int code = run(fmt::format("cd '{}' && '{}' replay '{}' >replayed 2>&1 </dev/null", subject.scratch.string(),
                                     subject.heddle, path));
    expect(code == 1, fmt::format("it replays ({} times out of {})", repetition, repetition + 1), finding);
  }
  if (preemptions > 0) {
    expect_clean(subject, fmt::format("--bound={} --exact --detectors=none", preemptions - 1), slow ? 60 : 1, "",
                 "not with fewer");
  }
  // What detectors see of it, which comes earlier, does not take its place.
  const Result watched = subject.hunt(search, "");
  const auto all = watched.summary.value("findings", nlohmann::json::array());
  expect(watched.code == 1 && std::ranges::any_of(all,
                                                  [&](const nlohmann::json& one) {
                                                    return one.value("kind", "") == kind &&
                                                           one.value("line", 0) == finding.value("line", 0);
                                                  }),
         "it is found with detectors, too", watched.summary);
}

int check(const std::vector<std::string>& arguments) {
  if (arguments.size() != 7) {
    fmt::print(stderr, "usage: check HEDDLE PROGRAM SOURCE KIND PREEMPTIONS SCRATCH quick|long\n");
    return 2;
  }
  const Subject subject{.heddle = arguments[0], .program = arguments[1], .scratch = arguments[5]};
  const bool slow = arguments[6] == "long";
  fs::remove_all(subject.scratch);
  fs::create_directories(subject.scratch);
  check_bug(subject, arguments[2], arguments[3], std::stoi(arguments[4]), slow);
  expect_clean(subject, "--bound=2", slow ? 60 : 1, "_fixed", "the fixed twin is clean");
  if (failures == 0) {
    fs::remove_all(subject.scratch);
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return check({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fputs(error.what(), stderr);
    return 2;
  }
}
