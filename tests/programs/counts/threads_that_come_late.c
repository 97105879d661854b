// Under some schedules there are more threads than heddle begins with: those executions begin again, and count once.
// EXECUTIONS: 35
#include <pthread.h>
#include <stdatomic.h>

enum { kMany = 20 };
static atomic_int flag, count;

static void* idle(void* nothing) { return nothing; }

static void* raise_flag(void* nothing) {
  atomic_store(&flag, 1);
  atomic_fetch_add(&count, 1);
  atomic_fetch_add(&count, 1);
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, raise_flag, NULL);
  atomic_fetch_add(&count, 1);
  if (atomic_load(&flag) != 0) {
    pthread_t many[kMany];
    for (int i = 0; i < kMany; ++i) {
      pthread_create(&many[i], NULL, idle, NULL);
    }
    for (int i = 0; i < kMany; ++i) {
      pthread_join(many[i], NULL);
    }
  }
  atomic_fetch_add(&count, 1);
  atomic_fetch_add(&count, 1);
  pthread_join(thread, NULL);
  return 0;
}
