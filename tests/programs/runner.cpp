// Runs one test program under heddle and checks the verdict its first lines state (README.md in this folder).
//
//   runner HEDDLE PROGRAM SOURCE SCRATCH-FOLDER
//   runner HEDDLE PROGRAM SOURCE SCRATCH-FOLDER endure EXECUTIONS
//
// The second form runs a program that crashes, over and over in one process: what a seed gives stays the same however
// many crashes came before, and memory does not grow.
//
// A program that passes does so under the default schedule and under many random ones; what it does under a given seed
// is the same when an execution is repeated in one process and in another process. A program that fails does so by the
// stated kind and text, and the kept schedule repeats it. One that is refused is refused by name, in one line.
//
// What came of every executor and every reset is left in SCRATCH-FOLDER.combinations, for the table of all programs
// (combinations.cpp).

#include <cpuid.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "../story_numbers.h"
#include "directives.h"

namespace {

using heddle::test::Directives;
using heddle::test::read_directives;

namespace fs = std::filesystem;

constexpr int kSkipped = 77;  // as CMakeLists.txt tells ctest

std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char character : text) {
    out += character == '\'' ? "'\\''" : std::string(1, character);
  }
  return out + "'";
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Result {
  int code = -1;
  std::string errors;
  nlohmann::json summary;
};

class Runner {
 public:
  Runner(std::string heddle, fs::path program, fs::path source, fs::path scratch, Directives directives)
      : heddle_(std::move(heddle)),
        program_(std::move(program)),
        source_(std::move(source)),
        scratch_(std::move(scratch)),
        directives_(std::move(directives)) {
    fs::remove_all(scratch_);
    fs::create_directories(scratch_);
    fs::remove(record_);
    std::ofstream(scratch_ / "input") << directives_.input;
  }

  int check();
  int endure(int executions);
  int check_undetected_for_long();

 private:
  Result run(const std::vector<std::string>& options, const std::string& before = "",
             const std::string& command = "run");
  Result replay(const std::string& finding);
  // With other arguments and environment in memory above main's stack: the program by another path, one variable more.
  Result run_elsewhere(const std::vector<std::string>& options);
  void expect(bool condition, const std::string& what, const Result& result);
  void check_numbers(const Result& hunted);
  void check_passing();
  void check_combinations();
  // Why these are nothing for this program; empty: they are.
  [[nodiscard]] std::string why_not(const std::string& executor, const std::string& reset) const;
  void check_choice_of_exec();
  void check_failing();
  void check_hunt();
  void check_detected();
  void check_detected_by(const std::string& strategy);
  void check_undetected();
  void check_in_one_execution();
  void check_happens_before();
  void check_unseen();
  void check_hanging();
  void check_unsupported();
  void check_varying();
  void check_count();
  void check_states();

  std::string heddle_;
  fs::path program_;
  fs::path source_;
  fs::path scratch_;
  fs::path record_ = scratch_.string() + ".combinations";
  Directives directives_;
  int failures_ = 0;
};

Result Runner::run(const std::vector<std::string>& options, const std::string& before, const std::string& how) {
  const fs::path summary = scratch_ / "summary.json";
  fs::remove(summary);
  std::string command = fmt::format("{}cd {} && {} {} --summary=summary.json --dir=kept", before,
                                    shell_quoted(scratch_.string()), shell_quoted(heddle_), how);
  for (const std::string& option : options) {
    command += " " + shell_quoted(option);
  }
  const bool says_detectors =
      std::ranges::any_of(options, [](const std::string& option) { return option.starts_with("--detectors="); });
  if (how == "hunt" && !says_detectors) {
    command += " --detectors=none";
  }
  // Only a hunt notices that nothing else serves.
  const bool says_reset =
      std::ranges::any_of(options, [](const std::string& option) { return option.starts_with("--reset="); });
  if (directives_.reset == "exec" && how == "run" && !says_reset) {
    command += " --reset=exec";
  }
  command += fmt::format(" -- {} <input >output 2>errors", shell_quoted(program_.string()));
  const int status = std::system(command.c_str());
  Result result;
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.errors = contents(scratch_ / "errors");
  if (fs::exists(summary)) {
    result.summary = nlohmann::json::parse(contents(summary), nullptr, false);
  }
  if (how == "hunt") {
    check_numbers(result);
  }
  return result;
}

