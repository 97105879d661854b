#include "engine/explorer.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/hash.h"
#include "engine/continuation.h"
#include "engine/divergence.h"
#include "engine/event_hash.h"
#include "engine/recording_controller.h"

namespace heddle {

namespace {

// Events kept to find the first that differs; a difference behind them is noticed by the hash of the whole.
constexpr std::size_t kLogged = std::size_t{1} << 18U;
// Reading the clock takes longer than some executions: not for every one.
constexpr std::uint64_t kTimedAtFirst = 16;
constexpr std::uint64_t kTimed = 64;
constexpr std::size_t kMostContents = 1'000'000;  // beyond these, conflicts are looked for once more

[[nodiscard]] std::uint64_t hash_of(const Event& event) {
  EventHash hash;
  hash.add(event);
  return hash.value();
}

}  // namespace

Explorer::Explorer(Executor& executor, Strategy& strategy, std::span<Judge* const> judges, Frontier& frontier,
                   Host& host, const ExplorerOptions& options)
    : executor_(executor),
      strategy_(strategy),
      judges_(judges),
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
  if (started_ != 0 && points_passed_ != 0) {
    costs_.made(executor_.now() - first_at_ - waited_, outcome.steps);
  }
  if (abandoned_) {
    keep_branches();
    return true;
  }
  frontier_.spend(outcome.steps);
  tally_.steps += outcome.steps;
  count(outcome);
  name_last();
  // Checking and keeping execute, which may report, and has other last words.
  std::vector<Finding> found;
  for (const Fault& fault : faults_) {
    found.push_back(seen(fault, outcome));
  }
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
  keep_branches();
  for (Finding& finding : found) {
    keep(std::move(finding));
  }
  return true;
}

Outcome Explorer::execute_recorded() {
  const RecordPlace place = host_.record_place();
  RecordingController recording(*this, place.deviations);
  recording.publish(place.size);
  return executor_.execute(recording);
}

void Explorer::name_last() {
  again_.owner = target_.owner;
  again_.round = target_.round;
  again_.cost = target_.cost;
  again_.deviations = target_.deviations;
  again_.points = {terms_.points};
  again_.first = target_.first;
  again_.count = 1;
  if (plan_.path_is_name) {
    again_.path = path_;
    again_.payload.clear();
  } else {
    again_.path = target_.path;
    again_.payload = target_.payload;
  }
}

void Explorer::count(const Outcome& outcome) {
  ++made_;
  profile_.steps = outcome.steps;
  profile_.points = points_passed_;
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

Wants Explorer::begin() {
  next_ = 0;
  points_passed_ = 0;
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
  for (Judge* judge : judges_) {
    judge->begin();
  }
  return wants();
}

void Explorer::begin_target() {
  plan_ = strategy_.begin(target(), terms_);
  course_.begin(plan_, terms_.bound);
  path_ = target().path;
  profile_ = {};
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

Wants Explorer::wants() {
  Wants wants{.watch = Watch::kNothing, .seeks = plan_.seeks, .sink = this};
  if (purpose_ >= Purpose::kLog) {
    wants.watch = Watch::kAccesses;
  } else if (plan_.observer != nullptr || std::ranges::any_of(judges_, &Judge::watches)) {
    wants.watch = Watch::kEvents;
  }
  wants.conflicts = purpose_ == Purpose::kExplore && plan_.conflicts ? this : nullptr;
  wants.stays = plan_.steady != nullptr ? this : nullptr;
  return wants;
}

std::size_t Explorer::choose(const ChoicePoint& point) {
  points_passed_ = point.number + 1;
  if (point.number == 0 && purpose_ == Purpose::kExplore && !in_branch_) {
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
  if (point.number < wanted.point) {
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
      const Way way = branch(point.number, answer.is_last);
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
    return std::min(usual, path[next_].point - 1 - point.number);
  }
  return usual == 0 ? 0 : std::min(usual, plan_.steady->stays_for(point, course_));
}

void Explorer::stayed_for(std::uint32_t points) {
  points_passed_ += points;
  profile_.points_of[thread_] += points;
  if (points != 0 && next_ == target().path.size()) {
    plan_.steady->stayed_for(points);
  }
}

void Explorer::observe(const Event& event) {
  if (plan_.observer != nullptr) {
    plan_.observer->observe(event);
  }
  for (Judge* judge : judges_) {
    if (judge->watches()) {
      judge->observe(event, *this);
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

bool Explorer::matters(const RecordedExecution& recorded) {
  trace_ = recorded.size;
  content_ = recorded.size.incomplete == 0 ? recorded.content : 0;
  return !contents_.contains(recorded.content);
}

void Explorer::end(const Ended& ended) {
  const Outcome& outcome = ended.outcome;
  const Schedule& path = target().path;
  if (next_ < path.size() && !diverged_) {
    diverged_ = true;
    divergence_ = left_over(path[next_], points_passed_);
  }
  Frontier& frontier = purpose_ == Purpose::kExplore && !diverged_ && !abandoned_ ? frontier_ : nothing_;
  if (target().count > 1 && plan_.trunk == nullptr) {
    Target first = target();
    Target rest;
    keep_first(first, 1, rest);
    frontier.add(rest);
  }
  standing_ = strategy_.end({.outcome = outcome,
                             .points = points_passed_,
                             .cost = course_.total(outcome),
                             .in_focus = !course_.has_strayed(),
                             .sought = ended.sought,
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
  for (Judge* judge : judges_) {
    judge->end(outcome, *this);
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
