// Two threads check for room one after the other, and then both put something in.
#include <pthread.h>

struct Queue {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int* slots = new int[3];
  int used = 2;
};

static bool has_room(Queue& queue) {
  pthread_mutex_lock(&queue.mutex);
  const bool result = queue.used < 3;
  pthread_mutex_unlock(&queue.mutex);
  return result;
}

static void put(Queue& queue, int value) {
  pthread_mutex_lock(&queue.mutex);
  queue.slots[queue.used] = value;
  queue.used++;
  pthread_mutex_unlock(&queue.mutex);
}

static Queue queue;

static void* offer(void*) {
  if (has_room(queue)) {
    put(queue, 7);
  }
  return nullptr;
}

int main() {
  pthread_t other;
  pthread_create(&other, nullptr, offer, nullptr);
  offer(nullptr);
  pthread_join(other, nullptr);
}
