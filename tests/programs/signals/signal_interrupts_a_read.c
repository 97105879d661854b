// pthread_kill wakes a thread from a read of a pipe, which returns EINTR; the handler sets the flag it looks at.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stopping;
static int ends[2];

static void stop(int number) { stopping = number; }

static void* read_all(void* unused) {
  char letter;
  // A signal before the read does not interrupt it: the byte is there so that the thread ends anyway.
  ssize_t result = read(ends[0], &letter, 1);
  assert(result == 1 || (errno == EINTR && stopping));
  if (result == 1) assert(letter == 'x');
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = stop};
  sigaction(SIGUSR1, &action, NULL);
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, read_all, NULL);
  pthread_kill(thread, SIGUSR1);
  assert(write(ends[1], "x", 1) == 1);
  pthread_join(thread, NULL);
  assert(stopping);
  return 0;
}
