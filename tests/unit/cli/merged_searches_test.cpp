#include "cli/stored/merged_searches.h"

#include <gtest/gtest.h>

#include "cli/findings/finding_maker.h"

namespace heddle::cli {
namespace {

// A search whose log has a finding that was not kept as a file.
StoredSearch search_with(const Finding& found) {
  StoredSearch search;
  search.log = "there/is/no/such.log";
  search.options.strategy = "cb";
  search.options.exploration.detectors = kHappensBefore | kHeapUse | kLockOrder;
  search.findings = {found};
  return search;
}

KeptFinding merged(const Finding& found) {
  std::vector<std::string> notes;
  auto findings = merge_findings(merge_searches({search_with(found)}), {}, notes);
  EXPECT_EQ(findings.size(), 1U);
  EXPECT_TRUE(notes.empty());
  return findings.at(0);
}

TEST(MergedSearches, WhatADetectorSawKeepsItsDetectorsAndPlaces) {
  Finding found;
  found.fault.kind = FindingKind::kDataRace;
  found.witness.outcome.kind = OutcomeKind::kDetected;
  found.fault.last().operation.site = SiteId{7};
  found.fault.add({.operation = {.site = SiteId{8}}});
  const FindingFile finding = merged(found).finding;
  EXPECT_EQ(finding.detectors, std::uint32_t{kHappensBefore | kHeapUse | kLockOrder});
  EXPECT_EQ(finding.sites, sites_of(found.fault));
  EXPECT_EQ(finding.outcome.kind, OutcomeKind::kDetected);
}

TEST(MergedSearches, OtherFailuresKeepOnlyWhatMovesMemory) {
  Finding found;
  found.fault.kind = FindingKind::kAssertion;
  found.witness.outcome.kind = OutcomeKind::kAssertion;
  EXPECT_EQ(merged(found).finding.detectors, std::uint32_t{kHeapUse});
}

TEST(MergedSearches, HintsAreNoFindings) {
  Finding found;
  found.fault.kind = FindingKind::kPossibleDeadlock;
  found.fault.certain = false;
  found.witness.message = "possible deadlock: T1 and T2 take the same locks in different orders";
  MergedSearches all = merge_searches({search_with(found)});
  std::vector<std::string> notes;
  all.summary.findings = merge_findings(all, {}, notes);
  EXPECT_TRUE(to_text(all).starts_with(
      "hint 1: possible-deadlock: T1 and T2 take the same locks in different orders\n  not kept as a file"))
      << to_text(all);
}

}  // namespace
}  // namespace heddle::cli
