// Steers an execution towards a suspect ([WP] Alg. 3 and 4).
//
// Of a conflict, the thread that comes to one of the two accesses first is held there, and the others go on until one
// of them is about to make an access that conflicts with it, whether or not it is the one that was expected, or until
// nobody else can do anything. Of a cycle of locks, every thread that comes to one of its locks is held, until the
// cycle closes or nobody can do anything. Waiting is logical: the verdict is exact for the schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/suspect.h"
#include "engine/narrowed.h"
#include "engine/seam.h"

namespace heddle {

// How a suspect is provoked. Goes into targets.
struct Attempt {
  // 0: as threads would run by themselves; k: the thread of the k-th access goes first, until it is there, and those of
  // the others last.
  std::uint32_t preferred = 0;
  // When they meet, the thread that was held goes first.
  std::uint32_t held_first = 0;
  // Points for which a thread is held at most: the others may go on for ever, waiting for it in a way that nobody sees.
  std::uint32_t patience = 100'000;
  friend bool operator==(const Attempt&, const Attempt&) = default;
};

class Provoker {
 public:
  enum class State : std::uint8_t {
    kSeeking,    // none of the accesses has been reached
    kHolding,    // a thread is before one
    kMet,        // another one is before an access that conflicts with it
    kOver,       // nobody came
    kImpatient,  // ... but the others could have gone on
  };
  void begin(const Suspect& suspect, const Attempt& attempt);
  void observe(const Event& event);
  // Index into point.choices, or kDiverge: as it would go on by itself.
  [[nodiscard]] std::size_t choose(const ChoicePoint& point);
  // For Plan::seeks.
  [[nodiscard]] std::span<const AccessDescriptor> accesses() const { return suspect_.accesses; }
  [[nodiscard]] State state() const { return state_; }
  // At the end of the execution: it came true.
  [[nodiscard]] bool has_met(const Outcome& outcome) const;
  // Another way to try it, where it did not; `preferred` 0: there is none left that promises anything.
  [[nodiscard]] Attempt next_attempt() const;

 private:
  [[nodiscard]] bool is_held(ThreadId thread) const;
  void hold_who_arrived(const ChoicePoint& point);
  [[nodiscard]] std::size_t meeting(const ChoicePoint& point) const;
  [[nodiscard]] std::size_t choose_preferred(const ChoicePoint& point);
  [[nodiscard]] std::size_t choose_another(const ChoicePoint& point);
  [[nodiscard]] std::size_t follow(const ChoicePoint& point);

  Suspect suspect_;
  Attempt attempt_;
  State state_ = State::kSeeking;
  std::vector<ThreadId> held_;
  // Which of the accesses came first, from 1; 0: none was seen. Where nobody was held, because nobody else could have
  // gone on, by its place.
  std::uint32_t first_ = 0;
  std::uint32_t waited_ = 0;
  std::vector<ThreadId> next_;      // who is to go first when they have met, the last one first
  ThreadId preferred_ = kNoThread;  // once it is known
  std::vector<ThreadId> rivals_;    // the threads of the other accesses, where one is preferred
  NarrowedPoint others_;
};

}  // namespace heddle
