// Under some schedules something bad happens: what, the argument says.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int stage;
static const char* trouble;

// Where the other thread has come in between, in two pieces.
static void happen(void) {
  if (strcmp(trouble, "crashes") == 0) {
    *(volatile int*)8 = 1;
  } else if (strcmp(trouble, "exits") == 0) {
    exit(3);
  } else if (strcmp(trouble, "hangs") == 0) {
    for (;;) __asm__ volatile("");
  } else if (strcmp(trouble, "leaks") == 0) {
    const size_t size = (size_t)1 << 29;
    char* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t i = 0; i < size; i += 4096) memory[i] = 1;
    for (;;) __asm__ volatile("");
  } else if (strcmp(trouble, "forks") == 0 && fork() == 0) {
    for (;;) pause();  // nobody waits for it
  }
}

static void* work(void* unused) {
  for (int i = 0; i < 4; ++i) atomic_fetch_add(&stage, 1);
  return unused;
}

int main(int argc, char** argv) {
  trouble = argc > 1 ? argv[1] : "";
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  const int first = atomic_load(&stage);
  const int second = atomic_load(&stage);
  if (strcmp(trouble, "forks") == 0) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
  }
  if (first == 0 && second == 2) happen();
  pthread_join(thread, NULL);
  return 0;
}
