// Threads of the C++ library, heap, condition variable, once-only initialisation, a file: nothing fails.
#include <cassert>
#include <condition_variable>
#include <cstdio>
#include <list>
#include <mutex>
#include <string>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable filled;
std::list<std::string> list;
std::once_flag once;
std::string greeting;

void put(const char* word) {
  std::call_once(once, [] { greeting = "hello "; });
  const std::lock_guard lock(mutex);
  list.push_back(greeting + word);
  filled.notify_one();
}

}  // namespace

int main() {
  std::FILE* file = std::fopen("/dev/null", "w");
  std::thread first(put, "first");
  std::thread second(put, "second");
  {
    std::unique_lock lock(mutex);
    filled.wait(lock, [] { return list.size() == 2; });
    std::fprintf(file, "%s\n", list.front().c_str());
  }
  first.join();
  second.join();
  std::fclose(file);
  assert(list.front() != list.back());
}
