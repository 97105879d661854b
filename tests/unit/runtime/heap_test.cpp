#include "runtime/program/heap.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "fakes.h"
#include "runtime/machine/fresh_memory.h"
#include "runtime/machine/link.h"
#include "runtime/observe/watching.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

constexpr int kPlace = 0;  // its address stands for a caller

class HeapTest : public fakes::RuntimeTest {
 protected:
  HeapTest() { map_heap(); }
  static std::uintptr_t address_of(const void* block) { return reinterpret_cast<std::uintptr_t>(block); }
  static void* allocate(std::size_t size, std::size_t alignment = 16) {
    return heap_allocate(size, alignment, &kPlace);
  }
};

TEST_F(HeapTest, ABlockIsFoundByAnyAddressInIt) {
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{16}, std::size_t{17}, std::size_t{128}, std::size_t{129}, std::size_t{1009},
        std::size_t{32'752}, std::size_t{32'753}, std::size_t{65'520}, std::size_t{65'521}, std::size_t{3} << 20U}) {
    const void* block = allocate(size);
    ASSERT_NE(block, nullptr) << size;
    EXPECT_EQ(heap_size(block), size);
    EXPECT_EQ(heap_standing(block), BlockStanding::kAllocated);
    for (const std::size_t offset : {std::size_t{0}, size / 2, size - 1}) {
      BlockInfo info{};
      ASSERT_TRUE(heap_block(address_of(block) + offset, info)) << size << " + " << offset;
      EXPECT_EQ(info.start, address_of(block));
      EXPECT_EQ(info.size, size);
      EXPECT_FALSE(info.freed);
    }
  }
}

TEST_F(HeapTest, ABlockOfNoBytesIsOne) {
  void* block = allocate(0);
  EXPECT_NE(block, allocate(0));
  EXPECT_EQ(heap_size(block), 0U);
  EXPECT_EQ(heap_free(block), FreeResult::kFreed);
}

TEST_F(HeapTest, MoreThanThereIsIsNotGiven) {
  EXPECT_EQ(allocate(kHeapSize + 1), nullptr);
  EXPECT_EQ(allocate(16, kHeapSize * 2), nullptr);
  EXPECT_EQ(allocate(kHeapSize), nullptr) << "a part of it is used";
  EXPECT_EQ(allocate(~std::size_t{0}), nullptr);
  EXPECT_NE(allocate(16), nullptr);
}

TEST_F(HeapTest, WhatIsNoBlockIsNotFreed) {
  auto* block = static_cast<char*>(allocate(64));
  std::memset(block, 0, 64);
  int local = 0;
  EXPECT_EQ(heap_free(&local), FreeResult::kNotABlock);
  EXPECT_EQ(heap_free(block + 8), FreeResult::kNotABlock) << "not aligned";
  EXPECT_EQ(heap_free(block + 32), FreeResult::kNotABlock) << "in the middle";
  EXPECT_EQ(heap_free(reinterpret_cast<void*>(heap_end() + 16 * kPageSize)), FreeResult::kNotABlock) << "behind all";
  EXPECT_EQ(heap_free(block), FreeResult::kFreed);
  EXPECT_EQ(heap_free(block), FreeResult::kFreedBefore);
}

TEST_F(HeapTest, TheFirstAddressesOfTheHeapsAreNoBlocks) {
  EXPECT_EQ(heap_free(reinterpret_cast<void*>(kHeapLow)), FreeResult::kNotABlock);
  EXPECT_EQ(heap_free(reinterpret_cast<void*>(kPoolHeapLow)), FreeResult::kNotABlock);
}

TEST_F(HeapTest, ALinkBackToTheBeginningOfTheHeapIsNoBlock) {
  auto* block = static_cast<std::uint64_t*>(allocate(64));
  // As the header of an aligned block that begins where the heap does.
  block[0] = address_of(block + 2) - kHeapLow;
  block[1] = std::uint64_t{0xa119} << 48U;
  EXPECT_EQ(heap_free(block + 2), FreeResult::kNotABlock);
}

TEST_F(HeapTest, FreedBlocksAreTakenAgainLastOneFirst) {
  void* one = allocate(40);
  void* other = allocate(48);
  heap_free(one);
  heap_free(other);
  EXPECT_EQ(allocate(33), other);
  EXPECT_EQ(allocate(34), one);
}

