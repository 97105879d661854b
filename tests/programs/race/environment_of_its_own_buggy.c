// A lookup in a table of names runs beside an entry into it.
// FAILS: data-race
// VARIABLE: count
// TSAN: race
#include <assert.h>
#include <pthread.h>

struct entry {
  const char* name;
  int value;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct entry entries[4] = {{"HOME", 1}};
static int count = 1;

static void* enter(void* unused) {
  pthread_mutex_lock(&mutex);
  entries[count] = (struct entry){"PATH", 2};
  ++count;  // REPORTED
  pthread_mutex_unlock(&mutex);
  return unused;
}

static int look_up(void) {
  const int last = count - 1;  // REPORTED
  return last;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, enter, NULL);
  assert(look_up() <= 1);
  pthread_join(thread, NULL);
  return 0;
}
