#include "cli/commands/free_hunt.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/base/limits.h"
#include "cli/base/text.h"
#include "cli/findings/finding_maker.h"
#include "cli/findings/run_summary.h"
#include "cli/findings/suppressing.h"
#include "cli/records/hunt_progress.h"
#include "cli/records/hunt_record.h"
#include "cli/story/story.h"
#include "cli/target/process.h"
#include "cli/target/shared_segment.h"
#include "cli/target/standard_input.h"
#include "cli/target/target_runner.h"
#include "core/hash.h"
#include "core/suspect.h"
#include "engine/totals.h"
#include "strategies/watchpoints.h"

namespace heddle::cli {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// Of [WP] 3.4: somewhat longer than the recorded execution took.
constexpr double kPatienceFactor = 1.2;
constexpr milliseconds kLeastPatience{20};
// Longer than that, beside what a thread is held for, an execution that is provoked does not end.
constexpr std::int64_t kEndlessFactor = 20;
constexpr milliseconds kLeastEndless{3000};

// A conflict that is to be provoked.
struct Target {
  Suspect suspect;
  std::uint32_t only = 0;  // the access before which a thread is held, by bit; 0: whichever comes first
};

class FreeHunt {
 public:
  FreeHunt(const HuntOptions& options, const TargetFile& target, ResultFolder folder)
      : options_(options),
        runner_(target, options, options.arguments),
        maker_(runner_, options),
        record_(options, std::move(folder)),
        progress_(options) {
    totals_.rounds.emplace_back();
  }

  ExitCode go();

 private:
  [[nodiscard]] std::optional<Refusal> prepare();
  [[nodiscard]] std::optional<Refusal> search();
  // One execution that shows conflicts; those that are new become targets.
  [[nodiscard]] std::optional<Refusal> watch();
  [[nodiscard]] std::optional<Refusal> provoke(const Target& target);
  [[nodiscard]] std::optional<Refusal> run(const SharedSegment& segment, milliseconds limit, Ended& ended);
  void take_suspects(const SharedSegment& segment);
  // A race, and how the execution ended, where that is a failure.
  [[nodiscard]] std::optional<Refusal> take_findings(const SharedSegment& segment, const Ended& ended);
  [[nodiscard]] std::optional<Refusal> take(const SharedSegment& segment, FindingFile finding);
  [[nodiscard]] std::optional<FindingFile> failure_of(const SharedSegment& segment, const Ended& ended) const;
  [[nodiscard]] FindingFile finding(Finding found) const;
  [[nodiscard]] bool is_over();
  [[nodiscard]] milliseconds left() const;
  void summarise_all();
  [[nodiscard]] Provocations& books() { return totals_.rounds.back().provocations; }

