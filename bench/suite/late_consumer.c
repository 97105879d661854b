// A consumer reads its item after the lock, when the producer may have found the queue drained and freed it.
// FINDS: assertion item == 42
// PREEMPTIONS: 1
// FIXED: the item is read under the lock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 2 };

struct queue {
  int taken;
  int items[ITEMS];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t drained = PTHREAD_COND_INITIALIZER;

static void* consume(void* argument) {
  struct queue* queue = argument;
  pthread_mutex_lock(&mutex);
  int index = queue->taken++;
#ifdef FIXED
  int item = queue->items[index];
#endif
  if (queue->taken == ITEMS) pthread_cond_signal(&drained);
  pthread_mutex_unlock(&mutex);
#ifndef FIXED
  int item = queue->items[index];
#endif
  assert(item == 42);  // REPORTED
  return NULL;
}

int main(void) {
  struct queue* queue = malloc(sizeof *queue);
  queue->taken = 0;
  for (int i = 0; i < ITEMS; ++i) queue->items[i] = 42;
  pthread_t consumers[ITEMS];
  for (int i = 0; i < ITEMS; ++i) pthread_create(&consumers[i], NULL, consume, queue);

  pthread_mutex_lock(&mutex);
  while (queue->taken < ITEMS) pthread_cond_wait(&drained, &mutex);
  pthread_mutex_unlock(&mutex);
  memset(queue, 0, sizeof *queue);  // so that it shows also where freed memory keeps its content
  free(queue);

  for (int i = 0; i < ITEMS; ++i) pthread_join(consumers[i], NULL);
  return 0;
}
