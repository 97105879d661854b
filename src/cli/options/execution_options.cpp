#include "cli/options/execution_options.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "detectors/registry.h"

namespace heddle::cli {
namespace {

constexpr const char* kTesting = "";  // CLI11's name for a group that help does not show

segment::ResetMode reset_mode(const std::string& name) {
  for (const auto mode : {segment::ResetMode::kLoop, segment::ResetMode::kSnapshot, segment::ResetMode::kFork,
                          segment::ResetMode::kExec}) {
    if (name == name_of(mode)) {
      return mode;
    }
  }
  return segment::ResetMode::kAuto;
}

segment::ExecutorKind executor_kind(const std::string& name) {
  for (const auto kind : {segment::ExecutorKind::kBorrowed, segment::ExecutorKind::kKernel}) {
    if (name == name_of(kind)) {
      return kind;
    }
  }
  return segment::ExecutorKind::kAuto;
}

}  // namespace

void choose_detectors(const std::string& list, std::uint32_t& bits) {
  const std::optional<std::uint32_t> parsed = parse_detectors(list);
  if (!parsed) {
    throw CLI::ValidationError("--detectors", "'" + list + "' is not a list of " + detector_words());
  }
  bits = *parsed;
}

namespace {

// CLI11 takes what does not fit for the largest number there is.
bool is_too_large(const std::string& text) {
  errno = 0;
  char* end = nullptr;
  (void)std::strtoull(text.c_str(), &end, 0);
  return *end == '\0' && errno == ERANGE;
}

}  // namespace

CLI::Validator positive() {
  return {[](std::string& text) {
            double number = 0;
            if (is_too_large(text)) {
              return "'" + text + "' is too large";
            }
            return CLI::detail::lexical_cast(text, number) && number > 0 && std::isfinite(number)
                       ? std::string()
                       : "'" + text + "' is not a positive number";
          },
          ""};
}

CLI::Validator whole_number() {
  return {[](std::string& text) {
            std::uint64_t number = 0;
            if (is_too_large(text)) {
              return "'" + text + "' is too large";
            }
            const bool is_number = !text.empty() && text.front() != '-' && CLI::detail::lexical_cast(text, number);
            return is_number ? std::string() : "'" + text + "' is not a whole number";
          },
          ""};
}

const char* name_of(segment::ResetMode mode) {
  switch (mode) {
    case segment::ResetMode::kLoop:
      return "loop";
    case segment::ResetMode::kSnapshot:
      return "snapshot";
    case segment::ResetMode::kFork:
      return "fork";
    case segment::ResetMode::kExec:
      return "exec";
    case segment::ResetMode::kAuto:
      break;
  }
  return "auto";
}

const char* name_of(segment::ExecutorKind kind) {
  switch (kind) {
    case segment::ExecutorKind::kBorrowed:
      return "borrowed";
    case segment::ExecutorKind::kKernel:
      return "kernel";
    case segment::ExecutorKind::kAuto:
      break;
  }
  return "auto";
}

void declare_limits_options(CLI::App& app, ExecutionOptions& options, const char* group, bool grow) {
  const std::string by_default = grow ? "grows with the search" : "1,048,576";
  app.add_option("--steps", options.limits.steps,
                 "Cut an execution after N steps, without a verdict (default: " + by_default + ")")
      ->type_name("N")
      ->check(positive())
      ->group(group);
  app.add_option("--threads", options.limits.threads,
                 "Cut an execution that creates more than N threads, main included, without a verdict (default: " +
                     std::string(grow ? by_default : "4096") + ")")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, kLargestLimits.threads))
      ->group(group);
}

void declare_execution_options(CLI::App& app, ExecutionOptions& options, const char* group, bool hunts) {
  const std::string by_default = hunts ? "a tenth of --time, but at least 1 and at most 10" : "10";
  app.add_option_function<std::string>(
         "--reset", [&options](const std::string& name) { options.reset = reset_mode(name); },
         "How to undo an execution: auto (default), loop (by the program's heddle_start loop), snapshot (by restoring "
         "memory), fork (by running each in a child process) or exec (by starting the program anew for each)")
      ->type_name("MODE")
      ->check(CLI::Validator(
          [](std::string& name) {
            return name == name_of(reset_mode(name)) ? std::string()
                                                     : "'" + name + "' is not one of auto, loop, snapshot, fork, exec";
          },
          ""))
      ->group(group);
  app.add_option_function<std::string>(
         "--executor", [&options](const std::string& name) { options.executor = executor_kind(name); },
         "What runs the threads: auto (default), borrowed (one kernel thread, fast) or kernel (one each)")
      ->type_name("KIND")
      ->check(CLI::Validator(
          [](std::string& name) {
            return name == name_of(executor_kind(name)) ? std::string()
                                                        : "'" + name + "' is not one of auto, borrowed, kernel";
          },
          ""))
      ->group(group);
  app.add_option("--hang-timeout", options.hang_timeout,
                 "Give up if heddle observes no activity for this many seconds (default: " + by_default + ")")
      ->type_name("SECONDS")
      ->check(positive())
      ->group(group);
  app.add_flag("--no-dispatch", options.no_dispatch)->group(kTesting);
  app.add_flag("--no-userfaultfd", options.no_userfaultfd)->group(kTesting);
  app.add_flag("--no-fsgsbase", options.no_fsgsbase)->group(kTesting);
  app.add_flag("--no-access-points", options.no_access_points)->group(kTesting);
  app.add_flag("--no-gates", options.no_gates)->group(kTesting);
}

}  // namespace heddle::cli
