// A thread made by clone, past pthread_create.
// UNSUPPORTED: a thread made by clone, or by a pthread_create that was looked up in libc
#define _GNU_SOURCE
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { stack_size = 64 << 10 };

static atomic_int done;

static int body(void* unused) {
  (void)unused;
  atomic_store(&done, 1);
  return 0;
}

int main(void) {
  char* stack = malloc(stack_size);
  int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
  if (!stack || clone(body, stack + stack_size, flags, NULL) < 0) return 1;
  while (!atomic_load(&done)) sched_yield();
  _exit(0);
}
