// What threads do to memory of their own is no scheduling point: the two accesses to the counter make 6 interleavings.
// EXECUTIONS: 6
#include <map>
#include <string>
#include <thread>

static int counter;

static void count() {
  std::map<int, std::string> own;
  for (int i = 0; i < 10; ++i) own[i] = std::string(50, 'x');
  int seen = counter;
  own.clear();
  counter = seen + 1;
}

int main() {
  std::thread one(count);
  std::thread two(count);
  one.join();
  two.join();
}
