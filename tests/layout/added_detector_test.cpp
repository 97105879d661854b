// Linked with the detector of docs/adding-an-analysis.md and a registry that has it: what heddle then knows of it.
#include <gtest/gtest.h>

#include <algorithm>

#include "detectors/detector_set.h"
#include "detectors/registry.h"
#include "report/fault_text.h"
#include "report/short_places.h"
#include "report/suppressions.h"
#include "report/text_report.h"

namespace heddle {
namespace {

constexpr std::uintptr_t kCell = 0x1000;

class Faults final : public FindingSink {
 public:
  void report(const Fault& fault) override { faults.push_back(fault); }
  std::vector<Fault> faults;
};

std::vector<Fault> faults_of(std::uint32_t wanted) {
  Faults sink;
  DetectorSet detectors(wanted);
  detectors.begin(sink, nullptr);
  for (std::uint16_t thread = 1; thread <= 3; ++thread) {
    detectors.access({.thread = {thread}, .kind = AccessKind::kWrite, .address = kCell, .size = 4, .site = {thread}});
  }
  return sink.faults;
}

std::uint32_t bits() { return parse_detectors("thirdwriter").value_or(0); }

TEST(AddedDetector, IsFoundByItsName) {
  EXPECT_NE(bits(), 0U);
  EXPECT_EQ(words_of_detectors(bits()), "thirdwriter");
  EXPECT_EQ(kDefaultDetectors & bits(), 0U);
}

TEST(AddedDetector, IsToldWhatItHasFunctionsFor) {
  const std::vector<Fault> faults = faults_of(bits());
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(name(faults[0].kind), "third-writer");
  EXPECT_TRUE(faults_of(kHeapUse).empty());
}

// The race detector may not decide any more what others need not see.
TEST(AddedDetector, SeesEveryAccess) {
  EXPECT_TRUE(DetectorSet(kHappensBefore).may_be_quick());
  EXPECT_FALSE(DetectorSet(kHappensBefore | bits()).may_be_quick());
}

TEST(AddedDetector, IsInReports) {
  FindingFile finding;
  finding.kind = faults_of(bits()).at(0).kind;
  finding.message = "third writer on total: T3 wrote it";
  finding.operations.resize(1);
  finding.operations[0].variable = "total";
  EXPECT_EQ(fault_title(finding, ShortPlaces(finding)), "third writer to total");
  EXPECT_NE(to_text(finding, {}).find("\n  T3 wrote it\n"), std::string::npos);
}

TEST(AddedDetector, CanBeSuppressed) {
  const Suppressible finding{.kind = faults_of(bits()).at(0).kind, .stacks = {}, .variables = {"total"}};
  Suppressions suppressions;
  ASSERT_FALSE(suppressions.add("race:total", "test"));
  EXPECT_FALSE(suppressions.match(finding));
  ASSERT_FALSE(suppressions.add("third-writer:total", "test"));
  EXPECT_TRUE(suppressions.match(finding));
}

}  // namespace
}  // namespace heddle
