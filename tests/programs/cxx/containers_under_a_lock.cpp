// Standard containers shared under a mutex stay consistent.
// CHECK: passes
#include <algorithm>
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

static std::mutex mutex;
static std::map<std::string, int> tree;
static std::unordered_map<int, std::string> table;
static std::vector<int> list;

static void insert(int first) {
  for (int i = first; i < first + 3; ++i) {
    std::lock_guard lock(mutex);
    ++tree[std::to_string(i)];
    table.emplace(i, std::string(30, 'x'));
    list.push_back(i);
    assert(tree.size() == list.size() && table.size() == list.size());
  }
}

int main() {
  std::thread one(insert, 0);
  std::thread two(insert, 10);
  one.join();
  two.join();
  std::sort(list.begin(), list.end());
  assert((list == std::vector{0, 1, 2, 10, 11, 12}));
}
