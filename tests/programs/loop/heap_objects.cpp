// In the test loop: objects made and freed by different threads; nothing is left over at the end of a pass.
// CHECK: passes
// LOOP: safe
#include <heddle/heddle.h>

#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

static void test() {
  std::mutex mutex;
  std::map<int, std::shared_ptr<std::string>> map;
  auto insert = [&](int first) {
    for (int i = first; i < first + 2; ++i) {
      auto text = std::make_shared<std::string>(40, 'x');
      std::lock_guard lock(mutex);
      map[i % 3] = text;
    }
  };
  std::thread one(insert, 0);
  std::thread two(insert, 1);
  one.join();
  two.join();
  assert(map.size() == 3);
  for (const auto& [key, text] : map) assert(text->size() == 40 && key < 3);
}

int main() {
  do {
    heddle_start();
    test();
  } while (heddle_restart());
}
