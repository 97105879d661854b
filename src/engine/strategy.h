// Who runs next: the interface of every method of exploration.
//
// One object per worker, across executions, called by one thread at a time. The engine (explorer.h) asks it for
// targets, replays the path of each, and leaves the rest of the execution to it:
//
//   refill(round)                      at the start and when all targets are done; none added: finished
//     for each target: begin(target)
//       for each scheduling point with two or more alternatives:
//         inside the path:  continuation(point) where the path says nothing, then passed(point, chosen)
//         behind it:        choose(point, frontier), which may add targets
//       observe(event)                 for every event, if `watches()` says so
//       end(outcome)
//
// Calls between begin and end may come on the stack of a thread under test: small frames, no exceptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/event.h"
#include "core/outcome.h"
#include "core/target.h"
#include "engine/continuation.h"
#include "engine/frontier.h"
#include "engine/seam.h"
#include "engine/totals.h"

namespace heddle {

// What an exploration has shown.
struct Coverage {
  bool complete = false;
  std::string guarantee;  // one sentence
};

// What an execution was to its strategy.
enum class Standing : std::uint8_t {
  kWithin,      // one of those it set out to make
  kBeyond,      // it could not be kept within the bound
  kOutOfFocus,  // ... within the focus
  kMissed,      // the target promised an execution that is not there
};

// From Strategy::choose: give the execution up, all that could follow it is seen elsewhere.
inline constexpr std::size_t kPrune = static_cast<std::size_t>(-2);

inline constexpr const char* kVaries = "the program does not always do the same under the same schedule: no guarantee";

class Strategy {
 public:
  virtual ~Strategy() = default;

  // A pure function of options, round and totals: a worker that dies takes nothing with it.
  virtual void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) = 0;
  virtual void begin(const Target& target) = 0;
  // A pure function of the prefix: that is what makes a path name one execution.
  [[nodiscard]] virtual std::size_t continuation(const ChoicePoint& point) { return default_choice(point); }
  virtual void passed(const ChoicePoint& /*point*/, std::size_t /*chosen*/) {}
  // Index into point.choices, or kPrune.
  [[nodiscard]] virtual std::size_t choose(const ChoicePoint& point, Frontier& frontier) = 0;
  [[nodiscard]] virtual bool watches() const { return false; }
  virtual void observe(const Event& /*event*/) {}
  virtual Standing end(const Outcome& /*outcome*/, Frontier& /*frontier*/) { return Standing::kWithin; }
  // Path and payload that make exactly the last execution once more.
  virtual void name_again(Target& target) const = 0;
  [[nodiscard]] virtual Coverage coverage(const Totals& totals) const = 0;
};

}  // namespace heddle
