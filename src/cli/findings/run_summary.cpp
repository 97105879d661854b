#include "cli/findings/run_summary.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>  // sigabbrev_np
#include <nlohmann/json.hpp>

#include "cli/base/text.h"
#include "cli/options/execution_options.h"
#include "cli/program/elf_file.h"
#include "trace/schedule_file.h"

namespace heddle::cli {
namespace {

// What was used, and not what was asked for.
std::string name_of_used(segment::ResetMode mode) { return mode == segment::ResetMode::kAuto ? "none" : name_of(mode); }

std::string name_of_signal(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

std::string counts(const RunSummary& summary) {
  std::string text;
  for (std::size_t kind = 0; kind < std::size_t{kOutcomeKindCount}; ++kind) {
    if (summary.outcomes[kind] != 0) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name(static_cast<OutcomeKind>(kind)),
                          grouped(summary.outcomes[kind]));
    }
  }
  return text;
}

double per_second(const RunSummary& summary) {
  return summary.seconds > 0 ? static_cast<double>(summary.executions) / summary.seconds : 0;
}

nlohmann::ordered_json or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

std::string random_text(const RunSummary& summary) {
  std::string text =
      fmt::format("{}: {} executions in {:.2f} s ({}/s), {} reset\n", summary.program, grouped(summary.executions),
                  summary.seconds, grouped(rounded(per_second(summary))), name_of_used(summary.reset));
  if (const std::string outcomes = counts(summary); !outcomes.empty()) {
    text += fmt::format("  {}\n", outcomes);
  }
  if (summary.failing_run != 0) {
    text += fmt::format("  first failure: execution {}, {}\n", grouped(summary.failing_run),
                        describe(summary.outcome, summary.message));
  }
  return text;
}

std::string single_text(const RunSummary& summary) {
  std::string text = fmt::format("{}: {}\n  ", summary.program, describe(summary.outcome, summary.message));
  if (is_failure(summary.outcome.kind) && !summary.thread.empty()) {
    text += fmt::format("thread T{} ({}), ", summary.outcome.thread.value, summary.thread);
  }
  return text + fmt::format("{} steps, {} events, event hash {}\n", grouped(summary.outcome.steps),
                            grouped(summary.outcome.events), hex(summary.outcome.event_hash));
}

}  // namespace

RunSummary summarise(const SharedSegment& segment, const Ended& ended) {
  const segment::Result& result = segment.result();
  RunSummary summary;
  summary.executions = result.executions.load();
  summary.seconds = ended.seconds;
  std::ranges::copy(result.outcomes, summary.outcomes.begin());
  summary.failing_run = result.failing_run;
  summary.outcome = result.outcome;
  summary.message = readable(segment.message());
  const auto paths = thread_paths(segment.threads());
  if (result.outcome.thread.value < paths.size()) {
    summary.thread = paths[result.outcome.thread.value];
  }
  summary.combined_hash = result.combined_hash;
  summary.reset = result.reset_used;
  summary.executor = result.executor_used;
  summary.dispatch = result.dispatch_used != 0;
  summary.userfaultfd = result.userfaultfd_used != 0;
  summary.fsgsbase = result.fsgsbase_used != 0;
  summary.snapshot_bytes = result.snapshot_bytes;
  summary.detector_bytes = result.detector_bytes;
  summary.touched_bytes = result.touched_bytes;
  summary.rss_early_kib = result.rss_early_kib;
  summary.rss_kib = result.rss_kib;
  return summary;
}

std::string readable(const std::string& message) {
  constexpr std::string_view kStart = "uncaught exception of type ";
  if (!message.starts_with(kStart)) {
    return message;
  }
  return std::string(kStart) + demangle_type(message.substr(kStart.size()));
}

std::string describe(const Outcome& outcome, const std::string& message) {
  std::string text(name(outcome.kind));
  if (outcome.kind == OutcomeKind::kCrash && outcome.signal != 0) {
    text += " (" + name_of_signal(outcome.signal) + ")";
  } else if (outcome.kind == OutcomeKind::kExit) {
    text = fmt::format("exit status {}", outcome.exit_status);
  } else if (outcome.kind == OutcomeKind::kStepLimit) {
    text = "step limit reached, no verdict";
  } else if (outcome.kind == OutcomeKind::kThreadLimit) {
    text = "thread limit reached, no verdict";
  } else if (outcome.kind == OutcomeKind::kAssumption) {
    text = "assumption not met, no verdict";
  }
  return message.empty() ? text : text + ": " + message;
}

std::string to_text(const RunSummary& summary) {
  std::string text = summary.random ? random_text(summary) : single_text(summary);
  if (!summary.schedule.empty()) {
    text += fmt::format("  schedule kept: {}\n  repeat it: {}\n", summary.schedule, summary.repeat);
  }
  return text;
}

std::string to_json_text(const RunSummary& summary) {
  nlohmann::ordered_json outcomes = nlohmann::ordered_json::object();
  for (std::size_t kind = 0; kind < std::size_t{kOutcomeKindCount}; ++kind) {
    outcomes[std::string(name(static_cast<OutcomeKind>(kind)))] = summary.outcomes[kind];
  }
  nlohmann::ordered_json json{
      {"version", kRunSummaryVersion},
      {"program", summary.program},
      {"runs", summary.runs},
      {"executions", summary.executions},
      {"seconds", summary.seconds},
      {"executions_per_second", per_second(summary)},
      {"outcomes", outcomes},
      {"first_failing_run", summary.failing_run},
      {"outcome",
       {{"kind", name(summary.outcome.kind)},
        {"message", summary.message},
        {"signal", summary.outcome.signal},
        {"exit_status", summary.outcome.exit_status},
        {"steps", summary.outcome.steps},
        {"events", summary.outcome.events}}},
      {"event_hash", hex(summary.outcome.event_hash)},
      {"combined_hash", hex(summary.combined_hash)},
      {"reset", name_of_used(summary.reset)},
      {"executor", name_of(summary.executor)},
      {"dispatch", summary.dispatch},
      {"userfaultfd", summary.userfaultfd},
      {"fsgsbase", summary.fsgsbase},
      {"snapshot_bytes", summary.snapshot_bytes},
      {"detector_bytes", summary.detector_bytes},
      {"touched_bytes", summary.touched_bytes},
      {"rss_early_kib", summary.rss_early_kib},
      {"rss_kib", summary.rss_kib},
      {"schedule", or_null(summary.schedule)},
      {"reproduced", summary.reproduced},
      {"error", or_null(summary.error)},
      {"exit_code", static_cast<int>(summary.exit_code)},
  };
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::cli
