// What a thread waits for can no longer be read: that is its fault, when it looks again.
// FAILS: crash SIGSEGV
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

static volatile int* place;
static _Atomic int looks;
static _Atomic int stores;

static void* wait(void* unused) {
  while (*place == 0) {  // REPORTED
    atomic_load(&looks);
  }
  return unused;
}

int main(void) {
  place = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait, NULL);
  atomic_store(&stores, 1);
  mmap((void*)place, 4096, PROT_NONE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  atomic_store(&stores, 2);
  atomic_store(&stores, 3);
  pthread_join(waiter, NULL);
  return 0;
}
