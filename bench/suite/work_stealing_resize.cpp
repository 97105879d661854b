// A thief reads the array's address before the indices: once it has grown, a stolen task stands at the new index.
// FINDS: assertion !executed[task].exchange(true)
// PREEMPTIONS: 1
// FIXED: the thief reads the pointer after the indices
#include <atomic>
#include <cassert>
#include <thread>

static constexpr int kNone = -1;
static std::atomic<bool> executed[2];

struct Array {
  int size;
  std::atomic<int> tasks[2];
  std::atomic<int>& at(int index) { return tasks[index % size]; }
};

// The tasks top ... bottom - 1 are waiting; task 0 is there from the beginning.
static Array small{1, {0}};
static Array large{2, {kNone, kNone}};
static std::atomic<Array*> array = &small;
static std::atomic<int> top = 0;
static std::atomic<int> bottom = 1;

static void push(int task) {
  int first = top;
  int end = bottom;
  Array* current = array;
  if (end - first == current->size) {  // full: copy to a larger one; thieves may still read the old one
    for (int i = first; i < end; ++i) large.at(i) = current->at(i).load();
    array = current = &large;
  }
  current->at(end) = task;
  bottom = end + 1;
}

static int steal() {
#ifndef FIXED
  Array* current = array;
#endif
  int first = top;
  if (first >= bottom) return kNone;
#ifdef FIXED
  Array* current = array;
#endif
  int task = current->at(first);
  return top.compare_exchange_strong(first, first + 1) ? task : kNone;
}

static void steal_and_execute() {
  int task = steal();
  if (task != kNone) assert(!executed[task].exchange(true));  // REPORTED
}

int main() {
  std::thread owner([] { push(1); });
  std::thread thief(steal_and_execute);
  std::thread other_thief(steal_and_execute);
  owner.join();
  thief.join();
  other_thief.join();
}
