// thread_local objects are made on first use in each thread and destroyed at its end, in reverse, before join returns.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

static std::atomic<int> made;
static std::atomic<int> destroyed;

struct Counting {
  Counting() { ++made; }
  ~Counting() { ++destroyed; }
  int uses = 0;
};

static thread_local Counting counting;
static thread_local std::string text = "own";

static std::string order;

struct Noting {
  char letter;
  ~Noting() { order += letter; }
};

static void use(int times) {
  for (int i = 0; i < times; ++i) {
    ++counting.uses;
    text += '!';
    std::this_thread::yield();
  }
  assert(counting.uses == times && text == "own" + std::string(static_cast<std::size_t>(times), '!'));
}

int main() {
  std::thread one(use, 1);
  std::thread two(use, 2);
  std::thread([] {}).join();
  one.join();
  two.join();
  assert(made == 2 && destroyed == 2);
  std::thread([] {
    static thread_local Noting first{'a'};
    static thread_local Noting second{'b'};
    assert(first.letter != second.letter);
  }).join();
  assert(order == "ba");
  use(1);
  assert(made == 3 && destroyed == 2);
}
