// Each printf to a shared stream is one piece; flockfile holds several together.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE* stream;

static void* print(void* letter) {
  const char* text = letter;
  for (int i = 0; i < 2; ++i) {
    assert(fprintf(stream, "%s%s\n", text, text) == 3);
    flockfile(stream);
    assert(fputs(text, stream) >= 0);
    assert(putc_unlocked(text[0], stream) == text[0]);
    assert(putc('\n', stream) == '\n');
    funlockfile(stream);
    printf("%s\n", text);
  }
  return NULL;
}

int main(void) {
  char* text;
  size_t size;
  stream = open_memstream(&text, &size);
  assert(stream);
  pthread_t threads[3];
  static char* letters[] = {"a", "b", "c"};
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, print, letters[i]) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(fclose(stream) == 0);
  assert(size == 3 * 4 * 3);
  for (char* line = text; *line; line += 3) assert(line[0] == line[1] && line[2] == '\n');
  free(text);
  return 0;
}
