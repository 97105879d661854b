// What the engine is to do in one execution: what a strategy answers when it is given a target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/event.h"
#include "core/suspect.h"
#include "engine/continuation.h"
#include "engine/measure.h"
#include "engine/seam.h"

namespace heddle {

class Course;
class Frontier;

// --- What a strategy may be able to do, beside what all of them do. A plan names the part of it that does.

// Sees every event of the execution.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void begin() = 0;
  virtual void observe(const Event& event) = 0;
};

// Knows how long the usual choice is what it wants. At a point where choose() took the last thread, and all choices are
// accesses to memory: for how many more points, if they follow with the same choices, it need not be asked, at most.
// Then at how many it was so.
class Steady {
 public:
  virtual ~Steady() = default;
  [[nodiscard]] virtual std::uint32_t stays_for(const ChoicePoint& point, const Course& course) = 0;
  virtual void stayed_for(std::uint32_t points) = 0;
};

// Makes executions that share their beginning, and may be made from where they part (engine/branching.h): targets that
// stand for several are siblings. Choose::kSibling is answered by one of these.
class Trunk {
 public:
  virtual ~Trunk() = default;
  // The sibling is taken. With `keeps_rest` those behind it are left as a target; otherwise they are somebody else's.
  virtual void take(const ChoicePoint& point, const Course& course, std::size_t sibling, bool keeps_rest) = 0;
  // It was made elsewhere. The strategy is asked again.
  virtual void pass_by(const ChoicePoint& point, std::size_t sibling) = 0;
  // It is left as a target, with all behind it: the execution is given up.
  virtual void give_back(const ChoicePoint& point, std::size_t sibling, Frontier& frontier) = 0;
};

struct Plan {
  // Who goes on where the path says nothing: the usual choice (engine/course.h). Where the execution leaves it, that is
  // written down. False: nobody does, the strategy says at every point who goes on, and nothing is written down.
  bool has_usual = true;
  Continuation continuation = Continuation::kFair;
  std::uint32_t slice = kFairSlice;
  std::uint64_t seed = 0;  // of a random continuation

  Measure measure = Measure::kNothing;  // what the execution costs
  bool focus = false;                   // choices outside of the focus are not admitted
  // The path that is written down makes the execution once more. False: its target does.
  bool path_is_name = true;
  // Before the first point, it can as well be for another target, whose plan then wants the same.
  bool exchangeable = true;

  bool conflicts = false;                        // Made::suspects has those of this execution
  std::span<const AccessDescriptor> seeks = {};  // Choice::sought; at most kMostSought, valid until the end
  Observer* observer = nullptr;
  Steady* steady = nullptr;
  Trunk* trunk = nullptr;
};

// What choose() answers.
struct Choose {
  enum How : std::uint8_t {
    kTake,
    kSibling,  // ... unless the engine makes it elsewhere: of plans with a trunk
    kPrune,    // the execution is given up: all that could follow is seen elsewhere
  };
  How how = kTake;
  bool is_last = false;     // of the siblings
  std::uint32_t index = 0;  // into point.choices
};
[[nodiscard]] constexpr Choose take(std::size_t index) {
  return {.how = Choose::kTake, .is_last = false, .index = static_cast<std::uint32_t>(index)};
}

// An execution that was made.
struct Made {
  const Outcome& outcome;
  std::uint32_t points = 0;         // with a choice
  std::uint32_t cost = 0;           // in the plan's measure
  bool in_focus = true;             // every choice was admitted
  std::uint32_t sought = 0;         // bit i: the i-th of the plan's was performed
  std::span<const Deviation> path;  // against the usual choices; of plans that have such
  std::span<Suspect> suspects;      // what may go wrong in another one
  TraceSize trace;                  // of plans that want conflicts
};

}  // namespace heddle
