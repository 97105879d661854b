// More schedules than anybody can explore: nothing fails, and no bound of preemptions holds them all.
#include <pthread.h>

static int cells[8];

static void* change(void* number) {
  for (int i = 0; i < 200; ++i) cells[(i + *(int*)number) % 8] += i;
  return NULL;
}

int main(void) {
  pthread_t threads[6];
  int numbers[6];
  for (int i = 0; i < 6; ++i) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, change, &numbers[i]);
  }
  for (int i = 0; i < 6; ++i) pthread_join(threads[i], NULL);
  return 0;
}
