#include "strategies/tree_search.h"

#include <algorithm>
#include <utility>

namespace heddle {

namespace {

// An execution that was cut is most often one of many more threads or rounds than others: what deviates from it comes
// later, as if by so many more deviations.
constexpr std::uint32_t kLateness = 2;

}  // namespace

TreeSearch::TreeSearch(const TreeOptions& options, bool goes_upwards)
    : Strategy({.shares_reached = options.prune,
                .bounds = options.measure,
                // With a focus the bound below was completed inside of it only.
                .finds_cheapest = goes_upwards && options.focus.empty(),
                .order = options.order,
                .repeats_below = !options.prune && options.continuation != Continuation::kRandom}),
      options_(options) {}

void TreeSearch::plant(Frontier& frontier, std::uint32_t round, std::uint32_t bound, std::uint64_t limit) {
  frontier.clear(options_.order);
  frontier.cut(bound);
  frontier.limit(limit);
  Target root;
  root.round = round;
  frontier.add(root);
}

std::string TreeSearch::all_schedules() const {
  const std::string where = has_focus() ? " that preempt only in " + options_.focus : "";
  return "all schedules" + where + (options_.prune ? kUpToIndependence : "");
}

Coverage TreeSearch::covered(Extent extent, std::string guarantee) const {
  return {.extent = extent, .guarantee = std::move(guarantee), .up_to_independence = options_.prune};
}

Plan TreeSearch::begin(const Target& target, const LeaseTerms& terms) {
  bound_ = terms.bound;
  target_ = &target;
  Range range{};
  seeks_sibling_ = target.get_payload(range);
  siblings_ = {range, target.first, target.count};
  const std::uint32_t own = static_cast<std::uint32_t>(target.path.size()) + (seeks_sibling_ ? 1 : 0);
  late_ = target.deviations - std::min(target.deviations, own);
  rest_.count = 0;
  cost_ = 0;
  cut_ = 0;
  next_ = 0;
  children_.clear();
  Plan plan;
  plan.continuation = options_.continuation;
  plan.slice = options_.slice;
  plan.seed = options_.seed;
  plan.measure = options_.measure;
  plan.focus = has_focus();
  plan.observer = options_.prune ? this : nullptr;
  plan.steady = this;
  plan.trunk = this;
  return plan;
}

Choose TreeSearch::choose(const ChoicePoint& point, const Course& course, Frontier& frontier) {
  if (seeks_sibling_) {
    if (const std::size_t sibling = find_sibling(point, course); sibling != kDiverge) {
      return {.how = Choose::kSibling, .is_last = siblings_.count == 1, .index = static_cast<std::uint32_t>(sibling)};
    }
  } else if (!course.has_strayed()) {
    if (options_.prune && !frontier.first_time(happened_.prefix(point), course.cost())) {
      return {.how = Choose::kPrune};
    }
    offer_children(point, course);
  }
  return heddle::take(course.usual());
}

// The first choice from the range's beginning on that belongs to it; kDiverge: there is none at this point.
std::size_t TreeSearch::find_sibling(const ChoicePoint& point, const Course& course) {
  if (point.number < siblings_.point || course.has_strayed()) {
    return kDiverge;
  }
  for (std::size_t index = point.number == siblings_.point ? siblings_.index : 0; index < point.choices.size();
       ++index) {
    if (index == course.usual() || !course.admits(index)) {
      continue;
    }
    const std::uint32_t cost = course.cost_with(index);
    if (cost == siblings_.cost || (siblings_.cost == kAnyCost && cost <= bound_)) {
      if (siblings_.skip == 0) {
        return index;
      }
      --siblings_.skip;
    }
  }
  return kDiverge;
}

void TreeSearch::take(const ChoicePoint& point, const Course& course, std::size_t sibling, bool keeps_rest) {
  cost_ = course.cost_with(sibling);
  if (siblings_.count > 1 && keeps_rest) {
    pass_by(point, sibling);
    rest_ = siblings_;
  }
  seeks_sibling_ = false;
}

void TreeSearch::pass_by(const ChoicePoint& point, std::size_t sibling) {
  siblings_.point = point.number;
  siblings_.index = static_cast<std::uint32_t>(sibling + 1);
  --siblings_.count;
}

void TreeSearch::give_back(const ChoicePoint& point, std::size_t sibling, Frontier& frontier) {
  siblings_.point = point.number;
  siblings_.index = static_cast<std::uint32_t>(sibling);
  add_target(siblings_, target_->path, frontier);
}

// Calls `visit` with the index of every choice that would lead to a child, and what that would cost in all.
template <typename Visit>
void TreeSearch::for_each_child(const ChoicePoint& point, const Course& course, Visit&& visit) const {
  for (std::size_t index = 0; index < point.choices.size(); ++index) {
    if (index != course.usual() && course.admits(index)) {
      visit(index, course.cost_with(index));
    }
  }
}

void TreeSearch::offer_children(const ChoicePoint& point, const Course& course) {
  for_each_child(point, course, [&](std::size_t index, std::uint32_t cost) {
    if (cost > bound_) {
      ++cut_;
      next_ += cost == bound_ + 1 ? 1 : 0;
    } else {
      add(children_,
          {{.cost = range_cost(cost), .point = point.number, .index = static_cast<std::uint32_t>(index)}, 0, 1});
    }
  });
}

// What leaving the last thread costs, and so what is offered, is the same at each of them.
std::uint32_t TreeSearch::stays_for(const ChoicePoint& point, const Course& course) {
  cut_each_ = 0;
  next_each_ = 0;
  children_each_.clear();
  if (seeks_sibling_) {
    return siblings_.point > point.number ? siblings_.point - 1 - point.number : 0;
  }
  for_each_child(point, course, [&](std::size_t /*index*/, std::uint32_t cost) {
    if (cost > bound_) {
      ++cut_each_;
      next_each_ += cost == bound_ + 1 ? 1 : 0;
    } else {
      add(children_each_, {{.cost = range_cost(cost), .point = 0, .index = 0}, 0, 1});
    }
  });
  return ~std::uint32_t{0};
}

void TreeSearch::stayed_for(std::uint32_t points) {
  cut_ += cut_each_ * points;
  next_ += next_each_ * points;
  for (Siblings each : children_each_) {
    each.count *= points;
    add(children_, each);
  }
}

void TreeSearch::add_target(const Siblings& siblings, std::span<const Deviation> path, Frontier& frontier) {
  child_.owner = target_->owner;
  child_.round = target_->round;
  child_.points = target_->points;
  child_.cost = siblings.cost == kAnyCost ? 0 : siblings.cost;
  child_.deviations = static_cast<std::uint32_t>(path.size() + 1) + late_;
  child_.first = siblings.skip;
  child_.count = siblings.count;
  child_.path.assign(path.begin(), path.end());
  child_.set_payload<Range>(siblings);
  frontier.add(child_);
}

std::uint32_t TreeSearch::range_cost(std::uint32_t cost) const {
  return options_.order == Order::kCost ? cost : kAnyCost;
}

// Behind those of the same cost, if there are any.
void TreeSearch::add(std::vector<Siblings>& all, const Siblings& more) {
  for (Siblings& siblings : all) {
    if (siblings.cost == more.cost) {
      siblings.count += more.count;
      return;
    }
  }
  all.push_back(more);
}

void TreeSearch::note_growth(Growth& growth, std::size_t deviations) const {
  std::uint64_t children = 0;
  for (const Siblings& siblings : children_) {
    children += siblings.count;
  }
  Growth::Level& level = growth.level(deviations);
  ++level.executions;
  level.children += children;
  growth.next += next_;
  if (cost_ == bound_) {
    ++growth.spent;
    growth.spent_children += children;
  }
}

Standing TreeSearch::end(const Made& made, Frontier& frontier) {
  frontier.add_cut(cut_);
  if (rest_.count != 0) {
    add_target(rest_, made.path.first(made.path.size() - 1), frontier);
  }
  late_ += is_cut(made.outcome.kind) ? kLateness : 0;
  for (const Siblings& siblings : children_) {
    add_target(siblings, made.path, frontier);
  }
  if (seeks_sibling_) {
    return Standing::kMissed;
  }
  note_growth(frontier.growth(), made.path.size());
  if (!made.in_focus) {
    return Standing::kOutOfFocus;
  }
  if (made.cost > bound_) {
    return Standing::kBeyond;
  }
  const bool counts =
      !options_.prune || made.outcome.kind == OutcomeKind::kDiverged || frontier.first_end(happened_.value());
  return counts ? Standing::kWithin : Standing::kSeen;
}

}  // namespace heddle
