// A struct is copied when both ends are announced: what the source held before does not count.
#include <thread>

struct Pair {
  int first, second;
};
static Pair source{1, 1};
static Pair copy{1, 1};

static void wait() {
  do {
    copy = source;
  } while (copy.first != 0);
}

int main() {
  std::thread waiter(wait);
  source = {0, 0};
  source = {1, 1};
  source = {0, 0};
  waiter.join();
}
