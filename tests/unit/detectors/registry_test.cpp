#include "detectors/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/finding.h"

namespace heddle {
namespace {

class Faults final : public FindingSink {
 public:
  void report(const Fault& fault) override { kinds.push_back(fault.kind); }
  std::vector<FindingKind> kinds;
};

std::vector<FindingKind> faults_of(OutcomeKind outcome, const Options& options) {
  Faults faults;
  for (const auto& detector : make_detectors(options)) {
    detector->begin();
    detector->end({.kind = outcome}, faults);
  }
  return faults.kinds;
}

TEST(Detectors, AreRegisteredUnderTheNameOfWhatTheyFind) {
  ASSERT_EQ(detectors().size(), static_cast<std::size_t>(FindingKind::kDestroyedPrimitive) + 1);
  for (std::size_t kind = 0; kind < detectors().size(); ++kind) {
    const auto row = std::ranges::find(detectors(), name(static_cast<FindingKind>(kind)), &DetectorRow::name);
    ASSERT_NE(row, detectors().end()) << name(static_cast<FindingKind>(kind));
    EXPECT_FALSE(row->help.empty());
  }
}

TEST(Detectors, EveryFailureIsReportedOnce) {
  for (int kind = 0; kind < kOutcomeKindCount; ++kind) {
    const auto outcome = static_cast<OutcomeKind>(kind);
    if (outcome == OutcomeKind::kDetected) {
      continue;  // by whoever ended the execution
    }
    const std::vector<FindingKind> found = faults_of(outcome, {});
    EXPECT_EQ(found.size(), is_failure(outcome) ? 1U : 0U) << name(outcome);
    if (found.size() == 1) {
      EXPECT_EQ(name(found[0]), name(outcome));
    }
  }
}

TEST(WatchingDetectors, AreNamedInLists) {
  for (const WatchingRow& row : watching_detectors()) {
    EXPECT_FALSE(row.help.empty());
    EXPECT_EQ(parse_detectors(row.name), row.bits);
    EXPECT_EQ(row.bits & kWatchingDetectors, row.bits) << row.name;
  }
  EXPECT_EQ(parse_detectors("hb,lockorder"), kHappensBefore | kLockOrder);
  EXPECT_EQ(words_of_detectors(kHappensBefore | kLockOrder), "hb,lockorder");
  EXPECT_EQ(parse_detectors("none"), 0U);
  EXPECT_EQ(parse_detectors("default"), kDefaultDetectors);
  EXPECT_EQ(parse_detectors("hb,"), std::nullopt);
  EXPECT_EQ(parse_detectors("nothing"), std::nullopt);
}

TEST(Detectors, ExitStatusesAreJudgedUnlessToldOtherwise) {
  EXPECT_EQ(faults_of(OutcomeKind::kExit, {}), std::vector{FindingKind::kExit});
  EXPECT_EQ(faults_of(OutcomeKind::kExit, {.judges_exit = 0}), std::vector<FindingKind>{});
  EXPECT_EQ(faults_of(OutcomeKind::kAssertion, {.judges_exit = 0}), std::vector{FindingKind::kAssertion});
}

}  // namespace
}  // namespace heddle
