#include "detectors/exemptions.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "detectors/detector_set.h"

namespace heddle {
namespace {

constexpr ThreadId kOne{1};
constexpr ThreadId kTwo{2};

Access access(ThreadId thread, AccessKind kind, std::uintptr_t address = 0x1000) {
  return {.thread = thread, .kind = kind, .address = address, .size = 4, .site = SiteId{address + thread.value}};
}

TEST(Exemptions, ScopesNestAndBelongToTheirThread) {
  Exemptions said;
  said.begin();
  said.end_ignoring(kOne, kIgnoreReads);  // was not begun
  EXPECT_FALSE(said.ignores(access(kOne, AccessKind::kRead)));
  said.begin_ignoring(kOne, kIgnoreReads | kIgnoreWrites);
  said.begin_ignoring(kOne, kIgnoreReads);
  said.end_ignoring(kOne, kIgnoreReads | kIgnoreWrites);
  EXPECT_TRUE(said.ignores(access(kOne, AccessKind::kRead)));
  EXPECT_FALSE(said.ignores(access(kOne, AccessKind::kWrite)));
  EXPECT_FALSE(said.ignores(access(kTwo, AccessKind::kRead)));
  EXPECT_FALSE(said.ignores_synchronisation(kOne));
  said.end_ignoring(kOne, kIgnoreReads);
  EXPECT_FALSE(said.ignores(access(kOne, AccessKind::kRead)));
}

TEST(Exemptions, WhatWasKeptHoldsInEveryExecution) {
  Exemptions said;
  said.begin();
  said.expect({.address = 0x1000, .size = 4});
  said.begin_ignoring(kOne, kIgnoreReads);
  said.keep();
  said.expect({.address = 0x2000, .size = 4});
  said.forget({.address = 0x1000, .size = 4});
  said.end_ignoring(kOne, kIgnoreReads);
  said.begin();
  EXPECT_TRUE(said.expects({.address = 0x1000, .size = 4}));
  EXPECT_FALSE(said.expects({.address = 0x2000, .size = 4}));
  EXPECT_TRUE(said.ignores(access(kOne, AccessKind::kRead)));
}

// Against a set of bytes.
TEST(Exemptions, RangesJoinAndAreCut) {
  std::mt19937 random(1);  // NOLINT(bugprone-random-generator-seed): the same every time
  Exemptions said;
  said.begin();
  std::set<std::uintptr_t> bytes;
  for (int step = 0; step < 20'000; ++step) {
    const MemoryRange range{.address = random() % 64, .size = random() % 9};
    const bool adds = random() % 2 == 0;
    adds ? said.expect(range) : said.forget(range);
    for (std::uintptr_t byte = range.address; byte < range.address + range.size; ++byte) {
      adds ? static_cast<void>(bytes.insert(byte)) : static_cast<void>(bytes.erase(byte));
    }
    const MemoryRange asked{.address = random() % 64, .size = 1 + random() % 4};
    bool all = true;
    for (std::uintptr_t byte = asked.address; byte < asked.address + asked.size; ++byte) {
      all = all && bytes.contains(byte);
    }
    ASSERT_EQ(said.expects(asked), all) << "step " << step << ", " << asked.size << " bytes at " << asked.address;
  }
}

class Counter final : public FindingSink {
 public:
  void report(const Fault& /*fault*/) override { ++races; }
  int races = 0;
};

// Two threads that main has created.
class Annotated : public testing::Test {
 protected:
  void SetUp() override { begin(); }
  void begin() {
    detectors_.begin(counter_, nullptr);
    for (const ThreadId thread : {kOne, kTwo}) {
      detectors_.synchronise({.kind = SyncKind::kCreate, .thread = {0}, .other = thread, .site = {}});
    }
  }
  void ignore(AnnotationKind kind, ThreadId thread, unsigned what) {
    detectors_.annotate({.kind = kind, .thread = thread, .what = what});
  }
  void access(ThreadId thread, AccessKind kind) { detectors_.access(heddle::access(thread, kind)); }
  void tell(SyncKind kind, ThreadId thread) {
    detectors_.synchronise({.kind = kind, .thread = thread, .object = kFlag, .site = {}});
  }
  void atomic(ThreadId thread, AccessKind kind, MemoryOrder order) {
    detectors_.access(
        {.thread = thread, .kind = kind, .atomic = true, .order = order, .address = kFlag, .size = 4, .site = {}});
  }

