#include "sim/random_trace.h"

#include <algorithm>
#include <array>
#include <set>

namespace heddle::sim {

namespace {

using Verb = TracedInstruction::Verb;

// Across the border of pages of whatever size up to 64 KiB.
constexpr std::uintptr_t kMemory = 0x10fff0;
constexpr std::size_t kMemoryBytes = 32;
// Freed and made anew as a whole.
constexpr MemoryRange kBlock{.address = kMemory + 12, .size = 13};

// Some lie where atomics lie too, and in the block: they have nothing to do with each other.
constexpr std::array<std::uintptr_t, 2> kLocks{0x200000, kMemory + 16};
constexpr std::array<std::uintptr_t, 2> kSemaphores{0x200040, kMemory + 8};
constexpr std::uintptr_t kBarrier = 0x200080;
constexpr std::size_t kBarrierCount = 2;
constexpr std::array<std::uintptr_t, 3> kChannels{0x2000c0, kMemory + 16, kMemory + 8};

struct Manner {
  bool few_sites;        // otherwise every instruction is a place of its own
  bool passes_messages;  // otherwise there is something of all
};

class Writer {
 public:
  Writer(Rng& rng, ThreadId thread, Manner manner) : rng_(rng), thread_(thread), manner_(manner) {}

  std::vector<TracedInstruction> write(std::uint32_t length) {
    while (code_.size() < length) {
      manner_.passes_messages ? add_message() : add_any();
    }
    return std::move(code_);
  }

 private:
  template <typename Value, std::size_t kCount>
  Value one_of(const Value (&values)[kCount]) {
    return values[rng_.below(kCount)];
  }
  TracedInstruction& add(Verb verb, std::size_t number = 0) {
    code_.push_back({.verb = verb, .access = {}, .sync = {}, .number = number});
    const std::uint64_t place = manner_.few_sites ? rng_.below(3) : thread_.value * 100U + code_.size();
    code_.back().access.thread = code_.back().sync.thread = thread_;
    code_.back().access.site = code_.back().sync.site = {1 + place};
    return code_.back();
  }

