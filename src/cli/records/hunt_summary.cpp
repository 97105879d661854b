#include "cli/records/hunt_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/base/text.h"
#include "engine/measure.h"
#include "strategies/registry.h"
#include "trace/schedule_file.h"

namespace heddle::cli {
namespace {

using nlohmann::ordered_json;

std::uint64_t made(const HuntSummary& summary) {
  return summary.executions + summary.beyond_bound + summary.pruned + summary.re_executions;
}

double per_second(const HuntSummary& summary) {
  return summary.seconds > 0 ? static_cast<double>(made(summary) - summary.made_before) / summary.seconds : 0;
}

// "31 ms", or "4.20 s (45,800/s)" where that is long enough for a rate to mean something.
std::string time_taken(const HuntSummary& summary) {
  constexpr double kShort = 0.1;
  if (summary.seconds < kShort) {
    return fmt::format("{:.0f} ms", std::max(1.0, summary.seconds * 1000));
  }
  return fmt::format("{:.2f} s ({}/s)", summary.seconds, grouped(rounded(per_second(summary))));
}

HuntEnd why_it_ended(const Supervised& supervised, const Claim& claim) {
  if (claim.complete()) {  // also where it was just about to be stopped
    return {.word = "complete", .text = "done"};
  }
  if (supervised.end == SearchEnd::kTime && supervised.disk_is_full) {
    return {.word = "disk", .text = "stopped because the disk is full"};
  }
  switch (supervised.end) {
    case SearchEnd::kFinished:
      return {.word = "exhausted", .text = "done"};
    case SearchEnd::kExecutions:
      return {.word = "executions", .text = "stopped at the limit of --executions"};
    case SearchEnd::kFound:
      return {.word = "finding", .text = "stopped at the first finding"};
    case SearchEnd::kTime:
      return {.word = "time", .text = "stopped when time was up"};
    case SearchEnd::kInterrupted:
      return {.word = "interrupted", .text = "interrupted"};
    case SearchEnd::kVaries:
      return {.word = "varies", .text = "stopped because the program varies"};
    case SearchEnd::kDisk:
      return {.word = "disk", .text = "stopped because heddle cannot read from disk what is left to explore"};
    case SearchEnd::kTrouble:
    case SearchEnd::kOtherwise:
      break;
  }
  return {};
}

bool starts_cold(segment::ResetMode reset) {
  return reset == segment::ResetMode::kSnapshot || reset == segment::ResetMode::kFork ||
         reset == segment::ResetMode::kExec;
}

// What the executions noted, and what the options say.
Ledger ledger_of(const HuntOptions& options, const Supervised& supervised, const Totals& totals,
                 const Coverage& coverage) {
  Ledger ledger = totals.ledger();
  const Options& exploration = options.exploration;
  const auto note_if = [&ledger](bool condition, LedgerRow row, std::uint64_t times = 1) {
    if (condition && !ledger.has(row)) {
      ledger.note(row, times);
    }
  };
  note_if(exploration.points == Points::kSync, LedgerRow::kSyncPoints);
  note_if(coverage.up_to_independence, LedgerRow::kIndependence);
  note_if(exploration.judges_exit == 0, LedgerRow::kExitIgnored);
  note_if(exploration.warmup != 0, starts_cold(supervised.reset) ? LedgerRow::kCold : LedgerRow::kWarm,
          exploration.warmup);
  note_if(!options.arguments.empty(), LedgerRow::kArguments);
  note_if(supervised.disk_is_full, LedgerRow::kDisk);
  note_if(supervised.counts_twice, LedgerRow::kFullMemory);
  const RoundTotals* last = totals.last();  // those before a growth of the point set are not in the ledger
  note_if(last != nullptr && last->made() != 0 && !ledger.has(LedgerRow::kThreads), LedgerRow::kOneThread);
  return ledger;
}

// "[execution] cut" with 3: "3 executions cut".
std::string worded(const LedgerEntry& entry, std::uint64_t count) {
  const std::size_t open = entry.sentence.find('[');
  const std::size_t close = entry.sentence.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos) {
    return std::string(entry.sentence);
  }
  return fmt::format("{}{}{}", entry.sentence.substr(0, open),
                     plural(count, entry.sentence.substr(open + 1, close - open - 1)),
                     entry.sentence.substr(close + 1));
}

ordered_json or_null(const std::string& text) { return text.empty() ? ordered_json() : ordered_json(text); }

// Without their stacks, which are in the finding.
ordered_json operations_of(const FindingFile& finding) {
  ordered_json rows = ordered_json::array();
  for (const ReportedOperation& operation : finding.operations) {
    rows.push_back({{"thread", operation.thread},
                    {"operation", operation.operation},
                    {"variable", or_null(operation.variable.empty() ? operation.memory : operation.variable)},
                    {"file", or_null(operation.file)},
                    {"line", operation.line}});
  }
  return rows;
}

}  // namespace

