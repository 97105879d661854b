// Static objects are made before main and destroyed after it, in reverse and among exit handlers; they may use threads.
// CHECK: passes
#include <unistd.h>

#include <cassert>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

static std::mutex mutex;
static std::string* order = new std::string;

static void note(char letter) {
  std::thread([letter] {
    std::lock_guard lock(mutex);
    *order += letter;
  }).join();
}

struct First {
  First() { note('a'); }
  ~First() {
    note('f');
    if (*order != "abmcdef") _exit(1);
    delete order;
  }
} first;

struct Second {
  Second() { note('b'); }
  ~Second() { note('e'); }
} second;

struct Local {
  ~Local() { note('c'); }
};

int main() {
  std::atexit([] { note('d'); });
  static Local local;
  note('m');
}
