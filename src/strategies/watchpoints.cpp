#include "strategies/watchpoints.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/bytes.h"
#include "core/hash.h"
#include "engine/divergence.h"

namespace heddle {

namespace {

// The owner of targets for suspects; those of the base have its own.
constexpr std::uint32_t kProvoking = 1;

// Before a suspect in a payload.
struct ProvokedHead {
  Attempt attempt;
  std::uint64_t guide = 0;  // deviations
};
// A longer way is not followed: what an execution makes it suspect would take more room than there is.
constexpr std::size_t kLongestGuide = 256;
constexpr std::size_t kMostSuspects = 20'000;  // of an execution
// As [WP] 3.4 has it: somewhat longer than the execution that showed it took, but here in points and not in time.
constexpr std::uint32_t kLeastPatience = 1000;

[[nodiscard]] std::string plural(std::uint64_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// "; 3 conflicts: 2 reproduced, 1 not reproduced"
[[nodiscard]] std::string what_came(const std::string& what, std::uint64_t count, const Provocations::Sort& sort) {
  std::string text = "; " + what;
  if (count == 0) {
    return text;
  }
  text += ": " + std::to_string(sort.met) + " reproduced";
  text += sort.unmet == 0 ? "" : ", " + std::to_string(sort.unmet) + " not reproduced";
  text += sort.pruned == 0 ? "" : ", " + std::to_string(sort.pruned) + " skipped";
  const std::uint64_t left = count - std::min(count, sort.met + sort.unmet + sort.pruned);
  return text + (left == 0 ? "" : ", " + std::to_string(left) + " not tried to the end");
}

// " (2 unordered, 1 ordered)": what the executions that showed them say of conflicts.
[[nodiscard]] std::string by_order(const Provocations& made) {
  constexpr std::array<const char*, kSuspectRankCount> kWords{"unordered",
                                                              "unordered under a common lock",
                                                              "ordered",
                                                              "ordered under a common lock",
                                                              "ordered by creating and joining threads",
                                                              "without an execution"};
  // Of those that are still open it is not counted.
  const std::string start = made.open == 0 ? " (" : " (those provoked: ";
  std::string text;
  for (std::size_t rank = 0; rank < kWords.size(); ++rank) {
    if (made.conflicts[rank] != 0) {
      text += (text.empty() ? start : ", ") + std::to_string(made.conflicts[rank]) + " " + kWords[rank];
    }
  }
  return text.empty() ? text : text + ")";
}

}  // namespace

namespace {

[[nodiscard]] Provocations::Cycle* cycle_of(const Suspect& suspect, Provocations& books) {
  return suspect.kind == SuspectKind::kLockCycle ? books.cycle(cycle_key(suspect)) : nullptr;
}

}  // namespace

std::vector<std::byte> Watchpoints::payload_of(const Provocation& provocation) {
  std::vector<std::byte> payload;
  put_value(payload, ProvokedHead{.attempt = provocation.attempt, .guide = provocation.guide.size()});
  put_values(payload, provocation.guide);
  encode(provocation.suspect, payload);
  return payload;
}

bool Watchpoints::read_payload(const Target& target, Provocation& provocation) {
  ProvokedHead head;
  ByteReader reader(target.payload);
  if (!reader.take(head) || !reader.take(provocation.guide, head.guide)) {
    return false;
  }
  provocation.attempt = head.attempt;
  std::span<const std::byte> rest = reader.rest();
  return decode(rest, provocation.suspect) && rest.empty() &&
         head.attempt.preferred <= provocation.suspect.accesses.size();
}

void Watchpoints::refill(std::uint32_t round, const Totals& totals, Frontier& frontier) {
  base_->refill(round, totals, frontier);
}

Plan Watchpoints::begin(const Target& target, const LeaseTerms& terms) {
  point_set_ = terms.points;
  target_ = target;
  is_provoked_ = target.owner == kProvoking && read_payload(target, provocation_);
  Plan plan;
  if (is_provoked_) {
    Target plain = target;
    plain.owner = 0;
    plain.payload.clear();
    plan = base_->begin(plain, terms);
    next_ = 0;
    provoker_.begin(provocation_.suspect, provocation_.attempt);
    plan.path_is_name = false;
    plan.seeks = provoker_.accesses();
    plan.observer = this;
    plan.steady = nullptr;
    plan.trunk = nullptr;
  } else {
    plan = base_->begin(target, terms);
  }
  plan.conflicts = true;
  plan.exchangeable = false;  // what is recorded belongs to the target
  return plan;
}

// kDiverge: it says nothing here, or does not fit any more.
std::size_t Watchpoints::follow_guide(const ChoicePoint& point) {
  const Schedule& guide = provocation_.guide;
  while (next_ < guide.size() && guide[next_].point < point.number) {
    ++next_;
  }
  Divergence ignored;
  return next_ < guide.size() && guide[next_].point == point.number && provoker_.state() == Provoker::State::kSeeking
             ? find_deviation(point, guide[next_], ignored)
             : kDiverge;
}

Choose Watchpoints::choose(const ChoicePoint& point, const Course& course, Frontier& frontier) {
  if (!is_provoked_) {
    return base_->choose(point, course, frontier);
  }
  std::size_t chosen = provoker_.choose(point);
  chosen = chosen == kDiverge ? follow_guide(point) : chosen;
  return take(chosen == kDiverge ? course.usual() : chosen);
}

Standing Watchpoints::end(const Made& made, Frontier& frontier) {
  Standing standing = Standing::kProvoked;
  if (is_provoked_) {
    try_again(made.outcome, frontier);
  } else {
    standing = base_->end(made, frontier);
  }
  add_suspects(made, frontier);
  return standing;
}

// Where threads met, the other order comes next; where not, with another thread that goes first.
void Watchpoints::try_again(const Outcome& outcome, Frontier& frontier) const {
  Provocations& books = frontier.provocations();
  const Suspect& suspect = provocation_.suspect;
  if (provocation_.attempt.held_first != 0) {
    return;
  }
  ++books.attempts;
  books.impatient += provoker_.state() == Provoker::State::kImpatient ? 1 : 0;
  const bool has_met = provoker_.has_met(outcome);
  Provocation other = provocation_;
  other.attempt = provoker_.next_attempt();
  if (has_met || other.attempt.preferred == 0) {
    other.attempt = provocation_.attempt;
    Provocations::Sort& sort = books.sorts[static_cast<std::size_t>(suspect.kind)];
    ++(has_met ? sort.met : sort.unmet);
    ++(suspect.kind == SuspectKind::kLockCycle ? books.cycles
                                               : books.conflicts[static_cast<std::size_t>(suspect.rank)]);
    --books.open;
    if (Provocations::Cycle* const cycle = cycle_of(suspect, books)) {
      ++(has_met ? cycle->met : cycle->unmet);
      --cycle->open;
    }
    if (provoker_.state() != Provoker::State::kSeeking) {
      (void)frontier.first_time(mix(signature(suspect)), 0);
    }
    if (!has_met || suspect.kind != SuspectKind::kConflict) {
      return;
    }
    other.attempt.held_first = 1;
  }
  Target target = target_;
  target.payload = payload_of(other);
  frontier.add(target);
}

void Watchpoints::add_suspects(const Made& made, Frontier& frontier) const {
  Provocations recorded;
  recorded.trace = made.trace;
  recorded.incomplete = recorded.trace.incomplete;
  frontier.provocations() += recorded;
  const bool is_short = made.path.size() <= kLongestGuide;
  const Schedule guide(made.path.begin(), is_short ? made.path.end() : made.path.begin());
  const Attempt attempt{.patience = std::max(kLeastPatience, std::min(made.points, 50'000U) * 2)};
  std::size_t added = 0;
  for (Suspect& suspect : made.suspects) {
    const bool is_cycle = suspect.kind == SuspectKind::kLockCycle;
    if ((is_cycle && !manner_.cycles) || !frontier.first_time(mix(signature(suspect)), cost_of_open())) {
      continue;
    }
    Provocations& books = frontier.provocations();
    if (prunes_ordered_ && suspect.rank == SuspectRank::kCreateJoin) {
      ++books.conflicts[static_cast<std::size_t>(suspect.rank)];
      ++books.sorts[static_cast<std::size_t>(suspect.kind)].pruned;
      (void)frontier.first_time(mix(signature(suspect)), 0);
      continue;
    }
    ++books.open;
    if (Provocations::Cycle* const cycle = cycle_of(suspect, books)) {
      ++cycle->open;
    }
    if (++added > kMostSuspects) {
      continue;  // it stays open
    }
    Target target;
    target.owner = kProvoking;
    target.round = target_.round;
    target.points = target_.points;
    target.cost = manner_.by_rank ? 1 + static_cast<std::uint32_t>(suspect.rank) : target_.cost;
    target.deviations = manner_.by_rank ? 0 : target_.deviations + 2;
    target.payload = payload_of({.suspect = std::move(suspect), .attempt = attempt, .guide = guide});
    frontier.add(target);
  }
}

std::string what_was_provoked(Provocations made) {
  // What is open are conflicts, but for cycles that time was too short for.
  const std::uint64_t cycles = std::exchange(made.cycles, 0);
  std::string text = what_came(plural(made.suspects(), "conflict") + by_order(made), made.suspects(), made.sorts[0]);
  if (cycles != 0) {
    text += what_came(plural(cycles, "lock cycle"), cycles, made.sorts[1]);
  }
  if (made.attempts != 0) {
    text += "; " + plural(made.attempts, "attempt");
  }
  if (made.impatient != 0) {
    text += "; " + std::to_string(made.impatient) + " gave up while other threads could still run";
  }
  if (made.incomplete != 0) {
    text += "; the traces of " + plural(made.incomplete, "execution") + " lack the end";
  }
  return text;
}

// What is kept are suspects that are done with. Base executions that were made say nothing of other rounds.
Strategy::Traits Watchpoints::traits_with(Traits traits, Manner manner) {
  traits.keeps_reached = manner.by_rank;
  traits.shares_reached = true;
  traits.finds_cheapest = false;  // what is provoked comes out of turn
  return traits;
}

Coverage Watchpoints::coverage(const Totals& totals) const {
  Coverage coverage = base_->coverage(totals);
  coverage.guarantee += what_was_provoked(furthest(totals));
  return coverage;
}

void OneSchedule::refill(std::uint32_t round, const Totals& /*totals*/, Frontier& frontier) {
  frontier.clear(Order::kCost);
  if (round == 0) {
    frontier.add(Target{});
  }
}

Plan OneSchedule::begin(const Target& /*target*/, const LeaseTerms& /*terms*/) {
  Plan plan;
  plan.slice = slice_;
  return plan;
}

Coverage OneSchedule::coverage(const Totals& totals) const {
  return {.extent = Extent::kPart,
          .guarantee = totals.varied ? kVaries : "one schedule, and what was provoked from it"};
}

}  // namespace heddle
