// The accesses of a trace, numbered: by thread, site and call stack, and within such a group in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/hash.h"
#include "core/ids.h"
#include "monitor/access_trace.h"
#include "monitor/trace_reader.h"

namespace heddle {

// Every stack once: a function and the stack it was called with.
class CallStacks {
 public:
  using Id = std::uint32_t;
  static constexpr Id kEmpty = 0;
  // There are more of them than there may be.
  static constexpr Id kUnknown = ~Id{0};

  static constexpr std::size_t kMost = std::size_t{1} << 24U;

  explicit CallStacks(std::size_t most = kMost);

  // With one more function called, by a stack that is not unknown.
  [[nodiscard]] Id call(Id stack, SiteId frame) {
    const Id last = nodes_[stack].last_called;
    return nodes_[last].caller == stack && nodes_[last].frame == frame && last != kEmpty ? last : look(stack, frame);
  }
  // Of one that is neither empty nor unknown: the function called last, and the stack without it.
  [[nodiscard]] SiteId frame(Id stack) const { return nodes_[stack].frame; }
  [[nodiscard]] Id caller(Id stack) const { return nodes_[stack].caller; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  struct Node {
    SiteId frame{};
    Id caller = kEmpty;
    Id last_called = kEmpty;  // a guess: what was called here the last time
  };

  [[nodiscard]] Id look(Id stack, SiteId frame);
  [[nodiscard]] std::size_t slot_of(Id stack, SiteId frame) const;
  void grow();

  std::size_t most_;
  std::vector<Node> nodes_;  // the first is the empty stack
  std::vector<Id> slots_;    // open addressing; kEmpty: free. The size is a power of two
};

// One access of a trace: the `ordinal`-th of its group, from 1.
struct AccessRef {
  std::uint32_t group = 0;
  std::uint32_t ordinal = 0;
  friend auto operator<=>(AccessRef, AccessRef) = default;
};

// Groups in the order of their first accesses.
class AccessGroups {
 public:
  struct Group {
    SiteId site{};
    std::uint32_t thread = 0;  // index of TraceReader::threads()
    std::uint32_t place = 0;   // of the site in that thread
    CallStacks::Id stack = CallStacks::kEmpty;
    std::uint32_t accesses = 0;  // so far, in this walk; stays at the largest number
  };
  static constexpr std::uint32_t kMostAccesses = ~std::uint32_t{0};

  explicit AccessGroups(std::size_t most_stacks = CallStacks::kMost);

  [[nodiscard]] const Group& operator[](std::uint32_t group) const { return groups_[group]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(groups_.size()); }
  [[nodiscard]] const CallStacks& stacks() const { return stacks_; }

 private:
  friend class TraceWalk;

  [[nodiscard]] std::uint32_t find(std::uint32_t thread, const TraceEvent& event, CallStacks::Id stack);
  [[nodiscard]] std::size_t slot_of(std::uint32_t thread, std::uint32_t place, CallStacks::Id stack) const;
  void grow();

  CallStacks stacks_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> slots_;  // group + 1, open addressing; 0: free. The size is a power of two
};

// All events of a trace in the order in which they happened, with the groups of accesses. Every walk over a trace gives
// the same numbers, if they share the groups.
class TraceWalk {
 public:
  TraceWalk(const TraceReader& reader, AccessGroups& groups);

  // False at the end.
  [[nodiscard]] bool next(TraceEvent& event) {
    if (!cursor_.next(event)) [[unlikely]] {
      return false;
    }
    if (event.kind == TraceKind::kAccess) [[likely]] {
      count(event);
    } else if (event.kind <= TraceKind::kReturn) {
      called(event);
    }
    return true;
  }
  // Of the event that next() has given.
  [[nodiscard]] std::uint32_t thread() const { return static_cast<std::uint32_t>(cursor_.thread()); }
  // If it is an access.
  [[nodiscard]] AccessRef access() const { return access_; }
  [[nodiscard]] bool is_broken() const { return cursor_.is_broken(); }

 private:
  struct Seen {  // at a place: the last stack, and the group with it
    CallStacks::Id stack = CallStacks::kEmpty;
    std::uint32_t group = kNone;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Thread {
    CallStacks::Id stack = CallStacks::kEmpty;
    std::uint64_t unknown = 0;                  // calls with a stack that is unknown already
    CallStacks::Id known = CallStacks::kEmpty;  // the last one that was
    std::vector<Seen> seen;                     // by place
  };

  void count(const TraceEvent& event) {
    Thread& self = threads_[cursor_.thread()];
    if (event.place >= self.seen.size()) [[unlikely]] {
      self.seen.resize(event.place + std::size_t{16});
    }
    Seen& seen = self.seen[event.place];
    if (seen.group == kNone || seen.stack != self.stack) [[unlikely]] {
      seen = {.stack = self.stack, .group = groups_.find(thread(), event, self.stack)};
    }
    std::uint32_t& accesses = groups_.groups_[seen.group].accesses;
    accesses += accesses == AccessGroups::kMostAccesses ? 0 : 1;
    access_ = {.group = seen.group, .ordinal = accesses};
  }
  void called(const TraceEvent& event);

  TraceCursor cursor_;
  AccessGroups& groups_;
  std::vector<Thread> threads_;
  AccessRef access_;
};

}  // namespace heddle
