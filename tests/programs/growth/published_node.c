// A node of the heap is published for a moment: only then others write it.
// STATES: none,2 2,7 1,7 1,2
#include <pthread.h>
#include <stdlib.h>

#include "states.h"

struct Node {
  long unused[4];
  int value;
};
static struct Node* head;
static struct Node* kept;
static int seen;

static void* one(void* unused) {
  struct Node* node = malloc(sizeof *node);
  node->value = 1;
  kept = node;
  head = node;
  node->value = 2;
  head = NULL;
  return unused;
}

static void* two(void* unused) {
  struct Node* node = head;
  if (node != NULL) {
    seen = node->value;
    node->value = 7;
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  if (seen == 0) {
    final_state("none,%d", kept->value);
  } else {
    final_state("%d,%d", seen, kept->value);
  }
  free(kept);
  return 0;
}
