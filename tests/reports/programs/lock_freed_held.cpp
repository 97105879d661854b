// The task is deleted when it says that it is done, and its worker still holds its lock.
#include <pthread.h>

#include <atomic>

struct Task {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  std::atomic<bool> done = false;
};

static void* work(void* argument) {
  auto* task = static_cast<Task*>(argument);
  pthread_mutex_lock(&task->mutex);
  task->done = true;
  pthread_mutex_unlock(&task->mutex);
  return nullptr;
}

int main() {
  auto* task = new Task;
  pthread_t worker;
  pthread_create(&worker, nullptr, work, task);
  while (!task->done) {
  }
  delete task;
  pthread_join(worker, nullptr);
}
