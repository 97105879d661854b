// Runs the random program of the seed given as argument, and says in which state it ends.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "random_code.h"
#include "states.h"

static struct Code code;
static _Atomic int atomics[kAtomicCells];
static volatile int plain[kCells - kAtomicCells];
static _Atomic int locks[kLocks];
static pthread_mutex_t mutexes[kLocks] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static _Atomic int next_ticket;
static _Atomic int served;
static int results[kMostThreads];
static int attempts[kMostThreads];

// Inlined, so that each loop is one of its own.
#define ALWAYS static inline __attribute__((always_inline))

ALWAYS int load(int cell) { return cell < kAtomicCells ? atomic_load(&atomics[cell]) : plain[cell - kAtomicCells]; }

ALWAYS void store(int cell, int value) {
  if (cell < kAtomicCells) {
    atomic_store(&atomics[cell], value);
  } else {
    plain[cell - kAtomicCells] = value;
  }
}

ALWAYS void go_round(int manner) {
  if (manner == kWithYield) sched_yield();
  if (manner == kWithPause) __builtin_ia32_pause();
}

ALWAYS void await(int cell, int value, int manner) {
  while (load(cell) != value) go_round(manner);
}

ALWAYS int try(int cell, int times, int manner) {
  for (int i = 0; i < times; ++i) {
    if (load(cell) == 1) return 1 + i;
    go_round(manner);
  }
  return 0;
}

ALWAYS int try_counting(int cell, int times, int* count) {
  for (*count = 0; *count < times; ++*count) {
    if (load(cell) == 1) return 1 + *count;
  }
  return 0;
}

ALWAYS void lock(int number, int manner) {
  if (manner == kWithPause) {
    int expected = 0;
    while (!atomic_compare_exchange_weak(&locks[number], &expected, 1)) {
      expected = 0;
      go_round(manner);
    }
    return;
  }
  while (atomic_exchange(&locks[number], 1) != 0) {
    if (manner == kLooksFirst) {
      while (atomic_load(&locks[number]) != 0) {
      }
    }
    go_round(manner);
  }
}

ALWAYS void lock_mutex(int number, int manner) {
  while (pthread_mutex_trylock(&mutexes[number]) != 0) go_round(manner);
}

ALWAYS void take_ticket(int manner) {
  const int ticket = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&served) != ticket) go_round(manner);
}

ALWAYS int read_pair(int a, int b, int manner) {
  for (;;) {
    const int first = load(a);
    const int second = load(b);
    if (first != second) return second;
    go_round(manner);
  }
}

ALWAYS int read_sequence(int a, int b, int manner) {
  for (;;) {
    const int before = load(a);
    const int value = load(b);
    if (before % 2 == 0 && load(a) == before) return value;
    go_round(manner);
  }
}

// Manners are constants in the loops.
#define IN_EACH_MANNER(manner, call) \
  switch (manner) {                  \
    case kBare:                      \
      call(kBare);                   \
      break;                         \
    case kWithPause:                 \
      call(kWithPause);              \
      break;                         \
    case kWithYield:                 \
      call(kWithYield);              \
      break;                         \
    default:                         \
      call(kLooksFirst);             \
      break;                         \
  }

static int perform(struct Instruction instruction, int result, int* count) {
  const int a = instruction.a;
  const int b = instruction.b;
#define AWAIT(manner) await(a, b, manner)
#define TRY(manner) result = remember(result, try(a, b, manner))
#define LOCK(manner) lock(a, manner)
#define LOCK_MUTEX(manner) lock_mutex(a, manner)
#define TAKE_TICKET(manner) take_ticket(manner)
#define READ_PAIR(manner) result = remember(result, read_pair(a, b, manner))
#define READ_SEQUENCE(manner) result = remember(result, read_sequence(a, b, manner))
  switch (instruction.operation) {
    case kStore:
      store(a, b);
      break;
    case kLoad:
      result = remember(result, load(a));
      break;
    case kStoreNext:
      store(a, result % 3 + 1);
      break;
    case kAwait:
      IN_EACH_MANNER(instruction.manner, AWAIT)
      break;
    case kTry:
      if (instruction.manner == kCountsInMemory) {
        result = remember(result, try_counting(a, b, count));
        break;
      }
      IN_EACH_MANNER(instruction.manner, TRY)
      break;
    case kLock:
      IN_EACH_MANNER(instruction.manner, LOCK)
      break;
    case kUnlock:
      atomic_store(&locks[a], 0);
      break;
    case kLockMutex:
      IN_EACH_MANNER(instruction.manner, LOCK_MUTEX)
      break;
    case kUnlockMutex:
      pthread_mutex_unlock(&mutexes[a]);
      break;
    case kTakeTicket:
      IN_EACH_MANNER(instruction.manner, TAKE_TICKET)
      break;
    case kServeNext:
      atomic_fetch_add(&served, 1);
      break;
    case kReadPair:
      IN_EACH_MANNER(instruction.manner, READ_PAIR)
      break;
    case kReadSequence:
      IN_EACH_MANNER(instruction.manner, READ_SEQUENCE)
      break;
  }
  return result;
}

static void* run(void* number) {
  const int thread = *(int*)number;
  int result = 0;
  for (int place = 0; place < code.lengths[thread]; ++place) {
    result = perform(code.thread[thread][place], result, &attempts[thread]);
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
  final_state("%d.%d.%d.%d,%d.%d,%d.%d.%d", load(0), load(1), load(2), load(3), atomic_load(&locks[0]),
              atomic_load(&locks[1]), results[0], results[1], results[2]);
  return 0;
}
