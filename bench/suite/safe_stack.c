// A pop takes a cell's link to keep others off the cell, but a push of that cell writes it anew: an old link is used.
// FINDS: assertion !atomic_exchange(&held[cell], true)
// PREEMPTIONS: 5 (with three threads; found by a search over all states of a model of this program)
// FIXED: a lock around pop and push
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { CELLS = 5, THREADS = 3, NONE = -1 };

#ifdef FIXED
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&mutex)
#define UNLOCK() pthread_mutex_unlock(&mutex)
#else
#define LOCK() (void)0
#define UNLOCK() (void)0
#endif

// The free cells of an array, linked by their indices; the idea is Dmitry Vyukov's. A pop takes the link of the first
// cell away and puts it back where the head has changed meanwhile. The last cell stays, so there is always a head.
static atomic_int head = 0;
static atomic_int links[CELLS] = {1, 2, 3, 4, NONE};
static atomic_int count = CELLS;
static atomic_bool held[CELLS];

static int pop(void) {
  if (count <= 1) return NONE;
  int cell = head;
  int next = atomic_exchange(&links[cell], NONE);
  if (next == NONE) return NONE;  // another pop is at this cell
  int expected = cell;
  if (atomic_compare_exchange_strong(&head, &expected, next)) {
    --count;
    return cell;
  }
  links[cell] = next;
  return NONE;
}

static void push(int cell) {
  int next = head;
  do {
    links[cell] = next;
  } while (!atomic_compare_exchange_strong(&head, &next, cell));
  ++count;
}

static int take(void) {
  LOCK();
  int cell = pop();
  UNLOCK();
  if (cell != NONE) assert(!atomic_exchange(&held[cell], true));  // REPORTED
  return cell;
}

static void* work(void* unused) {
  int cell = take();
  if (cell != NONE) {
    held[cell] = false;
    LOCK();
    push(cell);
    UNLOCK();
  }
  take();
  take();
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
