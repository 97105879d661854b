// The course of an execution, as the engine follows it: who would go on at a point, what that costs, what was paid.
//
// Strategies are handed it with every point. All of it is a pure function of plan, bound and what was chosen so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/outcome.h"
#include "engine/focus.h"
#include "engine/measure.h"
#include "engine/plan.h"
#include "engine/reducer.h"
#include "engine/seam.h"

namespace heddle {

class Course {
 public:
  Course() = default;
  Course(const Course&) = delete;  // it points into itself
  Course& operator=(const Course&) = delete;

  // Nothing has been chosen yet. A random continuation stays within the bound.
  void begin(const Plan& plan, std::uint32_t bound);
  // The execution has come to this point, which is what all questions are about from now on.
  void come_to(const ChoicePoint& point);
  // ... and goes on with this.
  void pass(std::size_t chosen);

  // Index of the usual choice.
  [[nodiscard]] std::size_t usual() const { return usual_; }
  // What it has cost so far, and what it would with this choice.
  [[nodiscard]] std::uint32_t cost() const { return used_ + (measure_ == Measure::kSwitches ? point_->switches : 0); }
  [[nodiscard]] std::uint32_t cost_with(std::size_t chosen) const { return cost() + cost_of(chosen); }
  [[nodiscard]] bool admits(std::size_t chosen) const {
    for (const Reducer* reducer : reducers_) {
      if (!reducer->admits(chosen)) {
        return false;
      }
    }
    return true;
  }
  // Something was chosen that was not admitted.
  [[nodiscard]] bool has_strayed() const { return has_strayed_; }
  // Points, from here on, for which the usual choice is that the last thread goes on, if they are like this one.
  [[nodiscard]] std::uint32_t steady_points() const;
  // Of the whole execution.
  [[nodiscard]] std::uint32_t total(const Outcome& outcome) const {
    return used_ + (measure_ == Measure::kSwitches ? outcome.switches : 0);
  }

 private:
  [[nodiscard]] std::uint32_t cost_of(std::size_t chosen) const;
  [[nodiscard]] bool leaving_costs() const;
  [[nodiscard]] std::size_t random_choice() const;

  const ChoicePoint* point_ = nullptr;
  std::size_t usual_ = 0;
  mutable bool leaving_costs_ = false;
  mutable bool knows_leaving_ = false;

  Measure measure_ = Measure::kNothing;
  Continuation continuation_ = Continuation::kFair;
  std::uint32_t slice_ = 0;
  bool has_usual_ = true;
  bool is_observed_ = false;
  std::uint32_t bound_ = 0;
  std::uint32_t used_ = 0;  // without the switches, which the executor counts
  bool has_strayed_ = false;
  std::uint64_t prefix_ = 0;  // hash, for the random continuation
  Focus focus_;
  std::vector<Reducer*> reducers_;
};

}  // namespace heddle