  void add_any() {
    switch (rng_.below(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        return add_plain();
      case 6:
      case 7:
      case 8:
        return add_atomic();
      case 9:
        return add_fence();
      case 10:
      case 11:
        return add_locked();
      case 12:
        add(rng_.below(3) == 0 ? Verb::kAcquire : Verb::kPost, rng_.below(kSemaphores.size()));
        return;
      case 13: {
        TracedInstruction& made = add(Verb::kSync);
        made.sync.kind = rng_.below(2) == 0 ? SyncKind::kSend : SyncKind::kReceive;
        made.sync.object = kChannels[rng_.below(kChannels.size())];
        return;
      }
      case 14:
        if (rng_.below(2) == 0) {
          add(Verb::kBarrier);
        }
        return;
      default:
        return add_block();
    }
  }

  // Few data, and flags that are nothing else: chains of threads that know of each other.
  void add_message() {
    switch (rng_.below(8)) {
      case 0:
      case 1: {
        Access& access = add(Verb::kAccess).access;
        access.kind = rng_.below(3) == 0 ? AccessKind::kWrite : AccessKind::kRead;
        access.address = kMemory + 4 * rng_.below(3);
        access.size = 4;
        return;
      }
      case 2:
      case 3:
        return add_fence();
      default: {
        add_atomic();
        Access& access = code_.back().access;
        access.address = kMemory + 16 + 4 * rng_.below(2);
        access.size = 4;
        return;
      }
    }
  }

  void add_plain() {
    Access& access = add(Verb::kAccess).access;
    access.kind = rng_.below(2) == 0 ? AccessKind::kRead : AccessKind::kWrite;
    access.size = one_of<std::size_t>({1, 1, 1, 2, 2, 4, 4, 8, 8, 16, 11});
    access.address = kMemory + rng_.below(static_cast<std::uint32_t>(kMemoryBytes - access.size));
    if (rng_.below(2) == 0) {
      access.address -= access.address % std::min<std::size_t>(access.size, 4);
    }
  }

  void add_atomic() {
    TracedInstruction& made = add(rng_.below(5) == 0 ? Verb::kCompareExchange : Verb::kAccess);
    Access& access = made.access;
    access.atomic = true;
    access.kind = one_of<AccessKind>({AccessKind::kRead, AccessKind::kRead, AccessKind::kWrite, AccessKind::kUpdate});
    if (made.verb == Verb::kCompareExchange) {
      access.kind = AccessKind::kUpdate;
      made.failure =
          one_of<MemoryOrder>({MemoryOrder::kRelaxed, MemoryOrder::kAcquire, MemoryOrder::kSequentiallyConsistent});
    }
    access.order = static_cast<MemoryOrder>(rng_.below(6));
    access.goes_on = access.kind == AccessKind::kWrite && rng_.below(2) == 0;
    access.size = one_of<std::size_t>({1, 2, 4, 4, 8, 8, 16});
    // Aligned, mostly: those of different sizes overlap.
    access.address = kMemory + rng_.below(3) * std::max<std::size_t>(access.size, 8);
    access.address = std::min<std::uintptr_t>(access.address, kMemory + 16);
    if (access.size < 8 && rng_.below(3) == 0) {
      access.address += access.size;
    } else if (access.size == 8 && rng_.below(8) == 0) {
      access.address += 4;
    }
  }

  void add_fence() {
    Sync& sync = add(Verb::kSync).sync;
    sync.kind = SyncKind::kFence;
    sync.order = one_of<MemoryOrder>({MemoryOrder::kAcquire, MemoryOrder::kRelease, MemoryOrder::kAcquireRelease,
                                      MemoryOrder::kSequentiallyConsistent, MemoryOrder::kRelaxed});
  }

  void add_locked() {
    const std::size_t lock = rng_.below(kLocks.size());
    const bool is_shared = rng_.below(3) == 0;
    add(is_shared ? Verb::kLockShared : Verb::kLock, lock);
    for (std::uint32_t inner = 1 + rng_.below(3); inner > 0; --inner) {
      rng_.below(4) == 0 ? add_atomic() : add_plain();
    }
    add(is_shared ? Verb::kUnlockShared : Verb::kUnlock, lock);
  }

  void add_block() {
    TracedInstruction& made = add(Verb::kAccess);
    made.access.kind = AccessKind::kFree;
    made.access.address = kBlock.address;
    made.access.size = kBlock.size;
    switch (rng_.below(4)) {
      case 0:
        made.verb = Verb::kRenew;
        break;
      case 1:
        add(Verb::kRenew);
        break;
      case 2:
        made.verb = Verb::kSync;
        made.sync.kind = SyncKind::kDestroy;
        made.sync.object = kChannels[rng_.below(kChannels.size())];
        break;
      default:
        break;
    }
  }

  Rng& rng_;
  ThreadId thread_;
  Manner manner_;
  std::vector<TracedInstruction> code_;
};

class Scheduler {
 public:
  Scheduler(const TracedProgram& program, Rng& rng)
      : program_(program),
        rng_(rng),
        position_(program.threads.size(), 0),
        is_started_(program.threads.size(), !program.are_created) {
    is_started_[0] = true;
  }

  Trace run() {
    std::size_t last = 0;
    for (;;) {
      std::vector<std::size_t> enabled;
      for (std::size_t thread = 0; thread < position_.size(); ++thread) {
        if (can_go_on(thread)) {
          enabled.push_back(thread);
        }
      }
      if (enabled.empty()) {
        return std::move(trace_);
      }
      if (std::ranges::find(enabled, last) == enabled.end() || rng_.below(3) == 0) {
        last = enabled[rng_.below(static_cast<std::uint32_t>(enabled.size()))];
      }
      const std::size_t thread = last;
      perform(thread, program_.threads[thread][position_[thread]++]);
    }
  }

 private:
  struct Lock {
    bool is_held = false;
    std::size_t readers = 0;
  };

  [[nodiscard]] bool has_ended(std::size_t thread) const {
    return position_[thread] == program_.threads[thread].size() && !waiting_.contains(thread);
  }
  [[nodiscard]] bool can_go_on(std::size_t thread) const {
    if (!is_started_[thread] || has_ended(thread) || waiting_.contains(thread)) {
      return false;
    }
    const TracedInstruction& next = program_.threads[thread][position_[thread]];
    switch (next.verb) {
      case Verb::kLock:
        return !locks_[next.number].is_held && locks_[next.number].readers == 0;
      case Verb::kLockShared:
        return !locks_[next.number].is_held;
      case Verb::kAcquire:
        return semaphores_[next.number] > 0;
      case Verb::kJoin:
        return has_ended(next.number);
      default:
        return true;
    }
  }

  void tell(const TracedInstruction& instruction, SyncKind kind, std::uintptr_t object) {
    Sync sync = instruction.sync;
    sync.kind = kind;
    sync.object = object;
    trace_.emplace_back(sync);
  }

