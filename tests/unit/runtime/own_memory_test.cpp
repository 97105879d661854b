#include "runtime/machine/own_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <vector>

#include "core/zeroed_pages.h"
#include "runtime/machine/layout.h"

namespace heddle::runtime {
namespace {

std::uintptr_t address_of(const void* block) { return reinterpret_cast<std::uintptr_t>(block); }

bool is_mapped(std::uintptr_t page) {
  unsigned char resident = 0;
  return mincore(reinterpret_cast<void*>(page), kPageSize, &resident) == 0;
}

TEST(OwnPages, AreZeroedAlignedAndLieBetweenUnmappedOnes) {
  for (const std::size_t size : {std::size_t{1}, kPageSize, kPageSize + 1, 10 * kPageSize}) {
    auto* pages = static_cast<unsigned char*>(own_pages(size));
    const std::uintptr_t low = address_of(pages);
    EXPECT_EQ(low % kPageSize, 0U);
    EXPECT_TRUE(low >= kOwnLow && low + size <= kOwnPrivateLow);
    EXPECT_TRUE(std::all_of(pages, pages + page_up(size), [](unsigned char byte) { return byte == 0; }));
    EXPECT_FALSE(is_mapped(low - kPageSize));
    EXPECT_FALSE(is_mapped(low + page_up(size)));
  }
}

TEST(OwnPages, PrivateOnesLieApart) {
  const std::uintptr_t mark = private_pages_mark();
  const std::uintptr_t low = address_of(own_private_pages(3 * kPageSize));
  EXPECT_TRUE(low >= kOwnPrivateLow && low < kSideStacksLow);
  EXPECT_GE(private_pages_mark(), low + 3 * kPageSize);
  EXPECT_GT(low, mark);
}

TEST(OwnPages, ThatAreClearedAreZeroAgain) {
  constexpr std::size_t kSize = 3 * kPageSize + 100;
  auto* pages = static_cast<unsigned char*>(make_zeroed_pages(kSize));
  std::memset(pages, 0xee, kSize);
  clear_zeroed_pages(pages, kSize);
  EXPECT_TRUE(std::all_of(pages, pages + kSize, [](unsigned char byte) { return byte == 0; }));
}

TEST(OwnPrivateBlocks, FollowEachOtherInMultiplesOf16) {
  std::uintptr_t end = address_of(own_private_block(1)) + 16;
  for (const std::size_t size : {std::size_t{1}, std::size_t{16}, std::size_t{17}, 5 * kPageSize, std::size_t{8}}) {
    auto* block = static_cast<unsigned char*>(own_private_block(size));
    EXPECT_EQ(address_of(block), end);
    std::memset(block, 1, size);  // it is there
    end = address_of(block) + (size + 15) / 16 * 16;
  }
}

// Every block is filled with a number of its own, which is there as long as the block is.
class FilledBlocks {
 public:
  void allocate(std::size_t size) {
    auto* block = static_cast<unsigned char*>(own_allocate(size));
    ASSERT_EQ(address_of(block) % 16, 0U);
    ASSERT_FALSE(blocks_.contains(block)) << "it was allocated already";
    const auto number = static_cast<unsigned char>(++count_);
    std::memset(block, number, size);
    blocks_[block] = {size, number};
  }
  void free_any(std::size_t choice) {
    auto any = blocks_.begin();
    std::advance(any, static_cast<long>(choice % blocks_.size()));
    EXPECT_TRUE(is_whole(*any));
    own_free(any->first);
    blocks_.erase(any);
  }
  void check() const { EXPECT_TRUE(std::all_of(blocks_.begin(), blocks_.end(), is_whole)); }
  [[nodiscard]] bool empty() const { return blocks_.empty(); }

 private:
  struct Filling {
    std::size_t size;
    unsigned char number;
  };
  static bool is_whole(const std::pair<unsigned char* const, Filling>& block) {
    return std::all_of(block.first, block.first + block.second.size,
                       [&](unsigned char byte) { return byte == block.second.number; });
  }

  std::map<unsigned char*, Filling> blocks_;
  unsigned count_ = 0;
};

TEST(OwnAllocate, KeepsBlocksOfAllSizesApart) {
  std::mt19937 random(7);
  FilledBlocks blocks;
  for (int step = 0; step < 5000; ++step) {
    if (blocks.empty() || random() % 5 < 3) {
      blocks.allocate(random() % 3 == 0 ? random() % 20 : random() % 9000);
    } else {
      blocks.free_any(random());
    }
  }
  blocks.check();
}

TEST(OwnAllocate, BlocksOfNoBytesAreFreedWithoutHarmToTheirNeighbours) {
  void* first = own_allocate(0);
  void* second = own_allocate(0);
  void* third = own_allocate(0);
  ASSERT_NE(first, second);
  own_free(third);
  own_free(first);
  own_free(second);
  std::vector<void*> again = {own_allocate(0), own_allocate(0), own_allocate(0)};
  std::ranges::sort(again);
  EXPECT_EQ(std::ranges::adjacent_find(again), again.end());
  EXPECT_TRUE(std::ranges::find(again, second) != again.end()) << "freed blocks are used again";
}

TEST(OwnAllocate, UsesFreedBlocksOfTheSizeAgainLastOneFirst) {
  void* one = own_allocate(100);
  void* other = own_allocate(100);
  own_free(one);
  own_free(other);
  own_free(nullptr);
  EXPECT_EQ(own_allocate(90), other);
  EXPECT_EQ(own_allocate(70), one);
}

TEST(OwnAllocate, TakesPagesForLargeBlocks) {
  constexpr std::size_t kLarge = std::size_t{5} << 20U;
  auto* block = static_cast<unsigned char*>(own_allocate(kLarge));
  std::memset(block, 3, kLarge);
  own_free(block);
  EXPECT_EQ(own_allocate(kLarge), block);
}

}  // namespace
}  // namespace heddle::runtime
