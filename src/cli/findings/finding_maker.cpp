#include "cli/findings/finding_maker.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iterator>

#include "cli/findings/run_summary.h"
#include "cli/findings/suppressing.h"
#include "cli/story/story.h"
#include "core/access.h"
#include "core/hash.h"
#include "trace/schedule_file.h"

namespace heddle::cli {
namespace {

// What making one finding short may cost, and all of them.
constexpr std::chrono::milliseconds kMinimiseTime{2000};
constexpr std::uint32_t kMinimiseRuns = 20'000;
// Where what is below has been searched already, in the order in which it would be looked for: enough to leave out
// single deviations, of which there are few.
constexpr std::uint32_t kMinimiseRunsAgain = 500;
constexpr double kMinimiseSeconds = 20;
// Below this it is not begun: there is hardly time to start a process.
constexpr std::chrono::milliseconds kLeastMinimiseTime{50};

// The execution's part of the request.
void put_execution(const SharedSegment& segment, const FindingFile& finding) {
  segment::Request& request = segment.request();
  request.points = finding.point_set;
  request.limits = finding.limits;
  request.reset = finding.reset;
  if (finding.unseen_waits) {
    request.unseen_waits = 1;
    request.executor = segment::ExecutorKind::kKernel;
  }
  request.hunt.options.points = finding.point_set;
  request.hunt.options.warmup = finding.warmup;
  request.hunt.options.detectors = finding.detectors;
  request.fault = finding.outcome.fault;
  request.outcome_kind = static_cast<std::uint32_t>(finding.outcome.kind);
  request.fault_sites[0] = finding.sites[0].value;
  request.fault_sites[1] = finding.sites[1].value;
  segment.put_schedule(finding.schedule);
  segment.put_cells(finding.cells);
}

// Where the runtime has no words for it.
std::string message_of(const Finding& found) {
  return found.fault.kind == FindingKind::kDeadlock ? "no remaining thread can make progress"
                                                    : describe(found.witness.outcome, "");
}

// Why a data race is a hint: by what the threads may order the accesses, for all that heddle knows.
std::string unconfirmed(const SharedSegment& segment) {
  std::vector<std::string> names;
  for (const segment::Module& module : segment.modules()) {
    if (module.unseen != 0) {
      const std::filesystem::path path(segment.text(module.path));
      const std::string name = path.empty() ? "the program" : path.filename().string();
      constexpr std::uint16_t kParts = 3;
      names.push_back(module.instrumented == 0 ? name
                      : module.unseen == kParts
                          ? fmt::format("assembly in {}, or functions that were left out of it", name)
                          : "code linked into " + name);
    }
  }
  constexpr std::size_t kMostNames = 4;
  if (names.size() > kMostNames) {
    const std::string others = fmt::format("and {} others", names.size() - kMostNames);
    names.resize(kMostNames);
    names.push_back(others);
  }
  return fmt::format(
      "not confirmed: heddle could not bring both threads before their accesses at the same time; they may be ordered "
      "by code that is not instrumented: {}",
      readable(fmt::format("{}", fmt::join(names, ", "))));
}

}  // namespace

std::array<SiteId, 2> sites_of(const Fault& fault) {
  return {fault.last().operation.site, fault.earlier().operation.site};
}

namespace {

std::uint64_t fault_of_kill(int signal) { return combine(hash_bytes("killed"), static_cast<std::uint64_t>(signal)); }

}  // namespace

Finding killed_by(int signal, Schedule schedule, std::vector<segment::Cell> cells) {
  Finding found;
  found.fault.kind = FindingKind::kCrash;
  found.fault.signature = fault_of_kill(signal);
  found.witness.outcome.kind = OutcomeKind::kCrash;
  found.witness.outcome.signal = signal;
  found.witness.outcome.fault = found.fault.signature;
  const char* name = sigabbrev_np(signal);
  found.witness.message =
      fmt::format("the process was killed by SIG{}", name == nullptr ? std::to_string(signal) : name);
  // The program may have written over its end.
  const auto wrong = std::ranges::adjacent_find(schedule, std::ranges::greater_equal{}, &Deviation::point);
  schedule.erase(wrong == schedule.end() ? wrong : std::next(wrong), schedule.end());
  found.witness.schedule = std::move(schedule);
  found.witness.cells = std::move(cells);
  return found;
}

bool is_killed(const FindingFile& finding) {
  return finding.outcome.kind == OutcomeKind::kCrash && finding.outcome.fault == fault_of_kill(finding.outcome.signal);
}

bool was_killed(const Execution& execution, const FindingFile& finding) {
  return !execution.ended.exited && !execution.ended.interrupted && !execution.ended.hang &&
         execution.ended.status == finding.outcome.signal &&
         execution.segment.result().phase.load() == segment::Phase::kRunning;
}

void request_replay(const SharedSegment& segment, const FindingFile& finding) {
  put_execution(segment, finding);
  segment.request().record = 1;
}

Repetition compare(const SharedSegment& segment, const FindingFile& finding) {
  const Outcome& again = segment.result().outcome;
  const Outcome& before = finding.outcome;
  if (again.kind != before.kind || again.fault != before.fault) {
    const std::string message = readable(segment.message());
    return {.how = Repeat::kNot, .difference = describe(again, message), .outcome = again, .message = message};
  }
  if (again.event_hash != before.event_hash) {
    return {.how = Repeat::kOtherWay,
            .difference = fmt::format("the same failure, but by another way (event hash {}, before {})",
                                      hex(again.event_hash), hex(before.event_hash))};
  }
  return {};
}

std::uint32_t detectors_of(const Finding& found, const HuntOptions& options) {
  // Where the heap is watched its blocks lie elsewhere, which a program may notice.
  return options.exploration.detectors &
         (found.witness.outcome.kind == OutcomeKind::kDetected ? ~0U : std::uint32_t{kHeapUse});
}

FindingFile FindingMaker::from(const Finding& found) const {
  FindingFile finding;
  finding.kind = found.fault.kind;
  finding.message = found.witness.message.empty() ? message_of(found) : found.witness.message;
  finding.signature = found.fault.signature;
  finding.certain = found.fault.certain;
  finding.outcome = found.witness.outcome;
  finding.detectors = detectors_of(found, options_);
  finding.sites = sites_of(found.fault);
  finding.program = runner_.target().path.string();
  finding.arguments = runner_.arguments();
  if (const char* explore = std::getenv(segment::kExploreName); explore != nullptr) {
    finding.explore = explore;
  }
  finding.build_id = runner_.target().build_id;
  finding.input_bytes = runner_.input().size();
  finding.input_hash = hash_bytes(runner_.input());
  if (runner_.input().size() <= kLargestKeptInput) {
    finding.input = runner_.input();
  }
  finding.point_set = options_.exploration.points;
  finding.cells = found.witness.cells;
  finding.schedule = found.witness.schedule;
  finding.limits = found.witness.limits;
  finding.reset = runner_.options().reset;
  finding.warmup = options_.exploration.warmup;
  finding.unseen_waits = runner_.unseen_waits();
  finding.strategy = found.origin.strategy;
  finding.execution = found.origin.execution;
  finding.bound = found.origin.bound;
  finding.costs = found.witness.costs;
  finding.minimality = found.witness.minimality;
  locate(finding);
  return finding;
}

// By the exploration itself, and completely: with fewer preemptions there is nothing.
bool FindingMaker::searched_from_below(const Finding& found) const {
  const Strategy::Traits traits = traits_of(options_);
  return traits.finds_cheapest && traits.bounds == Measure::kPreemptions && found.origin.bound_below_complete;
}

// Nothing where the process gave no answer.
std::optional<FindingFile> FindingMaker::shortened(const FindingFile& finding, bool from_below,
                                                   std::chrono::milliseconds time) {
  auto segment = runner_.prepare(segment::Mode::kMinimise);
  if (!segment) {
    return std::nullopt;
  }
  put_execution(*segment, finding);
  segment::Request& request = segment->request();
  request.minimise_runs = from_below ? kMinimiseRunsAgain : kMinimiseRuns;
  request.minimise_runs_grown = kMinimiseRuns;
  LaunchOptions launch;
  launch.can_be_asked = true;
  launch.time_limit = time;
  launch.patience = std::chrono::milliseconds(500);
  auto result = runner_.execute(std::move(*segment), std::move(launch));
  const auto* execution = std::get_if<Execution>(&result);
  minimising_ += execution == nullptr ? 0 : execution->ended.seconds;
  if (execution == nullptr || execution->segment.result().phase.load() != segment::Phase::kFinished) {
    return std::nullopt;
  }
  const segment::Minimisation& minimised = execution->segment.result().minimisation;
  const Outcome& outcome = execution->segment.result().outcome;
  if (outcome.kind != finding.outcome.kind || outcome.fault != finding.outcome.fault) {
    return std::nullopt;
  }
  FindingFile shorter = finding;
  shorter.schedule = execution->segment.schedule();
  shorter.outcome = outcome;
  if (minimised.cells > finding.cells.size()) {
    const auto cells = execution->segment.cells(0, minimised.cells);
    shorter.cells.assign(cells.begin(), cells.end());
  }
  shorter.costs = minimised.costs;
  shorter.minimality = minimised.minimality;
  return shorter;
}

// In a fresh process. What is told about the finding comes from there.
Repetition FindingMaker::repeat(FindingFile& finding) {
  auto segment = runner_.prepare(segment::Mode::kSchedule);
  if (!segment) {
    return {.how = Repeat::kNot, .difference = segment.error()};
  }
  request_replay(*segment, finding);
  auto result = runner_.execute(std::move(*segment));
  if (const auto* refusal = std::get_if<Refusal>(&result)) {
    return {.how = Repeat::kNot, .difference = refusal->line};
  }
  const auto& execution = std::get<Execution>(result);
  if (is_killed(finding) && was_killed(execution, finding)) {
    return {};
  }
  if (const auto trouble = runner_.trouble_of(execution)) {
    return {.how = Repeat::kNot, .difference = trouble->line};
  }
  Repetition repetition = compare(execution.segment, finding);
  if (repetition.how != Repeat::kNot) {
    finding.outcome = execution.segment.result().outcome;
    tell_story(execution.segment, runner_.target().path, finding);
    points_ = execution.segment.result().points;
    if (finding.kind == FindingKind::kDataRace && !finding.certain) {
      finding.provoked = unconfirmed(execution.segment);
    }
  }
  return repetition;
}

std::optional<FindingFile> FindingMaker::adopted(const Finding& found, const Repetition& repetition) {
  const Outcome& outcome = repetition.outcome;
  if (repetition.how != Repeat::kNot || !is_failure(outcome.kind) || outcome.kind != found.witness.outcome.kind ||
      outcome.kind == OutcomeKind::kDetected) {
    return std::nullopt;
  }
  Finding other = found;
  other.witness.outcome = outcome;
  other.witness.message = repetition.message;
  other.fault.signature = combine(static_cast<std::uint64_t>(outcome.kind), outcome.fault);
  FindingFile finding = from(other);
  return repeat(finding).how == Repeat::kNot ? std::nullopt : std::optional(std::move(finding));
}

// The execution came to where both threads could go on, and the one that was caught went first. Nothing where it cannot
// be made to go on in this order.
std::optional<ReportedOrder> FindingMaker::try_order(const FindingFile& finding,
                                                     std::span<const ThreadId> order) const {
  std::uint32_t point = points_ - 1;
  FindingFile whole = finding;
  std::erase_if(whole.schedule, [point](const Deviation& deviation) { return deviation.point >= point; });
  for (const ThreadId thread : order) {
    whole.schedule.push_back({.point = point++, .take = {.thread = thread}});
  }
  whole.outcome = {};
  whole.detectors &= kHeapUse;
  if (whole.detectors != 0) {  // memory used outside of its life is harm, whether or not the program notices
    whole.outcome.kind = OutcomeKind::kDetected;
    whole.outcome.fault = kAnyFault;
  }
  auto segment = runner_.prepare(segment::Mode::kSchedule);
  if (!segment) {
    return std::nullopt;
  }
  put_execution(*segment, whole);
  auto result = runner_.execute(std::move(*segment));
  const auto* execution = std::get_if<Execution>(&result);
  if (execution == nullptr || execution->segment.result().phase.load() != segment::Phase::kFinished) {
    return std::nullopt;
  }
  const Outcome& outcome = execution->segment.result().outcome;
  if (outcome.kind == OutcomeKind::kDiverged) {
    return std::nullopt;
  }
  return ReportedOrder{.first = order.front().value,
                       .failed = is_failure(outcome.kind),
                       .outcome = outcome.kind == OutcomeKind::kDetected
                                      ? execution->segment.message()
                                      : describe(outcome, readable(execution->segment.message()))};
}

void FindingMaker::try_orders(FindingFile& finding) const {
  if (finding.operations.size() != 2 || !finding.operations[0].pending || points_ == 0) {
    return;
  }
  const ThreadId pending{finding.operations[0].thread};
  const ThreadId caught{finding.operations[1].thread};
  for (const std::array<ThreadId, 2>& both : {std::array{caught, pending}, std::array{pending, caught}}) {
    auto order = try_order(finding, both);
    if (!order) {  // when the first has made its access, there may be nothing to choose
      order = try_order(finding, std::span(both).first(1));
    }
    if (order) {
      finding.orders.push_back(*std::move(order));
    }
  }
}

Suppressible FindingMaker::look_at(const Finding& found) const {
  const FindingFile finding = from(found);
  auto segment = runner_.prepare(segment::Mode::kSchedule);
  if (segment) {
    request_replay(*segment, finding);
    auto result = runner_.execute(std::move(*segment));
    const auto* execution = std::get_if<Execution>(&result);
    if (execution != nullptr && compare(execution->segment, finding).how != Repeat::kNot) {
      return names_of(execution->segment, runner_.target().path, finding);
    }
  }
  return {.kind = found.fault.kind,
          .stacks = {{{.module = {}, .function = {}, .file = finding.file, .line = finding.line}}},
          .variables = {}};
}

bool FindingMaker::has_race(const FindingFile& failure, const FindingFile& race) const {
  FindingFile until_race = failure;
  until_race.outcome = race.outcome;
  until_race.sites = race.sites;
  until_race.detectors = race.detectors;
  auto segment = runner_.prepare(segment::Mode::kSchedule);
  if (!segment) {
    return false;
  }
  put_execution(*segment, until_race);
  auto result = runner_.execute(std::move(*segment));
  const auto* execution = std::get_if<Execution>(&result);
  if (execution == nullptr || execution->segment.result().phase.load() != segment::Phase::kFinished) {
    return false;
  }
  const Outcome& outcome = execution->segment.result().outcome;
  return outcome.kind == OutcomeKind::kDetected && outcome.fault == race.outcome.fault;
}

Minimality FindingMaker::judge(const Finding& found, const FindingFile& finding) const {
  if (options_.exploration.tolerate != 0) {
    // Of a program that varies nothing is known for sure.
    return std::max(finding.minimality, Minimality::kLocal);
  }
  return searched_from_below(found) && found.origin.bound == finding.costs.preemptions ? Minimality::kProved
                                                                                       : finding.minimality;
}

MadeFinding FindingMaker::make(const Finding& found, Clock::time_point until) {
  FindingFile finding = from(found);
  std::optional<FindingFile> shorter;
  // A third is for repeating it, another one for what else is done with it.
  const auto share = std::chrono::duration_cast<std::chrono::milliseconds>((until - Clock::now()) / 3);
  const auto time = std::min(share, kMinimiseTime);
  if (!hurries_ && minimising_ < kMinimiseSeconds && !is_killed(finding) && time >= kLeastMinimiseTime) {
    shorter = shortened(finding, searched_from_below(found), time);
    if (take_interrupt()) {
      was_interrupted_ = hurries_ = true;
    }
  }
  Repetition repetition;
  if (shorter && repeat(*shorter).how == Repeat::kSame) {
    finding = *std::move(shorter);
  } else {
    repetition = repeat(finding);
    if (auto other = adopted(found, repetition)) {
      finding = *std::move(other);
      repetition.how = Repeat::kOtherWay;
    }
  }
  if (!hurries_ && repetition.how == Repeat::kSame && Clock::now() < until) {
    try_orders(finding);
  }
  if (interrupted()) {
    was_interrupted_ = true;
    finding.variation = "nothing yet, it was interrupted";
  } else if (repetition.how == Repeat::kNot && !runner_.has_time()) {
    was_late_ = true;
    finding.variation = "nothing yet, the time was up before it was repeated";
  }
  finding.minimality = judge(found, finding);
  return {.finding = std::move(finding), .repetition = std::move(repetition)};
}

}  // namespace heddle::cli
