// A record is copied while another thread fills it.
// FAILS: assertion copy.first == copy.last
// COMPILER: gcc clang-19
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct record {
  int first;
  char between[100];
  int last;
};

static struct record shared;

static void* fill(void* unused) {
  shared.first = 1;
  memset(shared.between, 1, sizeof shared.between);
  shared.last = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  struct record copy;
  pthread_create(&thread, NULL, fill, NULL);
  memcpy(&copy, &shared, sizeof copy);
  pthread_join(thread, NULL);
  assert(copy.first == copy.last);  // REPORTED
  return 0;
}
