#include "detectors/heap_use.h"

#include <gtest/gtest.h>

#include "detecting.h"

namespace heddle {
namespace {

constexpr std::uintptr_t kBlock = 0x10'0010;  // its slot begins 16 bytes before
constexpr std::uintptr_t kStack = 0x90'0000;

class HeapUseTest : public testing::Test {
 protected:
  HeapUseTest() { detector.begin(sink); }

  // As the runtime does it: 16 bytes before the block, 16 behind it at least, of multiples of 16.
  void allocate(std::uintptr_t address, std::size_t size, std::uint64_t site = 1,
                HeapFamily family = HeapFamily::kMalloc) {
    detector.allocate({.thread = {1},
                       .family = family,
                       .address = address,
                       .size = size,
                       .whole = {.address = address - 16, .size = 16 + (size + 15) / 16 * 16 + 16},
                       .site = {site}});
  }
  bool free(std::uintptr_t address, std::uint64_t site = 2, BlockStanding standing = BlockStanding::kAllocated,
            HeapFamily family = HeapFamily::kMalloc) {
    return detector.release({.thread = {2},
                             .family = family,
                             .judges_family = true,
                             .standing = standing,
                             .address = address,
                             .site = {site}});
  }
  void read(std::uintptr_t address, std::size_t size, std::uint64_t site = 3) {
    detector.access({.thread = {3}, .kind = AccessKind::kRead, .address = address, .size = size, .site = {site}});
  }
  void write(std::uintptr_t address, std::size_t size, std::uint64_t site = 3) {
    detector.access({.thread = {3}, .kind = AccessKind::kWrite, .address = address, .size = size, .site = {site}});
  }
  [[nodiscard]] std::size_t reports() const { return sink.faults.size(); }
  [[nodiscard]] const Fault& only_fault() const {
    EXPECT_EQ(reports(), 1U);
    return sink.faults.at(0);
  }

