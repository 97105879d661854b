// Who runs next: the interface of every method of exploration.
//
// One object per worker, across executions, called by one thread at a time. The engine (explorer.h) asks it for
// targets, replays the path of each, and leaves the rest of the execution to it:
//
//   refill(round)                      at the start and when all targets are done; none added: finished
//     take_up(terms)                   before the targets of a lease, possibly in another process
//     for each target: begin(target)
//       for each scheduling point with two or more alternatives:
//         inside the path:  continuation(point) where the path says nothing, then passed(point, chosen)
//         behind it:        choose(point, frontier), which may add targets
//         many at once:     see stays_for(point)
//       observe(event)                 for every event, if `watches()` says so
//       suspect(suspect)               what may go wrong in another execution: by detectors, and if it `monitors()`
//       end(outcome)
//
// Calls between begin and end may come on the stack of a thread under test: small frames, no exceptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/event.h"
#include "core/lease.h"
#include "core/outcome.h"
#include "core/target.h"
#include "engine/branching.h"
#include "engine/claim.h"
#include "engine/continuation.h"
#include "engine/frontier.h"
#include "engine/seam.h"
#include "engine/totals.h"

namespace heddle {

// What an execution was to its strategy.
enum class Standing : std::uint8_t {
  kWithin,      // one of those it set out to make
  kBeyond,      // it could not be kept within the bound
  kOutOfFocus,  // ... within the focus
  kMissed,      // the target promised an execution that is not there
  kSeen,        // one with the same happens-before was made already
  kProvoked,    // made for a suspect
};

// From Strategy::choose: give the execution up, all that could follow it is seen elsewhere.
inline constexpr std::size_t kPrune = static_cast<std::size_t>(-2);

// ... all that it stood for has been left as targets.
inline constexpr std::size_t kAbandon = static_cast<std::size_t>(-3);

inline constexpr const char* kVaries = "the program does not always do the same under the same schedule: no guarantee";

class Strategy {
 public:
  virtual ~Strategy() = default;

  // A pure function of options, round and totals: a worker that dies takes nothing with it.
  virtual void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) = 0;
  // What the following targets are made under. Whoever makes them need not be who refilled.
  virtual void take_up(const LeaseTerms& /*terms*/) {}
  virtual void begin(const Target& target) = 0;
  // Before the first point of an execution that has begun: it is for this target instead. Not where it matters what
  // begin() was told, or what has happened since.
  [[nodiscard]] virtual bool can_change() const { return true; }
  virtual void change(const Target& target) { begin(target); }
  // A pure function of the prefix: that is what makes a path name one execution.
  [[nodiscard]] virtual std::size_t continuation(const ChoicePoint& point) { return default_choice(point); }
  virtual void passed(const ChoicePoint& /*point*/, std::size_t /*chosen*/) {}
  // What was reached counts for later rounds, and for larger point sets.
  [[nodiscard]] virtual bool keeps_reached() const { return false; }
  // Executions are asked for by their number: those with smaller point sets are not among them.
  [[nodiscard]] virtual bool is_numbered() const { return false; }
  // Who is asked before a sibling is taken; nullptr: nobody. For strategies that know siblings.
  virtual void use(Brancher* /*brancher*/) {}
  // Index into point.choices, or kPrune, or kAbandon.
  [[nodiscard]] virtual std::size_t choose(const ChoicePoint& point, Frontier& frontier) = 0;
  // As of Controller (seam.h). `in_path`: at such points continuation() and passed() would be called.
  [[nodiscard]] virtual std::uint32_t stays_for(const ChoicePoint& /*point*/, bool /*in_path*/) { return 0; }
  virtual void stayed_for(std::uint32_t /*points*/) {}
  [[nodiscard]] virtual bool watches() const { return false; }
  virtual void observe(const Event& /*event*/) {}
  // As of Controller.
  [[nodiscard]] virtual std::span<const AccessDescriptor> seeks() const { return {}; }
  virtual void found(std::uint32_t /*sought*/) {}
  [[nodiscard]] virtual bool monitors() const { return false; }
  [[nodiscard]] virtual bool monitored(const TraceSize& /*size*/, std::uint64_t /*content*/) { return true; }
  virtual void suspect(const Suspect& /*suspect*/) {}
  virtual Standing end(const Outcome& /*outcome*/, Frontier& /*frontier*/) { return Standing::kWithin; }
  // Takes the later half of the executions a target stands for away, into `other`. False where it is one. With `first`
  // all but the first one.
  [[nodiscard]] virtual bool split(Target& /*target*/, Target& /*other*/, bool /*first*/ = false) const {
    return false;
  }
  // Path and payload that make exactly the last execution once more.
  virtual void name_again(Target& target) const = 0;
  [[nodiscard]] virtual Coverage coverage(const Totals& totals) const = 0;
};

}  // namespace heddle
