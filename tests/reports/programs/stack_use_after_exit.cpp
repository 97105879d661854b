// A worker lends out a variable of its own, and may have ended when the borrower looks at it.
#include <pthread.h>

#include <atomic>

static std::atomic<int*> lent;

static void* work(void*) {
  int progress = 0;
  lent = &progress;
  progress = 1;
  lent = nullptr;
  return nullptr;
}

static bool is_done(const int* progress) { return progress != nullptr && *progress == 1; }

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, work, nullptr);
  const int* progress = lent;
  pthread_join(worker, nullptr);
  is_done(progress);
}