TEST_F(HeapTest, AFreedBlockHoldsNoPlausiblePointer) {
  auto* block = static_cast<unsigned char*>(allocate(200));
  std::memset(block, 0, 200);
  heap_free(block);
  EXPECT_TRUE(std::all_of(block + sizeof(void*), block + 200, [](unsigned char byte) { return byte == 0xfd; }));
  std::uintptr_t link = 0;
  std::memcpy(&link, block, sizeof link);
  EXPECT_GE(link, std::uintptr_t{1} << 47U);
  BlockInfo info{};
  ASSERT_TRUE(heap_block(address_of(block) + 100, info));
  EXPECT_TRUE(info.freed);
}

TEST_F(HeapTest, AlignedBlocksAreAlignedAndFreedAsAWhole) {
  for (std::size_t alignment = 16; alignment <= (std::size_t{1} << 22U); alignment *= 2) {
    void* block = allocate(100, alignment);
    ASSERT_NE(block, nullptr) << alignment;
    EXPECT_EQ(address_of(block) % alignment, 0U);
    EXPECT_EQ(heap_size(block), 100U);
    std::memset(block, 1, 100);
    EXPECT_EQ(heap_standing(block), BlockStanding::kAllocated);
    EXPECT_EQ(heap_free(block), FreeResult::kFreed) << alignment;
    EXPECT_EQ(heap_free(block), FreeResult::kFreedBefore) << alignment;
  }
}

TEST_F(HeapTest, SurroundingsReachFromHeaderToNextHeader) {
  void* block = allocate(20);
  const MemoryRange around = heap_surroundings(block);
  EXPECT_EQ(around.address, address_of(block) - 16);
  EXPECT_EQ(around.size, 16U + 32U + 16U);
}

TEST_F(HeapTest, NamesTellBlocksApartByThreadPlaceAndOrdinal) {
  Thread& other = add_thread();
  std::set<std::uint64_t> names;
  for (const Thread* self : {&thread({0}), &other}) {
    run(*self);
    for (int count = 0; count < 3; ++count) {
      names.insert(heap_object(address_of(heap_allocate(24, 16, &kPlace))).value);
    }
  }
  EXPECT_EQ(names.size(), 6U);
  EXPECT_EQ(thread({0}).allocations, 3U);
}

TEST_F(HeapTest, NamesDoNotDependOnAddresses) {
  const auto name = [&] {
    thread({0}).allocations = 5;
    return heap_object(address_of(heap_allocate(24, 16, &kPlace)) + 8).value;
  };
  EXPECT_EQ(name(), name());
}

TEST_F(HeapTest, LargeBlocksThatNobodyUsedHoldNothing) {
  constexpr std::size_t kLarge = std::size_t{40} << 20U;  // as no other test asks for
  void* block = allocate(kLarge);
  EXPECT_EQ(heap_used_bytes(block, kLarge), 0U);
  heap_free(block);
  block = allocate(kLarge);
  EXPECT_EQ(heap_used_bytes(block, kLarge), kLarge) << "it was used before";
  void* small = allocate(100);
  EXPECT_EQ(heap_used_bytes(small, 100), 100U);
}

TEST_F(HeapTest, WhoeverWatchesIsToldOfNewMemory) {
  watching = reinterpret_cast<DetectorSet*>(1);  // only asked whether there is one
  const void* block = allocate(100);
  watching = nullptr;
  ASSERT_EQ(fakes::world.new_memory.size(), 1U);
  EXPECT_EQ(fakes::world.new_memory[0].address, address_of(block));
  EXPECT_EQ(fakes::world.new_memory[0].size, 100U);
}

TEST_F(HeapTest, ReuseWhileOthersAreAliveIsNoted) {
  add_thread();
  const auto noted = [] { return worker_segment().result.hunt.notes.count(LedgerRow::kHeapReuse); };
  void* block = allocate(5000);
  const auto before = noted();
  heap_free(block);
  (void)allocate(5000);
  EXPECT_EQ(noted(), before + 1);
}

TEST_F(HeapTest, FreshMemoryIsFilledByAddressWithAnyPattern) {
  set_fresh_pattern(1);
  auto* block = static_cast<unsigned char*>(allocate(300));
  const std::vector<unsigned char> first(block, block + 300);
  set_fresh_pattern(2);
  heap_free(block);
  ASSERT_EQ(allocate(300), block);
  const std::vector<unsigned char> second(block, block + 300);
  set_fresh_pattern(1);
  heap_free(block);
  ASSERT_EQ(allocate(300), block);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), block));
  EXPECT_NE(first, second);
  set_fresh_pattern(0);
}

