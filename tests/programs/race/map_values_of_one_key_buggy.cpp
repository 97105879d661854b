// Two threads change the value of the same key of a map.
// FAILS: data-race
// TSAN: race
#include <cassert>
#include <map>
#include <thread>

static std::map<int, int> ages = {{1, 30}, {2, 40}};

static void birthday(int key) { ++ages.at(key); }  // REPORTED

int main() {
  std::thread other(birthday, 1);
  birthday(1);
  other.join();
  assert(ages.at(1) >= 31);
}
