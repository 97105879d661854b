// An uninitialised pointer is null by chance: with other bytes in it the program crashes.
// VARIES: uninitialised_pointer_crashes.c:19
// VARIES: uninitialised
#include <pthread.h>
#include <stdlib.h>

struct Node {
  int value;
  struct Node* next;
};

static int sum;

static void* add(void* unused) {
  struct Node* volatile hidden = malloc(sizeof(struct Node));
  struct Node* node = hidden;
  node->value = 1;
  for (; node != NULL; node = node->next) {
    sum += node->value;
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
