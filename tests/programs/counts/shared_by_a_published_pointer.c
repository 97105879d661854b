// The second cell is shared only when its address is read after it was published: 2 threads, seen or not seen.
// Not seen: the reader's one step is before the publishing, among the writer's steps: 1 place. Seen: its two reads are
// behind the publishing and among the last write: 3 places.
// EXECUTIONS: 4
#include <pthread.h>
#include <stddef.h>

static int cell;
static int* _Atomic published;

static void* write_it(void* unused) {
  published = &cell;
  cell = 1;
  return unused;
}

static void* read_it(void* unused) {
  int* seen = published;
  if (seen != NULL && *seen > 1) return NULL;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, write_it, NULL);
  pthread_create(&threads[1], NULL, read_it, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
