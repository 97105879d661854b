// Locks and condition variables that are used in a way that is wrong whatever comes of it: a lock is destroyed, or its
// memory freed, while somebody holds it; a reader-writer or spin lock is released by another thread than the holder; a
// thread waits for a condition with a mutex that it does not hold, or with another one than those who wait already; a
// thread locks a plain mutex again that it holds; a thread ends while it holds a lock (a robust mutex is made for
// that).
//
// Misuse for which POSIX has an error code is the program's to notice. Releasing what is not held, and use after
// destruction, end the execution and are judged there (outcomes.h). A plain mutex that its owner locks again is told
// when that begins; that the thread then waits for ever is judged at the end of the execution, as before.
#pragma once

#include <cstdint>
#include <vector>

#include "detectors/finding_kinds.h"
#include "engine/watcher.h"

namespace heddle {

class LockUse {
 public:
  static void say(Sentence& sentence, const Fault& fault);
  static constexpr FindingKindRow kKinds[] = {
      {.kind = FindingKind::kLockMisuse, .say = say, .group = SuppressionGroup::kMisuses}};

  void begin(FindingSink& sink);
  void free(const Access& access);
  void synchronise(const Sync& sync);
  void renew(MemoryRange range);

 private:
  struct Holder {
    std::uintptr_t lock = 0;
    bool shared = false;
    ThreadId thread;
    SiteId site;
    EventNumber event = kNoEvent;
  };
  struct Waiter {
    std::uintptr_t condition = 0;
    std::uintptr_t mutex = 0;
    ThreadId thread;
    SiteId site;
    EventNumber event = kNoEvent;
  };

  void release(const Sync& sync, bool shared);
  void wait(const Sync& sync);
  void end(const Sync& sync);
  // Of an operation on the lock or condition at the address; `earlier`: see Fault::earlier().
  void report(const Fault::Side& last, const Fault::Side& earlier);
  [[nodiscard]] Fault::Side side(const Sync& sync, OperationKind kind) const;
  [[nodiscard]] static Fault::Side taking(const Holder& holder);
  [[nodiscard]] const Holder* holder_of(std::uintptr_t lock) const;

  FindingSink* sink_ = nullptr;
  std::vector<Holder> held_;  // by all threads; few at a time
  std::vector<Waiter> waiters_;
  std::vector<std::uint64_t> reported_;  // in this execution
};

}  // namespace heddle
