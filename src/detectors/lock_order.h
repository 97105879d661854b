// Possible deadlocks: cycles in the order in which threads take locks (Havelund's GoodLock, Agarwal and Stoller), of
// one execution. A hint: nothing says that the program can get to where the cycle closes.
//
// A thread that takes B while it holds A makes an edge from A to B; one that would not wait for ever for B makes none.
// A cycle counts if each of its edges is another thread's, no two of them were made under a common lock (a gate), each
// of its locks is held in a way that keeps out the one who wants it (two readers do not), and none of them is over
// before another one begins (message_order.h).
//
// Where somebody provokes what is predicted, more is predicted than reported: cycles with edges of a thread that would
// not have waited for ever (it may give up, and then wait), and with several of one thread (another one may do the
// same).
//
// Edges are kept by place, not by occurrence, and at most kMostEdges for two locks; cycles have at most kMostThreads.
// What is beyond is not seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "detectors/address_table.h"
#include "detectors/finding_kinds.h"
#include "detectors/message_order.h"
#include "detectors/surroundings.h"
#include "engine/watcher.h"

namespace heddle {

class LockOrder {
 public:
  static void say(Sentence& sentence, const Fault& fault);
  static constexpr FindingKindRow kKinds[] = {{.kind = FindingKind::kPossibleDeadlock,
                                               .is_hint = true,
                                               .say = say,
                                               .preposition = "over",
                                               .is_circle = true,
                                               .group = SuppressionGroup::kDeadlocks}};

  explicit LockOrder(const Surroundings& around = {}) : name_of_(around.name_of) {}

  // Predicts more where the execution is recorded and analysed.
  void begin(FindingSink& sink, const WatchTerms& terms = {});
  void free(const Access& access) { renew(range_of(access)); }
  void synchronise(const Sync& sync);
  // Locks that lie there are others from now on.
  void renew(MemoryRange range);

 private:
  static constexpr std::size_t kMostEdges = 32;
  static constexpr std::size_t kMostThreads = Fault::kMostSides;
  static constexpr std::size_t kMostSteps = 10'000;  // of one search

  struct Lock {
    std::uint32_t number = 0;  // 0: none yet
  };
  struct Held {
    std::uint32_t lock = 0;
    bool shared = false;
    SiteId site;
  };
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool from_shared = false;
    bool to_shared = false;
    bool attempted = false;  // the thread would not have waited for ever
    ThreadId thread;
    std::uint32_t time = 0;  // the thread's, in `clock`
    SiteId from_site;
    SiteId to_site;
    EventNumber event = kNoEvent;
    std::uint32_t ordinal = 0;   // of what the thread does at to_site, from 1
    std::uintptr_t address = 0;  // of the lock wanted
    std::vector<Held> gates;     // all that the thread held
    VectorClock clock;
  };
  using Edges = std::vector<std::uint32_t>;
  struct Taken {  // by a thread, at a site
    ThreadId thread;
    SiteId site;
    std::uint32_t times = 0;
  };

  void take(const Sync& sync, bool shared);
  void release(const Sync& sync);
  [[nodiscard]] std::vector<Held>& held_by(ThreadId thread);
  [[nodiscard]] std::uint32_t number_of(std::uintptr_t address);
  [[nodiscard]] std::uint64_t key_of(const Sync& sync, const Held& from, std::uint32_t to, bool to_shared);
  void add_edge(const Sync& sync, const Held& from, std::uint32_t to, bool to_shared);
  void find_cycles(std::uint32_t newest, bool guesses);
  void close_cycles(std::uint32_t last);
  // Nothing but a prediction: the path has an edge that was attempted, or two of one thread.
  [[nodiscard]] bool is_guess() const;
  [[nodiscard]] bool may_follow(const Edge& next) const;
  void report_cycle();

  [[nodiscard]] std::uint32_t count(const Sync& sync);
  void predict_cycle();

  Surroundings::NameOf name_of_;
  bool guesses_ = false;
  bool is_guessing_ = false;  // in the search under way
  FindingSink* sink_ = nullptr;
  MessageOrder order_;
  std::vector<Taken> taken_;   // by site and thread
  std::uint32_t ordinal_ = 0;  // of the lock that is being taken
  AddressTable<Lock> locks_;
  std::uint32_t lock_count_ = 0;
  std::vector<std::vector<Held>> held_;  // by thread, in order of taking
  std::vector<Edge> edges_;
  std::vector<Edges> from_;           // by lock: the edges that leave it
  std::vector<std::uint64_t> known_;  // of this execution, hashed and sorted
  std::vector<std::uint32_t> path_;   // of the search: edges, the newest first
  std::size_t steps_left_ = 0;
  std::vector<std::uint64_t> reported_;  // in this execution
};

}  // namespace heddle
