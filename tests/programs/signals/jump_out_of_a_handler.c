// siglongjmp leaves a handler and the call it interrupted, and restores the mask.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

static sigjmp_buf back;
static int ends[2];
static volatile sig_atomic_t jumps;
static volatile sig_atomic_t ready;

static void jump(int number) {
  if (ready) siglongjmp(back, number);
}

static void* read_for_ever(void* unused) {
  sigset_t user1, mask;
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  if (sigsetjmp(back, 1) == 0) {
    ready = 1;
    char letter;
    pthread_sigmask(SIG_UNBLOCK, &user1, NULL);
    (void)!read(ends[0], &letter, 1);
    assert(0);
  }
  ++jumps;
  pthread_sigmask(SIG_BLOCK, NULL, &mask);
  assert(sigismember(&mask, SIGUSR1));
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = jump};
  sigaction(SIGUSR1, &action, NULL);
  assert(pipe(ends) == 0);
  sigset_t user1;
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &user1, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, read_for_ever, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  assert(jumps == 1);
  return 0;
}