ordered_json numbers_of_causes(const FindingFile& finding) {
  ordered_json numbers = ordered_json::array();
  for (const ReportedCause& cause : finding.causes) {
    numbers.push_back(cause.number);
  }
  return numbers;
}

ordered_json to_json(const KeptFinding& kept) {
  const FindingFile& finding = kept.finding;
  return {{"kind", name(finding.kind)},
          {"message", finding.message},
          {"file", or_null(finding.file)},
          {"line", finding.line},
          {"signature", hex(finding.signature)},
          {"execution", finding.execution},
          {"preemptions", finding.costs.preemptions},
          {"switches", finding.costs.switches},
          {"minimality", name(finding.minimality)},
          {"path", or_null(kept.path)},
          {"certain", finding.certain},
          {"replayable", finding.replayable},
          {"operations", operations_of(finding)},
          {"causes", numbers_of_causes(finding)}};
}

HuntSummary summarise(const HuntOptions& options, const Supervised& supervised, const Totals& totals,
                      const Coverage& coverage) {
  const RoundTotals last = totals.last() == nullptr ? RoundTotals() : *totals.last();
  HuntSummary summary;
  summary.strategy = options.strategy;
  summary.executions = last.executions;
  summary.beyond_bound = last.beyond_bound + last.out_of_focus;
  summary.pruned = last.pruned;
  summary.re_executions = totals.made() - summary.executions - summary.beyond_bound - summary.pruned;
  summary.repeated = totals.repeated;
  summary.before = totals.before;
  const Strategy::Traits traits = traits_of(options);
  summary.is_numbered = traits.is_numbered;
  summary.seconds = supervised.seconds;
  Coverage words = coverage;
  if (options.exploration.points == Points::kSync) {
    words.guarantee += ", with switches at synchronisation only";
  }
  summary.claim = Claim(std::move(words), ledger_of(options, supervised, totals, coverage));
  summary.focus = options.focus;
  summary.point_set = name_of(options.exploration.points);
  summary.executor = name_of(supervised.executor);
  summary.reset = name_of(supervised.reset);
  summary.peak_rss_kib = supervised.peak_rss_kib;
  summary.trace_problem = supervised.trace_problem;
  summary.workers = options.jobs;
  summary.provokes = (find_strategy(options.strategy)->provokes & kMonitor) != 0;
  summary.provocations = furthest(totals);
  const auto sum = [&totals](auto&& count) {
    std::uint64_t all = 0;
    for (const RoundTotals& round : totals.rounds) {
      all += count(round);
    }
    return all;
  };
  const std::uint64_t cut = sum([](const RoundTotals& round) { return round.endless(); });
  summary.endless = cut == sum([](const RoundTotals& round) { return round.made(); }) ? cut : 0;
  summary.limits = supervised.limits;
  summary.lacks_bound = traits.bounds != Measure::kNothing && supervised.end == SearchEnd::kTime && !totals.varied &&
                        std::ranges::none_of(totals.rounds, &RoundTotals::complete);
  summary.end = why_it_ended(supervised, summary.claim);
  return summary;
}

std::vector<std::string> HuntSummary::advice() const {
  std::vector<std::string> lines;
  if (endless != 0) {
    lines.emplace_back(
        "make the program end by itself, after a few requests or a few rounds of each loop; or set where to cut it: "
        "--steps, --threads");
  }
  const bool fails = std::ranges::any_of(findings, [](const KeptFinding& kept) { return kept.finding.certain; });
  if (lacks_bound && !fails) {
    lines.emplace_back(
        "use a smaller driver (two or three threads, a few operations each), or --focus=FILE, to bring the first bound "
        "within reach");
    std::vector<std::string> names;
    for (const StrategyRow& row : strategies()) {
      if (row.needs_no_bound) {
        names.push_back(fmt::format("--strategy={}", row.name));
      }
    }
    lines.push_back(fmt::format("these find faults without completing a bound: {}", fmt::join(names, ", ")));
  }
  return lines;
}

