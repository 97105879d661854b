// SA_ONSTACK: the handler's frames are on the signal stack, and it may wait for others there.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

static sem_t sent, handled;
static char* stack;
enum { kSize = 65536 };

static int is_on_stack(const void* address) { return (uintptr_t)address - (uintptr_t)stack < kSize; }

static void handle(int number) {
  stack_t now;
  assert(is_on_stack(&number) && sigaltstack(NULL, &now) == 0 && now.ss_flags == SS_ONSTACK);
  sem_post(&handled);
  while (sem_wait(&sent) != 0) {
  }
}

static void* run(void* thread) {
  pthread_kill(*(pthread_t*)thread, SIGUSR1);
  while (sem_wait(&handled) != 0) {
  }
  sem_post(&sent);
  return NULL;
}

int main(void) {
  stack = malloc(kSize);
  stack_t wanted = {.ss_sp = stack, .ss_size = kSize}, was;
  assert(sigaltstack(&wanted, &was) == 0 && was.ss_flags == SS_DISABLE);
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, NULL);
  sem_init(&sent, 0, 0);
  sem_init(&handled, 0, 0);
  pthread_t self = pthread_self(), thread;
  pthread_create(&thread, NULL, run, &self);
  pthread_join(thread, NULL);
  assert(!is_on_stack(&thread));
  return 0;
}
