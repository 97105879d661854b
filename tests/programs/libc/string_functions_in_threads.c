// String functions of libc give their documented results in every thread.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char* const shared_text = "the quick brown fox";

static void* work(void* unused) {
  char text[64];
  assert(strlen(shared_text) == 19 && strnlen(shared_text, 5) == 5);
  assert(strcmp(strcpy(text, shared_text), shared_text) == 0);
  assert(stpcpy(text, "abc") == text + 3);
  assert(strcmp(strcat(text, "def"), "abcdef") == 0);
  assert(strcmp(strncat(text, "ghijkl", 2), "abcdefgh") == 0);
  strncpy(text, "xy", sizeof text);
  assert(text[2] == 0 && text[63] == 0);
  assert(strncmp("abc", "abd", 2) == 0 && strcasecmp("ABC", "abc") == 0 && strncasecmp("ABx", "aby", 2) == 0);
  assert(strchr(shared_text, 'q') == shared_text + 4 && strrchr(shared_text, 'o') == shared_text + 17);
  assert(strchrnul(shared_text, '!') == shared_text + 19);
  assert(strstr(shared_text, "brown") == shared_text + 10 && strcasestr(shared_text, "FOX") == shared_text + 16);
  assert(strspn("aabc", "a") == 2 && strcspn("aabc", "c") == 3 && *strpbrk("hello", "lo") == 'l');

  char* copy = strdup(shared_text);
  char* position;
  assert(strcmp(strtok_r(copy, " ", &position), "the") == 0);
  assert(strcmp(strtok_r(NULL, " ", &position), "quick") == 0);
  free(copy);
  copy = strndup(shared_text, 3);
  char* separated = copy;
  assert(strcmp(strsep(&separated, "h"), "t") == 0 && strcmp(separated, "e") == 0);
  free(copy);

  assert(snprintf(text, sizeof text, "%d-%s-%.2f", 7, "x", 1.5) == 8 && strcmp(text, "7-x-1.50") == 0);
  int number;
  assert(sscanf("42 rest", "%d", &number) == 1 && number == 42);
  assert(strtol("0x1f", NULL, 0) == 31 && atoi("12") == 12 && strtod("2.5", NULL) == 2.5);
  assert(asprintf(&copy, "%s", shared_text) == 19);
  free(copy);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, work, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
