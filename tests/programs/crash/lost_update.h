// Two threads add one each to a counter without a lock. The second to finish looks, while main waits for both, whether
// an update got lost, and then calls `on_loss`: the crash happens in some schedules only.
#pragma once

#include <pthread.h>
#include <stddef.h>

static int counter;
static int finished;
static pthread_mutex_t finishing = PTHREAD_MUTEX_INITIALIZER;
static void (*call_on_loss)(void);

static void* add_one(void* unused) {
  int seen = counter;
  counter = seen + 1;
  pthread_mutex_lock(&finishing);
  int last = ++finished == 2;
  pthread_mutex_unlock(&finishing);
  if (last && counter == 1) call_on_loss();
  return unused;
}

static void add_with_two_threads(void (*on_loss)(void)) {
  call_on_loss = on_loss;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add_one, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