  const HuntOptions& options_;
  TargetRunner runner_;
  FindingMaker maker_;
  HuntRecord record_;
  HuntProgress progress_;
  Totals totals_;
  Clock::time_point start_ = Clock::now();
  std::optional<SearchEnd> end_;
  std::deque<Target> targets_;
  std::set<std::uint64_t> known_;  // suspects, by signature
  std::set<std::uint64_t> found_;  // findings, likewise
  nanoseconds patience_{kLeastPatience};
  std::uint64_t endless_ = 0;     // executions that were ended
  std::uint64_t unrecorded_ = 0;  // recorded executions that said nothing
  std::uint64_t peak_rss_kib_ = 0;
  std::string trace_problem_;
};

std::optional<Refusal> FreeHunt::prepare() {
  if (!runner_.target().preload.empty()) {
    return Refusal{
        kExitUsage,
        fmt::format(
            "--free does not go with {}: it is not built with heddle, so heddle sees none of its memory accesses",
            runner_.target().path.string())};
  }
  if (const auto refusal = record_.prepare()) {
    return refusal;
  }
  auto input = read_standard_input(segment::kInputCapacity, options_.quiet);
  if (!input) {
    return Refusal{kExitUsage, input.error()};
  }
  runner_.set_input(std::move(*input));
  return std::nullopt;
}

milliseconds FreeHunt::left() const {
  return std::chrono::duration_cast<milliseconds>(options_.time - (Clock::now() - start_));
}

bool FreeHunt::is_over() {
  const std::uint64_t wanted = options_.exploration.executions;
  if (interrupted()) {
    end_ = SearchEnd::kInterrupted;
  } else if (!record_.summary().findings.empty() && options_.exploration.all == 0) {
    end_ = SearchEnd::kFound;
  } else if (left() <= milliseconds::zero()) {
    end_ = SearchEnd::kTime;
  } else if (wanted != 0 && totals_.made() >= wanted) {
    end_ = SearchEnd::kExecutions;
  }
  return end_.has_value();
}

// The request's other parts are there.
std::optional<Refusal> FreeHunt::run(const SharedSegment& segment, milliseconds limit, Ended& ended) {
  LaunchOptions launch;
  launch.arguments = runner_.arguments();
  launch.hang_timeout = std::chrono::hours(1000);  // it may wait for whatever it likes
  launch.time_limit = std::max(limit, milliseconds{1});
  launch.patience = milliseconds::zero();
  launch.tick = [this] {
    SearchProgress so_far;
    so_far.totals = &totals_;
    so_far.left = targets_.size();
    so_far.findings = record_.summary().findings.size();
    so_far.workers = so_far.busy = 1;
    progress_.tick(so_far);
  };
  auto result = run_process(runner_.target(), launch, segment);
  if (auto* refusal = std::get_if<Refusal>(&result)) {
    return std::move(*refusal);
  }
  ended = std::get<Ended>(std::move(result));
  peak_rss_kib_ = std::max(peak_rss_kib_, ended.peak_rss_kib);
  if (ended.timed_out && left() > milliseconds::zero()) {
    ++endless_;
  }
  switch (segment.result().phase.load()) {
    case segment::Phase::kNotStarted:
      return Refusal{
          kExitCannotExplore,
          fmt::format("{} never reached heddle's runtime: {}", runner_.target().path.string(),
                      ended.early_error.empty() ? "is it linked statically, or built by a heddle without --free?"
                                                : readable(ended.early_error))};
    case segment::Phase::kDenied:
      return cannot_work_here(segment.message());
    case segment::Phase::kInternalError:
      return Refusal{kExitInternalError, segment.message()};
    default:
      return std::nullopt;
  }
}

void FreeHunt::take_suspects(const SharedSegment& segment) {
  const segment::ParallelResult& result = segment.result().parallel;
  std::span<const std::byte> bytes(segment.commit_area(),
                                   std::min<std::size_t>(result.suspect_bytes, segment::kCommitCapacity));
  Suspect suspect;
  while (!bytes.empty() && decode(bytes, suspect)) {
    if (suspect.kind != SuspectKind::kConflict || !known_.insert(signature(suspect)).second) {
      continue;
    }
    if (options_.settings.has(kPruneOrdered) && suspect.rank == SuspectRank::kCreateJoin) {
      ++books().conflicts[static_cast<std::size_t>(suspect.rank)];
      ++books().sorts[0].pruned;
      continue;
    }
    ++books().open;
    targets_.push_back({.suspect = std::move(suspect)});
  }
  books().open += result.suspects_lost;
  Provocations recorded;
  recorded.trace = result.trace;
  recorded.incomplete = result.trace.incomplete;
  books() += recorded;
  if (trace_problem_.empty()) {
    trace_problem_ = one_line(segment.result().hunt.trace_problem);
  }
}

std::optional<Refusal> FreeHunt::watch() {
  auto segment = runner_.prepare(segment::Mode::kParallel);
  if (!segment) {
    return cannot_work_here(segment.error());
  }
  segment->request().hunt.options = options_.exploration;
  const std::string trace = (std::filesystem::absolute(record_.folder().path()) / "trace").string();
  if (trace.size() < sizeof segment->request().hunt.trace_file) {
    trace.copy(segment->request().hunt.trace_file, trace.size());
  }
  Ended ended;
  if (const auto refusal = run(*segment, left(), ended)) {
    return refusal;
  }
  ++totals_.rounds.back().executions;
  if (segment->result().phase.load() == segment::Phase::kFinished) {
    const auto took = nanoseconds(segment->result().parallel.nanoseconds);
    const auto wanted = std::chrono::duration_cast<nanoseconds>(took * kPatienceFactor);
    patience_ = std::max({patience_, wanted, nanoseconds(kLeastPatience)});
    take_suspects(*segment);
  } else {
    ++unrecorded_;
  }
  return take_findings(*segment, ended);
}

std::optional<Refusal> FreeHunt::provoke(const Target& target) {
  auto segment = runner_.prepare(segment::Mode::kParallel);
  if (!segment) {
    return cannot_work_here(segment.error());
  }
  std::vector<std::byte> bytes;
  encode(target.suspect, bytes);
  if (bytes.size() > segment::kLeaseCapacity) {
    return Refusal{kExitInternalError, "a conflict has a call stack that is too deep"};
  }
  std::memcpy(segment->lease_area(), bytes.data(), bytes.size());
  segment::ParallelRequest& request = segment->request().parallel;
  request.suspect_bytes = bytes.size();
  request.patience = static_cast<std::uint64_t>(patience_.count());
  request.only = target.only;
  const milliseconds usual = std::chrono::duration_cast<milliseconds>(patience_) * (kEndlessFactor + 1);
  Ended ended;
  if (const auto refusal = run(*segment, std::min(left(), std::max(usual, kLeastEndless)), ended)) {
    return refusal;
  }
  ++totals_.rounds.back().provoked;
  ++books().attempts;
  const segment::ParallelResult& result = segment->result().parallel;
  const bool has_met = result.met != 0;
  if (!has_met && target.only == 0 && result.held != 0 && (result.held & 3U) != 3U) {
    // The thread that came first was held: now the other one.
    targets_.push_front({.suspect = target.suspect, .only = 3U & ~result.held});
  } else {
    ++(has_met ? books().sorts[0].met : books().sorts[0].unmet);
    ++books().conflicts[static_cast<std::size_t>(target.suspect.rank)];
    --books().open;
  }
  return take_findings(*segment, ended);
}

FindingFile FreeHunt::finding(Finding found) const {
  found.origin.strategy = options_.strategy;
  FindingFile made = maker_.from(found);
  made.replayable = false;
  return made;
}

// Not by us.
std::optional<FindingFile> FreeHunt::failure_of(const SharedSegment& segment, const Ended& ended) const {
  if (ended.timed_out || ended.interrupted || ended.hang || (ended.exited && ended.status == 0)) {
    return std::nullopt;
  }
  Finding found;
  if (!ended.exited) {
    found = killed_by(ended.status, {}, {});
    const std::string assertion = readable(one_line(segment.result().parallel.assertion));
    if (!assertion.empty() && ended.status == SIGABRT) {
      found.fault.kind = FindingKind::kAssertion;
      found.fault.signature = hash_bytes(assertion);
      found.witness.outcome.kind = OutcomeKind::kAssertion;
      found.witness.outcome.fault = found.fault.signature;
      found.witness.message = assertion;
    }
  } else if (options_.exploration.judges_exit != 0) {
    found.fault.kind = FindingKind::kExit;
    found.fault.signature = mix(static_cast<std::uint64_t>(ended.status));
    found.witness.outcome.kind = OutcomeKind::kExit;
    found.witness.outcome.exit_status = ended.status;
    found.witness.outcome.fault = found.fault.signature;
  } else {
    return std::nullopt;
  }
  found.origin.execution = totals_.made();
  FindingFile failure = finding(std::move(found));
  failure.output = ended.early_error;
  return failure;
}

std::optional<Refusal> FreeHunt::take(const SharedSegment& segment, FindingFile finding) {
  if (!found_.insert(finding.signature).second) {
    return std::nullopt;
  }
  const bool matters = !record_.suppressions().empty() || record_.generates_suppressions();
  const Suppressible names = matters ? names_of(segment, runner_.target().path, finding) : Suppressible();
  if (!record_.suppressions().empty() && record_.suppressions().match(names)) {
    ++record_.summary().suppressed;
    return std::nullopt;
  }
  if (record_.generates_suppressions()) {
    record_.generate_suppression(finding, names);
  }
  return record_.keep(std::move(finding));
}

std::optional<Refusal> FreeHunt::take_findings(const SharedSegment& segment, const Ended& ended) {
  if (segment.result().parallel.met != 0) {
    const segment::Result& result = segment.result();
    Finding found;
    found.fault = result.detected.fault;
    found.fault.signature = result.outcome.fault;
    found.witness.outcome = result.outcome;
    found.witness.message = readable(segment.message());
    found.origin.execution = totals_.made();
    FindingFile race = finding(std::move(found));
    tell_story(segment, runner_.target().path, race);
    race.handover.reset();  // nobody has looked
    race.story.clear();
    race.output = ended.early_error;
    if (const auto refusal = take(segment, std::move(race))) {
      return refusal;
    }
  }
  if (auto failure = failure_of(segment, ended)) {
    return take(segment, *std::move(failure));
  }
  return std::nullopt;
}

std::optional<Refusal> FreeHunt::search() {
  std::optional<Refusal> first;
  bool is_new = true;
  while (!is_over() && is_new) {
    first = watch();
    is_new = !targets_.empty();
    while (!first && !targets_.empty() && !is_over()) {
      const Target target = std::move(targets_.front());
      targets_.pop_front();
      first = provoke(target);
    }
    if (first) {
      end_ = SearchEnd::kTrouble;
      return first;
    }
  }
  if (unrecorded_ != 0 && unrecorded_ == totals_.rounds.back().executions && record_.summary().findings.empty() &&
      end_ != SearchEnd::kInterrupted) {
    return Refusal{
        kExitCannotExplore,
        fmt::format("{} did not exit within {:.1f} s, so there is no recording to analyse: does it need more "
                    "time (--time=), wait for ever, or execute another program?",
                    runner_.target().path.string(), std::chrono::duration<double>(Clock::now() - start_).count())};
  }
  if (end_ == SearchEnd::kInterrupted) {
    return Refusal{kExitInterrupted, fmt::format("interrupted after {}", plural(totals_.made(), "execution"))};
  }
  return std::nullopt;
}

void FreeHunt::summarise_all() {
  Supervised supervised;
  supervised.end = end_.value_or(SearchEnd::kFinished);
  supervised.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  supervised.peak_rss_kib = peak_rss_kib_;
  const std::uint64_t recorded = totals_.rounds.back().executions;
  const Coverage coverage{.extent = Extent::kPart,
                          .guarantee = plural(recorded, "recorded execution") + ", and what was provoked from " +
                                       (recorded == 1 ? "it" : "them") + what_was_provoked(books())};
  HuntSummary summary = summarise(options_, supervised, totals_, coverage);
  summary.program = runner_.target().name;
  summary.executor = "free";
  summary.reset = "process";
  summary.point_set = "none";
  summary.workers = 1;
  summary.remarks = {"the kernel ran the threads in parallel, uncontrolled: nothing can be replayed",
                     fmt::format("heddle held a thread for at most {} ms, and missed accesses that came later",
                                 std::chrono::duration_cast<milliseconds>(patience_).count()),
                     "heddle does not see accesses of code that is not instrumented, or loaded while the program runs"};
  if (unrecorded_ != 0) {
    summary.remarks.push_back(fmt::format("{} did not exit in a way that heddle sees, and left no recording to analyse",
                                          plural(unrecorded_, "recorded execution")));
  }
  if (endless_ != 0) {
    summary.remarks.push_back(
        fmt::format("{} did not end in time: stopped, without a verdict", plural(endless_, "execution")));
  }
  if (!trace_problem_.empty()) {
    summary.remarks.push_back("the recording of an execution lacks its end: " + trace_problem_);
  }
  summary.findings = std::move(record_.summary().findings);
  summary.suppressed = record_.summary().suppressed;
  record_.summary() = std::move(summary);
}

ExitCode FreeHunt::go() {
  watch_for_interrupts();
  if (const auto refusal = prepare()) {
    return fail(*refusal);
  }
  const std::optional<Refusal> trouble = search();
  summarise_all();
  record_.conclude(trouble, "");
  return record_.finish();
}

}  // namespace

ExitCode hunt_freely(const HuntOptions& options, const TargetFile& target, ResultFolder folder) {
  return FreeHunt(options, target, std::move(folder)).go();
}

}  // namespace heddle::cli
