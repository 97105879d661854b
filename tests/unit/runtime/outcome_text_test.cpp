#include "runtime/observe/outcome_text.h"

#include <set>
#include <string>

#include "fakes.h"
#include "runtime/observe/fault_words.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

// A site with its strings beside it, as the pass lays them out.
struct SiteWithStrings {
  heddle_site site = {};
  char file[32] = {};
  char variable[32] = {};

  SiteWithStrings(std::uint64_t key, const char* in_file, std::uint32_t line, const char* name) {
    site.key = key;
    site.line = line;
    site.file = refer(&site.file, file, in_file);
    site.variable = refer(&site.variable, variable, name);
    fakes::world.sites[key] = &site;
  }
  SiteWithStrings(const SiteWithStrings&) = delete;
  SiteWithStrings& operator=(const SiteWithStrings&) = delete;

 private:
  static heddle_string_ref refer(const heddle_string_ref* field, char* to, const char* text) {
    if (text == nullptr) {
      return 0;
    }
    std::snprintf(to, 32, "%s", text);
    return static_cast<heddle_string_ref>(to - reinterpret_cast<const char*>(field));
  }
};

class OutcomeTextTest : public fakes::RuntimeTest {
 protected:
  static std::uint64_t fault(OutcomeKind kind, int signal = 0, int exit_status = 0) {
    return fault_of({.kind = kind, .signal = signal, .exit_status = exit_status});
  }
};

TEST_F(OutcomeTextTest, ASiteHasItsPlaceAndItsVariable) {
  const SiteWithStrings site(7, "bank.cpp", 12, "balance");
  EXPECT_STREQ(place_of_site({7}), "bank.cpp:12");
  EXPECT_STREQ(variable_of_site({7}), "balance");
}

TEST_F(OutcomeTextTest, WhatIsNotKnownIsSaidToBe) {
  const SiteWithStrings site(7, nullptr, 0, nullptr);
  EXPECT_EQ(place_of_site({8}), nullptr);
  EXPECT_STREQ(variable_of_site({8}), "");
  EXPECT_STREQ(place_of_site({7}), "?:0");
  EXPECT_STREQ(variable_of_site({7}), "");
}

TEST_F(OutcomeTextTest, SitesOnOneLineHaveOneNameOthersHaveTheirOwn) {
  const SiteWithStrings one(1, "bank.cpp", 12, "a");
  const SiteWithStrings same(2, "bank.cpp", 12, "b");
  const SiteWithStrings next(3, "bank.cpp", 13, "a");
  const SiteWithStrings elsewhere(4, "shop.cpp", 12, "a");
  const SiteWithStrings unknown(5, "bank.cpp", 0, "a");
  EXPECT_EQ(line_of_site({1}), line_of_site({2}));
  EXPECT_EQ(line_of_site({5}), 5U);
  EXPECT_EQ(line_of_site({6}), 6U);
  EXPECT_EQ((std::set<std::uint64_t>{line_of_site({1}), line_of_site({3}), line_of_site({4}), 5, 6}).size(), 5U);
}

TEST_F(OutcomeTextTest, WordsAreCutToALine) {
  describe_outcome(std::string(2000, 'x').c_str());
  EXPECT_EQ(fakes::words(), std::string(511, 'x'));
}

TEST_F(OutcomeTextTest, ExitsDifferByTheirStatusAssertionsByTheirWords) {
  EXPECT_NE(fault(OutcomeKind::kExit, 0, 1), fault(OutcomeKind::kExit, 0, 2));
  describe_outcome("one");
  const std::uint64_t one = fault(OutcomeKind::kAssertion);
  describe_outcome("another");
  EXPECT_NE(fault(OutcomeKind::kAssertion), one);
  describe_outcome("one");
  EXPECT_EQ(fault(OutcomeKind::kAssertion), one);
}

TEST_F(OutcomeTextTest, WhereThereIsAPlaceItTellsCrashesApartInsteadOfWords) {
  const auto crash = [](const char* words, std::uint64_t place, int signal) {
    describe_outcome(words);
    note_fault_place({place});
    return fault(OutcomeKind::kCrash, signal);
  };
  EXPECT_EQ(crash("at 0x1000", 5, SIGSEGV), crash("at 0x2000", 5, SIGSEGV));
  EXPECT_NE(crash("at 0x1000", 5, SIGSEGV), crash("at 0x1000", 6, SIGSEGV));
  EXPECT_NE(crash("at 0x1000", 5, SIGSEGV), crash("at 0x1000", 5, SIGBUS));
  describe_outcome("at 0x1000");
  EXPECT_NE(fault(OutcomeKind::kCrash, SIGSEGV), crash("at 0x1000", 5, SIGSEGV)) << "new words have no place yet";
}

TEST_F(OutcomeTextTest, DeadlocksAreTheSameWhoeverCameFirst) {
  Thread& one = add_thread();
  Thread& other = add_thread();
  one.pending.site = {1};
  other.pending.site = {2};
  const std::uint64_t before = fault(OutcomeKind::kDeadlock);
  std::swap(one.pending, other.pending);
  EXPECT_EQ(fault(OutcomeKind::kDeadlock), before);
  one.pending.site = {3};
  EXPECT_NE(fault(OutcomeKind::kDeadlock), before);
}

TEST_F(OutcomeTextTest, WhatADetectorSawHasItsSignature) {
  fakes::world.signature = 99;
  EXPECT_EQ(fault(OutcomeKind::kDetected), 99U);
}

TEST_F(OutcomeTextTest, AFaultIsToldInOneLine) {
  const SiteWithStrings write(1, "bank.cpp", 12, "");
  const SiteWithStrings read(2, "bank.cpp", 20, "total");
  Fault fault;
  fault.kind = FindingKind::kDataRace;
  fault.last() = {.thread = {2}, .operation = {.kind = OperationKind::kWrite, .size = 4, .site = {1}, .address = 64}};
  fault.add({.thread = {1}, .operation = {.kind = OperationKind::kRead, .size = 4, .site = {2}, .address = 64}});
  describe_fault(fault);
  EXPECT_EQ(
      fakes::words(),
      "data race on total: write by T2 at bank.cpp:12, read by T1 at bank.cpp:20 before it and not ordered with it");
}

}  // namespace
}  // namespace heddle::runtime
