// Two threads mix the cells of one table. Every access to it is a scheduling point; the argument says how many there
// are in an execution, of both threads together.
#include <cstdint>
#include <cstdlib>
#include <thread>

namespace {

constexpr std::uint32_t kCells = 1024;
constexpr long kAccessesPerTurn = 3;

std::uint32_t table[kCells];

void mix_cells(std::uint32_t from, long turns) {
  for (long turn = 0; turn < turns; ++turn) {
    table[from % kCells] += table[from * 7 % kCells];
    ++from;
  }
}

}  // namespace

int main(int count, char** arguments) {
  const long accesses = count > 1 ? std::atol(arguments[1]) : 49'000;
  const long turns = accesses / kAccessesPerTurn / 2;
  std::thread first(mix_cells, 0, turns);
  std::thread second(mix_cells, kCells / 2, turns);
  first.join();
  second.join();
}
