#include "engine/estimate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace heddle {

namespace {

constexpr double kTooMany = 1e18;  // nobody would wait for these
// Chosen on the programs of tests/sim/estimate_test.cpp, random ones 1 to 40, so that most truths lie inside.
constexpr double kDoubt = 1.5;        // of what follows without a cost
constexpr double kOtherBelow = 1.25;  // of everything, where executions of the round below need not come again

struct Interval {
  double low = 0;
  double high = 0;

  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

struct Bracket {
  double known = 0;  // no less
  Interval all;
};

// The last one that ended with this bound; nullptr: none.
const RoundTotals* ended_round(const Totals& totals, std::int64_t bound) {
  const RoundTotals* found = nullptr;
  for (const RoundTotals& round : totals.rounds) {
    if (round.ended && round.bound == bound) {
      found = &round;
    }
  }
  return found;
}

// How many executions follow without a cost from one that spends the bound, it included.
std::optional<double> family(const Totals& totals, std::int64_t bound) {
  const RoundTotals* round = ended_round(totals, bound);
  const RoundTotals* below = ended_round(totals, bound - 1);
  const double first = bound == 0 ? 1 : below == nullptr ? 0 : static_cast<double>(below->growth.next);
  if (round == nullptr || first == 0) {
    return std::nullopt;
  }
  return static_cast<double>(round->growth.spent) / first;
}

// All of the round, from the one below it.
std::optional<Bracket> from_round_below(const Totals& totals, const RoundTotals& round, bool repeats_below) {
  const RoundTotals* below = round.bound == 0 ? nullptr : ended_round(totals, std::int64_t{round.bound} - 1);
  const std::optional<double> last = below == nullptr ? std::nullopt : family(totals, below->bound);
  if (!last) {
    return std::nullopt;
  }
  const auto first = static_cast<double>(below->growth.next);
  const auto spent = static_cast<double>(round.growth.spent);
  const auto children = static_cast<double>(round.growth.spent_children);
  const double known = static_cast<double>(below->made()) + first + children;
  // What is not known yet follows from those that wait to be made.
  const double waiting = std::max(0.0, first + children - spent);
  const double promised = std::max(0.0, first * (*last - 1) - children);
  Interval more{.low = promised, .high = promised};
  more.include(waiting * (*last - 1));
  if (spent > 0 && children < spent) {
    more.include(waiting * children / (spent - children));
  }
  if (const auto before = family(totals, std::int64_t{below->bound} - 1); before && *before > 1) {
    more.include(std::max(0.0, first * (*last * *last / *before - 1) - children));
  }
  if (below->bound == 0) {
    more.low = 0;  // what follows from the root says nothing about what follows from others
  }
  more.high = waiting == 0 ? 0 : more.high;
  const double slack = repeats_below ? 1 : kOtherBelow;
  return Bracket{.known = known / slack,
                 .all = {.low = (known + more.low / kDoubt) / slack, .high = (known + more.high * kDoubt) * slack}};
}

// The first level that is not done, and what is known of those before it.
struct OpenLevel {
  std::size_t number = 0;
  Growth::Level so_far;
  double size = 1;
  double before = 0;      // executions of all levels before it
  double last_ratio = 0;  // children of an execution, one level before it ...
  double fall = 0;        // ... and how much fewer than another level before
};

std::optional<OpenLevel> open_level(const Growth& growth) {
  OpenLevel open;
  for (; open.number + 1 < Growth::kLevels; ++open.number) {
    open.so_far = growth.levels[open.number];
    if (open.size <= 0 || static_cast<double>(open.so_far.executions) < open.size) {
      return open.number == 0 ? std::nullopt : std::optional(open);
    }
    const auto children = static_cast<double>(open.so_far.children);
    const double ratio = children / open.size;
    open.fall = open.number == 0 ? ratio / 2 : open.last_ratio - ratio;
    open.last_ratio = ratio;
    open.before += open.size;
    open.size = children;
  }
  return std::nullopt;
}

// All of the round when its levels go on like this: `slowly` for the upper limit.
double continued(const OpenLevel& open, bool slowly) {
  const auto done = static_cast<double>(open.so_far.executions);
  const auto children = static_cast<double>(open.so_far.children);
  double total = open.before;
  double size = open.size;
  double last = open.last_ratio;
  double fall = open.fall;
  for (std::size_t level = open.number; size >= 0.5 && total < kTooMany; ++level) {
    total += size;
    const double unordered = last * static_cast<double>(level) / static_cast<double>(level + 1);
    double ratio = slowly ? unordered : std::clamp(last - fall, 0.0, unordered);
    if (level == open.number && done > 0) {
      const double seen = children / done;
      const double rest = slowly ? std::max(ratio, seen) : std::min(ratio, seen);
      ratio = (children + std::max(0.0, size - done) * rest) / size;
    }
    fall = last - ratio;
    last = ratio;
    size *= ratio;
  }
  return total;
}

// All of the round, from its levels so far.
std::optional<Interval> from_levels(const RoundTotals& round) {
  const auto open = open_level(round.growth);
  if (!open) {
    return std::nullopt;
  }
  const Interval all{.low = continued(*open, /*slowly=*/false), .high = continued(*open, /*slowly=*/true)};
  return all.high >= kTooMany ? std::nullopt : std::optional(all);
}

}  // namespace

std::optional<Estimate> estimate_left(const Totals& totals, const EstimateBasis& basis, std::uint64_t at_least) {
  const RoundTotals* round = totals.last();
  if (round == nullptr || basis.order == Order::kDepth) {
    return std::nullopt;
  }
  const auto below = from_round_below(totals, *round, basis.repeats_below);
  const bool by_levels = basis.order == Order::kDeviations || round->bound == 0;
  std::optional<Interval> all = by_levels ? from_levels(*round) : std::nullopt;
  if (below) {
    const Interval levels = all.value_or(below->all);
    all = Interval{.low = std::max(below->known, std::min(levels.low, below->all.low)),
                   .high = std::max(below->known, std::min(levels.high, below->all.high))};
  }
  if (!all) {
    return std::nullopt;
  }
  const auto made = static_cast<double>(round->made());
  const auto left = [&](double total) {
    return std::max(at_least, static_cast<std::uint64_t>(std::min(kTooMany, std::max(0.0, std::round(total - made)))));
  };
  return Estimate{.low = left(all->low), .high = left(all->high)};
}

}  // namespace heddle
