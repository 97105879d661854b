// A thread's name reads back as set, by itself or another; one too long or a buffer too small gives ERANGE.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t go;

static void* body(void* unused) {
  assert(sem_wait(&go) == 0);
  char name[16];
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(strcmp(name, "named by main") == 0);
  assert(pthread_setname_np(pthread_self(), "self") == 0);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(strcmp(name, "self") == 0);
  return unused;
}

int main(void) {
  assert(sem_init(&go, 0, 0) == 0);
  pthread_t thread;
  char name[16];
  assert(pthread_create(&thread, NULL, body, NULL) == 0);
  assert(pthread_setname_np(thread, "sixteen letters.") == ERANGE);
  assert(pthread_setname_np(thread, "named by main") == 0);
  assert(pthread_getname_np(thread, name, 4) == ERANGE);
  assert(pthread_getname_np(thread, name, sizeof name) == 0);
  assert(strcmp(name, "named by main") == 0);
  assert(sem_post(&go) == 0);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
