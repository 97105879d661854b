#include "cli/search/committed_table.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstdint>
#include <map>
#include <utility>

#include "core/hash.h"

namespace heddle::cli {
namespace {

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30U;

// As a worker has it: a mapping of its own, which cannot be written to.
class Reader {
 public:
  explicit Reader(int descriptor)
      : region_(::mmap(nullptr, CommittedReached::kBytes, PROT_READ, MAP_SHARED | MAP_NORESERVE, descriptor, 0)) {
    EXPECT_NE(region_, MAP_FAILED);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { ::munmap(region_, CommittedReached::kBytes); }
  [[nodiscard]] bool covers(std::uint64_t hash, std::uint32_t cost) const {
    return CommittedReached(region_).covers(hash, cost);
  }

 private:
  void* region_;
};

ReachedEntry entry(std::uint64_t number, std::uint32_t cost) {
  return {.hash = mix(number + 1), .cost = cost, .complete = number % 2 == 0 ? 1U : 0U};
}

std::uint64_t memory_of(const CommittedTable& table) {
  struct stat status{};
  EXPECT_EQ(::fstat(table.descriptor(), &status), 0);
  return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

std::map<std::uint64_t, ReachedEntry> all_of(const CommittedTable& table) {
  std::map<std::uint64_t, ReachedEntry> all;
  table.for_each(
      [](void* context, const ReachedEntry& visited) {
        static_cast<std::map<std::uint64_t, ReachedEntry>*>(context)->emplace(visited.hash, visited);
      },
      &all);
  return all;
}

TEST(CommittedTable, IsEmptyAtFirst) {
  const auto table = CommittedTable::create(kPlenty);
  ASSERT_TRUE(table) << table.error();
  EXPECT_FALSE(Reader(table->descriptor()).covers(42, 9));
  EXPECT_TRUE(all_of(*table).empty());
}

TEST(CommittedTable, KeepsTheLeastCost) {
  auto table = CommittedTable::create(kPlenty);
  ASSERT_TRUE(table) << table.error();
  const Reader reader(table->descriptor());
  EXPECT_TRUE(table->insert(entry(1, 3)));
  EXPECT_FALSE(table->insert(entry(1, 3)));
  EXPECT_FALSE(table->insert(entry(1, 4)));
  EXPECT_FALSE(reader.covers(entry(1, 0).hash, 2));
  EXPECT_TRUE(table->insert(entry(1, 2)));
  EXPECT_TRUE(reader.covers(entry(1, 0).hash, 2));
  EXPECT_FALSE(table->insert(entry(1, 2)));
  EXPECT_EQ(all_of(*table).size(), 1U);
}

// From 4096 places to 262144: nothing is lost on the way, and a reader sees all of it at every moment.
TEST(CommittedTable, Grows) {
  constexpr std::uint64_t kEntries = 150'000;
  auto table = CommittedTable::create(kPlenty);
  ASSERT_TRUE(table) << table.error();
  const Reader reader(table->descriptor());
  for (std::uint64_t number = 0; number < kEntries; ++number) {
    ASSERT_TRUE(table->insert(entry(number, 5)));
    ASSERT_TRUE(reader.covers(entry(number, 5).hash, 5));
    ASSERT_TRUE(reader.covers(entry(number / 2, 5).hash, 5));
    ASSERT_FALSE(reader.covers(entry(number + 1, 5).hash, 5));
  }
  for (std::uint64_t number = 0; number < kEntries; ++number) {
    ASSERT_FALSE(table->insert(entry(number, 5)));
    ASSERT_FALSE(reader.covers(entry(number, 5).hash, 4));
  }
  const std::map<std::uint64_t, ReachedEntry> all = all_of(*table);
  EXPECT_EQ(all.size(), kEntries);
  for (std::uint64_t number = 0; number < kEntries; ++number) {
    const auto found = all.find(entry(number, 5).hash);
    ASSERT_NE(found, all.end());
    ASSERT_EQ(found->second.cost, 5U);
    ASSERT_EQ(found->second.complete, entry(number, 5).complete);
  }
  // Those it has grown out of are given back: 4 MiB, a page, and what the edges need.
  EXPECT_LE(memory_of(*table), (std::uint64_t{16} << 18U) + 65'536);
}

TEST(CommittedTable, BeginsAnew) {
  auto table = CommittedTable::create(kPlenty);
  ASSERT_TRUE(table) << table.error();
  const Reader reader(table->descriptor());
  for (int round = 0; round < 3; ++round) {
    for (std::uint64_t number = 0; number < 10'000; ++number) {
      ASSERT_TRUE(table->insert(entry(number, 1)));
    }
    ASSERT_TRUE(reader.covers(entry(9'999, 1).hash, 1));
    table->clear();
    for (std::uint64_t number = 0; number < 10'000; ++number) {
      ASSERT_FALSE(reader.covers(entry(number, 1).hash, 1));
    }
    EXPECT_TRUE(all_of(*table).empty());
    EXPECT_LE(memory_of(*table), 65'536U);
  }
}

// With no room for more, what is there stays, what is new is taken for new every time.
TEST(CommittedTable, TakesNoMoreThanItsMemory) {
  auto table = CommittedTable::create(std::uint64_t{16} << 14U);  // 8192 places, and 4096 while they are filled
  ASSERT_TRUE(table) << table.error();
  const Reader reader(table->descriptor());
  for (std::uint64_t number = 0; number < 20'000; ++number) {
    ASSERT_TRUE(table->insert(entry(number, 5)));
  }
  EXPECT_EQ(all_of(*table).size(), 6'144U);
  EXPECT_LE(memory_of(*table), std::uint64_t{16} << 14U);
  EXPECT_TRUE(reader.covers(entry(0, 5).hash, 5));
  EXPECT_FALSE(table->insert(entry(0, 5)));
  EXPECT_FALSE(reader.covers(entry(19'999, 5).hash, 5));
  EXPECT_TRUE(table->insert(entry(19'999, 5)));
}

TEST(CommittedTable, CanBeMoved) {
  auto created = CommittedTable::create(kPlenty);
  ASSERT_TRUE(created) << created.error();
  EXPECT_TRUE(created->insert(entry(1, 1)));
  CommittedTable table(std::move(*created));
  EXPECT_FALSE(table.insert(entry(1, 1)));
  EXPECT_TRUE(table.insert(entry(2, 1)));
  EXPECT_EQ(all_of(table).size(), 2U);
}

}  // namespace
}  // namespace heddle::cli
