// Merge sort of records that forks: down to a depth, one half is sorted by a new thread while this one sorts the other.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <thread>
#include <vector>

namespace {

struct Record {
  std::uint64_t key = 0;
  std::uint64_t place = 0;  // where it was before
};

void insertion_sort(std::span<Record> records) {
  for (std::size_t next = 1; next < records.size(); ++next) {
    const Record record = records[next];
    std::size_t at = next;
    for (; at > 0 && record.key < records[at - 1].key; --at) {
      records[at] = records[at - 1];
    }
    records[at] = record;
  }
}

void merge_halves(std::span<const Record> left, std::span<const Record> right, std::span<Record> merged) {
  std::size_t from_left = 0;
  std::size_t from_right = 0;
  for (Record& record : merged) {
    const bool takes_left =
        from_right == right.size() || (from_left < left.size() && left[from_left].key <= right[from_right].key);
    record = takes_left ? left[from_left++] : right[from_right++];
  }
}

void sort_records(std::span<Record> records, std::span<Record> scratch, int forks) {
  if (records.size() <= 16) {
    return insertion_sort(records);
  }
  const std::size_t half = records.size() / 2;
  if (forks > 0) {
    std::thread left([=] { sort_records(records.first(half), scratch.first(half), forks - 1); });
    sort_records(records.subspan(half), scratch.subspan(half), forks - 1);
    left.join();
  } else {
    sort_records(records.first(half), scratch.first(half), 0);
    sort_records(records.subspan(half), scratch.subspan(half), 0);
  }
  merge_halves(records.first(half), records.subspan(half), scratch);
  std::ranges::copy(scratch, records.begin());
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  std::vector<Record> records(30000);
  std::vector<Record> scratch(records.size());
  std::uint64_t random = 1;
  std::uint64_t sum = 0;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t place = 0; place < records.size(); ++place) {
      random = random * 6364136223846793005ULL + 1442695040888963407ULL;
      records[place] = {.key = random >> 44U, .place = place};
    }
    sort_records(records, scratch, 3);
    if (!std::ranges::is_sorted(records, {}, &Record::key)) {
      return 1;
    }
    for (std::size_t place = 0; place < records.size(); ++place) {
      sum += place * records[place].place;
    }
  }
  std::printf("%llu\n", static_cast<unsigned long long>(sum));
}
