#include "cli/hunt_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "cli/text.h"
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

HuntEnd why_it_ended(const Supervised& supervised, bool complete) {
  if (complete) {  // also where it was just about to be stopped
    return {.word = "complete", .text = "nothing is left to explore"};
  }
  if (supervised.end == SearchEnd::kTime && supervised.disk_is_full) {
    return {.word = "disk", .text = "the disk is full"};
  }
  switch (supervised.end) {
    case SearchEnd::kFinished:
      return {.word = "exhausted", .text = "nothing is left to explore"};
    case SearchEnd::kExecutions:
      return {.word = "executions", .text = "all executions asked for are made"};
    case SearchEnd::kFound:
      return {.word = "finding", .text = "the first finding"};
    case SearchEnd::kTime:
      return {.word = "time", .text = "time is up"};
    case SearchEnd::kInterrupted:
      return {.word = "interrupted", .text = "interrupted"};
    case SearchEnd::kVaries:
      return {.word = "varies", .text = "the program varies"};
    case SearchEnd::kDisk:
      return {.word = "disk", .text = "what is left cannot be read from disk"};
    case SearchEnd::kTrouble:
    case SearchEnd::kOtherwise:
      break;
  }
  return {};
}

std::vector<std::string> assumptions_of(const HuntOptions& options, const Supervised& supervised,
                                        const RoundTotals& last) {
  std::vector<std::string> lines = {"only sequentially consistent executions are explored",
                                    "code that is not instrumented runs without being interrupted",
                                    "this input, these arguments and this environment"};
  switch (options.exploration.points) {
    case Points::kShared:
      lines.emplace_back(
          "threads are switched at synchronisation and at accesses to memory that an execution showed to be shared");
      break;
    case Points::kSync:
      lines.emplace_back("threads are switched at synchronisation only: there is no data race");
      if (supervised.preloaded) {
        lines.emplace_back("nothing of the program is instrumented: its accesses to memory are not seen");
      }
      break;
    case Points::kAll:
      break;
  }
  if (supervised.unseen_waits != 0) {
    lines.push_back(
        fmt::format("a thread that reached nothing heddle sees for a while waited ({} times): it was blocked "
                    "until another thread had done something",
                    grouped(supervised.unseen_waits)));
  }
  if (options.exploration.prune != 0) {
    lines.emplace_back("of executions that differ only in the order of independent operations, one is enough");
  }
  if (options.exploration.tolerate != 0) {
    lines.emplace_back("differences between two executions of one schedule are tolerated: nothing is complete");
  }
  if (last.diverged != 0) {
    lines.push_back(fmt::format("{} did not follow the schedule: what lies behind was not explored",
                                plural(last.diverged, "execution")));
  }
  if (options.exploration.judges_exit == 0) {
    lines.emplace_back("an exit status other than 0 is no failure");
  }
  const bool starts_cold = supervised.reset == segment::ResetMode::kSnapshot ||
                           supervised.reset == segment::ResetMode::kFork ||
                           supervised.reset == segment::ResetMode::kExec;
  if (options.exploration.warmup != 0 && starts_cold) {
    lines.emplace_back("no state is warm: there is no test loop, so --warmup has no effect");
  } else if (options.exploration.warmup != 0) {
    lines.push_back(fmt::format("the state after {} to warm up", plural(options.exploration.warmup, "execution")));
  }
  if (supervised.focus_unknown) {
    lines.emplace_back("code of libraries that are loaded while the program runs is outside of the focus");
  }
  if (!supervised.trace_problem.empty()) {
    lines.push_back("what was recorded of an execution lacks its end: " + supervised.trace_problem);
  }
  if (supervised.foreign_threads) {
    lines.emplace_back(
        "data races were not looked for: a library that is not instrumented makes threads, and orders what they do in "
        "ways that are not seen");
  }
  if (last.step_limited != 0) {
    lines.push_back(fmt::format("{} ended at the limit of {}, without a verdict",
                                plural(last.step_limited, "execution"), plural(options.steps, "step")));
  }
  if (last.given_up != 0) {
    lines.push_back(fmt::format("{} took the process with it, without a verdict: what lies behind was not explored",
                                plural(last.given_up, "execution")));
  }
  return lines;
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
          {"preemptions", finding.preemptions},
          {"switches", finding.switches},
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
  summary.seconds = supervised.seconds;
  summary.complete = coverage.complete && options.exploration.points != Points::kSync;
  summary.guarantee = coverage.guarantee;
  if (supervised.unseen_waits != 0) {
    summary.complete = false;
    summary.guarantee += ", as far as waits that heddle does not see are what they seem";
  }
  if (options.exploration.points == Points::kSync) {
    summary.guarantee += ", with switches at synchronisation only";
  }
  summary.assumptions = assumptions_of(options, supervised, last);
  summary.focus = options.focus;
  summary.point_set = name_of(options.exploration.points);
  summary.executor = name_of(supervised.executor);
  summary.reset = name_of(supervised.reset);
  summary.peak_rss_kib = supervised.peak_rss_kib;
  summary.step_limited = last.step_limited;
  summary.given_up = last.given_up;
  summary.workers = options.jobs;
  summary.provokes = (find_strategy(options.strategy)->provokes & kMonitor) != 0;
  summary.provocations = furthest(totals);
  summary.end = why_it_ended(supervised, summary.complete);
  return summary;
}

std::string to_text(const HuntSummary& summary) {
  std::string text;
  if (summary.complete) {
    text = fmt::format("{}: complete: {}, {}\n", summary.program, summary.guarantee,
                       plural(summary.executions, "execution"));
  } else {
    text = fmt::format("{}: not complete ({}); covered: {}\n", summary.program, summary.end.text, summary.guarantee);
  }
  const auto hints = static_cast<std::uint64_t>(
      std::ranges::count_if(summary.findings, [](const KeptFinding& kept) { return !kept.finding.certain; }));
  text += fmt::format("  {} in {:.2f} s ({}/s), {}", plural(made(summary), "execution"), summary.seconds,
                      grouped(rounded(per_second(summary))), findings_text(summary.findings.size() - hints, hints));
  text += summary.suppressed == 0 ? "\n" : fmt::format(", {} suppressed\n", grouped(summary.suppressed));
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
  text += "  assuming:\n";
  for (const std::string& assumption : summary.assumptions) {
    text += fmt::format("    {}\n", assumption);
  }
  return text;
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
      {"complete", summary.complete},
      {"end", summary.end.word},
      {"guarantee", summary.guarantee},
      {"assumptions", summary.assumptions},
      {"point_set", summary.point_set},
      {"focus", summary.focus},
      {"executor", summary.executor},
      {"executor_reason", or_null(summary.reason_for_executor)},
      {"reset", summary.reset},
      {"reset_reason", or_null(summary.reason_for_reset)},
      {"workers", summary.workers},
      {"given_up", summary.given_up},
      {"peak_rss_kib", summary.peak_rss_kib},
      {"findings", findings},
      {"suppressed", summary.suppressed},
      {"error", or_null(summary.error)},
      {"exit_code", static_cast<int>(summary.exit_code)},
  };
  if (summary.provokes) {
    json["provoked"] = to_json(summary.provocations);
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::cli
