// Ten milliseconds of work before the threads meet, and little behind: all executions have nearly everything in common.
// The argument says how often the table is shuffled.
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

namespace {

constexpr std::uint32_t kEntries = 16'384;
constexpr int kThreads = 3;
constexpr int kTurns = 8;

std::mutex mutex;
int counter = 0;

std::uint32_t make_table(long rounds) {
  std::vector<std::uint32_t> table(kEntries);
  std::iota(table.begin(), table.end(), 0U);
  std::uint32_t random = 1;
  for (long round = 0; round < rounds; ++round) {
    for (std::uint32_t& entry : table) {
      random = random * 1'664'525U + 1'013'904'223U;
      std::swap(entry, table[random % kEntries]);
    }
  }
  return table[0];
}

void count() {
  for (int turn = 0; turn < kTurns; ++turn) {
    const std::lock_guard lock(mutex);
    ++counter;
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::uint32_t first = make_table(argument_count > 1 ? std::atol(arguments[1]) : 4);
  std::vector<std::thread> threads(kThreads);
  for (std::thread& thread : threads) {
    thread = std::thread(count);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  return first < kEntries && counter == kThreads * kTurns ? 0 : 1;
}
