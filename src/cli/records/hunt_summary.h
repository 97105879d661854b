// What a `heddle hunt` came to, as text for people and JSON for programs.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/base/exit_codes.h"
#include "cli/options/hunt_options.h"
#include "cli/search/supervisor.h"
#include "engine/claim.h"
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
  std::uint64_t repeated = 0;       // of these: under a schedule that was had, to check that the program repeats
  std::uint64_t before = 0;         // of these: with smaller point sets
  bool is_numbered = false;         // the strategy makes as many as it is asked for, and these are not among them
  std::uint64_t beyond_bound = 0;   // or outside of the focus
  std::uint64_t pruned = 0;         // of the last round, given up
  std::uint64_t made_before = 0;    // of all, in earlier sessions
  double seconds = 0;
  Claim claim;
  std::string trace_problem;         // why recordings lack their ends
  std::string variation;             // the first difference, where the program varies
  std::string dropped;               // the first finding that did not happen again
  std::string uninitialised;         // ... with other bytes in fresh memory
  std::string inputs;                // of the first input that values stood for: which
  std::vector<std::string> remarks;  // more that the claim rests on
  std::string point_set;
  std::vector<std::string> focus;  // patterns
  std::string executor;
  std::string reset;
  std::string reason_for_executor;  // empty: it was asked for, or there is none
  std::string reason_for_reset;     // empty: it was asked for, or is not used
  std::uint64_t peak_rss_kib = 0;
  unsigned workers = 1;
  Provocations provocations;  // of the round with the most suspects
  bool provokes = false;
  std::vector<KeptFinding> findings;
  std::uint64_t suppressed = 0;  // findings
  std::uint64_t endless = 0;     // executions of the last limits that were cut, where all were; otherwise 0
  ExecutionLimits limits;        // these
  bool lacks_bound = false;      // it went upwards from bound 0 and completed none
  std::string unlogged;          // why the log on disk does not have all of it; empty: it has
  HuntEnd end;
  std::string error;  // why there is no verdict; empty: there is one
  ExitCode exit_code = kExitClean;

  // What breaks completeness, and what the claim rests on; a sentence each.
  [[nodiscard]] std::vector<std::string> gaps() const { return sentences(Weight::kBreaks); }
  [[nodiscard]] std::vector<std::string> assumptions() const { return sentences(Weight::kAssumed); }
  // What else to try, where there is something; a sentence each.
  [[nodiscard]] std::vector<std::string> advice() const;

 private:
  [[nodiscard]] std::vector<std::string> sentences(Weight weight) const;
};

// The two as lists, for people.
[[nodiscard]] std::string claim_lines(const HuntSummary& summary);

// "complete", as far as that goes.
[[nodiscard]] std::string_view complete_words(const Claim& claim);

// Of a search, whatever it ended of; without findings.
[[nodiscard]] HuntSummary summarise(const HuntOptions& options, const Supervised& supervised, const Totals& totals,
                                    const Coverage& coverage);

// As the summary has it.
[[nodiscard]] nlohmann::ordered_json to_json(const KeptFinding& kept);

[[nodiscard]] std::string to_text(const HuntSummary& summary);
[[nodiscard]] std::string to_json_text(const HuntSummary& summary);

// "at most 2 preemptions", for strategies that have rounds by a bound; empty: it has none.
[[nodiscard]] std::string bound_text(const HuntOptions& options, std::uint32_t bound);

}  // namespace heddle::cli
