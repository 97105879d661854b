// The head is the same again, but the stack below is not: a late pop makes a node the head that somebody holds (ABA).
// FINDS: assertion !held[old.node].exchange(true)
// PREEMPTIONS: 1
// FIXED: every pop counts up a version that is compared and exchanged together with the head
#include <atomic>
#include <cassert>
#include <thread>

static constexpr int kNone = -1;

struct Head {
  int node;
  int version;
};

static std::atomic<Head> head = Head{0, 0};
static std::atomic<int> next[] = {1, kNone};
static std::atomic<bool> held[2];

static int pop() {
  Head old = head;
  Head now;
  do {
    if (old.node == kNone) return kNone;
    now = {next[old.node], old.version};
#ifdef FIXED
    ++now.version;
#endif
  } while (!head.compare_exchange_strong(old, now));
  assert(!held[old.node].exchange(true));  // REPORTED
  return old.node;
}

static void push(int node) {
  held[node] = false;
  Head old = head;
  do {
    next[node] = old.node;
  } while (!head.compare_exchange_strong(old, {node, old.version}));
}

int main() {
  std::thread taker([] {
    pop();
    pop();
  });
  std::thread changer([] {
    int first = pop();
    pop();
    if (first != kNone) push(first);
  });
  taker.join();
  changer.join();
}
