// A node that is published for a moment may be read after it was freed: then it holds poison.
// STATES: none 1 fdfdfdfd
#include <pthread.h>
#include <stdlib.h>

#include "states.h"

struct Node {
  long unused[4];
  int value;
};
static struct Node* head;
static int seen;

static void* one(void* unused) {
  struct Node* node = malloc(sizeof *node);
  node->value = 1;
  head = node;
  head = NULL;
  free(node);
  return unused;
}

static void* two(void* unused) {
  struct Node* node = head;
  if (node != NULL) seen = node->value;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  if (seen == 0) {
    final_state("none");
  } else {
    final_state("%x", (unsigned)seen);
  }
  return 0;
}
