// A program behind two pipes, as its standard input and output, by fork, dup2 and exec.
// CHECK: passes
// RUNS: 30
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int to_filter[2], from_filter[2];

static void* feed(void* unused) {
  assert(write(to_filter[1], "thread ", 7) == 7);
  assert(write(to_filter[1], "safe\n", 5) == 5);
  assert(close(to_filter[1]) == 0);
  return unused;
}

int main(void) {
  assert(pipe(to_filter) == 0 && pipe(from_filter) == 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(to_filter[0], 0);
    dup2(from_filter[1], 1);
    for (int end = 0; end < 2; ++end) {
      close(to_filter[end]);
      close(from_filter[end]);
    }
    execlp("tr", "tr", "a-z", "A-Z", (char*)0);
    _exit(1);
  }
  assert(close(to_filter[0]) == 0 && close(from_filter[1]) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, feed, NULL) == 0);
  char text[32] = "";
  size_t size = 0;
  ssize_t count;
  while ((count = read(from_filter[0], text + size, sizeof text - 1 - size)) > 0) size += (size_t)count;
  assert(count == 0 && strcmp(text, "THREAD SAFE\n") == 0);
  assert(pthread_join(thread, NULL) == 0);
  int status;
  assert(waitpid(child, &status, 0) == child && status == 0);
  return close(from_filter[0]);
}