std::string_view complete_words(const Claim& claim) {
  return claim.ledger().has(LedgerRow::kWeakAtomics) ? "complete for sequentially consistent executions" : "complete";
}

std::vector<std::string> HuntSummary::sentences(Weight weight) const {
  std::vector<std::string> lines;
  for (const LedgerEntry& entry : ledger_table()) {
    if (const std::uint64_t count = claim.ledger().count(entry.row); count != 0 && entry.weight == weight) {
      lines.push_back(worded(entry, count));
      if (entry.row == LedgerRow::kTraceEnd && !trace_problem.empty()) {
        lines.back() += ": " + trace_problem;
      } else if (entry.row == LedgerRow::kVaries && !variation.empty()) {
        lines.back() += ": " + variation;
      } else if (entry.row == LedgerRow::kUnrepeated && !dropped.empty()) {
        lines.back() += ": " + dropped;
      } else if (entry.row == LedgerRow::kUninitialised && !uninitialised.empty()) {
        lines.back() += ": " + uninitialised;
      } else if (entry.row == LedgerRow::kSampledInput && !inputs.empty()) {
        lines.back() += ": " + inputs;
      }
    }
  }
  if (weight == Weight::kAssumed) {
    lines.insert(lines.end(), remarks.begin(), remarks.end());
  }
  return lines;
}

namespace {

std::string listed(std::string_view title, const std::vector<std::string>& lines) {
  std::string text = lines.empty() ? "" : fmt::format("  {}:\n", title);
  for (const std::string& line : lines) {
    text += fmt::format("    {}\n", line);
  }
  return text;
}

ordered_json to_json(const Ledger& ledger) {
  ordered_json rows = ordered_json::array();
  for (const LedgerEntry& entry : ledger_table()) {
    if (const std::uint64_t count = ledger.count(entry.row); count != 0 && entry.weight != Weight::kSilent) {
      rows.push_back({{"row", entry.name}, {"count", count}, {"breaks", entry.weight == Weight::kBreaks}});
    }
  }
  return rows;
}

// "after 16,384 steps, or with 64 threads"
std::string where_cut(const HuntSummary& summary) {
  const Ledger& ledger = summary.claim.ledger();
  const bool by_steps = ledger.has(LedgerRow::kStepLimit);
  const bool by_threads = ledger.has(LedgerRow::kThreadLimit);
  return (by_steps ? fmt::format("after {} steps", grouped(summary.limits.steps)) : "") +
         (by_steps && by_threads ? ", or " : "") +
         (by_threads ? fmt::format("with {} threads", grouped(summary.limits.threads)) : "");
}

}  // namespace

namespace {

// Why there are more executions than the schedules that are said to be covered.
std::string others_line(const HuntSummary& summary) {
  if (!summary.is_numbered || summary.repeated + summary.before == 0) {
    return "";
  }
  std::string text = fmt::format("  {} of them are the schedules above", grouped(summary.executions));
  if (summary.before != 0) {
    text += fmt::format("; {} ran before heddle had seen all shared memory (not counted)", grouped(summary.before));
  }
  if (summary.repeated != 0) {
    text +=
        fmt::format("; {} repeated another one, to check that the program does the same", grouped(summary.repeated));
  }
  return text + "\n";
}

}  // namespace

std::string to_text(const HuntSummary& summary) {
  std::string text;
  if (summary.claim.complete()) {
    text = fmt::format("{}: {}: {}, {}\n", summary.program, complete_words(summary.claim), summary.claim.guarantee(),
                       plural(summary.executions, "execution"));
  } else if (summary.endless != 0) {
    text = fmt::format("{}: no execution came to an end ({}): {} cut {}\n", summary.program, summary.end.text,
                       summary.endless == 1 ? "one was" : fmt::format("all {} were", grouped(summary.endless)),
                       where_cut(summary));
  } else {
    const bool has_gaps = summary.claim.ledger().breaks();
    text = fmt::format("{}: {}; covered{}: {}\n", summary.program, summary.end.text,
                       has_gaps ? ", except for the gaps below" : "", summary.claim.guarantee());
  }
  const auto hints = static_cast<std::uint64_t>(
      std::ranges::count_if(summary.findings, [](const KeptFinding& kept) { return !kept.finding.certain; }));
  text += fmt::format("  {} in {}, {}", plural(made(summary), "execution"), time_taken(summary),
                      findings_text(summary.findings.size() - hints, hints));
  text += summary.suppressed == 0 ? "\n" : fmt::format(", {} suppressed\n", grouped(summary.suppressed));
  text += others_line(summary);
  if (hints != 0 && hints == summary.findings.size()) {
    text += fmt::format("  no failure was found; {} what may go wrong, but has not\n",
                        hints == 1 ? "the hint says" : "the hints say");
  }
  if (!summary.reason_for_reset.empty()) {
    text += fmt::format("  every execution in a process of its own ({} reset): {}\n", summary.reset,
                        summary.reason_for_reset);
  }
  if (!summary.reason_for_executor.empty()) {
    text += fmt::format("  every thread on a kernel thread of its own (kernel executor): {}\n",
                        summary.reason_for_executor);
  }
  if (!summary.unlogged.empty()) {
    text +=
        fmt::format("  the log of the search is not complete ({}): --resume, status and merge miss some of the work\n",
                    summary.unlogged);
  }
  return text + claim_lines(summary) + listed("try", summary.advice());
}