Result Runner::replay(const std::string& finding) {
  const int status = std::system(fmt::format("cd {} && {} replay {} >output 2>errors", shell_quoted(scratch_.string()),
                                             shell_quoted(heddle_), shell_quoted(finding))
                                     .c_str());
  return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .errors = contents(scratch_ / "errors"), .summary = {}};
}

Result Runner::run_elsewhere(const std::vector<std::string>& options) {
  const fs::path before = program_;
  program_ = before.parent_path() / "." / "." / before.filename();
  Result result = run(options, "export HEDDLE_TEST_FILLER=" + std::string(5000, 'x') + "; ");
  program_ = before;
  return result;
}

void Runner::expect(bool condition, const std::string& what, const Result& result) {
  if (!condition) {
    ++failures_;
    fmt::print("NOT SO: {}\n  exit code {}\n  errors: {}\n  output: {}\n  summary: {}\n", what, result.code,
               result.errors, contents(scratch_ / "output").substr(0, 4000), result.summary.dump(1));
  }
}

// Of every finding, the numbers are those of its story.
void Runner::check_numbers(const Result& hunted) {
  if (!hunted.summary.is_object()) {
    return;
  }
  for (const auto& finding : hunted.summary.value("findings", nlohmann::json::array())) {
    if (!finding.at("path").is_string()) {
      continue;
    }
    const auto kept = nlohmann::json::parse(contents(scratch_ / finding.value("path", "")), nullptr, false);
    const std::string wrong = kept.is_object() ? heddle::test::wrong_numbers(kept) : "the finding cannot be read";
    expect(wrong.empty(), "numbers as in the story: " + wrong, hunted);
  }
}

void Runner::check_passing() {
  const Result default_schedule = run({});
  expect(default_schedule.code == 0, "passes under the default schedule", default_schedule);
  const std::vector<std::string> random = {"--random", "--seed=1", "--check-repeats=5",
                                           fmt::format("--runs={}", directives_.runs)};
  const Result first = run(random);
  expect(first.code == 0, "passes under every random schedule, and repeats in one process", first);
  const Result second = run_elsewhere(random);
  expect(second.summary.value("combined_hash", "") == first.summary.value("combined_hash", "-"),
         "does the same in another process", second);
  if (directives_.reset == "fork") {
    expect(first.summary.value("reset", "") == "fork", "uses fork", first);
    const Result refused = run({"--reset=snapshot"});
    expect(refused.code == 3, "cannot be run with snapshot reset", refused);
  }
  if (directives_.reset == "exec") {
    check_choice_of_exec();
  }
  if (directives_.loop_safe) {
    expect(first.summary.value("reset", "") == "loop", "runs in its test loop", first);
  }
}

// The weaker ones are tried first, and do not hold.
constexpr const char* kVaries = "does not always do the same under the same schedule: ";

std::string gaps_of(const Result& result) { return result.summary.value("gaps", nlohmann::json::array()).dump(); }

void Runner::check_choice_of_exec() {
  const Result chosen = run({"--bound=1"}, "", "hunt");
  expect(chosen.code == 0 && chosen.summary.value("reset", "") == "exec", "a hunt chooses exec", chosen);
  const auto reason = chosen.summary.find("reset_reason");
  expect(reason != chosen.summary.end() && reason->is_string(), "and has a reason", chosen);
  expect(contents(scratch_ / "output").find("(exec reset): ") != std::string::npos, "which it says", chosen);
  for (const std::string weaker : {"--reset=snapshot", "--reset=fork"}) {
    const Result varies = run({weaker}, "", "hunt");
    expect(varies.code <= 1 && gaps_of(varies).find(kVaries) != std::string::npos, "varies with " + weaker, varies);
  }
}

std::string Runner::why_not(const std::string& executor, const std::string& reset) const {
  if (!directives_.unsupported.empty()) {
    return "the program is refused";
  }
  if (!directives_.varies.empty()) {
    return "the program varies with every reset";
  }
  if (!directives_.hangs.empty()) {
    return "the program hangs";
  }
  if (reset == "loop" && !directives_.loop_safe) {
    return "the program has no test loop";
  }
  if (executor == "borrowed" && directives_.waits_unseen) {
    return "borrowed: a thread waits in code that heddle does not see";
  }
  if (reset == "snapshot" && directives_.reset == "fork") {
    return "the program changes something that only the end of its process undoes";
  }
  if (reset != "exec" && directives_.reset == "exec") {
    return "a library keeps something that copies of a process share";
  }
  return "";
}

