// Two threads add the numbers of standard input to a sum; one preemption loses an update.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int numbers[16];
static int count;
static int sum;

static void* add(void* from) {
  for (int i = *(int*)from; i < count; i += 2) sum += numbers[i];
  return NULL;
}

int main(void) {
  int expected = 0;
  while (count < 16 && scanf("%d", &numbers[count]) == 1) expected += numbers[count++];
  int starts[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, &starts[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(sum == expected);
  return 0;
}
