// A record is copied under the lock under which it is filled.
// CHECK: passes
// COMPILER: gcc clang-19
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct record {
  int first;
  char between[100];
  int last;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record shared;

static void* fill(void* unused) {
  pthread_mutex_lock(&lock);
  shared.first = 1;
  memset(shared.between, 1, sizeof shared.between);
  shared.last = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct record copy;
  pthread_create(&thread, NULL, fill, NULL);
  pthread_mutex_lock(&lock);
  memcpy(&copy, &shared, sizeof copy);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  assert(copy.first == copy.last);
  return 0;
}
