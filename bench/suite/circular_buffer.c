// The index to put at stands one past the end until it is wrapped; a consumer then finds more elements than were put.
// FINDS: assertion taken <= 1
// PREEMPTIONS: 1
// FIXED: computes the wrapped index first, and stores it once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { SLOTS = 3 };

static int slots[SLOTS];
static atomic_int head = SLOTS - 1;  // both indices are about to wrap; equal: the buffer is empty
static atomic_int tail = SLOTS - 1;

static void advance(atomic_int* index) {
#ifdef FIXED
  *index = (*index + 1) % SLOTS;
#else
  *index += 1;
  if (*index == SLOTS) *index = 0;
#endif
}

static void* produce(void* unused) {
  slots[head] = 7;
  advance(&head);
  return unused;
}

static bool take(int* value) {
  if (tail == head) return false;
  *value = slots[tail];
  advance(&tail);
  return true;
}

static void* consume(void* unused) {
  int value;
  int taken = 0;
  for (int i = 0; i < 2; ++i) {
    if (take(&value)) ++taken;
  }
  assert(taken <= 1);  // REPORTED
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, produce, NULL);
  pthread_create(&threads[1], NULL, consume, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
