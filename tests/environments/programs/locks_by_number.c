// Only one process of a number runs at a time: a file named by it is there for no other.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int cells[2];

static void* change(void* argument) {
  for (int i = 0; i < 6; ++i) {
    atomic_fetch_add(&cells[i % 2], 1);
  }
  return argument;
}

int main(void) {
  char folder[64];
  char lock[64];
  char moved[64];
  snprintf(folder, sizeof folder, "work.%d", (int)getpid());
  snprintf(lock, sizeof lock, "%s/lock-%d.new", folder, (int)getpid());
  snprintf(moved, sizeof moved, "%s/lock-%d", folder, (int)getpid());
  int error = mkdir(folder, 0700);
  assert(error == 0);
  const int file = open(lock, O_CREAT | O_EXCL | O_WRONLY, 0600);
  assert(file >= 0);
  const ssize_t written = write(file, "1", 1);
  assert(written == 1);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, change, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  error = close(file);
  assert(error == 0);
  error = rename(lock, moved);
  assert(error == 0);
  struct stat status;
  error = stat(moved, &status);
  assert(error == 0 && status.st_size == 1);
  error = unlink(moved);
  assert(error == 0);
  error = rmdir(folder);
  assert(error == 0);
  return 0;
}
