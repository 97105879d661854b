// Random sources decide, and are the same in every execution: deterministic.
// EXECUTIONS: 2
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* take(void* which) {
  pthread_mutex_lock(&locks[*(int*)which]);
  pthread_mutex_unlock(&locks[*(int*)which]);
  return NULL;
}

int main(void) {
  unsigned char bytes[2] = {0, 0};
  int device = open("/dev/urandom", O_RDONLY);
  if (getrandom(&bytes[0], 1, 0) != 1 || device < 0 || read(device, &bytes[1], 1) != 1) return 1;
  close(device);
  srand((unsigned)time(NULL) ^ (unsigned)getpid());
  int which = (rand() ^ bytes[0] ^ bytes[1]) & 1;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, take, &which);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
