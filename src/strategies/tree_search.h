// Systematic search over the tree of executions: what depth-first search and context bounding have in common.
//
// An execution is its path, a list of deviations from the continuation. Since the continuation is a pure function of
// the prefix, each execution has exactly one path; its children deviate once more, behind the last deviation; so every
// execution is made once. The children of an execution are one target, a range: where the first of them deviates, and
// how many there are. A range can be halved: the second half skips the first. Running a range makes its first execution
// and leaves the rest as a range, so an execution with 50,000 scheduling points adds one target, and not 50,000. Where
// the cost decides what comes first there is a range for every cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/options.h"
#include "core/schedule.h"
#include "engine/focus.h"
#include "engine/happens_before_hash.h"
#include "engine/strategy.h"

namespace heddle {

// What a guarantee says where pruning is on.
inline constexpr const char* kUpToIndependence = ", up to the order of independent operations";

class TreeSearch : public Strategy {
 public:
  explicit TreeSearch(const Options& options) : settings_(options) {}

  void take_up(const LeaseTerms& terms) override { bound_ = terms.bound; }
  void begin(const Target& target) override;
  void change(const Target& target) override;
  [[nodiscard]] std::size_t continuation(const ChoicePoint& point) override;
  void passed(const ChoicePoint& point, std::size_t chosen) override;
  void use(Brancher* brancher) override { brancher_ = brancher; }
  [[nodiscard]] std::size_t choose(const ChoicePoint& point, Frontier& frontier) override;
  // For choose() and continuation() as they are here: whoever overrides those overrides this.
  [[nodiscard]] std::uint32_t stays_for(const ChoicePoint& point, bool in_path) override;
  void stayed_for(std::uint32_t points) override;
  [[nodiscard]] bool watches() const override { return settings_.prune != 0; }
  void observe(const Event& event) override { happened_.observe(event); }
  Standing end(const Outcome& outcome, Frontier& frontier) override;
  [[nodiscard]] bool split(Target& target, Target& other, bool first) const override;
  void name_again(Target& target) const override {
    target.path = path_;
    target.payload.clear();
  }

 protected:
  // Starts a round: one target, from which everything within the bound follows.
  void plant(Frontier& frontier, std::uint32_t round, std::uint32_t bound, std::uint64_t limit);
  [[nodiscard]] const Options& settings() const { return settings_; }
  // "all schedules", as far as focus and pruning let it be said.
  [[nodiscard]] std::string all_schedules() const;
  [[nodiscard]] bool has_focus() const { return settings_.focus[0] != '\0'; }

 private:
  static constexpr std::uint32_t kAnyCost = ~std::uint32_t{0};
  // Children of one path. Goes into targets.
  struct Range {
    std::uint32_t cost;   // of each, or kAnyCost: whatever is within the bound
    std::uint32_t step;   // the first of them deviates here or later ...
    std::uint32_t index;  // ... and if here, to this choice or a later one
    std::uint32_t skip;   // so many of those are another range's
    std::uint64_t count;
  };

  [[nodiscard]] Focus focus_at(const ChoicePoint& point) const { return {point, settings_.measure, has_focus()}; }
  [[nodiscard]] std::uint32_t cost_before(const ChoicePoint& point) const;
  [[nodiscard]] std::uint32_t cost_of(const ChoicePoint& point, std::size_t index, bool leaving_costs) const;
  [[nodiscard]] std::size_t random_choice(const ChoicePoint& point) const;
  [[nodiscard]] std::size_t find_sibling(const ChoicePoint& point, std::size_t chosen);
  // kDiverge: there is none at this point.
  std::size_t seek_sibling(const ChoicePoint& point, std::size_t chosen, Frontier& frontier);
  std::size_t take_sibling(const ChoicePoint& point, std::size_t sibling, bool keeps_rest);
  template <typename Visit>
  void for_each_child(const ChoicePoint& point, std::size_t chosen, Visit&& visit) const;
  void offer_children(const ChoicePoint& point, std::size_t chosen);
  void add_range(const Range& range, Frontier& frontier);
  [[nodiscard]] std::uint32_t range_cost(std::uint32_t cost) const;
  static void add(std::vector<Range>& ranges, const Range& more);
  void note_growth(Growth& growth) const;

  Options settings_;
  HappensBeforeHash happened_;
  Brancher* brancher_ = nullptr;

  std::uint32_t bound_ = ~std::uint32_t{0};  // of the lease
  std::uint32_t late_ = 0;                   // what it came later by than its deviations say

  // Of the execution under way.
  std::uint32_t round_ = 0;
  PointSetVersion points_;
  Schedule path_;
  bool seeks_sibling_ = false;
  Range siblings_{};
  Range rest_{};              // of the siblings, behind the one that was taken
  std::uint32_t used_ = 0;    // of the bound, without the switches the executor counts
  std::uint64_t prefix_ = 0;  // hash, for the random continuation
  bool out_of_focus_ = false;
  std::uint32_t cost_ = 0;  // up to the last deviation
  std::uint64_t cut_ = 0;
  std::uint64_t next_ = 0;  // ... by one
  std::vector<Range> children_;
  // What every point adds at which the last thread goes on.
  std::uint64_t cut_each_ = 0;
  std::uint64_t next_each_ = 0;
  std::vector<Range> children_each_;  // costs and counts
  Target child_;                      // scratch
};

}  // namespace heddle
