// Small random programs whose threads wait in loops, for random_spins.c, which runs them, and random_test.cpp, which
// knows what they can do.
#pragma once

enum { kCells = 4, kAtomicCells = 2, kLocks = 2, kMostThreads = 3, kMostInstructions = 10 };

enum Operation {
  kStore,         // cells[a] = b
  kLoad,          // result = cells[a]
  kStoreNext,     // cells[a] = result % 3 + 1
  kAwait,         // until cells[a] == b
  kTry,           // the same, b times at most: result tells whether cells[a] was 1
  kLock,          // locks[a]
  kUnlock,        //
  kLockMutex,     // by trying
  kUnlockMutex,   //
  kTakeTicket,    // ... and wait until it is served
  kServeNext,     //
  kReadPair,      // until cells[a] != cells[b], which is the result
  kReadSequence,  // until cells[a] is even and the same before and after reading cells[b], which is the result
};

// How the rounds of a loop are told apart.
enum Manner { kBare, kWithPause, kWithYield, kLooksFirst, kCountsInMemory };

struct Instruction {
  int operation, a, b, manner;
};

struct Code {
  int threads;
  int lengths[kMostThreads];
  struct Instruction thread[kMostThreads][kMostInstructions];
};

static inline int next_number(unsigned* state, int below) {
  *state = *state * 1664525U + 1013904223U;
  const int number = *state >> 16U;
  return number % below;
}

// Mostly the same two cells, one of each kind.
static inline int next_cell(unsigned* state) {
  const int cell = next_number(state, 6);
  return cell < kCells ? cell : cell % 2 * 2;
}

// What a thread knows in the end is all that it has read.
static inline int remember(int result, int value) { return (result * 4 + value) % 1000; }

static inline void add_instruction(struct Code* code, int thread, int operation, int a, int b, int manner) {
  const struct Instruction instruction = {operation, a, b, manner};
  code->thread[thread][code->lengths[thread]++] = instruction;
}

// One or two accesses, without waiting.
static inline void add_simple(struct Code* code, int thread, unsigned* state) {
  const int a = next_cell(state);
  const int b = next_number(state, 3);
  switch (next_number(state, 3)) {
    case 0:
      add_instruction(code, thread, kLoad, a, 0, kBare);
      if (b == 0) add_instruction(code, thread, kStoreNext, next_cell(state), 0, kBare);
      break;
    case 1:
      add_instruction(code, thread, kStore, a, b, kBare);
      break;
    default:
      add_instruction(code, thread, kStore, a, 1, kBare);
      if (b == 0) add_instruction(code, thread, kStore, a, 0, kBare);
      break;
  }
}

static inline void add_loop(struct Code* code, int thread, unsigned* state) {
  // An atomic: a plain cell that nobody else touches would be looked at a million times before anybody sees it.
  const int a = next_number(state, kAtomicCells);
  const int other = (a + 1 + next_number(state, kCells - 1)) % kCells;
  const int manner = next_number(state, 3);
  const int lock = next_number(state, kLocks);
  const int forgets = next_number(state, 6) == 0;
  switch (next_number(state, 9)) {
    case 0:
    case 1:
      add_instruction(code, thread, kAwait, a, next_number(state, 4) == 0 ? 0 : 1, manner);
      break;
    case 2:
      // Often enough to be suspected of waiting.
      add_instruction(code, thread, kTry, a, 3 + next_number(state, 5),
                      next_number(state, 2) ? kCountsInMemory : manner);
      break;
    case 3:
      add_instruction(code, thread, kLock, lock, 0, next_number(state, 4));
      add_instruction(code, thread, kLoad, a, 0, kBare);
      if (!forgets) add_instruction(code, thread, kUnlock, lock, 0, kBare);
      break;
    case 4:
      add_instruction(code, thread, kLockMutex, lock, 0, manner);
      add_instruction(code, thread, kStore, a, 1 + thread, kBare);
      if (!forgets) add_instruction(code, thread, kUnlockMutex, lock, 0, kBare);
      break;
    case 5:
      add_instruction(code, thread, kTakeTicket, 0, 0, manner);
      if (!forgets) add_instruction(code, thread, kServeNext, 0, 0, kBare);
      break;
    default:
      add_instruction(code, thread, forgets ? kReadSequence : kReadPair, a, other, manner);
      break;
  }
}

static inline struct Code draw_code(unsigned* state) {
  struct Code code = {};
  code.threads = 2 + (next_number(state, 3) == 0);
  for (int thread = 0; thread < code.threads; ++thread) {
    const int loops = next_number(state, 5) == 0 ? 2 : 1;
    const int simple = next_number(state, 3);
    const int before = next_number(state, simple + 1);
    for (int i = 0; i < before; ++i) add_simple(&code, thread, state);
    for (int i = 0; i < loops; ++i) add_loop(&code, thread, state);
    for (int i = before; i < simple; ++i) add_simple(&code, thread, state);
  }
  return code;
}

// Steps until it is known that it waits, or more.
static inline int steps_of(struct Instruction instruction) {
  const int yields = instruction.manner == kWithYield;
  switch (instruction.operation) {
    case kTry:
      return instruction.b * (1 + yields);
    case kAwait:
    case kLockMutex:
    case kTakeTicket:
      return 3 * (1 + yields);
    case kLock:
      return 3 * (1 + (yields || instruction.manner == kLooksFirst));
    case kReadPair:
      return 3 * (2 + yields);
    case kReadSequence:
      return 3 * (3 + yields);
    default:
      return 1;
  }
}

// About as many orders are there to be searched, where everybody waits in vain.
static inline double orders_of(const struct Code* code) {
  double orders = 1;
  int steps = 0;
  for (int thread = 0; thread < code->threads; ++thread) {
    int own = 0;
    for (int place = 0; place < code->lengths[thread]; ++place) {
      for (int i = steps_of(code->thread[thread][place]); i > 0; --i) orders = orders * ++steps / ++own;
    }
  }
  return orders;
}

// Two or three threads, with not too many orders and not too few.
static inline struct Code make_code(unsigned seed) {
  unsigned state = seed * 2654435761U + 1U;
  struct Code code = draw_code(&state);
  while (orders_of(&code) < 500 || orders_of(&code) > 15000) code = draw_code(&state);
  return code;
}
