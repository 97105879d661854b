// The standard streams can be closed and replaced, in every way there is; the next execution has them again.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int ends[2];

static void* read_output(void* unused) {
  char letters[3] = "";
  assert(read(ends[0], letters, 2) == 2 && strcmp(letters, "ab") == 0);
  return unused;
}

static void expect(int file, const char* text) {
  char content[100] = "";
  assert(pread(file, content, sizeof content - 1, 0) == (ssize_t)strlen(text) && strcmp(content, text) == 0);
}

int main(void) {
  assert(write(STDOUT_FILENO, "shown\n", 6) == 6);
  const int file = memfd_create("output", 0);
  const int kept = dup(STDOUT_FILENO);
  assert(dup2(file, STDOUT_FILENO) == STDOUT_FILENO && dup2(STDOUT_FILENO, STDOUT_FILENO) == STDOUT_FILENO);
  puts("to the file");
  fflush(stdout);
  expect(file, "to the file\n");

  assert(pipe(ends) == 0);
  pthread_t reader;
  pthread_create(&reader, NULL, read_output, NULL);
  assert(dup3(ends[1], STDOUT_FILENO, O_CLOEXEC) == STDOUT_FILENO);
  assert(write(STDOUT_FILENO, "ab", 2) == 2);
  pthread_join(reader, NULL);

  assert(dup2(kept, STDOUT_FILENO) == STDOUT_FILENO && write(STDOUT_FILENO, "shown again\n", 12) == 12);
  assert(dup2(file, ends[1]) == ends[1] && write(ends[1], "more", 4) == 4);
  expect(file, "to the file\nmore");
  char letter;
  assert(read(ends[0], &letter, 1) == 0);

  close(STDIN_FILENO);
  assert(read(STDIN_FILENO, &letter, 1) == -1 && errno == EBADF);
  assert(open("/dev/zero", O_RDONLY) == STDIN_FILENO);
  assert(read(STDIN_FILENO, &letter, 1) == 1 && letter == 0);
  assert(dup2(99, STDOUT_FILENO) == -1 && errno == EBADF && write(STDOUT_FILENO, "still\n", 6) == 6);
  assert(freopen("/dev/null", "w", stdout) != NULL && puts("hidden") >= 0);
  return 0;
}