  static constexpr std::uintptr_t kFlag = 0x5000;
  Counter counter_;
  DetectorSet detectors_{kHappensBefore};
};

TEST_F(Annotated, RaceWithoutAnnotation) {
  access(kOne, AccessKind::kWrite);
  access(kTwo, AccessKind::kWrite);
  EXPECT_EQ(counter_.races, 1);
}

TEST_F(Annotated, WhatWasSentOutlastsARelaxedStore) {
  access(kOne, AccessKind::kWrite);
  tell(SyncKind::kSend, kOne);
  atomic(kOne, AccessKind::kWrite, MemoryOrder::kRelaxed);
  atomic(kTwo, AccessKind::kRead, MemoryOrder::kRelaxed);
  tell(SyncKind::kReceive, kTwo);
  access(kTwo, AccessKind::kWrite);
  EXPECT_EQ(counter_.races, 0);
}

TEST_F(Annotated, IgnoredAccessesAreOnNeitherSideOfARace) {
  ignore(AnnotationKind::kBeginIgnoring, kOne, kIgnoreWrites);
  access(kOne, AccessKind::kWrite);
  access(kTwo, AccessKind::kWrite);
  access(kOne, AccessKind::kWrite);
  EXPECT_EQ(counter_.races, 0);
  access(kOne, AccessKind::kRead);
  EXPECT_EQ(counter_.races, 1) << "reads are not ignored";
  ignore(AnnotationKind::kEndIgnoring, kOne, kIgnoreWrites);
  access(kOne, AccessKind::kWrite);
  EXPECT_EQ(counter_.races, 1) << "the same place, but for its kind";
}

TEST_F(Annotated, WhatIsKeptHoldsInLaterExecutions) {
  ignore(AnnotationKind::kBeginIgnoring, kOne, kIgnoreWrites);
  detectors_.annotate({.kind = AnnotationKind::kKeep});
  ignore(AnnotationKind::kBeginIgnoring, kOne, kIgnoreReads);
  begin();
  access(kOne, AccessKind::kWrite);
  access(kTwo, AccessKind::kWrite);
  EXPECT_EQ(counter_.races, 0);
  access(kOne, AccessKind::kRead);
  EXPECT_EQ(counter_.races, 1) << "said after what was kept";
}

TEST_F(Annotated, IgnoredSynchronisationOrdersNothing) {
  access(kOne, AccessKind::kWrite);
  ignore(AnnotationKind::kBeginIgnoring, kOne, kIgnoreSynchronisation);
  tell(SyncKind::kUnlock, kOne);
  atomic(kOne, AccessKind::kWrite, MemoryOrder::kRelease);
  ignore(AnnotationKind::kEndIgnoring, kOne, kIgnoreSynchronisation);
  tell(SyncKind::kLock, kTwo);
  atomic(kTwo, AccessKind::kRead, MemoryOrder::kAcquire);
  access(kTwo, AccessKind::kWrite);
  EXPECT_EQ(counter_.races, 1);
}

TEST_F(Annotated, RacesAreExpectedUntilTheMemoryIsFreedOrNew) {
  const MemoryRange all{.address = 0x1000, .size = 4};
  detectors_.annotate({.kind = AnnotationKind::kExpectRaces, .range = all});
  access(kOne, AccessKind::kWrite);
  access(kTwo, AccessKind::kWrite);
  EXPECT_EQ(counter_.races, 0);
  detectors_.access(heddle::access(kTwo, AccessKind::kFree));
  detectors_.renew(all);
  access(kOne, AccessKind::kWrite);
  access(kTwo, AccessKind::kWrite);
  EXPECT_EQ(counter_.races, 1);
}

}  // namespace
}  // namespace heddle
