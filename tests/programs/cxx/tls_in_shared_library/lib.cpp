#include "lib.h"

#include <mutex>

thread_local int visible_in_this_thread = 10;
int destroyed_in_library;

static std::mutex mutex;

struct Counter {
  int value = 100;
  ~Counter() {
    std::lock_guard lock(mutex);
    ++destroyed_in_library;
  }
};

int next_in_this_thread() {
  static thread_local Counter counter;
  return ++counter.value;
}
