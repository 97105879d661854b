// What a `heddle hunt` came to, as text for people and JSON for programs.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_codes.h"
#include "cli/hunt_options.h"
#include "cli/supervisor.h"
#include "engine/strategy.h"
#include "engine/totals.h"
#include "trace/finding_file.h"

namespace heddle::cli {

inline constexpr int kHuntSummaryVersion = 1;

struct KeptFinding {
  FindingFile finding;
  std::string path;  // empty: could not be kept
};

// Why an exploration ended: a word for programs, and what people read.
struct HuntEnd {
  std::string_view word = "error";
  std::string_view text = "it broke off";
};

struct HuntSummary {
  std::string program;
  std::string strategy;
  std::uint64_t executions = 0;     // distinct, of the last round at the last point set
  std::uint64_t re_executions = 0;  // all others
  std::uint64_t beyond_bound = 0;   // or outside of the focus
  std::uint64_t pruned = 0;         // of the last round, given up
  std::uint64_t made_before = 0;    // of all, in earlier sessions
  double seconds = 0;
  bool complete = false;
  std::string guarantee;  // one sentence
  std::vector<std::string> assumptions;
  std::string point_set;
  std::vector<std::string> focus;  // patterns
  std::string executor;
  std::string reset;
  std::string reason_for_executor;  // empty: it was asked for, or there is none
  std::string reason_for_reset;     // empty: it was asked for, or is not used
  std::uint64_t peak_rss_kib = 0;
  std::uint64_t step_limited = 0;
  std::uint64_t given_up = 0;
  unsigned workers = 1;
  Provocations provocations;  // of the round with the most suspects
  bool provokes = false;
  std::vector<KeptFinding> findings;
  std::uint64_t suppressed = 0;  // findings
  HuntEnd end;
  std::string error;  // why there is no verdict; empty: there is one
  ExitCode exit_code = kExitClean;
};

// Of a search, whatever it ended of; without findings.
[[nodiscard]] HuntSummary summarise(const HuntOptions& options, const Supervised& supervised, const Totals& totals,
                                    const Coverage& coverage);

// As the summary has it.
[[nodiscard]] nlohmann::ordered_json to_json(const KeptFinding& kept);

[[nodiscard]] std::string to_text(const HuntSummary& summary);
[[nodiscard]] std::string to_json_text(const HuntSummary& summary);

}  // namespace heddle::cli
