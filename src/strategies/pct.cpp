#include "strategies/pct.h"

#include <algorithm>

#include "core/hash.h"
#include "core/rng.h"
#include "engine/continuation.h"

namespace heddle {

namespace {

constexpr std::size_t kNobody = kDiverge;

// What the executions drawn last were drawn with.
struct Drawn {
  std::uint64_t executions = 0;  // 0: before anything was known
  std::uint32_t threads = 0;
  std::uint32_t length = 0;
};

[[nodiscard]] std::uint32_t longest(const Totals& totals) {
  std::uint32_t points = 0;
  for (const RoundTotals& round : totals.rounds) {
    points = std::max(points, round.profile.points);
  }
  return points;
}

[[nodiscard]] Drawn drawn_last(const Totals& totals) {
  Drawn drawn;
  std::uint32_t length = 0;  // of the round
  for (const RoundTotals& round : totals.rounds) {
    if (length != drawn.length) {
      drawn.executions = 0;
      drawn.length = length;
    }
    drawn.executions += length == 0 ? 0 : round.executions;
    drawn.threads = std::max(drawn.threads, round.profile.threads);
    length = std::max(length, round.profile.points);
  }
  return drawn;
}

// "1/(3*20^2)"
[[nodiscard]] std::string bound_of(const Drawn& drawn, std::size_t changes) {
  const std::string threads = std::to_string(drawn.threads);
  if (changes == 0) {
    return "1/" + threads;
  }
  const std::string power = changes == 1 ? "" : "^" + std::to_string(changes);
  return "1/(" + threads + "*" + std::to_string(drawn.length) + power + ")";
}

}  // namespace

std::string check_depth(std::string& value) {
  std::string complaint = check_number(value);
  const std::uint64_t depth = complaint.empty() ? *parse_number(value) : 1;
  return depth >= 1 && depth <= Pct::kMostDepth
             ? complaint
             : "'" + value + "' is not a depth from 1 to " + std::to_string(Pct::kMostDepth);
}

void Pct::refill(std::uint32_t /*round*/, const Totals& totals, Frontier& frontier) {
  frontier.clear(Order::kDepth);
  Target next;
  next.first = begun(totals);
  next.count = std::max<std::uint64_t>(next.first, 1);
  const std::uint32_t length = longest(totals);
  next.set_payload(length == 0 ? kFirstLength : length);
  frontier.add(next);
}

Plan Pct::begin(const Target& target, const LeaseTerms& terms) {
  length_ = kFirstLength;
  (void)target.get_payload(length_);
  return Numbered::begin(target, terms);
}

void Pct::draw(std::uint64_t seed, Plan& /*plan*/) {
  Rng rng(seed);
  key_ = rng.next();
  draw_.reseed(rng.next());
  std::ranges::generate(changes_, [&] { return rng.below(length_); });
  priorities_.clear();
  lowest_ = 0;
  turn_ = 0;
}

Choose Pct::choose(const ChoicePoint& point, const Course& /*course*/, Frontier& /*frontier*/) {
  turn_ = std::min(turn_, point.run_length);  // others may have run where there was no choice
  const bool gives_way = point.last_yielded || turn_ >= kFairSlice;
  if (gives_way) {
    priority_of(point.last) = --lowest_;
  }
  const std::size_t next = highest_after_changes(point);
  const bool goes_on = next != kNobody && point.choices[next].alternative.thread == point.last;
  turn_ = goes_on ? turn_ + 1 : 0;
  // What it waits for may need time to pass.
  return take(next == kNobody || (gives_way && goes_on) ? draw_.choose(point) : draw_variant(point, next));
}

Pct::Priority& Pct::priority_of(ThreadId thread) {
  if (thread.value >= priorities_.size()) {
    priorities_.resize(std::size_t{thread.value} + 1, kUnseen);
  }
  Priority& priority = priorities_[thread.value];
  if (priority == kUnseen) {
    priority = static_cast<Priority>(combine(key_, thread.value) >> 2U) + kMostDepth;
  }
  return priority;
}

// First ordinary alternative of the thread with the highest priority; kNobody where nobody has one.
std::size_t Pct::highest(const ChoicePoint& point) {
  std::size_t best = kNobody;
  Priority most = 0;
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    const Alternative alternative = point.choices[index].alternative;
    if (costs_extra(alternative)) {
      continue;
    }
    const Priority priority = priority_of(alternative.thread);
    if (best == kNobody || priority > most) {
      best = index;
      most = priority;
    }
  }
  return best;
}

std::size_t Pct::highest_after_changes(const ChoicePoint& point) {
  std::size_t next = highest(point);
  for (std::size_t index = 0; index < changes_.size() && next != kNobody; ++index) {
    if (changes_[index] != point.number) {
      continue;
    }
    Priority& priority = priority_of(point.choices[next].alternative.thread);
    if (priority > 0) {  // one that gave way stays below
      priority = static_cast<Priority>(index) + 1;
      next = highest(point);
    }
  }
  return next;
}

std::size_t Pct::draw_variant(const ChoicePoint& point, std::size_t first) {
  const ThreadId thread = point.choices[first].alternative.thread;
  const auto is_variant = [&point, thread](std::size_t index) {
    const Alternative alternative = point.choices[index].alternative;
    return alternative.thread == thread && !costs_extra(alternative);
  };
  if (first + 1 == point.choices.size() || !is_variant(first + 1)) {
    return first;
  }
  variants_.narrow(point, is_variant);
  return variants_.index(draw_.choose(variants_.point()));
}

Coverage Pct::coverage(const Totals& totals) const {
  const std::uint64_t count = made(totals);
  std::string sentence = std::to_string(count) + " schedule" + (count == 1 ? "" : "s") + " by random priorities: ";
  const Drawn drawn = drawn_last(totals);
  // Threads that go on for long are made to give way.
  if (drawn.executions == 0 || drawn.threads == 0 || drawn.length >= kFairSlice || totals.varied) {
    sentence += "no guarantee";
  } else {
    sentence += "each of the last " + std::to_string(drawn.executions) + " finds a bug of depth " +
                std::to_string(changes_.size() + 1) + " that " + std::to_string(drawn.threads) +
                " threads have within " + std::to_string(drawn.length) + " points with a probability of at least " +
                bound_of(drawn, changes_.size()) +
                ", if the next thread is the only kind of choice and no thread yields, sleeps or times out";
  }
  return {.extent = Extent::kPart, .guarantee = sentence};
}

}  // namespace heddle
