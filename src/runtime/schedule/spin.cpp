#include "runtime/schedule/spin.h"

#include <unwind.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <span>

#include "heddle/abi.h"
#include "runtime/contexts/pool.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_text.h"
#include "runtime/observe/watching.h"
#include "runtime/state/control.h"
#include "runtime/state/primitives.h"

extern "C" {
std::uint8_t heddle_hooks_watched = 0;
const heddle::runtime::HookRegisters* heddle_hook_registers = nullptr;
}

namespace heddle::runtime {
namespace {

using spin_detail::bit;

// Longer rounds, and deeper stacks, are not looked at.
constexpr std::uint32_t kLongestRound = 1000;
// A round that is longer may have left its loop, for another one that begins elsewhere.
constexpr std::uint32_t kUsualRound = 8;
constexpr std::size_t kDeepestStack = std::size_t{64} << 10U;
// Rounds that may end in another state before the suspicion is dropped.
constexpr std::uint32_t kRounds = 3;
// A loop that stores is work rather than waiting; it has to go round more often to be looked at.
constexpr std::uint8_t kRevisitsWithStores = 8;
constexpr std::uint16_t kLongestPatience = 1024;
// Enough for the rounds of a loop that reads a few cells in turn.
constexpr std::uint16_t kSuspectedReads = 1024;

// What being watched costs a thread, in operations that are not: each operation in a round, and comparing its state.
// Whoever was suspected in vain goes on unwatched until that is no more than this part of what it has done, but for an
// allowance: short executions are not slow anyway, and whoever waits should be seen early.
constexpr std::uint32_t kCostOfOperation = 6;
constexpr std::uint32_t kWordsPerCost = 32;
constexpr std::uint32_t kCostShare = 10;
constexpr std::uint32_t kAllowance = 4'000;

// Which registers can be alive where the thread has stopped: fewer, the higher the rank.
enum class SpinRank : std::uint8_t {
  kAccess,  // the hook of a single access: all, vectors included
  kHook,    // another hook: the general ones
  kCall,    // an intercepted function: those that a function keeps
  kYield,   // the same, and leaving the thread behind it is free
};

bool is_single_access(const heddle_site* site) {
  return site->kind == HEDDLE_SITE_READ || site->kind == HEDDLE_SITE_WRITE || site->kind == HEDDLE_SITE_VPTR_READ ||
         site->kind == HEDDLE_SITE_VPTR_WRITE;
}

SpinRank rank_of(OperationKind kind, SpinPlace place) {
  if (kind == OperationKind::kYield) {
    return SpinRank::kYield;
  }
  if (place.site == nullptr) {
    return SpinRank::kCall;
  }
  return is_single_access(place.site) ? SpinRank::kAccess : SpinRank::kHook;
}

const void* where_of(SpinPlace place) { return place.site != nullptr ? place.site : place.caller; }

// One site may be in several places, where a loop is unrolled.
const void* code_of(SpinPlace place) {
  return place.site == nullptr ? place.caller : reinterpret_cast<const void*>(heddle_hook_registers->return_address);
}

// Two sums that do not wait for each other. Each step is a bijection, so that one word that differs always shows.
class Fingerprint {
 public:
  void add(std::uint64_t word) { add(word, word); }
  void add(std::uint64_t first, std::uint64_t second) {
    first_ = ((first_ << 29U | first_ >> 35U) ^ first) * 0x9e3779b97f4a7c15ULL;
    second_ = ((second_ << 31U | second_ >> 33U) ^ second) * 0xd6e8feb86659fd93ULL;
  }
  void add(std::span<const std::uint64_t> words) {
    std::size_t index = 0;
    for (; index + 2 <= words.size(); index += 2) {
      add(words[index], words[index + 1]);
    }
    if (index < words.size()) {
      add(words[index]);
    }
  }
  // Never 0.
  [[nodiscard]] std::uint64_t value() const { return (first_ ^ (second_ << 32U | second_ >> 32U)) | 1U; }

