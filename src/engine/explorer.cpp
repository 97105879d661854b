#include "engine/explorer.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/hash.h"
#include "engine/chunks.h"
#include "engine/confirmer.h"
#include "engine/continuation.h"
#include "engine/divergence.h"
#include "engine/event_hash.h"
#include "engine/recording_controller.h"
#include "engine/search.h"

namespace heddle {

namespace {

// Events kept to find the first that differs; a difference behind them is noticed by the hash of the whole.
constexpr std::size_t kLogged = std::size_t{1} << 18U;
constexpr std::uint64_t kCheckedAtFirst = 8;
constexpr int kRepetitionsOfFirst = 5;
// Reading the clock takes longer than some executions: not for every one.
constexpr std::uint64_t kTimedAtFirst = 16;
constexpr std::uint64_t kTimed = 64;
constexpr std::size_t kMostContents = 1'000'000;  // beyond these, conflicts are looked for once more
// Something that varies may not do so every time.
constexpr int kVariationAttempts = 8;

[[nodiscard]] std::uint64_t hash_of(const Event& event) {
  EventHash hash;
  hash.add(event);
  return hash.value();
}

}  // namespace

Explorer::Explorer(Executor& executor, Strategy& strategy, std::span<Detector* const> detectors, Frontier& frontier,
                   Host& host, const ExplorerOptions& options)
    : executor_(executor),
      strategy_(strategy),
      detectors_(detectors),
      frontier_(frontier),
      host_(host),
      options_(options),
      costs_(options.checkpoints) {}

LeaseEnd Explorer::explore(const LeaseTerms& terms) {
  const LeaseEnd end = explore_all(terms);
  tally_.cut = frontier_.cut_count();
  tally_.growth = frontier_.growth();
  tally_.provocations = frontier_.provocations();
  if (uninitialised_) {
    tally_.ledger.note(LedgerRow::kUninitialised);
  }
  if (frontier_.reached().overflowed()) {
    tally_.ledger.note(LedgerRow::kFullMemory);
  }
  host_.add_notes(tally_.ledger);
  return end;
}

LeaseEnd Explorer::explore_all(const LeaseTerms& terms) {
  terms_ = terms;
  tally_ = {};
  found_ = 0;
  for (;;) {
    if (!host_.goes_on(tally_, frontier_)) {
      return LeaseEnd::kStopped;
    }
    if (tally_.made() >= terms_.executions || !frontier_.take(target_)) {
      return LeaseEnd::kFinished;
    }
    if (!explore_target()) {
      return LeaseEnd::kNondeterministic;
    }
    if (found_ != 0 && !options_.all) {
      return LeaseEnd::kFound;
    }
    if (executor_.grow_points()) {
      forget_unconfirmed();
      return LeaseEnd::kGrown;
    }
  }
}

// False: the program turned out to be nondeterministic.
bool Explorer::explore_target() {
  purpose_ = Purpose::kExplore;
  unconfirmed_.clear();
  elsewhere_.clear();
  is_under_way_ = false;
  made_elsewhere_ = 0;
  frontier_.begin_execution();
  abandoned_ = false;
  branched_ = false;
  saw_sharing_ = false;
  const bool is_timed = options_.checkpoints == Checkpoints::kAuto && (begun_ < kTimedAtFirst || begun_ % kTimed == 0);
  ++begun_;
  started_ = is_timed ? executor_.now() : 0;
  waited_ = 0;
  const Outcome outcome = terms_.record == 0 ? executor_.execute(*this) : execute_recorded();
  if (in_branch_) {
    hand_over(outcome);
  }
  if (started_ != 0 && steps_ != 0) {
    costs_.made(executor_.now() - first_at_ - waited_, outcome.steps);
  }
  if (abandoned_) {
    keep_branches();
    return true;
  }
  frontier_.spend(outcome.steps);
  tally_.steps += outcome.steps;
  count(outcome);
  for (const Fault& fault : faults_) {
    if (!fault.has_place()) {
      host_.seen(fault, executor_.last_words());
    }
  }
  name_last();
  const std::uint64_t number = terms_.made_before + tally_.made();
  const bool diverged = diverged_;
  // One that was cut for its time alone would take as long again.
  const bool checks = !pruned_ && outcome.kind != OutcomeKind::kStuck && (is_due(made_) || was_due_);
  was_due_ = was_due_ && !checks;
  if (diverged || (checks && !repeats(outcome))) {
    if (!diverged && faults_.empty() && varies_by_fresh_memory(outcome)) {
      note_uninitialised();
    } else if (!goes_on_varied()) {
      tally_.ledger.note(LedgerRow::kUnrepeated, faults_.empty() ? 0 : 1);
      return false;
    }
  }
  // Keeping one executes, which may report: over those of the first execution.
  const std::vector<Fault> faults = faults_;
  keep_branches();
  for (const Fault& fault : faults) {
    keep(fault, outcome, number);
  }
  return true;
}

Outcome Explorer::execute_recorded() {
  const RecordPlace place = host_.record_place();
  RecordingController recording(*this, place.deviations);
  recording.publish(place.size);
  return executor_.execute(recording);
}

// Of those that were made on the way: before the trunk's own, which came last.
void Explorer::keep_branches() {
  if (elsewhere_.empty()) {
    return;
  }
  const std::vector<Elsewhere> all = std::move(elsewhere_);
  elsewhere_.clear();
  const Target own = again_;
  for (const Elsewhere& one : all) {
    again_ = one.target;
    keep(one.fault, one.outcome, one.number);
  }
  again_ = own;
}

// Before another execution of the lease.
bool Explorer::should_stop() const {
  return saw_sharing_ || frontier_.is_spent() || tally_.made() >= terms_.executions ||
         (!elsewhere_.empty() && !options_.all) || !host_.goes_on(tally_, frontier_);
}

// At the place where a sibling leaves the execution under way. Depth-first, what comes of one is made before the next.
Way Explorer::branch(std::uint32_t step, bool is_last) {
  if (options_.checkpoints == Checkpoints::kNever || purpose_ != Purpose::kExplore || terms_.record != 0 ||
      frontier_.order() == Order::kDepth) {
    return Way::kHere;
  }
  if (passed_by_ < made_elsewhere_) {
    ++passed_by_;  // before the trunk had to begin again
    return Way::kNext;
  }
  if (branched_ && should_stop()) {
    abandoned_ = true;
    return Way::kStop;
  }
  if (is_last || !costs_.pays(step)) {
    return Way::kHere;
  }
  const Way way = make_branch(step);
  if (way == Way::kNext) {
    branched_ = true;
    ++made_elsewhere_;
    ++passed_by_;
  }
  return way;
}

Way Explorer::make_branch(std::uint32_t step) {
  const std::uint64_t start = executor_.now();
  switch (executor_.branch()) {
    case Executor::Branch::kNone:
      return Way::kHere;
    case Executor::Branch::kChild:
      in_branch_ = true;
      branched_ = false;
      tally_before_ = tally_;
      elsewhere_.clear();
      news_.clear();
      frontier_.begin_branch(news_);
      return Way::kThere;
    case Executor::Branch::kParent:
      break;
  }
  // Where it died: whoever looks after this process will see to it when this one does, too.
  const std::uint64_t time = executor_.now() - start;
  waited_ += time;
  return take_over(step, time) ? Way::kNext : Way::kHere;
}

// The execution under way has come to its first point, as any other would.
bool Explorer::explore_from_here() {
  Target next = target_;
  for (;;) {
    target_ = next;
    const Way way = was_due_ || is_due(made_ + 1) ? Way::kHere : make_branch(0);
    if (way != Way::kNext) {
      begin_target();
      return false;
    }
    branched_ = true;
    made_elsewhere_ = 0;  // those were of the target before
    if (should_stop() || !frontier_.take(next)) {
      abandoned_ = true;
      return true;
    }
  }
}

void Explorer::note_faults(const Outcome& outcome) {
  for (const Fault& fault : faults_) {
    elsewhere_.push_back({.fault = fault,
                          .outcome = outcome,
                          .number = terms_.made_before + tally_.made(),
                          .words = executor_.last_words(),
                          .target = again_});
  }
}

// In the process made for the execution.
void Explorer::hand_over(const Outcome& outcome) {
  BranchReport report;
  if (!abandoned_) {
    frontier_.spend(outcome.steps);
    tally_.steps += outcome.steps;
    count(outcome);
    name_last();
    note_faults(outcome);
  }
  report.tally = tally_;
  if (frontier_.reached().overflowed()) {
    report.tally.ledger.note(LedgerRow::kFullMemory);
  }
  report.tally.cut = tally_before_.cut + frontier_.cut_count();
  report.tally -= tally_before_;
  report.tally.growth = frontier_.growth();
  report.tally.provocations = frontier_.provocations();
  report.steps = outcome.steps;
  report.found.swap(elsewhere_);
  report.reached = news_;
  const std::span<const std::byte> noted = executor_.noted();
  report.noted.assign(noted.begin(), noted.end());
  write_chunks(frontier_, 1, report.heads, report.bytes);
  executor_.end_branch(to_bytes(report));
}

// What it came to counts as if it had been made here.
bool Explorer::take_over(std::uint32_t step, std::uint64_t time) {
  auto report = to_report(executor_.branch_report());
  if (!report || report->tally.diverged() != 0) {
    return false;
  }
  frontier_.add_cut(report->tally.cut);
  frontier_.growth() += report->tally.growth;
  frontier_.provocations() += report->tally.provocations;
  if (!read_chunks(report->heads, report->bytes, frontier_)) {
    return false;
  }
  for (const ReachedEntry& entry : report->reached) {
    frontier_.add(entry);
  }
  frontier_.spend(report->tally.steps);
  tally_ += report->tally;
  for (std::uint64_t count = report->tally.made(); count != 0; --count) {
    was_due_ = was_due_ || is_due(++made_);
  }
  for (Elsewhere& one : report->found) {
    if (!one.fault.has_place()) {
      host_.seen(one.fault, one.words.c_str());
    }
    elsewhere_.push_back(std::move(one));
  }
  // Not yet: the execution under way goes on with the points it began with.
  executor_.note(report->noted);
  saw_sharing_ = saw_sharing_ || !report->noted.empty();
  if (report->tally.made() == 1) {
    costs_.branched(time, report->steps > step ? report->steps - step : 0);
  }
  return true;
}

void Explorer::name_last() {
  again_ = target_;
  again_.points = {terms_.points};
  again_.count = 1;
  if (plan_.path_is_name) {
    again_.path = path_;
    again_.payload.clear();
  }
}

void Explorer::count(const Outcome& outcome) {
  ++made_;
  profile_.steps = outcome.steps;
  profile_.points = steps_;
  tally_.profile += profile_;
  if (diverged_ || standing_ == Standing::kMissed) {
    diverged_ = true;
    tally_.ledger.note(LedgerRow::kDiverged);
  } else if (pruned_ || standing_ == Standing::kSeen) {
    ++tally_.pruned;
  } else if (standing_ == Standing::kBeyond) {
    ++tally_.beyond_bound;
  } else if (standing_ == Standing::kOutOfFocus) {
    ++tally_.out_of_focus;
  } else if (standing_ == Standing::kProvoked) {
    ++tally_.provoked;
  } else {
    ++tally_.executions;
  }
  if (outcome.kind == OutcomeKind::kStepLimit) {
    tally_.ledger.note(LedgerRow::kStepLimit);
  } else if (outcome.kind == OutcomeKind::kThreadLimit) {
    tally_.ledger.note(LedgerRow::kThreadLimit);
  } else if (outcome.kind == OutcomeKind::kStuck) {
    tally_.ledger.note(LedgerRow::kStuck);
  }
}

// Replaying a path checks all that happens up to its end; what comes behind is checked here, in the first executions
// and then ever more seldom.
bool Explorer::is_due(std::uint64_t number) const {
  return options_.check_repeats && (number <= kCheckedAtFirst || std::has_single_bit(number));
}

// What varies does not do so every time: the first execution is repeated more than once. Whatever makes it vary does so
// as well with other bytes in fresh memory. Reading that may be the fault itself, which is then to be found.
bool Explorer::repeats(const Outcome& first) {
  const int times = made_ == 1 && !is_cut(first.kind) ? kRepetitionsOfFirst : 1;
  for (int time = 0; time < times; ++time) {
    const std::uint64_t pattern = faults_.empty() && !uninitialised_ ? ++fresh_pattern_ : 0;
    if (repeat(*this, Purpose::kRepeat, pattern).event_hash != first.event_hash) {
      return false;
    }
  }
  return true;
}

Outcome Explorer::repeat(Controller& controller, Purpose purpose, std::uint64_t fresh_pattern) {
  purpose_ = purpose;
  executor_.fill_fresh_memory(fresh_pattern);
  ++tally_.repeated;
  const Outcome outcome = executor_.execute(controller);
  executor_.fill_fresh_memory(0);
  nothing_.clear(Order::kDepth);
  return outcome;
}

// Is it the bytes in fresh memory? Then the last pattern shows it every time, and nothing else does.
bool Explorer::varies_by_fresh_memory(const Outcome& first) {
  for (int time = 0; time < kRepetitionsOfFirst; ++time) {
    if (repeat(*this, Purpose::kRepeat).event_hash != first.event_hash ||
        repeat(*this, Purpose::kRepeat, fresh_pattern_).event_hash == first.event_hash) {
      return false;
    }
  }
  return true;
}

bool Explorer::goes_on_varied() {
  if (!std::exchange(varied_, true)) {
    variation_ = find_variation(false);
  }
  return options_.tolerate;
}

// Fresh memory always has the same content, so the program repeats: the claim is about that content.
void Explorer::note_uninitialised() {
  if (!uninitialised_) {
    uninitialised_ = find_variation(true);
  }
}

Variation Explorer::find_variation(bool by_fresh_memory) {
  difference_ = {};
  difference_.read.thread = kNoThread;
  for (int attempt = 0; attempt < kVariationAttempts && !difference_.known; ++attempt) {
    (void)repeat(*this, Purpose::kLog);
    (void)repeat(*this, Purpose::kCompare, by_fresh_memory ? fresh_pattern_ : 0);
    if (!difference_.known && compared_ < log_.size()) {
      note_difference(log_[compared_], std::nullopt);
    }
  }
  difference_.by_fresh_memory = by_fresh_memory;
  log_.clear();
  return difference_;
}

// Without an event that execution had ended.
void Explorer::note_difference(const std::optional<Event>& first, const std::optional<Event>& second) {
  Event end;
  end.thread = kNoThread;
  difference_.event = compared_;
  difference_.known = true;
  difference_.first = first.value_or(end);
  difference_.second = second.value_or(end);
}

namespace {

// Seen by synchronisation that may not be all there is.
[[nodiscard]] bool is_in_doubt(const Fault& fault) { return fault.kind == FindingKind::kDataRace && !fault.certain; }

}  // namespace

bool Explorer::is_news(const Fault& fault) {
  if (std::ranges::find(known_, fault.signature) != known_.end()) {
    return false;
  }
  known_.push_back(fault.signature);
  return true;
}

// What is known of a fault after a look at both of its sides.
Fault Explorer::examine(const Fault& fault) {
  examined_.clear();
  executor_.look_for({.fault = 0, .ranges = {range_of(fault.operation), range_of(fault.before)}, .sites = {}});
  (void)repeat(*this, Purpose::kExamine);
  executor_.look_for({});
  const auto same = std::ranges::find(examined_, fault.signature, &Fault::signature);
  if (fault.before.site != SiteId{} && same != examined_.end()) {
    return *same;
  }
  for (const Fault& seen : examined_) {
    if (seen.kind == fault.kind && seen.operation.site == fault.operation.site &&
        seen.operation.address == fault.operation.address) {
      return seen;
    }
  }
  // With both places known it is one that was seen before in the execution, perhaps the other way round.
  for (const bool other_way : {true, false}) {
    for (const Fault& seen : examined_) {
      if (seen.kind == fault.kind && overlap(range_of(seen.operation), range_of(fault.operation)) &&
          (!other_way || seen.before.site == fault.operation.site)) {
        return seen;
      }
    }
  }
  return fault;
}

// Once more, to write it down against the default continuation.
Outcome Explorer::write_down(Discovery& discovery) {
  for (std::size_t capacity = 1024;; capacity *= 8) {
    discovery.schedule.resize(capacity);
    RecordingController recording(*this, discovery.schedule);
    const Outcome outcome = repeat(recording, Purpose::kRepeat);
    discovery.costs = recording.costs();
    if (!recording.overflowed()) {
      discovery.schedule.resize(recording.schedule().size());
      return outcome;
    }
  }
}

void Explorer::keep(const Fault& fault, const Outcome& outcome, std::uint64_t number) {
  if (!is_news(fault)) {
    return;
  }
  Discovery discovery{.fault = fault,
                      .outcome = outcome,
                      .execution = number,
                      .bound = frontier_.bound(),
                      .bound_below_complete = terms_.bound_below_complete != 0 && executor_.noted().empty(),
                      .schedule = {},
                      .costs = {}};
  if (fault.has_place()) {
    discovery.fault = examine(fault);
    if (discovery.fault.signature != fault.signature && !is_news(discovery.fault)) {
      return;
    }
    executor_.look_for({.fault = discovery.fault.signature,
                        .ranges = {},
                        .sites = {discovery.fault.operation.site, discovery.fault.before.site}});
    discovery.outcome = write_down(discovery);
    host_.seen(discovery.fault, executor_.last_words());
    executor_.look_for({});
  } else {
    discovery.outcome = write_down(discovery);
  }
  if (is_in_doubt(discovery.fault)) {
    std::uint64_t runs = 0;
    const Confirmation confirmation = confirm(executor_, discovery.schedule, discovery.fault, runs);
    tally_.repeated += runs;
    discovery.fault.certain = confirmation == Confirmation::kMet;
    if (confirmation == Confirmation::kNoPoint) {
      unconfirmed_.insert(unconfirmed_.end(), {fault.signature, discovery.fault.signature});
    }
    if (fault.only_if_met && !discovery.fault.certain) {
      return;
    }
  }
  if (!tell(discovery)) {
    forget(fault.signature);
    forget(discovery.fault.signature);
  }
}

// With a larger point set they may be seen once more, and confirmed.
void Explorer::forget_unconfirmed() {
  for (const std::uint64_t signature : unconfirmed_) {
    forget(signature);
  }
}

bool Explorer::tell(const Discovery& discovery) {
  if (!host_.found(discovery)) {
    return false;
  }
  // A fault that does not end the execution may show itself by worse: others are looked at for a while.
  if (discovery.fault.certain && discovery.fault.has_place() && !options_.all && options_.after_fault != 0) {
    const std::uint64_t until = discovery.execution + options_.after_fault;
    terms_.executions = std::min(terms_.executions, until - std::min(until, terms_.made_before));
  } else {
    found_ += discovery.fault.certain ? 1 : 0;
  }
  return true;
}

void Explorer::begin() {
  next_ = 0;
  steps_ = 0;
  pruned_ = false;
  diverged_ = false;
  compared_ = 0;
  passed_by_ = 0;
  if (purpose_ == Purpose::kExplore) {
    faults_.clear();
    if (std::exchange(is_under_way_, true)) {
      frontier_.begin_execution_again();
      started_ = 0;
    }
  } else {
    nothing_.clear(Order::kDepth);
    nothing_.cut(frontier_.bound());
  }
  if (purpose_ == Purpose::kLog) {
    log_.clear();
  }
  begin_target();
  if (plan_.observer != nullptr) {
    plan_.observer->begin();
  }
  for (Detector* detector : detectors_) {
    detector->begin();
  }
}

void Explorer::begin_target() {
  plan_ = strategy_.begin(target(), terms_);
  course_.begin(plan_, terms_.bound);
  path_ = target().path;
  profile_ = {};
  sought_ = 0;
  suspects_.clear();
  trace_ = {};
  content_ = 0;
  if (plan_.conflicts) {
    begin_known_contents();
  }
}

void Explorer::begin_known_contents() {
  const std::uint64_t here = combine(combine(target().round, terms_.points), terms_.limits.steps);
  if (here != contents_of_) {
    contents_of_ = here;
    contents_.clear();
  }
}

Watch Explorer::watches() const {
  if (purpose_ >= Purpose::kLog) {
    return Watch::kAccesses;
  }
  const bool wanted = plan_.observer != nullptr || std::ranges::any_of(detectors_, &Detector::watches);
  return wanted ? Watch::kEvents : Watch::kNothing;
}

std::size_t Explorer::choose(const ChoicePoint& point) {
  steps_ = point.step + 1;
  if (point.step == 0 && purpose_ == Purpose::kExplore && !in_branch_) {
    if (started_ != 0) {
      first_at_ = executor_.now();
      costs_.started(first_at_ - started_);
    }
    if (terms_.record == 0 && plan_.exchangeable && costs_.pays_at_first() && explore_from_here()) {
      return kDiverge;
    }
  }
  course_.come_to(point);
  const std::size_t chosen = next_ < target().path.size() ? replay(point) : ask(point);
  if (chosen != kDiverge) {
    course_.pass(chosen);
    thread_ = std::min<std::size_t>(point.choices[chosen].alternative.thread.value, Profile::kThreads - 1);
    ++profile_.points_of[thread_];
    profile_.threads = std::max(profile_.threads, std::uint32_t{point.choices.back().alternative.thread.value} + 1);
  }
  return chosen;
}

std::size_t Explorer::replay(const ChoicePoint& point) {
  const Deviation& wanted = target().path[next_];
  if (point.step < wanted.step) {
    return course_.usual();
  }
  const std::size_t chosen = find_deviation(point, wanted, divergence_);
  diverged_ = chosen == kDiverge;
  next_ += diverged_ ? 0 : 1;
  return chosen;
}

std::size_t Explorer::ask(const ChoicePoint& point) {
  Frontier& frontier = purpose_ == Purpose::kExplore ? frontier_ : nothing_;
  std::size_t chosen = kDiverge;
  for (bool is_decided = false; !is_decided;) {
    const Choose answer = strategy_.choose(point, course_, frontier);
    chosen = answer.index;
    is_decided = true;
    if (answer.how == Choose::kPrune) {
      pruned_ = true;
      return kDiverge;
    }
    if (answer.how == Choose::kSibling) {
      const Way way = branch(point.step, answer.is_last);
      is_decided = way != Way::kNext;
      if (way == Way::kNext) {
        plan_.trunk->pass_by(point, answer.index);
      } else if (way == Way::kStop) {
        plan_.trunk->give_back(point, answer.index, frontier);
        return kDiverge;
      } else {
        plan_.trunk->take(point, course_, answer.index, /*keeps_rest=*/way == Way::kHere);
      }
    }
  }
  if (plan_.has_usual && chosen != course_.usual()) {
    path_.push_back(deviation_at(point, chosen));
  }
  return chosen;
}

std::uint32_t Explorer::stays_for(const ChoicePoint& point) {
  const Schedule& path = target().path;
  const std::uint32_t usual = course_.steady_points();
  if (next_ < path.size()) {
    return plan_.steady == nullptr ? 0 : std::min(usual, path[next_].step - 1 - point.step);
  }
  return usual == 0 || plan_.steady == nullptr ? 0 : std::min(usual, plan_.steady->stays_for(point, course_));
}

void Explorer::stayed_for(std::uint32_t points) {
  steps_ += points;
  profile_.points_of[thread_] += points;
  if (points != 0 && next_ == target().path.size()) {
    plan_.steady->stayed_for(points);
  }
}

void Explorer::observe(const Event& event) {
  if (plan_.observer != nullptr) {
    plan_.observer->observe(event);
  }
  for (Detector* detector : detectors_) {
    if (detector->watches()) {
      detector->observe(event, *this);
    }
  }
  if (purpose_ == Purpose::kLog && log_.size() < kLogged) {
    log_.push_back(event);
  } else if (purpose_ == Purpose::kCompare && !difference_.known && compared_ < kLogged) {
    if (compared_ == log_.size()) {
      note_difference(std::nullopt, event);
    } else if (hash_of(log_[compared_]) != hash_of(event)) {
      note_difference(log_[compared_], event);
    } else {
      if (log_[compared_].value != event.value && difference_.read.thread == kNoThread) {
        difference_.read = event;
      }
      ++compared_;
    }
  }
}

void Explorer::suspect(const Suspect& suspect) {
  if (purpose_ == Purpose::kExplore && plan_.conflicts) {
    suspects_.push_back(suspect);
  }
}

bool Explorer::monitored(const TraceSize& size, std::uint64_t content) {
  trace_ = size;
  content_ = size.incomplete == 0 ? content : 0;
  return !contents_.contains(content);
}

void Explorer::end(const Outcome& outcome) {
  const Schedule& path = target().path;
  if (next_ < path.size() && !diverged_) {
    diverged_ = true;
    divergence_ = left_over(path[next_], steps_);
  }
  Frontier& frontier = purpose_ == Purpose::kExplore && !diverged_ && !abandoned_ ? frontier_ : nothing_;
  if (target().count > 1 && plan_.trunk == nullptr) {
    Target first = target();
    Target rest;
    keep_first(first, 1, rest);
    frontier.add(rest);
  }
  standing_ = strategy_.end({.outcome = outcome,
                             .points = steps_,
                             .cost = course_.total(outcome),
                             .in_focus = !course_.has_strayed(),
                             .sought = sought_,
                             .path = path_,
                             .suspects = suspects_,
                             .trace = trace_},
                            frontier);
  // What is given up is forgotten, with its suspects.
  if (content_ != 0 && outcome.kind != OutcomeKind::kDiverged && contents_.size() < kMostContents) {
    contents_.insert(content_);
  }
  if (pruned_ || diverged_ || abandoned_) {
    faults_.clear();
    return;
  }
  for (Detector* detector : detectors_) {
    detector->end(outcome, *this);
  }
}

void Explorer::report(const Fault& fault) {
  if (purpose_ == Purpose::kExplore) {
    faults_.push_back(fault);
  } else if (purpose_ == Purpose::kExamine) {
    examined_.push_back(fault);
  }
}

}  // namespace heddle