  void perform(std::size_t thread, const TracedInstruction& instruction) {
    const std::size_t number = instruction.number;
    switch (instruction.verb) {
      case Verb::kAccess:
        trace_.emplace_back(instruction.access);
        return;
      case Verb::kCompareExchange: {
        Access access = instruction.access;
        if (rng_.below(2) == 0) {
          access.kind = AccessKind::kRead;
          access.order = instruction.failure;
        }
        trace_.emplace_back(access);
        return;
      }
      case Verb::kSync:
        trace_.emplace_back(instruction.sync);
        return;
      case Verb::kLock:
        locks_[number].is_held = true;
        return tell(instruction, SyncKind::kLock, kLocks[number]);
      case Verb::kUnlock:
        locks_[number].is_held = false;
        return tell(instruction, SyncKind::kUnlock, kLocks[number]);
      case Verb::kLockShared:
        ++locks_[number].readers;
        return tell(instruction, SyncKind::kLockShared, kLocks[number]);
      case Verb::kUnlockShared:
        --locks_[number].readers;
        return tell(instruction, SyncKind::kUnlockShared, kLocks[number]);
      case Verb::kPost:
        ++semaphores_[number];
        return tell(instruction, SyncKind::kSend, kSemaphores[number]);
      case Verb::kAcquire:
        --semaphores_[number];
        return tell(instruction, SyncKind::kReceive, kSemaphores[number]);
      case Verb::kBarrier:
        return arrive(thread, instruction);
      case Verb::kCreate:
      case Verb::kJoin: {
        Sync sync = instruction.sync;
        sync.kind = instruction.verb == Verb::kCreate ? SyncKind::kCreate : SyncKind::kJoin;
        sync.other = {static_cast<std::uint16_t>(number)};
        is_started_[number] = true;
        trace_.emplace_back(sync);
        return;
      }
      case Verb::kRenew:
        trace_.emplace_back(kBlock);
        return;
    }
  }

  void arrive(std::size_t thread, const TracedInstruction& instruction) {
    tell(instruction, SyncKind::kSend, kBarrier);
    waiting_.insert(thread);
    if (waiting_.size() < kBarrierCount) {
      return;
    }
    for (const std::size_t waiter : waiting_) {
      TracedInstruction released = instruction;
      released.sync.thread = {static_cast<std::uint16_t>(waiter)};
      tell(released, SyncKind::kReceive, kBarrier);
    }
    tell(instruction, SyncKind::kDestroy, kBarrier);
    waiting_.clear();
  }

  const TracedProgram& program_;
  Rng& rng_;
  std::vector<std::size_t> position_;
  std::vector<bool> is_started_;
  std::set<std::size_t> waiting_;  // at the barrier
  std::array<Lock, kLocks.size()> locks_{};
  std::array<std::size_t, kSemaphores.size()> semaphores_{};
  Trace trace_;
};

}  // namespace

TracedProgram random_traced_program(Rng& rng) {
  TracedProgram program;
  const std::size_t threads = 2 + rng.below(3);
  const Manner manner{.few_sites = rng.below(4) == 0, .passes_messages = rng.below(3) == 0};
  program.are_created = rng.below(4) != 0;
  for (std::size_t thread = 0; thread < threads; ++thread) {
    const ThreadId id{static_cast<std::uint16_t>(thread)};
    program.threads.push_back(Writer(rng, id, manner).write(2 + rng.below(8)));
  }
  if (!program.are_created) {
    return program;
  }
  // The first thread creates the others somewhere in its first half, and may join some and go on.
  std::vector<TracedInstruction>& first = program.threads.front();
  for (std::size_t thread = 1; thread < threads; ++thread) {
    const auto place = static_cast<std::ptrdiff_t>(rng.below(static_cast<std::uint32_t>(first.size() / 2 + 1)));
    first.insert(first.begin() + place, {.verb = Verb::kCreate, .access = {}, .sync = {}, .number = thread});
  }
  if (rng.below(2) == 0) {
    first.push_back({.verb = Verb::kJoin, .access = {}, .sync = {}, .number = 1 + rng.below(threads == 2 ? 1 : 2)});
    const std::vector<TracedInstruction> more = Writer(rng, {0}, manner).write(3);
    first.insert(first.end(), more.begin(), more.end());
  }
  return program;
}

Trace random_execution(const TracedProgram& program, Rng& rng) { return Scheduler(program, rng).run(); }

}  // namespace heddle::sim