 private:
  std::uint64_t first_ = 1;
  std::uint64_t second_ = 2;
};

struct CallRegisters {
  Fingerprint* fingerprint;
  std::uintptr_t stack;
};

// The first frame outside the runtime.
_Unwind_Reason_Code add_caller(_Unwind_Context* context, void* argument) {
  if (in_own_text(_Unwind_GetIP(context))) {
    return _URC_NO_REASON;
  }
  auto& registers = *static_cast<CallRegisters*>(argument);
  registers.stack = _Unwind_GetCFA(context);
  for (const int kept : kKeptRegisters) {
    registers.fingerprint->add(_Unwind_GetGR(context, kept));
  }
  return _URC_END_OF_STACK;
}

// Adds the registers that can be alive and returns the stack pointer of the code that called; 0: unknown.
std::uintptr_t add_registers(Fingerprint& fingerprint, SpinPlace place) {
  fingerprint.add(floating_point_modes());
  if (place.site == nullptr) {
    CallRegisters registers{.fingerprint = &fingerprint, .stack = 0};
    // The unwinder takes a mutex through the name we interpose: that is not the target's doing.
    const bool active = execution.active;
    execution.active = false;
    _Unwind_Backtrace(add_caller, &registers);
    execution.active = active;
    return registers.stack;
  }
  const HookRegisters& registers = *heddle_hook_registers;
  fingerprint.add({reinterpret_cast<const std::uint64_t*>(&registers), sizeof registers / sizeof(std::uint64_t)});
  if (is_single_access(place.site)) {
    fingerprint.add({vectors_of(registers), vectors_size() / sizeof(std::uint64_t)});
  }
  return stack_of(registers);
}

void add_cost(SpinWatch& watch, std::size_t cost) {
  watch.cost += static_cast<std::uint32_t>(std::min<std::size_t>(cost, ~watch.cost));
}

// 0: the state of the thread is not one that can be compared.
std::uint64_t fingerprint_of(const Thread& self, SpinPlace place) {
  Fingerprint fingerprint;
  const std::uintptr_t stack = add_registers(fingerprint, place);
  const std::uintptr_t top = stack_top(self);
  if (stack == 0 || stack % sizeof(std::uint64_t) != 0 || top - stack > kDeepestStack) {
    return 0;
  }
  const std::size_t words = (top - stack) / sizeof(std::uint64_t);
  add_cost(*self.spin.watch, words / kWordsPerCost);
  fingerprint.add(stack);
  fingerprint.add({reinterpret_cast<const std::uint64_t*>(stack), words});
  return fingerprint.value();
}

// The bytes of memory that an operation reads, and may write.
std::size_t size_of(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::kMutexTryLock:
      return sizeof(MutexModel);
    case OperationKind::kTryReadLock:
    case OperationKind::kTryWriteLock:
      return sizeof(ReadWriteModel);
    case OperationKind::kSemaphoreTryWait:
      return sizeof(SemaphoreModel);
    case OperationKind::kSpinTryLock:
      return sizeof(int);
    case OperationKind::kYield:
    case OperationKind::kFence:
      return 0;
    default:
      return operation.size;
  }
}

bool may_write(OperationKind kind) {
  return traits(kind).memory != Effect::kReads && kind != OperationKind::kYield && kind != OperationKind::kFence;
}

bool holds(const SpinCell& cell) {
  return std::memcmp(cell.value, reinterpret_cast<const void*>(cell.address), cell.size) == 0;
}

void fill(SpinCell& cell, std::uintptr_t address, std::size_t size) {
  cell.address = address;
  cell.size = static_cast<std::uint32_t>(size);
  cell.behind_yield = false;
  std::memcpy(cell.value, reinterpret_cast<const void*>(address), size);
}

// A cell that is seen with two values in one round is in the list twice, so one of them always differs.
void add_cell(SpinWatch& watch, std::uintptr_t address, std::size_t size, bool behind_yield) {
  for (std::size_t index = 0; index < watch.cell_count; ++index) {
    SpinCell& known = watch.cells[index];
    if (known.address == address && known.size == size && holds(known)) {
      known.behind_yield |= behind_yield;
      return;
    }
  }
  if (watch.cell_count == kSpinCells) {
    watch.impure = true;
    return;
  }
  SpinCell& cell = watch.cells[watch.cell_count++];
  fill(cell, address, size);
  cell.behind_yield = behind_yield;
}

bool all_hold(const SpinWatch& watch) { return std::all_of(watch.cells, watch.cells + watch.cell_count, holds); }

void begin_round(SpinWatch& watch) {
  add_cost(watch, std::uint64_t{watch.operations} * kCostOfOperation);
  watch.cell_count = 0;
  watch.operations = 0;
  watch.disturbed = false;
}

// The same for a thread that has waited. What it has read behind its yield belongs to the round that now goes on.
void go_on_with_round(SpinWatch& watch) {
  const SpinCell* end = std::remove_if(watch.cells, watch.cells + watch.cell_count,
                                       [](const SpinCell& cell) { return !cell.behind_yield; });
  begin_round(watch);
  watch.cell_count = static_cast<std::uint8_t>(end - watch.cells);
}

// An access happens now. Or, where it reads a range, after the next one: a copy announces both ends before it begins,
// and a call all arguments that it passes by value. So what was noted must still be true then.
void note_access(SpinWatch& watch, OperationKind kind, std::uintptr_t address, std::size_t size, bool behind_yield) {
  watch.disturbed |= !all_hold(watch);
  if (size == 0) {
    return;
  }
  if (size > kSpinCells * kSpinBytes) {
    watch.impure = true;
    return;
  }
  for (std::size_t offset = 0; offset < size; offset += kSpinBytes) {
    add_cell(watch, address + offset, std::min(size - offset, kSpinBytes), behind_yield);
  }
  if (may_write(kind)) {
    if (size > kSpinBytes) {
      watch.impure = true;
    } else {
      fill(watch.before, address, size);
    }
  }
}

// What the thread wrote last is in memory by its next hook: was it what was there?
void check_last_write(SpinWatch& watch) {
  if (watch.before.size != 0) {
    watch.impure |= !holds(watch.before);
    watch.before.size = 0;
  }
}

SpinPatience& patience_of(SpinWatch& watch, const void* where) {
  return watch.patience[reinterpret_cast<std::uintptr_t>(where) / 8 % kSpinVisits];
}

// A loop that is often suspected and never found to spin is looked at ever more seldom.
void give_up(Thread& self, SpinWatch& watch) {
  SpinPatience& patience = patience_of(watch, watch.where);
  if (patience.where != watch.where) {
    patience = {.where = watch.where, .length = 1, .left = 0};
  }
  patience.length = std::min<std::uint16_t>(patience.length * 2, kLongestPatience);
  patience.left = patience.length;
  self.spin.stage = SpinStage::kIdle;
  self.spin.parks_as = Status::kParked;
  self.spin.generation += spin_detail::kNextGeneration;
  add_cost(watch, std::uint64_t{watch.operations} * kCostOfOperation);
  watch.operations = 0;
}

void suspect(Thread& self, SpinWatch& watch, SpinPlace place) {
  watch.where = where_of(place);
  watch.address = self.pending.address;
  watch.kind = self.pending.kind;
  watch.rank = static_cast<std::uint8_t>(rank_of(watch.kind, place));
  watch.rounds = 0;
  begin_round(watch);
  watch.before.size = 0;
  watch.impure = false;
  self.spin.stage = SpinStage::kSettling;
}

// The thread is where the round began.
void close_round(Thread& self, SpinWatch& watch, SpinPlace place) {
  const std::uint64_t fingerprint = fingerprint_of(self, place);
  if (fingerprint == 0 || ++watch.rounds > kRounds) {
    give_up(self, watch);
    return;
  }
  if (self.spin.stage == SpinStage::kWatching && fingerprint == watch.fingerprint) {
    watch.rounds = 0;
    watch.cost = 0;
    if (watch.disturbed) {
      begin_round(watch);
    } else if (watch.kind == OperationKind::kYield) {
      std::for_each(watch.cells, watch.cells + watch.cell_count, [](SpinCell& cell) { cell.behind_yield = false; });
      self.spin.stage = SpinStage::kYielding;
    } else {
      self.spin.parks_as = Status::kSpinning;
    }
    return;
  }
  watch.code = code_of(place);
  watch.fingerprint = fingerprint;
  begin_round(watch);
  self.spin.stage = SpinStage::kWatching;
}

}  // namespace

