#include "find_runs.h"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "processes.h"

namespace heddle::bench {
namespace {

constexpr int kHeddleFound = 1;
constexpr int kHeddleUsage = 2;
// For what follows the exploration: making the finding short, repeating it.
constexpr double kSecondsBehind = 60;

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1e3));
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Hunted failed(const Attempt& attempt) {
  Hunted hunted;
  hunted.seconds = attempt.wall;
  hunted.error = first_line(attempt.output);
  if (attempt.stopped) {
    hunted.error = "heddle hunt did not end";
  } else if (hunted.error.empty()) {
    hunted.error = fmt::format("heddle hunt ended with status {}", attempt.exit_code);
  }
  return hunted;
}

// What stands between "ThreadSanitizer: " and the process or the source: "data race".
std::string report_in(const std::string& output) {
  constexpr std::string_view kBegin = "WARNING: ThreadSanitizer: ";
  const std::size_t begin = output.find(kBegin);
  if (begin == std::string::npos) {
    return "";
  }
  const std::size_t word = begin + kBegin.size();
  const std::size_t end = output.find_first_of("(\n", word);
  const std::string kind = output.substr(word, end == std::string::npos ? end : end - word);
  return kind.substr(0, kind.find_last_not_of(' ') + 1);
}

std::string failure_in(const Attempt& attempt) {
  if (std::string report = report_in(attempt.output); !report.empty()) {
    return report;
  }
  if (attempt.stopped) {
    return "hangs";
  }
  if (attempt.output.find("Assertion `") != std::string::npos) {
    return "assertion";
  }
  return attempt.exit_code == 0 ? "" : "crash";
}

}  // namespace

Runs::Runs(std::filesystem::path heddle, std::filesystem::path suite, double hunt_seconds, double run_seconds)
    : heddle_(std::move(heddle)), suite_(std::move(suite)), hunt_seconds_(hunt_seconds), run_seconds_(run_seconds) {}

std::optional<Hunted> Runs::hunt(const Subject& subject, const Method& method, std::string& refusal) const {
  const std::filesystem::path file = working_folder() / "summary.json";
  std::filesystem::remove(file);
  Command command{heddle_.string(),
                  "hunt",
                  "--quiet",
                  "--detectors=none",
                  "--summary=" + file.string(),
                  fmt::format("--time={}ms", milliseconds(hunt_seconds_).count())};
  command.insert(command.end(), method.options.begin(), method.options.end());
  command.insert(command.end(), {"--", (suite_ / subject.name).string()});
  const Attempt attempt = bench::attempt(command, milliseconds(hunt_seconds_ + kSecondsBehind));
  if (attempt.exit_code == kHeddleUsage) {
    refusal = first_line(attempt.output);
    return std::nullopt;
  }
  std::ifstream stream(file);
  const auto summary = stream ? nlohmann::json::parse(stream, nullptr, false) : nlohmann::json();
  const bool has_verdict = attempt.exit_code == 0 || attempt.exit_code == kHeddleFound;
  if (!has_verdict || !summary.is_object()) {
    return failed(attempt);
  }
  Hunted hunted;
  hunted.seconds = attempt.wall;
  hunted.exploring = summary.at("seconds");
  const auto& findings = summary.at("findings");
  if (!findings.empty()) {
    hunted.verdict = Verdict::kFound;
    hunted.kind = findings[0].at("kind");
    hunted.executions = findings[0].at("execution");
    hunted.preemptions = findings[0].at("preemptions");
    return hunted;
  }
  for (const char* part : {"executions", "re_executions", "beyond_bound"}) {
    hunted.executions += summary.at(part).get<std::uint64_t>();
  }
  const std::string end = summary.at("end");
  hunted.verdict = end == "complete" ? Verdict::kComplete : end == "time" ? Verdict::kCap : Verdict::kEnded;
  return hunted;
}

Sanitized Runs::run_sanitized(const Subject& subject) const {
  const Attempt attempt = bench::attempt({(suite_ / (subject.name + "_tsan")).string()}, milliseconds(run_seconds_));
  Sanitized run{.stopped = attempt.stopped, .how = failure_in(attempt), .seconds = attempt.wall};
  run.found = !run.how.empty();
  return run;
}

SanitizedRuns Runs::run_sanitized(const Subject& subject, int times) const {
  SanitizedRuns all;
  while (all.runs < times && !was_interrupted()) {
    const Sanitized run = run_sanitized(subject);
    ++all.runs;
    all.found += run.found ? 1 : 0;
    all.stopped += run.stopped ? 1 : 0;
    all.seconds += run.seconds;
  }
  return all;
}

}  // namespace heddle::bench
