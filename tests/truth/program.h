// Programs of the truth test: a few threads that do a few things to shared bytes and primitives, as a tree that can be
// printed as C (printer.h), lowered to instructions for the interpreter (code.h), and made smaller (shrink.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace heddle::truth {

inline constexpr int kMostThreads = 3;  // thread 0 is main
inline constexpr int kRegisters = 2;
inline constexpr int kMemoryBytes = 24;
inline constexpr int kMutexes = 2;
inline constexpr int kConditions = 2;
inline constexpr int kSemaphores = 2;

// The last eight bytes are two strings of four bytes, the last of which is always zero.
inline constexpr int kText = 16;
inline constexpr int kTextBytes = 4;

enum class Verb : std::uint8_t {
  kLoad,        // register = memory
  kStore,       // memory = value, or register + value
  kIncrease,    // memory += value
  kAtomicLoad,  // as above, but atomic
  kAtomicStore,
  kAtomicExchange,
  kAtomicAdd,
  kCompareExchange,  // register = did it store `value`, where memory was `expected`?
  kFence,
  kLock,     // and unlock, with the body in between
  kTryLock,  // ... where it has been got, and otherwise the other body
  kTimedLock,
  kSpinLock,  // of the one spin lock
  kSpinTryLock,
  kReadLock,  // of the one reader-writer lock
  kWriteLock,
  kTryReadLock,
  kTryWriteLock,
  kWait,  // on a condition variable, with the mutex that is held around it; register = did it time out?
  kTimedWait,
  kSignal,
  kBroadcast,
  kSemaphoreWait,
  kSemaphoreTryWait,    // register = did it fail?
  kSemaphoreTimedWait,  // ... time out?
  kSemaphorePost,
  kBarrier,  // of two
  kChoose,   // register = 0 ... count - 1
  kYield,
  kIf,        // register == value
  kRepeat,    // the body, `count` times
  kCreate,    // the thread `object`, unless it was created
  kJoin,      // ... if it was created
  kAssert,    // register != value
  kCopy,      // memcpy of `count` bytes
  kMove,      // memmove
  kFill,      // memset
  kCompare,   // register = does memcmp say they are equal?
  kFindByte,  // register = distance at which memchr finds `value`, or count
  kLength,    // register = strlen
  kCopyText,  // strcpy
};

struct Statement {
  Verb verb = Verb::kYield;
  int size = 1;
  int offset = 0;
  int from = 0;             // offset of what is copied
  int index_register = -1;  // added to the offset: register & index_mask
  int index_mask = 0;
  int target = 0;  // register that gets the result, or is looked at
  int source_register = -1;
  int object = 0;
  int mutex = 0;  // held while waiting
  int count = 0;
  int deadline = 0;
  std::uint64_t value = 0;
  std::uint64_t expected = 0;
  int order = 5;  // __ATOMIC_SEQ_CST; as clang numbers them
  int failure_order = 5;
  std::vector<Statement> body;
  std::vector<Statement> otherwise;
  int line = 0;  // in the printed program; of the first of its operations
};
using Block = std::vector<Statement>;

struct Program {
  std::uint64_t seed = 0;
  std::array<Block, kMostThreads> threads;
  std::array<int, kSemaphores> semaphores{};
};

[[nodiscard]] bool has_body(Verb verb);
[[nodiscard]] int lines_of(const Block& block);

// Sets the lines of all statements, which printer.cpp prints one to a line; unlocking has a line of its own.
void number_lines(Program& program);

}  // namespace heddle::truth
