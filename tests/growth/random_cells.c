// Runs the random program of the seed given as argument, and says in which state it ends.
#include <pthread.h>

#include "random_code.h"
#include "states.h"

static struct Code code;
static int cells[kCells];
static int results[kMostThreads];

static void* run(void* number) {
  const int thread = *(int*)number;
  int result = 0;
  for (int place = 0; place < code.instructions; ++place) {
    const struct Instruction instruction = code.thread[thread][place];
    switch (instruction.operation) {
      case kStore:
        cells[instruction.a] = instruction.b;
        break;
      case kLoad:
        result = cells[instruction.a];
        break;
      case kStoreAt:
        cells[cells[instruction.a]] = instruction.b;
        break;
      case kLoadAt:
        result = cells[cells[instruction.a]];
        break;
      case kStoreIf:
        if (cells[instruction.a] != 0) cells[instruction.b] = instruction.c;
        break;
      case kStoreResult:
        cells[instruction.a] = result;
        break;
    }
  }
  results[thread] = result;
  return NULL;
}

int main(int argc, char** argv) {
  code = make_code(argc > 1 ? (unsigned)atoi(argv[1]) : 0);
  pthread_t threads[kMostThreads];
  int numbers[kMostThreads];
  for (int i = 0; i < code.threads; ++i) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, run, &numbers[i]);
  }
  for (int i = 0; i < code.threads; ++i) pthread_join(threads[i], NULL);
  final_state("%d%d%d%d%d%d,%d%d%d", cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], results[0], results[1],
              results[2]);
  return 0;
}
