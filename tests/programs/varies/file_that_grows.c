// Every execution finds one byte more in a file that is not put back.
// VARIES: file_that_grows.c
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int lengths[100];

static void* note(void* length) {
  ++lengths[*(int*)length % 100];
  return NULL;
}

int main(void) {
  int file = open("growing", O_WRONLY | O_CREAT | O_APPEND, 0600);
  struct stat status;
  if (file < 0 || write(file, "x", 1) != 1 || fstat(file, &status) != 0) return 0;
  int length = (int)status.st_size;
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, note, &length);
  for (int i = 0; i < length % 2; ++i) lengths[0] = 0;
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
