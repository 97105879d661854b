#include "strategies/tree_search.h"

#include "core/hash.h"
#include "engine/counting.h"

namespace heddle {

void TreeSearch::plant(Frontier& frontier, std::uint32_t round, std::uint32_t bound, std::uint64_t limit) {
  frontier.clear(settings_.order);
  frontier.cut(bound);
  frontier.limit(limit);
  bound_ = bound;
  Target root;
  root.round = round;
  frontier.add(root);
}

std::string TreeSearch::all_schedules() const {
  const std::string where = has_focus() ? std::string(" that preempt only in ") + settings_.focus : "";
  return "all schedules" + where + (settings_.prune != 0 ? kUpToIndependence : "");
}

void TreeSearch::begin(const Target& target) {
  round_ = target.round;
  points_ = target.points;
  path_ = target.path;
  seeks_sibling_ = target.get_payload(siblings_);
  used_ = 0;
  prefix_ = settings_.seed;
  cut_ = 0;
  out_of_focus_ = false;
  children_.clear();
  if (settings_.prune != 0) {
    happened_.begin();
  }
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
  // The executor counts switches itself.
  const std::uint32_t cost = settings_.measure == Measure::kSwitches
                                 ? static_cast<std::uint32_t>(is_extra(point, chosen))
                                 : cost_of(point, chosen, leaving_is_preemption(point));
  used_ += cost;
  out_of_focus_ = out_of_focus_ || !focus_at(point).admits(chosen);
  if (settings_.continuation == Continuation::kRandom) {
    const Alternative taken = point.choices[chosen].alternative;
    prefix_ = combine(prefix_, (std::uint64_t{taken.thread.value} << 16U) | taken.variant);
  }
}

std::size_t TreeSearch::choose(const ChoicePoint& point, Frontier& frontier) {
  const std::size_t chosen = continuation(point);
  if (seeks_sibling_) {
    const std::size_t sibling = find_sibling(point, chosen);
    if (sibling != kDiverge) {
      return take_sibling(point, sibling, frontier);
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
std::size_t TreeSearch::find_sibling(const ChoicePoint& point, std::size_t chosen) const {
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
      return index;
    }
  }
  return kDiverge;
}

std::size_t TreeSearch::take_sibling(const ChoicePoint& point, std::size_t sibling, Frontier& frontier) {
  if (siblings_.count > 1) {
    Range rest = siblings_;
    rest.step = point.step;
    rest.index = static_cast<std::uint32_t>(sibling + 1);
    --rest.count;
    add_range(rest, frontier);
  }
  seeks_sibling_ = false;
  const Choice& choice = point.choices[sibling];
  path_.push_back({.step = point.step,
                   .take = choice.alternative,
                   .check = pending_check(*choice.pending),
                   .prefix = prefix_check(point)});
  passed(point, sibling);
  return sibling;
}

void TreeSearch::offer_children(const ChoicePoint& point, std::size_t chosen) {
  const bool leaving_costs = leaving_is_preemption(point);
  const Focus focus = focus_at(point);
  const std::uint32_t before = cost_before(point);
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    if (index == chosen || !focus.admits(index)) {
      continue;
    }
    const std::uint32_t cost = before + cost_of(point, index, leaving_costs);
    if (cost > bound_) {
      ++cut_;
    } else {
      add_child(cost, point.step, index);
    }
  }
}

void TreeSearch::add_range(const Range& range, Frontier& frontier) {
  child_.round = round_;
  child_.points = points_;
  child_.cost = range.cost == kAnyCost ? 0 : range.cost;
  child_.deviations = static_cast<std::uint32_t>(path_.size() + 1);
  child_.path = path_;
  child_.set_payload(range);
  frontier.add(child_);
}

void TreeSearch::add_child(std::uint32_t cost, std::uint32_t step, std::size_t index) {
  cost = settings_.order == Order::kCost ? cost : kAnyCost;
  for (Range& range : children_) {
    if (range.cost == cost) {
      ++range.count;
      return;
    }
  }
  children_.push_back(
      {.cost = cost, .step = step, .index = static_cast<std::uint32_t>(index), .reserved = 0, .count = 1});
}

Standing TreeSearch::end(const Outcome& outcome, Frontier& frontier) {
  frontier.add_cut(cut_);
  for (const Range& range : children_) {
    add_range(range, frontier);
  }
  if (seeks_sibling_) {
    return Standing::kMissed;
  }
  if (out_of_focus_) {
    return Standing::kOutOfFocus;
  }
  const std::uint32_t cost = used_ + (settings_.measure == Measure::kSwitches ? outcome.switches : 0);
  return cost <= bound_ ? Standing::kWithin : Standing::kBeyond;
}

}  // namespace heddle
