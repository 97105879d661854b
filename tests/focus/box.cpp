#include "box.h"

// Three steps: lock, signal, unlock. The calls of libc are in the C++ library and its headers.
void Box::put() {
  const std::lock_guard lock(mutex_);
  ready_.notify_one();
}
