// What the threads of the two counters do.
#pragma once

#include <pthread.h>

inline int counter = 0;

inline void* count(void*) {
  for (int turn = 0; turn < 3; ++turn) {
    ++counter;
  }
  return nullptr;
}

inline void count_in_two_threads() {
  pthread_t first;
  pthread_t second;
  pthread_create(&first, nullptr, count, nullptr);
  pthread_create(&second, nullptr, count, nullptr);
  pthread_join(first, nullptr);
  pthread_join(second, nullptr);
}
