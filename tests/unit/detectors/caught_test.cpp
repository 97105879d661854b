#include "detectors/caught.h"

#include <gtest/gtest.h>

#include <vector>

#include "detectors/data_race.h"
#include "detectors/detector_set.h"

namespace heddle {
namespace {

class Kept final : public FindingSink {
 public:
  void report(const Fault& fault) override { faults.push_back(fault); }
  std::vector<Fault> faults;
};

Access access_by(std::uint16_t thread, AccessKind kind, std::uintptr_t address, std::size_t size, bool atomic = false) {
  return {
      .thread = {thread}, .kind = kind, .atomic = atomic, .address = address, .size = size, .site = {0x100U + thread}};
}

std::size_t met(const Access& access, const Access& pending) {
  Kept kept;
  Caught caught;
  caught.begin(kept);
  caught.meet(access, pending);
  return kept.faults.size();
}

constexpr auto kRead = AccessKind::kRead;
constexpr auto kWrite = AccessKind::kWrite;

TEST(Caught, OnlyWhatConflictsIsARace) {
  EXPECT_EQ(met(access_by(1, kWrite, 64, 4), access_by(2, kWrite, 64, 4)), 1U);
  EXPECT_EQ(met(access_by(1, kWrite, 64, 4), access_by(2, kRead, 64, 4)), 1U);
  EXPECT_EQ(met(access_by(1, kRead, 64, 4), access_by(2, kWrite, 64, 4)), 1U);
  EXPECT_EQ(met(access_by(1, kRead, 64, 4), access_by(2, kRead, 64, 4)), 0U);
  EXPECT_EQ(met(access_by(1, kWrite, 64, 4, true), access_by(2, kWrite, 64, 4, true)), 0U);
  EXPECT_EQ(met(access_by(1, kWrite, 64, 4, true), access_by(2, kRead, 64, 4)), 1U);
  EXPECT_EQ(met(access_by(1, AccessKind::kFree, 64, 32), access_by(2, kRead, 80, 4)), 1U);
}

TEST(Caught, BytesInCommonCount) {
  EXPECT_EQ(met(access_by(1, kWrite, 64, 4), access_by(2, kWrite, 68, 4)), 0U);
  EXPECT_EQ(met(access_by(1, kWrite, 64, 4), access_by(2, kWrite, 67, 1)), 1U);
  EXPECT_EQ(met(access_by(1, kWrite, 70, 2), access_by(2, kWrite, 64, 8)), 1U);
  EXPECT_EQ(met(access_by(1, kWrite, 64, 0), access_by(2, kWrite, 64, 8)), 0U);
}

TEST(Caught, ARaceIsToldOnceInAnExecutionWhoeverIsFirst) {
  Kept kept;
  Caught caught;
  caught.begin(kept);
  const Access one = access_by(1, kWrite, 64, 4);
  const Access other = access_by(2, kRead, 64, 4);
  caught.meet(one, other);
  caught.meet(other, one);
  ASSERT_EQ(kept.faults.size(), 1U);
  EXPECT_EQ(kept.faults[0].kind, FindingKind::kDataRace);
  EXPECT_EQ(kept.faults[0].last().thread, ThreadId{1});
  EXPECT_EQ(kept.faults[0].earlier().thread, ThreadId{2});
  EXPECT_TRUE(kept.faults[0].certain);
  EXPECT_TRUE(kept.faults[0].earlier().pending);
  EXPECT_EQ(kept.faults[0].signature, race_signature(one.site.value, other.site.value));
  caught.begin(kept);
  caught.meet(one, other);
  EXPECT_EQ(kept.faults.size(), 2U);
}

TEST(Caught, RacesThatAreMeantAreNone) {
  Kept kept;
  DetectorSet detectors(kCaught);
  detectors.begin(kept, nullptr);
  detectors.annotate({.kind = AnnotationKind::kExpectRaces, .range = {.address = 64, .size = 4}});
  detectors.meet(access_by(1, kWrite, 64, 4), access_by(2, kWrite, 64, 4));
  EXPECT_TRUE(kept.faults.empty());
  detectors.annotate({.kind = AnnotationKind::kBeginIgnoring, .thread = {1}, .what = kIgnoreWrites});
  detectors.meet(access_by(1, kWrite, 128, 4), access_by(2, kWrite, 128, 4));
  EXPECT_TRUE(kept.faults.empty());
  detectors.annotate({.kind = AnnotationKind::kEndIgnoring, .thread = {1}, .what = kIgnoreWrites});
  detectors.meet(access_by(1, kWrite, 128, 4), access_by(2, kWrite, 128, 4));
  EXPECT_EQ(kept.faults.size(), 1U);
}

}  // namespace
}  // namespace heddle
