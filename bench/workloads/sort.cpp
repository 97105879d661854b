// Four threads sort a quarter each, two merge the quarters, one the halves.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

using Numbers = std::vector<std::uint32_t>;

void sort_part(Numbers& numbers, std::size_t first, std::size_t last) {
  std::sort(numbers.begin() + static_cast<std::ptrdiff_t>(first), numbers.begin() + static_cast<std::ptrdiff_t>(last));
}

void merge_parts(const Numbers& from, Numbers& to, std::size_t first, std::size_t middle, std::size_t last) {
  std::size_t left = first;
  std::size_t right = middle;
  for (std::size_t position = first; position < last; ++position) {
    const bool take_left = right == last || (left < middle && from[left] <= from[right]);
    to[position] = take_left ? from[left++] : from[right++];
  }
}

void sort_all(Numbers& numbers, Numbers& scratch) {
  const std::size_t quarter = numbers.size() / 4;
  std::vector<std::thread> threads;
  for (std::size_t part = 0; part < 4; ++part) {
    threads.emplace_back([&, part] { sort_part(numbers, part * quarter, (part + 1) * quarter); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::thread low([&] { merge_parts(numbers, scratch, 0, quarter, 2 * quarter); });
  std::thread high([&] { merge_parts(numbers, scratch, 2 * quarter, 3 * quarter, 4 * quarter); });
  low.join();
  high.join();
  merge_parts(scratch, numbers, 0, 2 * quarter, 4 * quarter);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  Numbers numbers(40000);
  Numbers scratch(numbers.size());
  std::uint32_t random = 12345;
  std::uint64_t sum = 0;
  for (int round = 0; round < rounds; ++round) {
    for (std::uint32_t& number : numbers) {
      random = random * 1664525U + 1013904223U;
      number = random;
    }
    sort_all(numbers, scratch);
    if (!std::is_sorted(numbers.begin(), numbers.end())) {
      return 1;
    }
    sum += numbers[numbers.size() / 2];
  }
  std::printf("%llu\n", static_cast<unsigned long long>(sum));
}
