#include "detectors/registry.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <vector>

#include "core/finding.h"
#include "detectors/finding_kinds.h"
#include "detectors/sentence.h"

namespace heddle {
namespace {

class Faults final : public FindingSink {
 public:
  void report(const Fault& fault) override { kinds.push_back(fault.kind); }
  std::vector<FindingKind> kinds;
};

std::vector<FindingKind> faults_of(OutcomeKind outcome, const Options& options) {
  Faults faults;
  for (const auto& detector : make_judges(options)) {
    detector->begin();
    detector->end({.kind = outcome}, faults);
  }
  return faults.kinds;
}

TEST(Detectors, AreRegisteredUnderTheNameOfWhatTheyFind) {
  for (const JudgeRow& row : judges()) {
    EXPECT_EQ(row.name, name(row.kind.kind));
    EXPECT_FALSE(row.help.empty());
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
  for (const DetectorRow& row : detectors()) {
    EXPECT_FALSE(row.help.empty());
    EXPECT_EQ(parse_detectors(row.name), row.bits);
  }
  EXPECT_EQ(parse_detectors("hb,lockorder"), kHappensBefore | kLockOrder);
  EXPECT_EQ(words_of_detectors(kHappensBefore | kLockOrder), "hb,lockorder");
  EXPECT_EQ(parse_detectors("none"), 0U);
  EXPECT_EQ(parse_detectors("default"), kDefaultDetectors);
  EXPECT_EQ(parse_detectors("hb,"), std::nullopt);
  EXPECT_EQ(parse_detectors("nothing"), std::nullopt);
}

TEST(FindingKinds, HaveOneRowEach) {
  std::set<std::string_view> seen;
  for (const FindingKindRow& row : finding_kinds()) {
    EXPECT_TRUE(row.kind.is_well_formed());
    EXPECT_TRUE(seen.insert(name(row.kind)).second) << name(row.kind);
    EXPECT_EQ(&row_of(row.kind), &row);
  }
  for (const DetectorRow& row : detectors()) {
    for (const FindingKindRow& kind : row.kinds) {
      EXPECT_TRUE(seen.contains(name(kind.kind))) << name(kind.kind);
    }
  }
}

TEST(FindingKinds, OfAnotherVersionHaveARowThatSaysLittle) {
  EXPECT_TRUE(is_known(FindingKind::kDataRace));
  EXPECT_FALSE(is_known(*FindingKind::of("of-another-version")));
  const FindingKindRow& row = row_of(*FindingKind::of("of-another-version"));
  EXPECT_FALSE(row.is_hint);
  EXPECT_EQ(row.preposition, "on");
  EXPECT_TRUE(row.meaning.usual.empty());
}

TEST(FindingKinds, WithoutASentenceOfTheirOwnNameBothSides) {
  const auto words = [](const Fault& fault) {
    Sentence sentence([](SiteId site) { return site.value == 1 ? "bank.cpp:12" : nullptr; });
    row_of(fault.kind).say(sentence, fault);
    return sentence.words();
  };
  Fault fault = fault_of({.kind = *FindingKind::of("of-another-version"), .is_hint = true});
  EXPECT_FALSE(fault.certain);
  fault.last().thread = {2};
  fault.last().operation.kind = OperationKind::kWrite;
  fault.last().operation.site = {1};
  EXPECT_EQ(words(fault), "write by T2 at bank.cpp:12");
  fault.add({.thread = {3}, .operation = {.kind = OperationKind::kAtomicLoad}});
  EXPECT_EQ(words(fault), "write by T2 at bank.cpp:12, atomic load by T3 before it");
}

TEST(Detectors, ExitStatusesAreJudgedUnlessToldOtherwise) {
  EXPECT_EQ(faults_of(OutcomeKind::kExit, {}), std::vector{FindingKind::kExit});
  EXPECT_EQ(faults_of(OutcomeKind::kExit, {.judges_exit = 0}), std::vector<FindingKind>{});
  EXPECT_EQ(faults_of(OutcomeKind::kAssertion, {.judges_exit = 0}), std::vector{FindingKind::kAssertion});
}

}  // namespace
}  // namespace heddle
