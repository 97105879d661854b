// A queue has a lock for each end; the count of its elements belongs to both ends, and an update of it is lost.
// FINDS: assertion count == 1
// PREEMPTIONS: 1
// FIXED: the count is atomic
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t front_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t back_lock = PTHREAD_MUTEX_INITIALIZER;
static int elements[4];
static int front;
static int back;
#ifdef FIXED
static atomic_int count;
#else
static int count;
#endif

static void put(int element) {
  pthread_mutex_lock(&back_lock);
  elements[back++] = element;
  ++count;
  pthread_mutex_unlock(&back_lock);
}

static int get(void) {
  int element = -1;
  pthread_mutex_lock(&front_lock);
  if (count > 0) {
    element = elements[front++];
    --count;
  }
  pthread_mutex_unlock(&front_lock);
  return element;
}

static void* produce(void* unused) {
  put(2);
  return unused;
}

static void* consume(void* unused) {
  get();
  return unused;
}

int main(void) {
  put(1);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, produce, NULL);
  pthread_create(&threads[1], NULL, consume, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(count == 1);  // REPORTED
}
