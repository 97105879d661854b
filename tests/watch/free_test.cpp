// `heddle hunt --free`: threads that run in parallel, in real time. What is found takes threads that are held for
// longer than the others take to come, by a wide margin; what is not found must not be, however long anything takes.

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/command.h"

namespace heddle::test {
namespace {

using nlohmann::json;

std::string program(const std::string& name) { return std::string(PROGRAM_FOLDER) + "/" + name; }

class Free : public CommandTest {
 protected:
  struct Hunted {
    CommandResult result;
    json summary;
  };
  [[nodiscard]] Hunted hunt(const std::vector<std::string>& words, const std::string& input = "") const {
    std::vector<std::string> all = {"hunt", "--free", "--summary=summary.json"};
    all.insert(all.end(), words.begin(), words.end());
    CommandResult result = heddle(all, input);
    return {std::move(result), json::parse(read_file(folder() / "summary.json"), nullptr, false)};
  }

  // A race between two lines, in order of their numbers; told as what it is, and not replayed.
  void expect_race(const std::string& name, const std::string& variable, std::array<int, 2> lines) {
    const auto [result, summary] = hunt({program(name)});
    ASSERT_EQ(result.exit_code, 1) << result.out << result.error;
    ASSERT_EQ(summary["findings"].size(), 1U);
    const json& finding = summary["findings"][0];
    EXPECT_EQ(finding["kind"], "data-race");
    EXPECT_EQ(finding["certain"], true);
    EXPECT_EQ(finding["replayable"], false);
    ASSERT_EQ(finding["operations"].size(), 2U);
    std::array<int, 2> places = {finding["operations"][0]["line"], finding["operations"][1]["line"]};
    std::ranges::sort(places);
    EXPECT_EQ(places, lines);
    EXPECT_EQ(finding["operations"][0]["variable"], variable);
    EXPECT_NE(result.out.find("it cannot be replayed: the program's threads ran free"), std::string::npos);
    EXPECT_EQ(result.out.find("holding"), std::string::npos);
    EXPECT_EQ(summary["executor"], "free");
    EXPECT_EQ(summary["complete"], false);
    const CommandResult replay = heddle({"replay", finding["path"].get<std::string>()});
    EXPECT_EQ(replay.exit_code, 2);
    EXPECT_NE(replay.error.find("it has no schedule to replay"), std::string::npos) << replay.error;
  }

  void expect_nothing(const std::string& name) {
    const auto [result, summary] = hunt({"--time=5s", "--all", program(name)});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.error;
    EXPECT_EQ(summary["findings"].size(), 0U);
    EXPECT_EQ(summary["provoked"]["conflicts"]["met"], 0);
    EXPECT_GT(summary["provoked"]["attempts"], 0);
  }
};

TEST_F(Free, TwoAccessesAreCaught) { expect_race("meters_buggy", "reading", {13, 18}); }
TEST_F(Free, UnderALockTheyAreNot) { expect_nothing("meters_fixed"); }

TEST_F(Free, TheEndOfABlockIsAnAccess) { expect_race("block_is_freed_buggy", "mine[]", {17, 26}); }
TEST_F(Free, AtItsEndNobodyUsesABlock) { expect_nothing("block_is_freed_fixed"); }

TEST_F(Free, AProgramThatCannotBeControlled) {
  const CommandResult controlled = heddle({"hunt", program("datagrams")});
  EXPECT_EQ(controlled.exit_code, 3) << controlled.out;
  const auto [result, summary] = hunt({program("datagrams")});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.error;
  EXPECT_EQ(summary["findings"][0]["kind"], "data-race");
}

TEST_F(Free, FailuresAreFindings) {
  const auto [assertion, first] = hunt({program("fails"), "assertion"});
  EXPECT_EQ(assertion.exit_code, 1);
  EXPECT_EQ(first["findings"][0]["kind"], "assertion");
  EXPECT_EQ(first["findings"][0]["line"], 16);
  EXPECT_EQ(first["findings"][0]["replayable"], false);
  EXPECT_NE(assertion.out.find("| it ends by assertion"), std::string::npos) << assertion.out;

  const auto [crash, second] = hunt({program("fails"), "signal"});
  EXPECT_EQ(crash.exit_code, 1);
  EXPECT_EQ(second["findings"][0]["message"], "the process was killed by SIGSEGV");

  const auto [status, third] = hunt({program("fails"), "status"});
  EXPECT_EQ(status.exit_code, 1);
  EXPECT_EQ(third["findings"][0]["message"], "exit status 3");
  EXPECT_EQ(hunt({"--exit-status=ignore", program("fails"), "status"}).result.exit_code, 0);
}

TEST_F(Free, AnExecutionThatEndsBadlyIsLookedAt) {
  const auto [result, summary] = hunt({"--all", "--time=3s", program("counts_and_aborts")});
  EXPECT_EQ(result.exit_code, 1);
  ASSERT_EQ(summary["findings"].size(), 2U) << result.out;
  EXPECT_EQ(summary["findings"][0]["message"], "the process was killed by SIGABRT");
  EXPECT_EQ(summary["findings"][1]["kind"], "data-race");
}

TEST_F(Free, ChildProcessesAreNotLookedAt) {
  const auto [result, summary] = hunt({program("fails"), "fork"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.error;
  EXPECT_EQ(summary["executions"], 1);
}

TEST_F(Free, StandardInputIsThere) {
  EXPECT_EQ(hunt({program("fails"), "input"}, "twelve\n").result.exit_code, 0);
  EXPECT_EQ(hunt({program("fails"), "input"}, "eleven\n").result.exit_code, 1);
}

TEST_F(Free, AProgramThatDoesNotEndGivesNoVerdict) {
  const auto [result, summary] = hunt({"--time=300ms", program("fails"), "never"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.error.find("did not exit within"), std::string::npos) << result.error;
}

TEST_F(Free, WhatIsOrderedByCreationAndJoinNeedNotBeProvoked) {
  const auto [result, summary] = hunt({"--time=5s", "--prune-ordered", program("joins_first")});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.error;
  EXPECT_GT(summary["provoked"]["conflicts"]["pruned"], 0);
  EXPECT_EQ(summary["provoked"]["attempts"], 0);
}

TEST_F(Free, ASuppressedRaceIsNotSaid) {
  std::ofstream(folder() / "known") << "race:meters_buggy.cpp\n";
  const auto [result, summary] = hunt({"--suppressions=known", "--time=4s", program("meters_buggy")});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.error;
  EXPECT_EQ(summary["suppressed"], 1);
}

TEST_F(Free, OptionsAboutSchedulesAreRefused) {
  for (const char* option : {"--strategy=cb", "--points=all", "--resume", "--detectors=none", "-j2", "--steps=10",
                             "--executor=kernel", "--bound=2", "--continuation=minimum"}) {
    const CommandResult result = heddle({"hunt", "--free", option, program("fails"), "fork"});
    EXPECT_EQ(result.exit_code, 2) << option;
    EXPECT_NE(result.error.find("does not go with --"), std::string::npos) << result.error;
  }
}

TEST_F(Free, AProgramOfAnotherCompilerIsRefused) {
  const CommandResult result = heddle({"hunt", "--free", "/bin/true"});
  EXPECT_EQ(result.exit_code, 2) << result.error;
  EXPECT_NE(result.error.find("not built with heddle"), std::string::npos) << result.error;
}

}  // namespace
}  // namespace heddle::test
