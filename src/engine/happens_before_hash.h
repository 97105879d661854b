// A hash of what has happened so far, up to the order of independent operations: two prefixes with the same hash have
// the same happens-before graph, and so lead to the same state.
//
// Every event is hashed with the event before it in its thread and those before it on the same memory or object that it
// does not commute with (core/dependence.h); the hash of the prefix is the sum over its events. Operations on a
// synchronisation object never commute, nor do timeouts and sleeps, which move the clock; reading the clock is not an event, so programs that act on the time they read are told apart by
// it only where that makes them do something else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/event.h"
#include "engine/seam.h"

namespace heddle {

class HappensBeforeHash {
 public:
  HappensBeforeHash() : places_(1024) {}

  void begin();
  void observe(const Event& event);

  // Of the prefix up to this point, with what the cost of going on depends on: the last thread and whether it yielded.
  [[nodiscard]] std::uint64_t prefix(const ChoicePoint& point) const;
  // Of the whole.
  [[nodiscard]] std::uint64_t value() const { return sum_; }

 private:
  struct Place {
    std::uint64_t key = 0;
    std::uint64_t generation = 0;  // of another execution: free
    std::uint64_t written = 0;     // hash of the last event that changed it
    std::uint64_t read = 0;        // sum over those that read it since
  };

  [[nodiscard]] Place& place(std::uint64_t key);
  void grow();
  // Takes what was before at the place into account, now or (second pass) for those to come.
  void touch(std::uint64_t key, bool writes, bool done, std::uint64_t& hash);

  std::vector<Place> places_;
  std::size_t used_ = 0;
  std::uint64_t generation_ = 1;
  std::vector<std::uint64_t> last_;     // by thread: its last event
  std::vector<std::uint64_t> created_;  // by thread: the event that created it
  std::uint64_t sum_ = 0;
};

}  // namespace heddle
