// What a `heddle run` came to, as text for people and JSON for programs.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "cli/base/exit_codes.h"
#include "cli/target/process.h"
#include "cli/target/shared_segment.h"
#include "core/outcome.h"

namespace heddle::cli {

inline constexpr int kRunSummaryVersion = 1;

struct RunSummary {
  std::string program;
  bool random = false;
  std::uint64_t runs = 1;        // asked for
  std::uint64_t executions = 0;  // finished
  double seconds = 0;
  std::array<std::uint64_t, segment::kOutcomeKinds> outcomes{};
  std::uint64_t failing_run = 0;  // from 1; 0: none
  Outcome outcome;                // of the first failing, or else the last execution
  std::string message;
  std::string thread;  // genealogical name of outcome.thread
  std::uint64_t combined_hash = 0;
  segment::ResetMode reset = segment::ResetMode::kAuto;
  segment::ExecutorKind executor = segment::ExecutorKind::kAuto;
  bool dispatch = false;
  bool userfaultfd = false;
  bool fsgsbase = false;
  std::uint64_t snapshot_bytes = 0;
  std::uint64_t detector_bytes = 0;
  std::uint64_t touched_bytes = 0;
  std::uint64_t rss_early_kib = 0;
  std::uint64_t rss_kib = 0;
  std::string schedule;  // the file kept; empty: none
  std::string repeat;    // the command that repeats it
  bool reproduced = false;
  std::string error;  // why there is no verdict; empty: there is one
  ExitCode exit_code = kExitClean;
};

[[nodiscard]] RunSummary summarise(const SharedSegment& segment, const Ended& ended);

// "assertion: bank.cpp:14: ...", "crash (SIGSEGV): ...", "exit status 3".
[[nodiscard]] std::string describe(const Outcome& outcome, const std::string& message);

// The runtime knows an exception's type by its mangled name alone.
[[nodiscard]] std::string readable(const std::string& message);

[[nodiscard]] std::string to_text(const RunSummary& summary);
[[nodiscard]] std::string to_json_text(const RunSummary& summary);

}  // namespace heddle::cli