// Every way to run threads and to undo an execution, with the same events.
void Runner::check_combinations() {
  const bool may_fail = !directives_.fails.empty();
  std::map<bool, std::string> hashes;  // in the test loop the events before and behind it do not count
  std::ofstream record(record_);
  for (const std::string executor : {"borrowed", "kernel"}) {
    for (const std::string reset : {"loop", "snapshot", "fork", "exec"}) {
      record << executor << ' ' << reset << ' ';
      if (const std::string reason = why_not(executor, reset); !reason.empty()) {
        record << "no " << reason << '\n';
        continue;
      }
      const int failures_before = failures_;
      std::vector<std::string> options = {"--random", "--seed=1", "--runs=10", "--executor=" + executor,
                                          "--reset=" + reset};
      if (directives_.waits_unseen) {
        options.emplace_back("--hang-timeout=2");
      }
      const Result other = run(options);
      const std::string how = fmt::format(" with {} and {}", executor, reset);
      expect(other.code == 0 || (may_fail && other.code == 1), "passes" + how, other);
      expect(other.summary.value("executor", "") == executor && other.summary.value("reset", "") == reset, "runs" + how,
             other);
      const std::string hash = other.summary.value("combined_hash", "-");
      expect(hashes.emplace(reset == "loop", hash).first->second == hash, "does the same" + how, other);
      record << (failures_ == failures_before ? "passed" : "failed") << '\n';
    }
  }
}

void Runner::check_failing() {
  // At least one random schedule in 50 fails: 2000 miss it with a probability below 1e-17, 200 with 2 %, but the seed
  // is the same every time.
  const std::string runs = directives_.reset == "exec" ? "--runs=200" : "--runs=2000";
  const Result found = run({"--random", "--seed=1", runs, "--check-repeats=50"});
  expect(found.code == 1, "a failure is found", found);
  if (found.code != 1) {
    return;
  }
  const auto& failure = found.summary.at("outcome");
  expect(failure.value("kind", "") == directives_.fails, "its kind is " + directives_.fails, found);
  const std::string output = contents(scratch_ / "output");
  expect(output.find(directives_.text) != std::string::npos, "it says '" + directives_.text + "'", found);
  const Result repeated = run_elsewhere({"--schedule=" + found.summary.value("schedule", "")});
  expect(repeated.code == 1, "the kept schedule repeats it", repeated);
  expect(repeated.summary.value("event_hash", "") == found.summary.value("event_hash", "-"), "with the same events",
         repeated);
  for (const std::string other : {"--executor=kernel", "--reset=fork", "--reset=exec"}) {
    if (found.summary.value("reset", "") == "loop" && other.starts_with("--reset")) {
      continue;  // schedules begin elsewhere
    }
    const Result again = run({"--schedule=" + found.summary.value("schedule", ""), other});
    expect(again.code == 1, "the kept schedule repeats it with " + other, again);
    expect(again.summary.value("event_hash", "") == found.summary.value("event_hash", "-"),
           "with the same events with " + other, again);
  }
  check_hunt();
}

// The same by systematic search, and the finding names the line.
void Runner::check_hunt() {
  const Result hunted = run({"--time=60"}, "", "hunt");
  const auto findings = hunted.summary.value("findings", nlohmann::json::array());
  expect(hunted.code == 1 && findings.size() == 1, "a hunt finds it", hunted);
  if (findings.size() != 1) {
    return;
  }
  expect(findings[0].value("kind", "") == directives_.fails, "the finding's kind is " + directives_.fails, hunted);
  const auto& lines = directives_.reported;
  expect(lines.empty() || std::ranges::find(lines, findings[0].value("line", 0)) != lines.end(),
         "the finding names a line that is marked so", hunted);
  if (directives_.reset == "exec") {
    expect(hunted.summary.value("reset", "") == "exec", "found with exec", hunted);
    const Result replayed = replay(findings[0].value("path", ""));
    expect(replayed.code == 1, "the finding replays", replayed);
  }
}

// A detector sees it in a hunt, names the place and the variable, and the finding replays.
void Runner::check_detected() {
  if (directives_.strategies.empty()) {
    return check_detected_by("cb");
  }
  for (const std::string& strategy : directives_.strategies) {
    check_detected_by(strategy);
  }
}

