// What a detector reports of what it is told.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/access.h"
#include "engine/finding_sink.h"

namespace heddle {

class Reported final : public FindingSink {
 public:
  void report(const Fault& fault) override { faults.push_back(fault); }
  [[nodiscard]] EventNumber event() const override { return now; }
  void suspect(const Suspect& suspect) override { suspects.push_back(suspect); }
  std::vector<Fault> faults;
  std::vector<Suspect> suspects;
  EventNumber now = 0;  // of what is told next
};

// Threads that do things to a detector, in the order of the calls. Sites are numbers.
template <typename Watching>
class Script {
 public:
  Script() { begin(); }

  void begin() { detector.begin(sink); }

  void create(unsigned thread, unsigned other) { tell(SyncKind::kCreate, thread, 0, 0, other); }
  void join(unsigned thread, unsigned other) { tell(SyncKind::kJoin, thread, 0, 0, other); }
  void end(unsigned thread) { tell(SyncKind::kEnd, thread, 0, 0); }
  void lock(unsigned thread, std::uintptr_t object, std::uint64_t site) { tell(SyncKind::kLock, thread, object, site); }
  void try_lock(unsigned thread, std::uintptr_t object, std::uint64_t site) {
    Sync sync = make(SyncKind::kLock, thread, object, site);
    sync.attempted = true;
    detector.synchronise(sync);
  }
  void unlock(unsigned thread, std::uintptr_t object) { tell(SyncKind::kUnlock, thread, object, 0); }
  void lock_shared(unsigned thread, std::uintptr_t object, std::uint64_t site) {
    tell(SyncKind::kLockShared, thread, object, site);
  }
  void unlock_shared(unsigned thread, std::uintptr_t object) { tell(SyncKind::kUnlockShared, thread, object, 0); }
  void destroy(unsigned thread, std::uintptr_t object) { tell(SyncKind::kDestroy, thread, object, 0); }
  void access(unsigned thread, AccessKind kind, std::uintptr_t address, std::size_t size, std::uint64_t site,
              bool atomic = false) {
    const Access access{
        .thread = id(thread), .kind = kind, .atomic = atomic, .address = address, .size = size, .site = {site}};
    if constexpr (requires { detector.access(access); }) {
      detector.access(access);
    } else {
      ASSERT_EQ(kind, AccessKind::kFree);  // there is nothing else to be told
      detector.free(access);
    }
  }
  void tell(SyncKind kind, unsigned thread, std::uintptr_t object, std::uint64_t site, unsigned other = 0xffff) {
    detector.synchronise(make(kind, thread, object, site, other));
  }

  [[nodiscard]] static ThreadId id(unsigned thread) { return {static_cast<std::uint16_t>(thread)}; }
  [[nodiscard]] static Sync make(SyncKind kind, unsigned thread, std::uintptr_t object, std::uint64_t site,
                                 unsigned other = 0xffff) {
    Sync sync;
    sync.kind = kind;
    sync.thread = id(thread);
    sync.other = id(other);
    sync.object = object;
    sync.site = {site};
    return sync;
  }

  Reported sink;
  Watching detector;
};

}  // namespace heddle