void spin_revisited(Thread& self, SpinPlace place) {
  // Hooks that do nothing tell nothing.
  if (heddle_accesses.on == 0 || (self.spin.stores && ++self.spin.revisits < kRevisitsWithStores)) {
    return;
  }
  if (self.spin.watch == nullptr) {
    self.spin.watch = new (allocate_block(sizeof(SpinWatch))) SpinWatch{};
  }
  SpinWatch& watch = *self.spin.watch;
  if (watch.cost > kAllowance + self.events / kCostShare) {
    return;
  }
  const void* where = where_of(place);
  if (SpinPatience& patience = patience_of(watch, where); patience.where == where && patience.left != 0) {
    --patience.left;
    return;
  }
  watch.span = kUsualRound;
  suspect(self, watch, place);
}

void spin_step(Thread& self, SpinPlace place) {
  SpinWatch& watch = *self.spin.watch;
  const OperationKind kind = self.pending.kind;
  check_last_write(watch);
  if (heddle_unseen != 0 || watch.impure || ++watch.operations > kLongestRound ||
      (bit(kind) & (spin_detail::kPolls | spin_detail::kTries | spin_detail::kStores)) == 0) {
    give_up(self, watch);
  } else if (self.spin.stage == SpinStage::kYielding) {
    self.spin.parks_as = Status::kSpinning;
  } else if (const SpinRank rank = rank_of(kind, place); static_cast<std::uint8_t>(rank) > watch.rank) {
    suspect(self, watch, place);
  } else if (kind == watch.kind && self.pending.address == watch.address && where_of(place) == watch.where &&
             (self.spin.stage == SpinStage::kSettling || code_of(place) == watch.code)) {
    close_round(self, watch, place);
  } else if (watch.operations > watch.span && (bit(kind) & spin_detail::kStores) == 0) {
    watch.span *= 2;
    suspect(self, watch, place);
  }
}

