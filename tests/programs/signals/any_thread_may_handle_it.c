// A signal to the process goes to any of the threads that let it in.
// STATES: 0 1 2
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "states.h"

static pthread_barrier_t present;
static __thread int number_of_thread;
static volatile sig_atomic_t handled_by = -1;

static void handle(int number) {
  (void)number;
  handled_by = number_of_thread;
}

static void* wait_for_others(void* number) {
  number_of_thread = *(int*)number;
  pthread_barrier_wait(&present);
  pthread_barrier_wait(&present);
  return NULL;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  pthread_barrier_init(&present, NULL, 3);
  int numbers[] = {1, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, wait_for_others, &numbers[i]);
  pthread_barrier_wait(&present);
  kill(getpid(), SIGUSR1);
  pthread_barrier_wait(&present);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  final_state("%d", handled_by);
  return 0;
}
