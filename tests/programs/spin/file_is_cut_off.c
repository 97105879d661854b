// The file in which a thread waits for something is cut off: that is its fault, when it looks again.
// FAILS: crash SIGBUS
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

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
  const int file = memfd_create("file", 0);
  if (ftruncate(file, 4096) != 0) return 0;
  place = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait, NULL);
  atomic_store(&stores, 1);
  if (ftruncate(file, 0) != 0) return 0;
  atomic_store(&stores, 2);
  atomic_store(&stores, 3);
  pthread_join(waiter, NULL);
  return 0;
}