  Reported sink;
  // Ten sites to a line.
  HeapUse detector{{.place_of = [](SiteId site) { return site.value / 10; }}};
};

TEST_F(HeapUseTest, ALineIsReportedOnce) {
  allocate(kBlock, 24);
  EXPECT_TRUE(free(kBlock));
  read(kBlock, 4, 31);
  write(kBlock, 4, 32);
  EXPECT_EQ(only_fault().last().operation.site, SiteId{31});
  write(kBlock, 4, 41);
  EXPECT_EQ(reports(), 2U);
}

TEST_F(HeapUseTest, ABlockMayBeUsed) {
  allocate(kBlock, 37);
  for (std::size_t offset = 0; offset < 37; ++offset) {
    for (std::size_t size = 1; offset + size <= 37; ++size) {
      read(kBlock + offset, size);
      write(kBlock + offset, size);
    }
  }
  EXPECT_EQ(reports(), 0U);
}

TEST_F(HeapUseTest, OutsideOfItsBytesItMayNot) {
  for (const std::size_t size : {1, 7, 15, 16, 17, 31, 32, 37, 64}) {
    for (std::size_t offset = 0; offset < size; ++offset) {
      sink.faults.clear();
      detector.begin(sink);
      allocate(kBlock, size);
      read(kBlock + offset, size - offset + 1);
      ASSERT_EQ(reports(), 1U) << size << " from " << offset;
      EXPECT_EQ(sink.faults[0].kind, HeapUse::kHeapOverflow);
    }
  }
}

TEST_F(HeapUseTest, AnOverflowNamesTheBlockAndWhoAllocatedIt) {
  allocate(kBlock, 24, 11);
  allocate(kBlock + 48, 16, 12);
  write(kBlock + 24, 8, 31);
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.kind, HeapUse::kHeapOverflow);
  EXPECT_TRUE(fault.certain);
  EXPECT_EQ(fault.last().thread, ThreadId{3});
  EXPECT_EQ(fault.last().operation.kind, OperationKind::kWrite);
  EXPECT_EQ(fault.last().operation.address, kBlock + 24);
  EXPECT_EQ(fault.last().operation.site, SiteId{31});
  EXPECT_EQ(fault.earlier().thread, ThreadId{1});
  EXPECT_EQ(fault.earlier().operation.kind, OperationKind::kAllocate);
  EXPECT_EQ(fault.earlier().operation.address, kBlock);
  EXPECT_EQ(fault.earlier().operation.site, SiteId{11});
}

TEST_F(HeapUseTest, BeforeABlockIsOutsideToo) {
  allocate(kBlock, 24);
  read(kBlock - 8, 8);
  EXPECT_EQ(only_fault().kind, HeapUse::kHeapOverflow);
}

TEST_F(HeapUseTest, BetweenTwoBlocksItIsTheOneBefore) {
  allocate(kBlock, 16, 11);
  allocate(kBlock + 32, 16, 12);
  read(kBlock + 16, 1);
  EXPECT_EQ(only_fault().earlier().operation.site, SiteId{11});
}

TEST_F(HeapUseTest, LargeRangesAreLookedAtWhole) {
  allocate(kBlock, 20'000);
  read(kBlock, 20'000);
  EXPECT_EQ(reports(), 0U);
  read(kBlock, 20'001);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(HeapUseTest, UseAfterFree) {
  allocate(kBlock, 24, 11);
  EXPECT_TRUE(free(kBlock, 21));
  read(kBlock + 8, 4, 31);
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.kind, HeapUse::kUseAfterFree);
  EXPECT_TRUE(fault.certain);
  EXPECT_EQ(fault.earlier().thread, ThreadId{2});
  EXPECT_EQ(fault.earlier().operation.kind, OperationKind::kFree);
  EXPECT_EQ(fault.earlier().operation.site, SiteId{21});
  EXPECT_EQ(fault.earlier().operation.address, kBlock);
  EXPECT_EQ(fault.earlier().operation.size, 24U);
}

TEST_F(HeapUseTest, AtomicAccessesAreAccesses) {
  allocate(kBlock, 8);
  EXPECT_TRUE(free(kBlock));
  detector.access(
      {.thread = {3}, .kind = AccessKind::kUpdate, .atomic = true, .address = kBlock, .size = 8, .site = {}});
  EXPECT_EQ(only_fault().last().operation.kind, OperationKind::kAtomicReadModifyWrite);
}

TEST_F(HeapUseTest, MemoryThatIsAllocatedAgainMayBeUsed) {
  allocate(kBlock, 64);
  EXPECT_TRUE(free(kBlock));
  allocate(kBlock, 33);
  read(kBlock, 33);
  EXPECT_EQ(reports(), 0U);
  read(kBlock + 33, 1);
  EXPECT_EQ(only_fault().kind, HeapUse::kHeapOverflow);
}

TEST_F(HeapUseTest, DoubleFree) {
  allocate(kBlock, 24, 11);
  EXPECT_TRUE(free(kBlock, 21));
  EXPECT_FALSE(free(kBlock, 22, BlockStanding::kFreed));
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.kind, HeapUse::kDoubleFree);
  EXPECT_EQ(fault.last().operation.site, SiteId{22});
  EXPECT_EQ(fault.earlier().operation.kind, OperationKind::kFree);
  EXPECT_EQ(fault.earlier().operation.site, SiteId{21});
}

TEST_F(HeapUseTest, FreeOfWhatIsNoBlock) {
  EXPECT_FALSE(free(0x1234, 21, BlockStanding::kNone));
  EXPECT_EQ(only_fault().kind, HeapUse::kWrongFree);
  EXPECT_EQ(only_fault().earlier().thread, kNoThread);
}

TEST_F(HeapUseTest, FreeOfTheMiddleOfABlockNamesTheBlock) {
  allocate(kBlock, 64, 11);
  EXPECT_FALSE(free(kBlock + 16, 21, BlockStanding::kNone));
  EXPECT_EQ(only_fault().kind, HeapUse::kWrongFree);
  EXPECT_EQ(only_fault().earlier().operation.site, SiteId{11});
  read(kBlock + 16, 8);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(HeapUseTest, FreeByAnotherFamily) {
  allocate(kBlock, 24, 11, HeapFamily::kNewArray);
  EXPECT_TRUE(free(kBlock, 21, BlockStanding::kAllocated, HeapFamily::kNew));
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.kind, HeapUse::kWrongFree);
  EXPECT_EQ(fault.earlier().operation.kind, OperationKind::kAllocate);
  EXPECT_EQ(fault.earlier().operation.site, SiteId{11});
  EXPECT_EQ(fault.allocated_as, HeapFamily::kNewArray);
  EXPECT_EQ(fault.freed_as, HeapFamily::kNew);
}

TEST_F(HeapUseTest, FamiliesAreNotJudgedWhereTheProgramHasItsOwn) {
  allocate(kBlock, 24, 11, HeapFamily::kMalloc);
  EXPECT_TRUE(detector.release({.thread = {2},
                                .family = HeapFamily::kNew,
                                .judges_family = false,
                                .standing = BlockStanding::kAllocated,
                                .address = kBlock,
                                .site = {21}}));
  EXPECT_EQ(reports(), 0U);
}

TEST_F(HeapUseTest, OfBlocksFromBeforeNothingIsKnown) {
  read(kBlock, 4096);
  EXPECT_TRUE(free(kBlock));
  read(kBlock, 8);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(HeapUseTest, TheStackOfAThreadThatHasEnded) {
  detector.retire({4}, {.address = kStack, .size = 0x1000});
  read(kStack + 0x1000, 4);
  EXPECT_EQ(reports(), 0U);
  write(kStack + 0xff8, 4, 31);
  const Fault& fault = only_fault();
  EXPECT_EQ(fault.kind, HeapUse::kStackUseAfterExit);
  EXPECT_EQ(fault.earlier().thread, ThreadId{4});
  EXPECT_EQ(fault.last().operation.site, SiteId{31});
}

TEST_F(HeapUseTest, AStackMayServeAnotherThread) {
  detector.retire({4}, {.address = kStack, .size = 0x1000});
  detector.retire({5}, {.address = kStack + 0x2000, .size = 0x1000});
  detector.renew({.address = kStack, .size = 0x1000});
  read(kStack + 8, 4);
  EXPECT_EQ(reports(), 0U);
  read(kStack + 0x2008, 4);
  EXPECT_EQ(reports(), 1U);
}

TEST_F(HeapUseTest, NothingIsLeftOfTheExecutionBefore) {
  allocate(kBlock, 24);
  EXPECT_TRUE(free(kBlock));
  detector.retire({4}, {.address = kStack, .size = 0x1000});
  detector.begin(sink);
  read(kBlock, 24);
  read(kStack, 8);
  allocate(kBlock + 4096, 8);
  read(kBlock, 24);
  EXPECT_EQ(reports(), 0U);
}

TEST_F(HeapUseTest, TheSameFaultIsReportedOncePerExecution) {
  allocate(kBlock, 24, 11);
  EXPECT_TRUE(free(kBlock, 21));
  read(kBlock, 4, 31);
  read(kBlock + 4, 4, 31);
  EXPECT_EQ(reports(), 1U);
  read(kBlock + 4, 4, 42);
  EXPECT_EQ(reports(), 2U);
  EXPECT_NE(sink.faults[0].signature, sink.faults[1].signature);
}

}  // namespace
}  // namespace heddle
