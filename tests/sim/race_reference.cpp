#include "sim/race_reference.h"

#include <algorithm>
#include <optional>

namespace heddle::sim {

namespace {

[[nodiscard]] bool is_acquire(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::kConsume:  // compilers promote it
    case MemoryOrder::kAcquire:
    case MemoryOrder::kAcquireRelease:
    case MemoryOrder::kSequentiallyConsistent:
      return true;
    default:
      return false;
  }
}

[[nodiscard]] bool is_release(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::kRelease:
    case MemoryOrder::kAcquireRelease:
    case MemoryOrder::kSequentiallyConsistent:
      return true;
    default:
      return false;
  }
}

[[nodiscard]] bool is_inside(std::uintptr_t byte, std::uintptr_t address, std::size_t size) {
  return byte >= address && byte < address + size;
}

class Relation {
 public:
  explicit Relation(const Trace& trace)
      : trace_(trace),
        sources_(trace.size(), std::vector<bool>(trace.size(), false)),
        before_(trace.size(), std::vector<bool>(trace.size(), false)) {
    for (std::size_t step = 0; step < trace.size(); ++step) {
      find_sources(step);
    }
    for (std::size_t later = 0; later < trace.size(); ++later) {
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        if (is_edge(earlier, later)) {
          add(earlier, later);
        }
      }
    }
  }

  [[nodiscard]] bool happens_before(std::size_t earlier, std::size_t later) const { return before_[later][earlier]; }

  // Nothing in between ends what lies at the byte.
  [[nodiscard]] bool is_one_life(std::uintptr_t byte, std::size_t from, std::size_t to) const {
    for (std::size_t step = from; step < to; ++step) {
      if (const auto* freed = access(step); freed != nullptr && freed->kind == AccessKind::kFree) {
        if (is_inside(byte, freed->address, freed->size)) {
          return false;
        }
      } else if (const auto* renewed = std::get_if<MemoryRange>(&trace_[step]); renewed != nullptr) {
        if (is_inside(byte, renewed->address, renewed->size)) {
          return false;
        }
      }
    }
    return true;
  }

  [[nodiscard]] const Access* access(std::size_t step) const { return std::get_if<Access>(&trace_[step]); }

 private:
  [[nodiscard]] const Sync* sync(std::size_t step) const { return std::get_if<Sync>(&trace_[step]); }
  [[nodiscard]] std::optional<ThreadId> thread(std::size_t step) const {
    if (const Access* made = access(step); made != nullptr) {
      return made->thread;
    }
    if (const Sync* made = sync(step); made != nullptr) {
      return made->thread;
    }
    return std::nullopt;
  }

  void add(std::size_t earlier, std::size_t later) {
    before_[later][earlier] = true;
    for (std::size_t step = 0; step < earlier; ++step) {
      if (before_[earlier][step]) {
        before_[later][step] = true;
      }
    }
  }

  // Sequenced before, or synchronises with.
  [[nodiscard]] bool is_edge(std::size_t earlier, std::size_t later) const {
    const std::optional<ThreadId> first = thread(earlier);
    const std::optional<ThreadId> second = thread(later);
    if (!first || !second) {
      return false;
    }
    return *first == *second || creates(earlier, *second) || joins(later, *first) || hands_over(earlier, later) ||
           publishes(earlier, later);
  }

  [[nodiscard]] bool creates(std::size_t step, ThreadId thread) const {
    const Sync* made = sync(step);
    return made != nullptr && made->kind == SyncKind::kCreate && made->other == thread;
  }
  [[nodiscard]] bool joins(std::size_t step, ThreadId thread) const {
    const Sync* made = sync(step);
    return made != nullptr && made->kind == SyncKind::kJoin && made->other == thread;
  }

  // Locks, and what is sent and received.
  [[nodiscard]] bool hands_over(std::size_t earlier, std::size_t later) const {
    const Sync* giver = sync(earlier);
    const Sync* taker = sync(later);
    if (giver == nullptr || taker == nullptr || giver->object != taker->object ||
        !is_one_object(giver->object, earlier, later)) {
      return false;
    }
    switch (giver->kind) {
      case SyncKind::kUnlock:
        return taker->kind == SyncKind::kLock || taker->kind == SyncKind::kLockShared;
      case SyncKind::kUnlockShared:
        return taker->kind == SyncKind::kLock;
      case SyncKind::kSend:
        return taker->kind == SyncKind::kReceive;
      default:
        return false;
    }
  }
  [[nodiscard]] bool is_one_object(std::uintptr_t object, std::size_t from, std::size_t to) const {
    for (std::size_t step = from; step < to; ++step) {
      if (const Sync* made = sync(step);
          made != nullptr && made->kind == SyncKind::kDestroy && made->object == object) {
        return false;
      }
    }
    return is_one_life(object, from, to);
  }

  [[nodiscard]] bool is_fence(std::size_t step) const {
    return sync(step) != nullptr && sync(step)->kind == SyncKind::kFence;
  }

  // [atomics.order] and [atomics.fences]: a release operation or fence with an acquire operation or fence.
  [[nodiscard]] bool publishes(std::size_t earlier, std::size_t later) const {
    for (const std::size_t store : stores_published_by(earlier)) {
      for (const std::size_t load : loads_acquired_by(later)) {
        if (store < load && reads_from_sequence(load, store)) {
          return true;
        }
      }
    }
    return false;
  }
  // The atomic stores that head, or would head, a release sequence for the step.
  [[nodiscard]] std::vector<std::size_t> stores_published_by(std::size_t step) const {
    std::vector<std::size_t> stores;
    if (is_fence(step) && is_release(sync(step)->order)) {
      for (std::size_t store = step + 1; store < trace_.size(); ++store) {
        if (stores_atomically(store) && thread(store) == thread(step)) {
          stores.push_back(store);
        }
      }
    } else if (stores_atomically(step) && is_release(access(step)->order)) {
      stores.push_back(step);
    }
    return stores;
  }
  [[nodiscard]] std::vector<std::size_t> loads_acquired_by(std::size_t step) const {
    std::vector<std::size_t> loads;
    if (is_fence(step) && is_acquire(sync(step)->order)) {
      for (std::size_t load = 0; load < step; ++load) {
        if (loads_atomically(load) && thread(load) == thread(step)) {
          loads.push_back(load);
        }
      }
    } else if (loads_atomically(step) && is_acquire(access(step)->order)) {
      loads.push_back(step);
    }
    return loads;
  }
  [[nodiscard]] bool stores_atomically(std::size_t step) const {
    const Access* made = access(step);
    return made != nullptr && made->atomic && (made->kind == AccessKind::kWrite || made->kind == AccessKind::kUpdate);
  }
  [[nodiscard]] bool loads_atomically(std::size_t step) const {
    const Access* made = access(step);
    return made != nullptr && made->atomic && (made->kind == AccessKind::kRead || made->kind == AccessKind::kUpdate);
  }
  // Of each byte, the last atomic store. Where that is a read-modify-write, it belongs to the sequences that it read
  // from, with all its bytes; a store that goes on, to those of its own thread.
  void find_sources(std::size_t load) {
    const bool loads = loads_atomically(load);
    if (!loads && !(stores_atomically(load) && access(load)->goes_on)) {
      return;
    }
    const Access& made = *access(load);
    for (std::uintptr_t byte = made.address; byte < made.address + made.size; ++byte) {
      std::size_t store = load;
      while (store-- > 0 && is_one_life(byte, store, load)) {
        if (stores_atomically(store) && is_inside(byte, access(store)->address, access(store)->size)) {
          for (std::size_t head = 0; head <= store; ++head) {
            const bool belongs = head == store || sources_[store][head];
            sources_[load][head] = sources_[load][head] || (belongs && (loads || thread(head) == thread(load)));
          }
          break;
        }
      }
    }
  }
  [[nodiscard]] bool reads_from_sequence(std::size_t load, std::size_t store) const { return sources_[load][store]; }

  const Trace& trace_;
  std::vector<std::vector<bool>> sources_;  // by the load: heads of the release sequences that it reads from
  std::vector<std::vector<bool>> before_;   // by the later step
};

}  // namespace

std::vector<Race> races_of(const Trace& trace) {
  const Relation relation(trace);
  std::vector<Race> races;
  for (std::size_t later = 0; later < trace.size(); ++later) {
    const Access* second = relation.access(later);
    for (std::size_t earlier = 0; second != nullptr && earlier < later; ++earlier) {
      const Access* first = relation.access(earlier);
      if (first == nullptr || first->thread == second->thread || (first->atomic && second->atomic) ||
          (first->kind == AccessKind::kRead && second->kind == AccessKind::kRead) ||
          relation.happens_before(earlier, later)) {
        continue;
      }
      const std::uintptr_t end = std::min(first->address + first->size, second->address + second->size);
      for (std::uintptr_t byte = std::max(first->address, second->address); byte < end; ++byte) {
        if (relation.is_one_life(byte, earlier, later)) {
          races.push_back({.earlier = earlier, .later = later, .byte = byte});
        }
      }
    }
  }
  return races;
}

}  // namespace heddle::sim
