// The same with an addition that cannot be lost: dead frames decide how the program goes on, and it does not vary.
// CHECK: passes
#include "dead_frames.h"

static atomic_int balance;

static void* add_one(void* unused) {
  do_all_sorts_of_things();
  look();
  atomic_fetch_add(&balance, 1);
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
  assert(balance == 2);
  return 0;
}
