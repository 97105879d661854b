// A named semaphore works between threads; opening it twice gives the same one, and O_EXCL finds it there.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t* semaphore;

static void* post(void* unused) {
  assert(sem_post(semaphore) == 0);
  return unused;
}

int main(void) {
  char name[32];
  snprintf(name, sizeof name, "/heddle-test-%d", (int)getpid());
  sem_unlink(name);
  errno = 0;
  assert(sem_open(name, 0) == SEM_FAILED && errno == ENOENT);
  semaphore = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
  assert(semaphore != SEM_FAILED);
  errno = 0;
  assert(sem_open(name, O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
  sem_t* again = sem_open(name, 0);
  assert(again == semaphore);

  pthread_t thread;
  assert(pthread_create(&thread, NULL, post, NULL) == 0);
  assert(sem_wait(again) == 0);
  assert(pthread_join(thread, NULL) == 0);
  assert(sem_close(again) == 0);
  assert(sem_close(semaphore) == 0);
  assert(sem_unlink(name) == 0);
  return 0;
}