void spin_turn(Thread& self) {
  SpinWatch& watch = *self.spin.watch;
  heddle_unseen = 0;
  if (self.spin.parks_as == Status::kSpinning) {
    // Released. It is in the state in which the round began.
    self.spin.parks_as = Status::kParked;
    self.spin.stage = SpinStage::kWatching;
    go_on_with_round(watch);
  }
  note_access(watch, self.pending.kind, self.pending.address, size_of(self.pending), false);
}

void spin_passed(Thread& self, OperationKind kind, const void* address, std::size_t size) {
  SpinWatch& watch = *self.spin.watch;
  check_last_write(watch);
  if (!watch.impure) {
    self.pending.address = reinterpret_cast<std::uintptr_t>(address);  // whose fault it is if it cannot be read
    note_access(watch, kind, self.pending.address, size, self.spin.stage == SpinStage::kYielding);
  }
  // The next visible operation may be far away.
  if (watch.impure || ++watch.operations > kLongestRound) {
    give_up(self, watch);
    heddle_hooks_watched = 0;
  }
}

void spin_suspect_polling(Thread& self) {
  self.spin.suspected_reads = kSuspectedReads;
  self.spin.polls = 0;
  self.spin.polls_to_yield = kFirstPolls;
}

bool spin_polls(Thread& self, SpinPlace place, const void* address) {
  SpinTrail& trail = self.spin;
  const std::uint64_t poll = place.site->key + reinterpret_cast<std::uintptr_t>(address) * 9;
  if (trail.poll != poll) {
    // One of several that are looked at in turn is enough.
    if (trail.polls == 0 || ++trail.others > kUsualRound) {
      trail.poll = poll;
      trail.polls = 1;
      trail.others = 0;
    }
    return false;
  }
  trail.others = 0;
  if (++trail.polls < trail.polls_to_yield || worker_segment().request.points == Points::kSync) {
    return false;
  }
  trail.polls = 0;
  trail.polls_to_yield = std::min(trail.polls_to_yield * 2, kQuietAccesses);
  return true;
}

bool spin_released(const Thread& spinning) { return !all_hold(*spinning.spin.watch); }

void release_spinners() {
  const State& models = state();
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    Thread& candidate = thread(models.live[index]);
    if (candidate.status == Status::kSpinning) {
      candidate.status = Status::kParked;
    }
    if (candidate.spin.stage != SpinStage::kIdle) {
      give_up(candidate, *candidate.spin.watch);
    }
  }
}

void forget_spinning(Thread& ended) {
  if (ended.spin.watch != nullptr) {
    free_block(ended.spin.watch, sizeof(SpinWatch));
  }
  ended.spin = {};
}

bool all_spin() {
  const State& models = state();
  bool any = false;
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    const Thread& left = thread(models.live[index]);
    any |= left.status == Status::kSpinning;
    if (left.status != Status::kSpinning &&
        (left.status != Status::kBlocked || left.pending.kind != OperationKind::kThreadJoin)) {
      return false;
    }
  }
  return any;
}

}  // namespace heddle::runtime