TEST_F(HeapTest, ThePoolHasBlocksOfItsOwn) {
  allocate_for_pool(true);
  void* block = allocate(100);
  allocate_for_pool(false);
  EXPECT_TRUE(in_heap(block));
  EXPECT_TRUE(address_of(block) >= kPoolHeapLow && address_of(block) < pool_heap_end());
  EXPECT_EQ(heap_free(block), FreeResult::kFreed);
  EXPECT_NE(allocate(100), block);
}

// What the program asked for, block by block.
class RandomHeapTest : public HeapTest {
 protected:
  void allocate_any(std::mt19937& random) {
    const std::size_t size = random() % 4 == 0 ? random() % 200'000 : random() % 600;
    const std::size_t alignment = random() % 8 == 0 ? std::size_t{16} << (random() % 9) : 16;
    auto* block = static_cast<unsigned char*>(allocate(size, alignment));
    ASSERT_NE(block, nullptr);
    ASSERT_EQ(address_of(block) % alignment, 0U);
    const auto behind = blocks_.lower_bound(block);
    ASSERT_TRUE(behind == blocks_.end() || block + size <= behind->first);
    ASSERT_TRUE(behind == blocks_.begin() || std::prev(behind)->first + std::prev(behind)->second.size <= block);
    const auto filling = static_cast<unsigned char>(random());
    std::memset(block, filling, size);
    blocks_[block] = {size, filling};
  }
  void free_any(std::mt19937& random) {
    auto any = blocks_.begin();
    std::advance(any, static_cast<long>(random() % blocks_.size()));
    check(*any);
    ASSERT_EQ(heap_free(any->first), FreeResult::kFreed);
    ASSERT_EQ(heap_free(any->first), FreeResult::kFreedBefore);
    blocks_.erase(any);
  }
  void check_all() {
    for (const auto& block : blocks_) {
      check(block);
    }
  }
  [[nodiscard]] bool empty() const { return blocks_.empty(); }

 private:
  struct Block {
    std::size_t size;
    unsigned char filling;
  };
  static void check(const std::pair<unsigned char* const, Block>& block) {
    const auto& [start, wanted] = block;
    ASSERT_EQ(heap_size(start), wanted.size);
    ASSERT_EQ(heap_standing(start), BlockStanding::kAllocated);
    ASSERT_TRUE(std::all_of(start, start + wanted.size, [&](unsigned char byte) { return byte == wanted.filling; }));
    BlockInfo info{};
    ASSERT_TRUE(heap_block(address_of(start) + wanted.size / 2, info));
    ASSERT_FALSE(info.freed);
    ASSERT_LE(info.start, address_of(start));
  }
  std::map<unsigned char*, Block> blocks_;
};

TEST_F(RandomHeapTest, BlocksAreApartWholeAndKnown) {
  std::mt19937 random(3);
  for (int step = 0; step < 6000 && !HasFatalFailure(); ++step) {
    if (empty() || random() % 5 < 3) {
      allocate_any(random);
    } else {
      free_any(random);
    }
  }
  check_all();
}

// Guarding lasts for the rest of the process: in one of its own, which says by its exit code how it went.
template <typename Check>
[[noreturn]] void guarded(const Check& check) {
  guard_heap();
  _exit(check() ? 0 : 1);
}

TEST_F(HeapTest, GuardedBlocksHaveAGapBehindThem) {
  EXPECT_EXIT(guarded([] {
                const void* block = allocate(32);
                return heap_surroundings(block).size >= 16 + 32 + 16 + 16 && heap_size(block) == 32;
              }),
              ::testing::ExitedWithCode(0), "");
}

TEST_F(HeapTest, GuardedBlocksAreNotTakenAgainBeforeAThousandOthersAreFree) {
  EXPECT_EXIT(guarded([] {
                void* first = allocate(32);
                heap_free(first);
                for (int freed = 1; freed <= 1023; ++freed) {
                  if (allocate(32) == first) {
                    return false;
                  }
                  void* other = allocate(80);
                  heap_free(other);
                }
                heap_free(allocate(80));  // the 1025th of 1024 that are kept
                return allocate(32) == first;
              }),
              ::testing::ExitedWithCode(0), "");
}

TEST_F(HeapTest, GuardedBlocksOfManyBytesAreKeptForShort) {
  EXPECT_EXIT(guarded([] {
                constexpr std::size_t kHalf = 150'000;
                void* first = allocate(kHalf);
                heap_free(first);
                if (allocate(kHalf) == first) {
                  return false;
                }
                heap_free(allocate(kHalf));
                return allocate(kHalf) == first;
              }),
              ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace heddle::runtime
