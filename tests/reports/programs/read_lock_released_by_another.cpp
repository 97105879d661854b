// A reader leaves its lock for a helper to release.
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void* clean_up(void*) {
  pthread_rwlock_unlock(&table);
  return nullptr;
}

int main() {
  pthread_rwlock_rdlock(&table);
  pthread_t helper;
  pthread_create(&helper, nullptr, clean_up, nullptr);
  pthread_join(helper, nullptr);
}
