// Two threads count in a cell that they share. Where an update gets lost, what the argument says is done. With "slow"
// every execution ends with some work.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* count(void* unused) {
  for (int turn = 0; turn < 3; ++turn) ++counter;
  return unused;
}

static void compute(unsigned long turns) {
  volatile unsigned long turn = 0;
  while (turn != turns) ++turn;
}

static int lose(const char* what) {
  if (strcmp(what, "assert") == 0) assert(counter == 6);
  if (strcmp(what, "crash") == 0) *(volatile int*)NULL = 1;
  if (strcmp(what, "exit") == 0) exit(3);
  if (strcmp(what, "deadlock") == 0) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
  }
  if (strcmp(what, "die") == 0) syscall(SYS_kill, getpid(), SIGKILL);
  if (strcmp(what, "hang") == 0) compute(~0UL);
  if (strcmp(what, "trace") == 0) syscall(SYS_ptrace, 0, 0, 0, 0);
  return 0;
}

int main(int argument_count, char** arguments) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  if (argument_count > 1 && strcmp(arguments[1], "slow") == 0) compute(10000000);
  return counter != 6 && argument_count > 1 ? lose(arguments[1]) : 0;
}