void Runner::check_detected_by(const std::string& strategy) {
  const Result hunted =
      run({"--detectors=" + directives_.detectors, "--after-race=0", "--time=60", "-j1", "--strategy=" + strategy}, "",
          "hunt");
  const auto findings = hunted.summary.value("findings", nlohmann::json::array());
  const auto of_kind = [&findings](const std::string& kind) {
    return std::ranges::find_if(findings, [&kind](const auto& finding) { return finding.value("kind", "") == kind; });
  };
  const auto found = of_kind(directives_.fails);
  expect(hunted.code == 1 && found != findings.end(),
         fmt::format("a hunt with {} finds a {}", strategy, directives_.fails), hunted);
  if (found == findings.end()) {
    return;
  }
  const auto& lines = directives_.reported;
  expect(lines.empty() || std::ranges::find(lines, found->value("line", 0)) != lines.end(),
         "the finding names a line that is marked so", hunted);
  const auto operations = found->value("operations", nlohmann::json::array());
  for (const auto& operation : directives_.fails == "data-race" ? operations : nlohmann::json::array()) {
    expect(lines.empty() || operation.value("file", "") != source_.string() ||
               std::ranges::find(lines, operation.value("line", 0)) != lines.end(),
           fmt::format("line {} is marked, too", operation.value("line", 0)), hunted);
  }
  const std::string words = found->value("message", "") + operations.dump();
  expect(words.find(directives_.variable) != std::string::npos, "it names " + directives_.variable, hunted);
  expect(directives_.minimality.empty() || found->value("minimality", "") == directives_.minimality,
         "its minimality is " + directives_.minimality, hunted);
  const Result replayed = replay(found->value("path", ""));
  expect(replayed.code == 1, "the finding replays", replayed);
  if (directives_.findings != 0) {
    const Result all = run({"--detectors=" + directives_.detectors, "--all", "--bound=3", "-j1"}, "", "hunt");
    const auto number = all.summary.value("findings", nlohmann::json::array()).size();
    expect(number == static_cast<std::size_t>(directives_.findings),
           fmt::format("a hunt for all gives {} findings, not {}", directives_.findings, number), all);
  }
  if (!directives_.hint.empty()) {
    const auto hint = of_kind(directives_.hint);
    expect(hint != findings.end() && !hint->value("certain", true), "there is a hint: " + directives_.hint, hunted);
  }
}

// Where accesses are no scheduling points, their hooks look at the notes themselves, unless there is a detector that
// has to see every access: that changes nothing.
void Runner::check_in_one_execution() {
  if (!directives_.detectors.starts_with("hb")) {
    return;
  }
  const Result in_hooks = run({"--points=sync", "--detectors=" + directives_.detectors});
  const Result one_by_one = run({"--points=sync", "--detectors=" + directives_.detectors + ",lockset"});
  expect(in_hooks.code == one_by_one.code, fmt::format("the same in one execution: {}", one_by_one.code), in_hooks);
  expect(!directives_.passes || in_hooks.code == 0, "nothing is found in one execution", in_hooks);
}

// Programs whose synchronisation is hidden may wait where nobody sees it, which has to be found out first.
constexpr const char* kSoonHangs = "--hang-timeout=2";

void Runner::check_undetected() {
  std::vector<std::string> strategies = {"cb", "random"};
  if (!directives_.strategies.empty()) {
    strategies = directives_.strategies;
  }
  for (const std::string& strategy : strategies) {
    std::vector<std::string> options = {"--detectors=" + directives_.detectors, "--time=60", "--executions=300", "-j1",
                                        "--strategy=" + strategy};
    if (!directives_.hb.empty()) {
      options.emplace_back(kSoonHangs);
    }
    const Result hunted = run(options, "", "hunt");
    const auto findings = hunted.summary.value("findings", nlohmann::json::array());
    // What was predicted and provoked in vain remains a hint.
    const bool may_hint = directives_.strategies.size() > 1 || directives_.hb == "hint";
    const auto is_nothing = [may_hint](const auto& finding) { return may_hint && !finding.value("certain", true); };
    expect(hunted.code == 0 && std::ranges::all_of(findings, is_nothing), "nothing is found with " + strategy, hunted);
  }
}

// Of programs without a race: is it silent, does it give a hint, or does it report one that cannot happen?
void Runner::check_happens_before() {
  if (directives_.hb.empty()) {
    return;
  }
  const Result hunted =
      run({"--detectors=hb", "--after-race=0", "--bound=1", "--time=20", "-j1", kSoonHangs}, "", "hunt");
  const auto findings = hunted.summary.value("findings", nlohmann::json::array());
  std::string verdict = "silent";
  for (const auto& finding : findings) {
    if (finding.value("kind", "") == "data-race" && verdict != "errs") {
      verdict = finding.value("certain", true) ? "errs" : "hint";
    }
  }
  expect(hunted.code == (verdict == "errs" ? 1 : 0) && verdict == directives_.hb,
         "the happens-before detector is as stated: " + directives_.hb, hunted);
}

