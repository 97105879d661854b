#include "strategies/tree_search.h"

#include <algorithm>

#include "core/hash.h"
#include "engine/counting.h"

namespace heddle {

namespace {

// An execution that was cut is most often one of many more threads or rounds than others: what deviates from it comes
// later, as if by so many more deviations.
constexpr std::uint32_t kLateness = 2;

}  // namespace

void TreeSearch::plant(Frontier& frontier, std::uint32_t round, std::uint32_t bound, std::uint64_t limit) {
  frontier.clear(settings_.order);
  frontier.cut(bound);
  frontier.limit(limit);
  Target root;
  root.round = round;
  frontier.add(root);
}

std::string TreeSearch::all_schedules() const {
  const std::string where = has_focus() ? std::string(" that preempt only in ") + settings_.focus : "";
  return "all schedules" + where + (settings_.prune != 0 ? kUpToIndependence : "");
}

void TreeSearch::begin(const Target& target) {
  if (settings_.prune != 0) {
    happened_.begin();
  }
  change(target);
}

void TreeSearch::change(const Target& target) {
  round_ = target.round;
  points_ = target.points;
  path_ = target.path;
  seeks_sibling_ = target.get_payload(siblings_);
  const std::uint32_t own = static_cast<std::uint32_t>(path_.size()) + (seeks_sibling_ ? 1 : 0);
  late_ = target.deviations - std::min(target.deviations, own);
  rest_.count = 0;
  used_ = 0;
  prefix_ = settings_.seed;
  cost_ = 0;
  cut_ = 0;
  next_ = 0;
  out_of_focus_ = false;
  children_.clear();
}

std::uint32_t TreeSearch::cost_before(const ChoicePoint& point) const {
  return used_ + (settings_.measure == Measure::kSwitches ? point.switches : 0);
}

// `leaving_costs`: the last thread could go on, so that leaving it is a preemption.
std::uint32_t TreeSearch::cost_of(const ChoicePoint& point, std::size_t index, bool leaving_costs) const {
  const Alternative alternative = point.choices[index].alternative;
  const std::uint32_t extra = costs_extra(alternative) && is_extra(point, index) ? 1 : 0;
  switch (settings_.measure) {
    case Measure::kSwitches:
      return extra + (point.last != kNoThread && alternative.thread != point.last ? 1 : 0);
    case Measure::kPreemptions:
      return extra + (leaving_costs && alternative.thread != point.last ? 1 : 0);
    case Measure::kDelays:
      return extra + delays(point, index);
    case Measure::kNothing:
      break;
  }
  return 0;
}

std::size_t TreeSearch::continuation(const ChoicePoint& point) {
  return settings_.continuation == Continuation::kRandom ? random_choice(point)
                                                         : default_choice(point, settings_.slice);
}

// Among the ordinary alternatives that stay within bound and focus; where none does, as the default.
std::size_t TreeSearch::random_choice(const ChoicePoint& point) const {
  const bool leaving_costs = leaving_is_preemption(point);
  const Focus focus = focus_at(point);
  const std::uint32_t before = cost_before(point);
  const auto fits = [&](std::size_t index) {
    return !costs_extra(point.choices[index].alternative) && before + cost_of(point, index, leaving_costs) <= bound_ &&
           focus.admits(index);
  };
  std::uint32_t fitting = 0;
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    fitting += fits(index) ? 1 : 0;
  }
  if (fitting == 0) {
    return default_choice(point, settings_.slice);
  }
  auto drawn = static_cast<std::uint32_t>(((mix(prefix_ ^ point.step) >> 32U) * fitting) >> 32U);
  for (std::size_t index = 0;; ++index) {
    if (fits(index) && drawn-- == 0) {
      return index;
    }
  }
}

void TreeSearch::passed(const ChoicePoint& point, std::size_t chosen) {
  const Alternative taken = point.choices[chosen].alternative;
  if (taken.thread != point.last || costs_extra(taken)) {  // to go on costs nothing, in no measure
    // The executor counts switches itself.
    used_ += settings_.measure == Measure::kSwitches ? static_cast<std::uint32_t>(is_extra(point, chosen))
                                                     : cost_of(point, chosen, leaving_is_preemption(point));
    out_of_focus_ = out_of_focus_ || !focus_at(point).admits(chosen);
  }
  if (settings_.continuation == Continuation::kRandom) {
    prefix_ = combine(prefix_, (std::uint64_t{taken.thread.value} << 16U) | taken.variant);
  }
}

