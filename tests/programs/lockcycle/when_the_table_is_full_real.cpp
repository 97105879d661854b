// Only the entry that makes the table grow is made with the list of free places locked second.
// FAILS: deadlock
#include <mutex>
#include <thread>
#include <vector>

static std::mutex table_mutex;
static std::mutex free_mutex;
static std::vector<int> table;
static int places = 2;

static void enter(int value) {
  std::lock_guard held(table_mutex);
  if (table.size() == 2) {
    std::lock_guard also(free_mutex);  // REPORTED
    places += 2;
  }
  table.push_back(value);
}

static void leave() {
  std::lock_guard held(free_mutex);
  ++places;
  std::lock_guard also(table_mutex);  // REPORTED
  if (!table.empty()) {
    table.pop_back();
  }
}

int main() {
  std::thread writer([] {
    for (int value = 0; value < 3; ++value) {
      enter(value);
    }
  });
  std::thread remover(leave);
  writer.join();
  remover.join();
}