// Every wait costs milliseconds: a small bound instead of many random schedules.
void Runner::check_unseen() {
  for (const std::string reset : {"snapshot", "fork"}) {
    const Result hunted = run({"--bound=1", "--time=60", "--hang-timeout=2", "--reset=" + reset}, "", "hunt");
    expect(hunted.summary.value("executor", "") == "kernel", "the kernel executor is chosen", hunted);
    expect(hunted.summary.at("executor_reason").is_string(), "and why, is said", hunted);
    expect(!hunted.summary.value("complete", true), "nothing is called complete", hunted);
    const std::string gaps = hunted.summary.value("gaps", nlohmann::json::array()).dump();
    expect(gaps.find("that a silent thread was blocked") != std::string::npos, "it is said why", hunted);
    if (directives_.passes) {
      expect(hunted.code == 0 && hunted.summary.value("end", "") == "exhausted", "passes under every schedule", hunted);
      continue;
    }
    const auto findings = hunted.summary.value("findings", nlohmann::json::array());
    expect(hunted.code == 1 && findings.size() == 1, "a hunt finds it", hunted);
    if (findings.size() == 1) {
      expect(findings[0].value("kind", "") == directives_.fails, "the finding's kind is " + directives_.fails, hunted);
      const Result replayed = replay(findings[0].value("path", ""));
      expect(replayed.code == 1, "the finding replays", replayed);
    }
  }
}

void Runner::check_hanging() {
  const Result hung = run({"--hang-timeout=1"});
  expect(hung.code == 3, "ends with exit code 3", hung);
  expect(hung.errors.find(" hangs: ") != std::string::npos, "it is said to hang", hung);
  expect(hung.errors.find(directives_.hangs) != std::string::npos, "in " + directives_.hangs, hung);
}

void Runner::check_unsupported() {
  const Result refused = run({});
  expect(refused.code == 3, "is refused with exit code 3", refused);
  expect(refused.errors.find(directives_.unsupported) != std::string::npos,
         "the message names " + directives_.unsupported, refused);
  expect(std::count(refused.errors.begin(), refused.errors.end(), '\n') == 1, "in one line", refused);
}

// Explored all the same, with the place of the first difference: as a gap, or as an assumption where only the content
// of fresh memory makes the difference.
void Runner::check_varying() {
  const Result explored = run({"--bound=1", "--time=20", "--detectors=none"}, "", "hunt");
  expect(explored.code <= 1, "is explored", explored);
  const std::string gaps = gaps_of(explored);
  const std::string assumed = explored.summary.value("assumptions", nlohmann::json::array()).dump();
  const bool varies = gaps.find(kVaries) != std::string::npos;
  expect(varies || assumed.find("has not initialised") != std::string::npos, "and how it varies is said", explored);
  expect(!varies || !explored.summary.value("complete", true), "which is not complete", explored);
  for (const std::string& words : directives_.varies) {
    expect((gaps + assumed).find(words) != std::string::npos, "it says " + words, explored);
  }
}

void Runner::check_count() {
  for (const std::string strategy : {"--strategy=cb", "--strategy=dfs"}) {
    const Result counted = run({strategy}, "", "hunt");
    expect(counted.code == 0 && counted.summary.value("complete", false), "is explored completely", counted);
    expect(counted.summary.value("executions", 0) == directives_.executions,
           fmt::format("in {} executions", directives_.executions), counted);
  }
}

// The final states of all executions, with the point set that grows and with all accesses: the ones that are stated.
void Runner::check_states() {
  const fs::path file = scratch_ / "states";
  for (const std::string strategy : {"--strategy=cb", "--strategy=dfs"}) {
    for (const std::string points : {"--points=shared", "--points=all"}) {
      fs::remove(file);
      const Result hunted =
          run({strategy, points}, fmt::format("export HEDDLE_TEST_STATES={}; ", shell_quoted(file.string())), "hunt");
      std::istringstream lines(contents(file));
      const std::set<std::string> reached(std::istream_iterator<std::string>(lines), {});
      expect(hunted.code == 0 && hunted.summary.value("complete", false), "is explored completely", hunted);
      expect(reached == directives_.states,
             fmt::format("with {} {} ends in these states: {}, not these: {}", strategy, points,
                         fmt::join(directives_.states, " "), fmt::join(reached, " ")),
             hunted);
    }
  }
}