std::size_t TreeSearch::choose(const ChoicePoint& point, Frontier& frontier) {
  const std::size_t chosen = continuation(point);
  if (seeks_sibling_) {
    if (const std::size_t taken = seek_sibling(point, chosen, frontier); taken != kDiverge) {
      return taken;
    }
  } else if (!out_of_focus_) {
    if (settings_.prune != 0 && !frontier.first_time(happened_.prefix(point), cost_before(point))) {
      return kPrune;
    }
    offer_children(point, chosen);
  }
  passed(point, chosen);
  return chosen;
}

// The first choice from the range's beginning on that belongs to it.
std::size_t TreeSearch::find_sibling(const ChoicePoint& point, std::size_t chosen) {
  if (point.step < siblings_.step || out_of_focus_) {
    return kDiverge;
  }
  const bool leaving_costs = leaving_is_preemption(point);
  const Focus focus = focus_at(point);
  const std::uint32_t before = cost_before(point);
  for (std::size_t index = point.step == siblings_.step ? siblings_.index : 0; index < point.choices.size(); ++index) {
    if (index == chosen || !focus.admits(index)) {
      continue;
    }
    const std::uint32_t cost = before + cost_of(point, index, leaving_costs);
    if (cost == siblings_.cost || (siblings_.cost == kAnyCost && cost <= bound_)) {
      if (siblings_.skip == 0) {
        return index;
      }
      --siblings_.skip;
    }
  }
  return kDiverge;
}

std::size_t TreeSearch::seek_sibling(const ChoicePoint& point, std::size_t chosen, Frontier& frontier) {
  for (;;) {
    const std::size_t sibling = find_sibling(point, chosen);
    if (sibling == kDiverge) {
      return kDiverge;
    }
    // Depth-first, what comes of a sibling is made before the next one.
    const bool may_branch = brancher_ != nullptr && settings_.order != Order::kDepth;
    switch (may_branch ? brancher_->branch(point.step, siblings_.count == 1) : Way::kHere) {
      case Way::kHere:
        return take_sibling(point, sibling, /*keeps_rest=*/true);
      case Way::kThere:
        return take_sibling(point, sibling, /*keeps_rest=*/false);
      case Way::kNext:
        siblings_.step = point.step;
        siblings_.index = static_cast<std::uint32_t>(sibling + 1);
        --siblings_.count;
        break;
      case Way::kStop:
        siblings_.step = point.step;
        siblings_.index = static_cast<std::uint32_t>(sibling);
        add_range(siblings_, frontier);
        return kAbandon;
    }
  }
}

// The others of the range are left for later, unless they are somebody else's.
std::size_t TreeSearch::take_sibling(const ChoicePoint& point, std::size_t sibling, bool keeps_rest) {
  if (siblings_.count > 1 && keeps_rest) {
    rest_ = siblings_;
    rest_.step = point.step;
    rest_.index = static_cast<std::uint32_t>(sibling + 1);
    --rest_.count;
  }
  seeks_sibling_ = false;
  cost_ = cost_before(point) + cost_of(point, sibling, leaving_is_preemption(point));
  const Choice& choice = point.choices[sibling];
  path_.push_back({.step = point.step,
                   .take = choice.alternative,
                   .check = pending_check(*choice.pending),
                   .prefix = prefix_check(point)});
  passed(point, sibling);
  return sibling;
}

// Calls `visit` with the index of every choice that would lead to a child, and what that would cost in all.
template <typename Visit>
void TreeSearch::for_each_child(const ChoicePoint& point, std::size_t chosen, Visit&& visit) const {
  const bool leaving_costs = leaving_is_preemption(point);
  const Focus focus = focus_at(point);
  const std::uint32_t before = cost_before(point);
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    if (index != chosen && focus.admits(index)) {
      visit(index, before + cost_of(point, index, leaving_costs));
    }
  }
}

void TreeSearch::offer_children(const ChoicePoint& point, std::size_t chosen) {
  for_each_child(point, chosen, [&](std::size_t index, std::uint32_t cost) {
    if (cost > bound_) {
      ++cut_;
      next_ += cost == bound_ + 1 ? 1 : 0;
    } else {
      add(children_, {.cost = range_cost(cost),
                      .step = point.step,
                      .index = static_cast<std::uint32_t>(index),
                      .skip = 0,
                      .count = 1});
    }
  });
}

