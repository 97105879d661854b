#include "report/suppressions.h"

#include <gtest/gtest.h>

#include "detectors/heap_use.h"

namespace heddle {
namespace {

// "bank.cpp:3: ..." without the rest.
std::string error_of(std::string_view text) {
  Suppressions suppressions;
  const auto error = suppressions.add(text, "list");
  EXPECT_TRUE(!error || suppressions.empty()) << "a file counts as a whole or not at all";
  return error ? error->message : "";
}

StackFrame frame(std::string function, std::string file, std::string module) {
  return {.module = std::move(module), .function = std::move(function), .file = std::move(file)};
}

// A race in bank::Account::deposit(int), called by worker(), and in libstats.so.
Suppressible suppressible_race() {
  Suppressible finding{.kind = FindingKind::kDataRace, .stacks = {}, .variables = {"total"}};
  finding.stacks.push_back({frame("bank::Account::deposit(int)", "/home/me/src/bank.cpp", "/home/me/bank"),
                            frame("worker(void*)", "/home/me/src/main.cpp", "/home/me/bank")});
  finding.stacks.push_back(
      {frame("", "", "/usr/lib/libstats.so.1"), frame("report()", "/home/me/src/main.cpp", "bank")});
  return finding;
}

bool suppresses(std::string_view lines, const Suppressible& finding) {
  Suppressions suppressions;
  const auto error = suppressions.add(lines, "list");
  EXPECT_FALSE(error) << error->message;
  return suppressions.match(finding);
}

TEST(Suppressions, PatternsAreFoundAnywhereUnlessAnchored) {
  EXPECT_TRUE(suppression_matches("deposit", "bank::Account::deposit(int)"));
  EXPECT_TRUE(suppression_matches("^bank", "bank::Account::deposit(int)"));
  EXPECT_FALSE(suppression_matches("^Account", "bank::Account::deposit(int)"));
  EXPECT_TRUE(suppression_matches("(int)$", "bank::Account::deposit(int)"));
  EXPECT_FALSE(suppression_matches("deposit$", "bank::Account::deposit(int)"));
  EXPECT_TRUE(suppression_matches("^bank::*::deposit*$", "bank::Account::deposit(int)"));
  EXPECT_TRUE(suppression_matches("a*b*c", "xaxxbxxcx"));
  EXPECT_FALSE(suppression_matches("a*c*b", "xaxxbxxcx"));
  EXPECT_TRUE(suppression_matches("foo$", "foofoo")) << "the last one counts, too";
  EXPECT_TRUE(suppression_matches("^ab*ab$", "abcab"));
  EXPECT_FALSE(suppression_matches("^ab*ab$", "ab"));
  EXPECT_TRUE(suppression_matches("*", "anything"));
  EXPECT_FALSE(suppression_matches("*", "")) << "nothing is known";
  EXPECT_FALSE(suppression_matches("f?o", "foo")) << "a question mark is one";
  EXPECT_TRUE(suppression_matches("lambda#1", "f()::'lambda#1'::operator()() const"));
}

TEST(Suppressions, CommentsAndBlankLinesAreNone) {
  Suppressions suppressions;
  EXPECT_FALSE(suppressions.add("# race:all\n\n  \t\r\n   # more\n", "list"));
  EXPECT_TRUE(suppressions.empty());
  EXPECT_FALSE(suppressions.add("  race:deposit \r\n", "list"));
  EXPECT_TRUE(suppressions.match(suppressible_race()));
}

TEST(Suppressions, WhatMakesNoSenseIsNamedByItsLine) {
  EXPECT_EQ(error_of("race:f\n\nrace f\n"), "list:3: 'race f' is not a kind, a colon and a pattern");
  EXPECT_EQ(error_of("# x\nrace:\n"), "list:2: there is no pattern after 'race:'");
  EXPECT_EQ(error_of("race:^$"), "list:1: there is no pattern after 'race:'");
  EXPECT_EQ(error_of("rce:f").find("list:1: 'rce' is not one of race, race_top, called_from_lib, mutex, deadlock, "
                                   "thread, signal, "),
            0U);
  EXPECT_NE(error_of("race:f\nleak:f").find("list:2: 'leak'"), std::string::npos);
  EXPECT_EQ(error_of(":f").find("list:1: ''"), 0U);
  EXPECT_EQ(error_of("thread:f\nsignal:g\nmutex:h\nrace_top:i\ncalled_from_lib:j\ndeadlock:k"), "");
}

TEST(Suppressions, FunctionsFilesModulesAndVariablesOfBothStacks) {
  EXPECT_TRUE(suppresses("race:^worker", suppressible_race()));
  EXPECT_TRUE(suppresses("race:src/bank.cpp$", suppressible_race()));
  EXPECT_TRUE(suppresses("race:libstats.so", suppressible_race()));
  EXPECT_TRUE(suppresses("race:^total$", suppressible_race()));
  EXPECT_TRUE(suppresses("race:^report()", suppressible_race()));
  EXPECT_FALSE(suppresses("race:withdraw\nrace:^Total", suppressible_race()));
}

TEST(Suppressions, InnermostFramesAndModulesAlone) {
  EXPECT_TRUE(suppresses("race_top:deposit", suppressible_race()));
  EXPECT_TRUE(suppresses("race_top:libstats", suppressible_race()));
  EXPECT_FALSE(suppresses("race_top:worker\nrace_top:report\nrace_top:total", suppressible_race()));
  EXPECT_TRUE(suppresses("called_from_lib:libstats.so", suppressible_race()));
  EXPECT_FALSE(
      suppresses("called_from_lib:deposit\ncalled_from_lib:main.cpp\ncalled_from_lib:total", suppressible_race()));
}

TEST(Suppressions, KindsOfTheirOwnAndThoseOfThreadSanitizer) {
  const auto covers = [](const std::string& word, FindingKind kind) {
    Suppressible finding = suppressible_race();
    finding.kind = kind;
    return suppresses(word + ":deposit", finding);
  };
  EXPECT_TRUE(covers("race", HeapUse::kUseAfterFree));
  EXPECT_TRUE(covers("race", FindingKind::kNoCommonLock));
  EXPECT_FALSE(covers("race", HeapUse::kDoubleFree));
  EXPECT_FALSE(covers("race", FindingKind::kAssertion));
  EXPECT_TRUE(covers("deadlock", FindingKind::kDeadlock));
  EXPECT_TRUE(covers("deadlock", FindingKind::kPossibleDeadlock));
  EXPECT_FALSE(covers("possible-deadlock", FindingKind::kDeadlock));
  EXPECT_TRUE(covers("mutex", FindingKind::kLockMisuse));
  EXPECT_TRUE(covers("mutex", FindingKind::kDestroyedPrimitive));
  EXPECT_FALSE(covers("thread", FindingKind::kDataRace));
  for (const FindingKindRow& row : finding_kinds()) {
    const FindingKind& kind = row.kind;
    EXPECT_TRUE(covers(std::string(name(kind)), kind)) << name(kind);
    EXPECT_TRUE(covers(std::string(suppression_word(kind)), kind)) << name(kind);
    EXPECT_EQ(covers("data-race", kind), kind == FindingKind::kDataRace);
  }
}

}  // namespace
}  // namespace heddle
