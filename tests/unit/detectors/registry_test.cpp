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
  // What comes behind is seen while an execution is under way, by detectors that find more than one kind.
  constexpr int kBadEnds = static_cast<int>(FindingKind::kDestroyedPrimitive) + 1;
  ASSERT_EQ(detectors().size(), static_cast<std::size_t>(kBadEnds));
  for (int kind = 0; kind < kBadEnds; ++kind) {
    const auto row = std::ranges::find(detectors(), name(static_cast<FindingKind>(kind)), &DetectorRow::name);
    ASSERT_NE(row, detectors().end()) << name(static_cast<FindingKind>(kind));
    EXPECT_FALSE(row->help.empty());
  }
}

TEST(Detectors, EveryFailureIsReportedOnce) {
  for (int kind = 0; kind < kOutcomeKindCount; ++kind) {
    const auto outcome = static_cast<OutcomeKind>(kind);
    const std::vector<FindingKind> found = faults_of(outcome, {});
    const bool is_bad_end = is_failure(outcome) && outcome != OutcomeKind::kDetected;
    EXPECT_EQ(found.size(), is_bad_end ? 1U : 0U) << name(outcome);
    if (found.size() == 1) {
      EXPECT_EQ(name(found[0]), name(outcome));
    }
  }
}

TEST(Detectors, ListsOfThoseThatWatchAreRead) {
  EXPECT_EQ(parse_detectors("none"), 0U);
  EXPECT_EQ(parse_detectors("hb"), kHappensBefore);
  EXPECT_EQ(parse_detectors("default"), kDefaultDetectors);
  EXPECT_EQ(parse_detectors("hb,default"), kHappensBefore | kDefaultDetectors);
  for (const char* list : {"", "hb,", ",hb", "hb,none", "HB", "races"}) {
    EXPECT_EQ(parse_detectors(list), std::nullopt) << list;
  }
}

TEST(Detectors, ListsOfThoseThatWatchAreWritten) {
  EXPECT_EQ(words_of_detectors(0), "none");
  for (const WatchingRow& row : watching_detectors()) {
    EXPECT_EQ(words_of_detectors(row.bits), row.name);
    EXPECT_FALSE(row.help.empty());
  }
}

TEST(Detectors, ExitStatusesAreJudgedUnlessToldOtherwise) {
  EXPECT_EQ(faults_of(OutcomeKind::kExit, {}), std::vector{FindingKind::kExit});
  EXPECT_EQ(faults_of(OutcomeKind::kExit, {.judges_exit = 0}), std::vector<FindingKind>{});
  EXPECT_EQ(faults_of(OutcomeKind::kAssertion, {.judges_exit = 0}), std::vector{FindingKind::kAssertion});
}

}  // namespace
}  // namespace heddle