// At such points the continuation is the same thread, for the rest of its slice. What leaving it costs, and so what is
// offered, is the same at each.
std::uint32_t TreeSearch::stays_for(const ChoicePoint& point, bool in_path) {
  cut_each_ = 0;
  next_each_ = 0;
  children_each_.clear();
  if (settings_.continuation == Continuation::kRandom || settings_.prune != 0 || has_focus() || point.last_yielded ||
      point.run_length >= settings_.slice) {
    return 0;
  }
  const std::uint32_t rest_of_slice = settings_.slice - 1 - point.run_length;
  if (in_path) {
    return rest_of_slice;
  }
  if (seeks_sibling_) {
    return siblings_.step > point.step ? std::min(rest_of_slice, siblings_.step - 1 - point.step) : 0;
  }
  for_each_child(point, continuation(point), [&](std::size_t /*index*/, std::uint32_t cost) {
    if (cost > bound_) {
      ++cut_each_;
      next_each_ += cost == bound_ + 1 ? 1 : 0;
    } else {
      add(children_each_, {.cost = range_cost(cost), .step = 0, .index = 0, .skip = 0, .count = 1});
    }
  });
  return rest_of_slice;
}

void TreeSearch::stayed_for(std::uint32_t points) {
  cut_ += cut_each_ * points;
  next_ += next_each_ * points;
  for (Range each : children_each_) {
    each.count *= points;
    add(children_, each);
  }
}

void TreeSearch::add_range(const Range& range, Frontier& frontier) {
  child_.round = round_;
  child_.points = points_;
  child_.cost = range.cost == kAnyCost ? 0 : range.cost;
  child_.deviations = static_cast<std::uint32_t>(path_.size() + 1) + late_;
  child_.weight = range.count;
  child_.path = path_;
  child_.set_payload(range);
  frontier.add(child_);
}

std::uint32_t TreeSearch::range_cost(std::uint32_t cost) const {
  return settings_.order == Order::kCost ? cost : kAnyCost;
}

// Behind those of the same cost, if there are any.
void TreeSearch::add(std::vector<Range>& ranges, const Range& more) {
  for (Range& range : ranges) {
    if (range.cost == more.cost) {
      range.count += more.count;
      return;
    }
  }
  ranges.push_back(more);
}

bool TreeSearch::split(Target& target, Target& other, bool first) const {
  Range range{};
  if (!target.get_payload(range) || range.count < 2) {
    return false;
  }
  const std::uint64_t kept = first ? 1 : (range.count + 1) / 2;
  Range rest = range;
  if (rest.skip + kept > ~std::uint32_t{0}) {
    return false;
  }
  rest.skip += static_cast<std::uint32_t>(kept);
  rest.count -= kept;
  range.count = kept;
  other = target;
  other.weight = rest.count;
  other.set_payload(rest);
  target.weight = range.count;
  target.set_payload(range);
  return true;
}

void TreeSearch::note_growth(Growth& growth) const {
  std::uint64_t children = 0;
  for (const Range& range : children_) {
    children += range.count;
  }
  Growth::Level& level = growth.level(path_.size());
  ++level.executions;
  level.children += children;
  growth.next += next_;
  if (cost_ == bound_) {
    ++growth.spent;
    growth.spent_children += children;
  }
}

Standing TreeSearch::end(const Outcome& outcome, Frontier& frontier) {
  frontier.add_cut(cut_);
  if (rest_.count != 0) {
    const Deviation own = path_.back();
    path_.pop_back();
    add_range(rest_, frontier);
    path_.push_back(own);
  }
  late_ += is_cut(outcome.kind) ? kLateness : 0;
  for (const Range& range : children_) {
    add_range(range, frontier);
  }
  if (seeks_sibling_) {
    return Standing::kMissed;
  }
  note_growth(frontier.growth());
  if (out_of_focus_) {
    return Standing::kOutOfFocus;
  }
  const std::uint32_t cost = used_ + (settings_.measure == Measure::kSwitches ? outcome.switches : 0);
  if (cost > bound_) {
    return Standing::kBeyond;
  }
  const bool counts =
      settings_.prune == 0 || outcome.kind == OutcomeKind::kDiverged || frontier.first_end(happened_.value());
  return counts ? Standing::kWithin : Standing::kSeen;
}

}  // namespace heddle
