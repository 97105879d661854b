#include "strategies/watchpoints.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/bytes.h"
#include "core/hash.h"
#include "engine/divergence.h"

namespace heddle {

namespace {

// Before a suspect in a payload; those of other strategies are shorter.
struct ProvokedHead {
  std::uint64_t mark = 0;
  Attempt attempt;
  std::uint64_t guide = 0;  // deviations
};
constexpr std::uint64_t kMark = 0x65766f6b6f72700aULL;
// A longer way is not followed: what an execution makes it suspect would take more room than there is.
constexpr std::size_t kLongestGuide = 256;
constexpr std::size_t kMostSuspects = 20'000;  // of an execution
constexpr std::size_t kMostKnown = 1'000'000;  // executions
// As [WP] 3.4 has it: somewhat longer than the execution that showed it took, but here in points and not in time.
constexpr std::uint32_t kLeastPatience = 1000;

[[nodiscard]] std::string plural(std::uint64_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// "; 3 conflicts, of which 2 met and 1 could not be made to"
[[nodiscard]] std::string what_came(const std::string& what, std::uint64_t count, const Provocations::Sort& sort,
                                    const char* verb) {
  std::string text = "; " + what;
  if (count == 0) {
    return text;
  }
  text += ", of which " + std::to_string(sort.met) + " " + verb;
  text += sort.unmet == 0 ? "" : ", " + std::to_string(sort.unmet) + " could not be made to";
  text += sort.pruned == 0 ? "" : ", " + std::to_string(sort.pruned) + " left out";
  const std::uint64_t left = count - std::min(count, sort.met + sort.unmet + sort.pruned);
  return text + (left == 0 ? "" : ", " + std::to_string(left) + " not provoked to the end");
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
  put_value(payload, ProvokedHead{.mark = kMark, .attempt = provocation.attempt, .guide = provocation.guide.size()});
  put_values(payload, provocation.guide);
  encode(provocation.suspect, payload);
  return payload;
}

bool Watchpoints::read_payload(const Target& target, Provocation& provocation) {
  ProvokedHead head;
  ByteReader reader(target.payload);
  if (!reader.take(head) || head.mark != kMark || !reader.take(provocation.guide, head.guide)) {
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

void Watchpoints::begin(const Target& target) {
  target_ = target;
  is_provoked_ = read_payload(target, provocation_);
  path_.clear();
  points_ = 0;
  next_ = 0;
  suspects_.clear();
  content_ = 0;
  if (const std::uint64_t here = combine(combine(target.round, point_set_), step_limit_); here != known_of_) {
    known_of_ = here;
    known_.clear();
  }
  if (!is_provoked_) {
    base_->begin(target);
    return;
  }
  provoker_.begin(provocation_.suspect, provocation_.attempt);
  Target plain = target;
  plain.payload.clear();
  base_->begin(plain);
}

bool Watchpoints::monitored(const TraceSize& size, std::uint64_t content) {
  trace_ = size;
  content_ = size.incomplete == 0 ? content : 0;
  return !known_.contains(content);
}

std::span<const AccessDescriptor> Watchpoints::seeks() const {
  return is_provoked_ ? provoker_.accesses() : std::span<const AccessDescriptor>();
}

// kDiverge: it says nothing here, or does not fit any more.
std::size_t Watchpoints::follow_guide(const ChoicePoint& point) {
  const Schedule& guide = provocation_.guide;
  while (next_ < guide.size() && guide[next_].step < point.step) {
    ++next_;
  }
  Divergence ignored;
  return next_ < guide.size() && guide[next_].step == point.step && provoker_.state() == Provoker::State::kSeeking
             ? find_deviation(point, guide[next_], ignored)
             : kDiverge;
}

std::size_t Watchpoints::choose(const ChoicePoint& point, Frontier& frontier) {
  points_ = point.step + 1;
  if (!is_provoked_) {
    return base_->choose(point, frontier);
  }
  const std::size_t usual = base_->continuation(point);
  std::size_t chosen = provoker_.choose(point);
  chosen = chosen == kDiverge ? follow_guide(point) : chosen;
  chosen = chosen == kDiverge ? usual : chosen;
  if (chosen != usual) {
    const Choice& choice = point.choices[chosen];
    path_.push_back({.step = point.step,
                     .take = choice.alternative,
                     .check = pending_check(*choice.pending),
                     .prefix = prefix_check(point)});
  }
  base_->passed(point, chosen);
  return chosen;
}

void Watchpoints::observe(const Event& event) {
  if (base_->watches()) {
    base_->observe(event);
  }
  if (is_provoked_) {
    provoker_.observe(event);
  }
}

Standing Watchpoints::end(const Outcome& outcome, Frontier& frontier) {
  Standing standing = Standing::kProvoked;
  if (is_provoked_) {
    try_again(outcome, frontier);
  } else {
    standing = base_->end(outcome, frontier);
    Target again;
    base_->name_again(again);
    path_ = again.path;
  }
  add_suspects(frontier);
  // What is given up is forgotten, with its suspects.
  if (content_ != 0 && outcome.kind != OutcomeKind::kDiverged && known_.size() < kMostKnown) {
    known_.insert(content_);
  }
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

void Watchpoints::add_suspects(Frontier& frontier) {
  Provocations recorded;
  recorded.trace = std::exchange(trace_, {});
  recorded.incomplete = recorded.trace.incomplete;
  frontier.provocations() += recorded;
  const Schedule guide = path_.size() > kLongestGuide ? Schedule() : path_;
  const Attempt attempt{.patience = std::max(kLeastPatience, std::min(points_, 50'000U) * 2)};
  std::size_t added = 0;
  for (Suspect& suspect : suspects_) {
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
    target.round = target_.round;
    target.points = target_.points;
    target.cost = manner_.by_rank ? 1 + static_cast<std::uint32_t>(suspect.rank) : target_.cost;
    target.deviations = manner_.by_rank ? 0 : target_.deviations + 2;
    target.payload = payload_of({.suspect = std::move(suspect), .attempt = attempt, .guide = guide});
    frontier.add(target);
  }
  suspects_.clear();
}

bool Watchpoints::split(Target& target, Target& other, bool first) const {
  Provocation provocation;
  return !read_payload(target, provocation) && base_->split(target, other, first);
}

void Watchpoints::name_again(Target& target) const {
  if (is_provoked_) {
    target.path.clear();
    target.payload = target_.payload;
  } else {
    base_->name_again(target);
  }
}

std::string what_was_provoked(Provocations made) {
  // What is open are conflicts, but for cycles that time was too short for.
  const std::uint64_t cycles = std::exchange(made.cycles, 0);
  std::string text =
      what_came(plural(made.suspects(), "conflict") + by_order(made), made.suspects(), made.sorts[0], "met");
  if (cycles != 0) {
    text += what_came(plural(cycles, "cycle") + " of locks", cycles, made.sorts[1], "closed");
  }
  if (made.attempts != 0) {
    text += "; " + plural(made.attempts, "attempt");
  }
  if (made.impatient != 0) {
    text += ", of which " + std::to_string(made.impatient) + " ended before the others could not go on";
  }
  if (made.incomplete != 0) {
    text += "; the traces of " + plural(made.incomplete, "execution") + " lack the end";
  }
  return text;
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

Coverage OneSchedule::coverage(const Totals& totals) const {
  return {.extent = Extent::kPart,
          .guarantee = totals.varied ? kVaries : "one schedule, and what was provoked from it"};
}

}  // namespace heddle