std::string claim_lines(const HuntSummary& summary) {
  return listed("gaps", summary.gaps()) + listed("assuming", summary.assumptions());
}

namespace {

ordered_json to_json(const Provocations& provocations) {
  constexpr std::array kRanks = {"unordered",      "unordered_locked", "ordered",
                                 "ordered_locked", "create_join",      "unknown"};
  static_assert(kRanks.size() == kSuspectRankCount);
  ordered_json conflicts = ordered_json::object();
  for (std::size_t rank = 0; rank < kRanks.size(); ++rank) {
    conflicts[kRanks[rank]] = provocations.conflicts[rank];
  }
  const auto sort = [](std::uint64_t count, const Provocations::Sort& books) {
    return ordered_json{{"seen", count}, {"met", books.met}, {"unmet", books.unmet}, {"pruned", books.pruned}};
  };
  const TraceSize& trace = provocations.trace;
  return {{"conflicts", sort(provocations.suspects() - provocations.cycles, provocations.sorts[0])},
          {"conflicts_by_order", conflicts},
          {"cycles", sort(provocations.cycles, provocations.sorts[1])},
          {"attempts", provocations.attempts},
          {"impatient", provocations.impatient},
          {"trace",
           {{"threads", trace.threads},
            {"accesses", trace.accesses},
            {"calls", trace.calls},
            {"bytes", trace.bytes},
            {"incomplete", provocations.incomplete}}},
          {"descriptors",
           {{"sought", provocations.sought[0]},
            {"found", provocations.found[0]},
            {"sought_elsewhere", provocations.sought[1]},
            {"found_elsewhere", provocations.found[1]}}}};
}

}  // namespace

std::string to_json_text(const HuntSummary& summary) {
  ordered_json findings = ordered_json::array();
  for (const KeptFinding& kept : summary.findings) {
    findings.push_back(to_json(kept));
  }
  ordered_json json{
      {"version", kHuntSummaryVersion},
      {"strategy", summary.strategy},
      {"executions", summary.executions},
      {"re_executions", summary.re_executions},
      {"beyond_bound", summary.beyond_bound},
      {"pruned", summary.pruned},
      {"seconds", summary.seconds},
      {"executions_per_second", per_second(summary)},
      {"complete", summary.claim.complete()},
      {"end", summary.end.word},
      {"guarantee", summary.claim.guarantee()},
      {"gaps", summary.gaps()},
      {"assumptions", summary.assumptions()},
      {"ledger", to_json(summary.claim.ledger())},
      {"advice", summary.advice()},
      {"point_set", summary.point_set},
      {"focus", summary.focus},
      {"executor", summary.executor},
      {"executor_reason", or_null(summary.reason_for_executor)},
      {"reset", summary.reset},
      {"reset_reason", or_null(summary.reason_for_reset)},
      {"workers", summary.workers},
      {"given_up", summary.claim.ledger().count(LedgerRow::kGivenUp)},
      {"peak_rss_kib", summary.peak_rss_kib},
      {"findings", findings},
      {"suppressed", summary.suppressed},
      {"log_problem", or_null(summary.unlogged)},
      {"error", or_null(summary.error)},
      {"exit_code", static_cast<int>(summary.exit_code)},
  };
  if (summary.provokes) {
    json["provoked"] = to_json(summary.provocations);
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string bound_text(const HuntOptions& options, std::uint32_t bound) {
  const Measure measure = traits_of(options).bounds;
  return measure != Measure::kNothing && bound != kNoBound ? at_most(bound, measure) : "";
}

}  // namespace heddle::cli
