// Two threads, each of two steps here and three in box.cpp.
#include <atomic>
#include <thread>

#include "box.h"

static std::atomic<int> turns;
static Box boxes[2];

static void work(Box* box) {
  turns.fetch_add(1);
  turns.store(1);
  box->put();
}

int main() {
  std::thread first(work, &boxes[0]);
  std::thread second(work, &boxes[1]);
  first.join();
  second.join();
}
