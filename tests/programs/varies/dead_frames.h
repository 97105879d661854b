// What functions that have returned left on the stack decides how often a counter is counted up. They left the same
// each time, whatever else happened below the stack pointer since.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { kArea = 16384 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static atomic_int counter;
static int cells[64];

__attribute__((noinline)) static void paint(void) {
  volatile unsigned char area[kArea + 512];
  for (int i = 0; i < kArea + 512; ++i) {
    area[i] = (unsigned char)i;
  }
}

// Never initialised.
__attribute__((noinline)) static unsigned sum_of_dead_frames(void) {
  volatile unsigned char area[kArea];
  unsigned sum = 0;
  for (int i = 0; i < kArea; ++i) {
    sum = sum * 31 + area[i];
  }
  return sum;
}

static void look(void) {
  for (unsigned left = sum_of_dead_frames() % 5; left != 0; --left) {
    atomic_fetch_add(&counter, 1);
  }
}

// Everything that heddle has to do with, and a look after each.
static void do_all_sorts_of_things(void) {
  paint();
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  look();
  int expected = 7;
  atomic_compare_exchange_strong(&counter, &expected, 8);
  look();
  pthread_mutex_lock(&mutex);
  cells[40] = cells[41] + 1;
  memcpy(cells, cells + 20, 20 * sizeof(int));
  memset(cells, 1, 30);
  pthread_mutex_unlock(&mutex);
  look();
  free(malloc(40));
  look();
  sem_post(&semaphore);
  sem_wait(&semaphore);
  look();
  sched_yield();
  pthread_cond_signal(&condition);
  look();
}
