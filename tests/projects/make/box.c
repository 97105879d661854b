#include "box.h"

#include <pthread.h>

#include "note.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;
static int content;

void box_put(int value) {
  pthread_mutex_lock(&mutex);
  while (full) pthread_cond_wait(&changed, &mutex);
  content = value;
  full = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

int box_take(void) {
  pthread_mutex_lock(&mutex);
  while (!full) pthread_cond_wait(&changed, &mutex);
  int value = content;
  full = 0;
  note_a_take();
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return value;
}

int box_takes(void) { return takes_noted(); }