// The stack limit is small, so that a stack overflow is soon there: it costs time by the page.
int Runner::endure(int executions) {
  const std::string limit = "--runs=" + std::to_string(executions);
  const Result result = run({"--random", "--seed=1", "--check-repeats=10", limit}, "ulimit -s 512; ");
  expect(result.code == 1, "fails, and every tenth execution repeats exactly", result);
  if (result.code == 1) {
    const auto failed = result.summary.at("outcomes").value(directives_.fails, 0);
    expect(failed >= executions / 10, "at least one execution in ten fails", result);
    const double early = result.summary.value("rss_early_kib", 0.0);
    const double late = result.summary.value("rss_kib", 0.0);
    expect(early > 0 && late <= early * 1.05, "memory at the end is within 5 % of memory after the first 1 %", result);
    fmt::print("{} executions, {} failed, {:.0f}/s, resident {} KiB early, {} KiB late\n", executions, failed,
               result.summary.value("executions_per_second", 0.0), early, late);
  }
  return failures_ == 0 ? 0 : 1;
}

bool machine_has(const std::string& feature) {
  unsigned registers[4] = {};
  return feature == "rdrand" && __get_cpuid(1, &registers[0], &registers[1], &registers[2], &registers[3]) != 0 &&
         (registers[2] & bit_RDRND) != 0;
}

// Many random executions, and all there are if that takes less than 20 seconds.
int Runner::check_undetected_for_long() {
  if (!directives_.needs.empty() && !machine_has(directives_.needs)) {
    return kSkipped;
  }
  for (const std::string how : {"--strategy=random --executions=10000 --time=10m", "--strategy=cb --time=20"}) {
    std::vector<std::string> options = {"--detectors=hb,heap,lockuse,lockorder", "-j1"};
    std::istringstream words(how);
    for (std::string word; words >> word;) {
      options.push_back(word);
    }
    const Result hunted = run(options, "", "hunt");
    const auto findings = hunted.summary.value("findings", nlohmann::json::array());
    expect(hunted.code == 0 && findings.empty(), "no detector finds anything with " + how, hunted);
  }
  if (failures_ == 0) {
    fs::remove_all(scratch_);
  }
  return failures_ == 0 ? 0 : 1;
}

int Runner::check() {
  if (!directives_.needs.empty() && !machine_has(directives_.needs)) {
    fmt::print("skipped: this machine has no {}\n", directives_.needs);
    if (!directives_.varies.empty()) {
      check_combinations();  // there are none
    }
    return kSkipped;
  }
  if (!directives_.detectors.empty()) {
    if (directives_.passes) {
      check_undetected();
    } else {
      check_detected();
    }
    check_in_one_execution();
    check_happens_before();
    if (directives_.detectors == "none") {
      const Result default_schedule = run({});
      expect(default_schedule.code == 0, "passes under the default schedule", default_schedule);
    }
    if (failures_ == 0) {
      fs::remove_all(scratch_);
    }
    return failures_ == 0 ? 0 : 1;
  }
  if (directives_.waits_unseen) {
    check_unseen();
  } else if (!directives_.hangs.empty()) {
    check_hanging();
  } else if (directives_.passes) {
    check_passing();
  } else if (!directives_.fails.empty()) {
    check_failing();
  } else if (!directives_.unsupported.empty()) {
    check_unsupported();
  } else if (!directives_.varies.empty()) {
    check_varying();
  } else if (directives_.executions != 0) {
    check_count();
  } else if (!directives_.states.empty()) {
    check_states();
  } else {
    fmt::print("{} states no verdict\n", program_.string());
    return 1;
  }
  check_combinations();
  if (failures_ == 0) {
    fs::remove_all(scratch_);
  }
  return failures_ == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr, "usage: runner HEDDLE PROGRAM SOURCE SCRATCH-FOLDER [endure EXECUTIONS | long]\n");
    return 2;
  }
  Runner runner(argv[1], argv[2], argv[3], argv[4], read_directives(argv[3]));
  if (argc > 6 && std::string_view(argv[5]) == "endure") {
    return runner.endure(std::atoi(argv[6]));
  }
  if (argc > 5 && std::string_view(argv[5]) == "long") {
    return runner.check_undetected_for_long();
  }
  return runner.check();
}
