// What the program says about its own races: which are meant, and what the detectors are not to look at.
//
// Detectors of races ask here before they note an access (ignores) and before they report one (expects): neither is on
// the path of an access that was noted already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/access.h"
#include "core/ids.h"

namespace heddle {

class Exemptions {
 public:
  // An execution begins, with what was said before the point from which all of them start.
  void begin() { now_ = kept_; }
  // That point is here.
  void keep() { kept_ = now_; }

  // The thread's scopes nest, each of its kinds (IgnoredBits) on its own; an end without a beginning is nothing.
  void begin_ignoring(ThreadId thread, unsigned what);
  void end_ignoring(ThreadId thread, unsigned what);
  // Races on these bytes are meant, until they are freed or become something else.
  void expect(MemoryRange range);
  void forget(MemoryRange range);

  [[nodiscard]] bool ignores(const Access& access) const {
    return now_.scopes != 0 && is_ignoring(access.thread, writes(access.kind) ? kIgnoreWrites : kIgnoreReads);
  }
  [[nodiscard]] bool ignores_synchronisation(ThreadId thread) const {
    return now_.scopes != 0 && is_ignoring(thread, kIgnoreSynchronisation);
  }
  [[nodiscard]] bool ignores_something() const { return now_.scopes != 0; }
  // All of these bytes.
  [[nodiscard]] bool expects(MemoryRange bytes) const;

 private:
  static constexpr unsigned kKinds = 3;
  struct Depths {
    std::uint32_t of[kKinds] = {};  // by bit
  };
  struct Said {
    std::uint32_t scopes = 0;           // that are open, of all threads
    std::vector<Depths> depths;         // by thread
    std::vector<MemoryRange> expected;  // by address; they do not touch
  };

  [[nodiscard]] bool is_ignoring(ThreadId thread, unsigned what) const;

  Said now_;
  Said kept_;
};

}  // namespace heddle
