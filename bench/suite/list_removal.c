// A list is walked without its lock, and the node under the walker is removed: the walker follows a dead link.
// FINDS: crash
// PREEMPTIONS: 1
// FIXED: the walker holds the lock
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node* next;
};

#define DEAD ((struct node*)0x100)  // not mapped, so that following the link of a removed node shows

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node* first;

static void add(int value) {
  struct node* node = malloc(sizeof *node);
  node->value = value;
  node->next = first;
  first = node;
}

static void* walk(void* sum) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
#endif
  for (struct node* node = first; node != NULL; node = node->next) {
    *(int*)sum += node->value;  // REPORTED
  }
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  return NULL;
}

static void* remove_first(void* unused) {
  pthread_mutex_lock(&mutex);
  struct node* node = first;
  first = node->next;
  node->next = DEAD;
  free(node);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  add(1);
  add(2);
  int sum = 0;
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, walk, &sum);
  pthread_create(&threads[1], NULL, remove_first, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  free(first);
  return 0;
}
