// Small random programs over shared cells, for random_cells.c, which runs them, and random_test.cpp, which knows what
// they can do. Values are positions of cells, so that every cell may serve as a pointer.
#pragma once

enum { kCells = 6, kMostThreads = 3, kMostInstructions = 5 };

enum Operation {
  kStore,        // cells[a] = b
  kLoad,         // register = cells[a]
  kStoreResult,  // cells[a] = register
  kStoreAt,      // cells[cells[a]] = b
  kLoadAt,       // register = cells[cells[a]]
  kStoreIf       // if (cells[a] != 0) cells[b] = c
};

struct Instruction {
  int operation, a, b, c;
};

struct Code {
  int threads;
  int instructions;  // of each thread
  struct Instruction thread[kMostThreads][kMostInstructions];
};

static inline int next_number(unsigned* state, int below) {
  *state = *state * 1664525U + 1013904223U;
  const int number = *state >> 16U;
  return number % below;
}

// Two threads of five instructions, or three of two. Cells 0 and 1 are in everybody's reach, each thread has one of the
// others for its own, and what lies between is reached through what is read only.
static inline struct Code make_code(unsigned seed) {
  unsigned state = seed * 2654435761U + 1U;
  struct Code code = {};
  code.threads = seed % 3 == 0 ? 3 : 2;
  code.instructions = code.threads == 3 ? 2 : 5;
  for (int thread = 0; thread < code.threads; ++thread) {
    int longer = 0;  // instructions of two accesses: half of them at most, so that all orders can be tried
    for (int place = 0; place < code.instructions; ++place) {
      struct Instruction* instruction = &code.thread[thread][place];
      instruction->operation = next_number(&state, longer < code.instructions / 2 ? 6 : 3);
      longer += instruction->operation >= kStoreAt ? 1 : 0;
      const int own = 2 + thread;
      instruction->a = next_number(&state, 3) == 0 ? own : next_number(&state, 2);
      instruction->b = next_number(&state, kCells);
      instruction->c = next_number(&state, kCells);
      if (instruction->operation == kStoreIf && next_number(&state, 2) == 0) instruction->b = own;
    }
  }
  return code;
}
