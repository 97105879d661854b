// A program as the interpreter runs it: instructions, of which each visible one is one step. What C makes of a
// statement in several accesses is several of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "program.h"

namespace heddle::truth {

enum class Op : std::uint8_t {
  // Visible.
  kRead,  // register = memory
  kWrite,
  kReadBytes,   // kept in the thread
  kWriteBytes,  // what was kept
  kWriteSum,    // what was kept, as a number, and the value
  kFill,
  kReadText,  // as kReadBytes, up to the zero
  kFindByte,
  kLength,
  kCompareBytes,  // of what was kept
  kAtomicLoad,
  kAtomicStore,
  kAtomicExchange,
  kAtomicAdd,
  kCompareExchange,
  kFence,
  kLock,
  kTryLock,
  kTimedLock,
  kUnlock,
  kSpinLock,
  kSpinTryLock,
  kSpinUnlock,
  kReadLock,
  kWriteLock,
  kTryReadLock,
  kTryWriteLock,
  kReadWriteUnlock,
  kWait,
  kTimedWait,
  kSignal,
  kBroadcast,
  kSemaphoreWait,
  kSemaphoreTryWait,
  kSemaphoreTimedWait,
  kSemaphorePost,
  kBarrier,
  kChoose,
  kYield,
  // Part of the step before.
  kCreate,
  kJoin,
  kAssert,
  kJumpIfNot,     // register == value
  kJumpIfFailed,  // the last attempt
  kJump,
  kEnd,
};

struct Instruction {
  Op op;
  Statement of;  // without its bodies
  int jump = 0;
};

struct Code {
  std::array<std::vector<Instruction>, kMostThreads> threads;
  std::array<int, kSemaphores> semaphores{};
};

[[nodiscard]] Code lower(const Program& program);

}  // namespace heddle::truth
