// Systematic search over the tree of executions: what depth-first search and context bounding have in common.
//
// An execution is its path, a list of deviations from the continuation. Since the continuation is a pure function of
// the prefix, each execution has exactly one path; its children deviate once more, behind the last deviation; so every
// execution is made once. The children of an execution are one target, a range of siblings: where the first of them
// deviates, and how many there are. Running a range makes its first execution and leaves the rest as a range, so an
// execution with 50,000 scheduling points adds one target, and not 50,000. Where the cost decides what comes first
// there is a range for every cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/schedule.h"
#include "engine/happens_before_hash.h"
#include "engine/strategy.h"
#include "strategies/tree_options.h"

namespace heddle {

// What a guarantee says where pruning is on.
inline constexpr const char* kUpToIndependence = ", up to the order of independent operations";

class TreeSearch : public Strategy, private Observer, private Steady, private Trunk {
 public:
  // `goes_upwards`: round by round, from bound 0.
  TreeSearch(const TreeOptions& options, bool goes_upwards);

  [[nodiscard]] Plan begin(const Target& target, const LeaseTerms& terms) final;
  [[nodiscard]] Choose choose(const ChoicePoint& point, const Course& course, Frontier& frontier) final;
  Standing end(const Made& made, Frontier& frontier) final;

 protected:
  // Starts a round: one target, from which everything within the bound follows.
  void plant(Frontier& frontier, std::uint32_t round, std::uint32_t bound, std::uint64_t limit);
  [[nodiscard]] const TreeOptions& options() const { return options_; }
  // "all schedules", as far as focus and pruning let it be said.
  [[nodiscard]] std::string all_schedules() const;
  // A guarantee that pruning weakens.
  [[nodiscard]] Coverage covered(Extent extent, std::string guarantee) const;
  [[nodiscard]] bool has_focus() const { return !options_.focus.empty(); }

 private:
  static constexpr std::uint32_t kAnyCost = ~std::uint32_t{0};
  // Children of one path, from a place on. Goes into targets, which say which of them they stand for.
  struct Range {
    std::uint32_t cost;   // of each, or kAnyCost: whatever is within the bound
    std::uint32_t point;  // the first of them deviates here or later ...
    std::uint32_t index;  // ... and if here, to this choice or a later one
  };
  struct Siblings : Range {
    std::uint64_t skip = 0;  // so many are another target's
    std::uint64_t count = 0;
  };

  // Observer: what happened, for pruning.
  void begin() override { happened_.begin(); }
  void observe(const Event& event) override { happened_.observe(event); }
  // Steady.
  [[nodiscard]] std::uint32_t stays_for(const ChoicePoint& point, const Course& course) override;
  void stayed_for(std::uint32_t points) override;
  // Trunk.
  void take(const ChoicePoint& point, const Course& course, std::size_t sibling, bool keeps_rest) override;
  void pass_by(const ChoicePoint& point, std::size_t sibling) override;
  void give_back(const ChoicePoint& point, std::size_t sibling, Frontier& frontier) override;

  [[nodiscard]] std::size_t find_sibling(const ChoicePoint& point, const Course& course);
  template <typename Visit>
  void for_each_child(const ChoicePoint& point, const Course& course, Visit&& visit) const;
  void offer_children(const ChoicePoint& point, const Course& course);
  void add_target(const Siblings& siblings, std::span<const Deviation> path, Frontier& frontier);
  [[nodiscard]] std::uint32_t range_cost(std::uint32_t cost) const;
  static void add(std::vector<Siblings>& all, const Siblings& more);
  void note_growth(Growth& growth, std::size_t deviations) const;

  TreeOptions options_;
  HappensBeforeHash happened_;

  // Of the execution under way.
  std::uint32_t bound_ = ~std::uint32_t{0};
  const Target* target_ = nullptr;
  std::uint32_t late_ = 0;  // what it came later by than its deviations say
  bool seeks_sibling_ = false;
  Siblings siblings_;
  Siblings rest_;           // behind the sibling that was taken
  std::uint32_t cost_ = 0;  // up to the last deviation
  std::uint64_t cut_ = 0;
  std::uint64_t next_ = 0;  // ... by one
  std::vector<Siblings> children_;
  // What every point adds at which the last thread goes on.
  std::uint64_t cut_each_ = 0;
  std::uint64_t next_each_ = 0;
  std::vector<Siblings> children_each_;  // costs and counts
  Target child_;                         // scratch
};

}  // namespace heddle
