// Locks are found by name in a map, and names are given in any order.
// FAILS: deadlock
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::map<std::string, std::mutex> locks;

static void lock_all(const std::vector<std::string>& names) {
  std::vector<std::unique_lock<std::mutex>> held;
  for (const std::string& name : names) {
    held.emplace_back(locks.at(name));  // REPORTED
  }
}

int main() {
  for (const char* name : {"users", "groups", "files"}) {
    locks.try_emplace(name);
  }
  std::thread one([] { lock_all({"users", "files"}); });
  std::thread two([] { lock_all({"files", "groups", "users"}); });
  one.join();
  two.join();
}
