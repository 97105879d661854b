// Dead frames decide how a program goes on, and it fails the same way every time.
// FAILS: assertion balance == 2
#include "dead_frames.h"

static atomic_int balance;

static void* add_one(void* unused) {
  do_all_sorts_of_things();
  const int before = atomic_load(&balance);
  look();
  atomic_store(&balance, before + 1);
  return unused;
}

int main(void) {
  sem_init(&semaphore, 0, 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    pthread_create(&threads[i], NULL, add_one, NULL);
  }
  for (int i = 0; i < 2; ++i) {
    pthread_join(threads[i], NULL);
  }
  assert(balance == 2);  // REPORTED
  return 0;
}
