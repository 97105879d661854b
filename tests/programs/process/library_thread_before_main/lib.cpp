#include <thread>

static int value;

static const struct Early {
  Early() {
    std::thread([] { value = 42; }).join();
  }
} early;

int answer() { return value; }
