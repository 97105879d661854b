// What `heddle hunt` asks of the runtime and makes of its answers.

#include <signal.h>  // NOLINT(modernize-deprecated-headers): SIGINT

#include "hunt_fixture.h"
#include "trace/finding_file.h"

namespace heddle::test {
namespace {

using nlohmann::json;

class HuntCommand : public HuntFixture {
 protected:
  // What the target said of itself.
  [[nodiscard]] std::string told(const std::string& how, std::vector<std::string> options = {},
                                 const std::string& input = "") const {
    std::filesystem::remove(folder() / "told");
    const CommandResult result = hunt(how, std::move(options), input).first;
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return read_file(folder() / "told");
  }
};

TEST_F(HuntCommand, NothingFoundSaysWhatWasCovered) {
  const auto [result, summary] = hunt("pass", {"--bound=2"});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_TRUE(result.out.starts_with("good: complete: all schedules with at most 2 preemptions, 18,204 executions\n"))
      << result.out;
  EXPECT_TRUE(contains(result.out, "  18,311 executions in ")) << result.out;
  EXPECT_TRUE(contains(result.out, ", 0 findings\n")) << result.out;
}

TEST_F(HuntCommand, ResultsAreTheLogAndTheFindings) {
  (void)hunt("fail");
  const std::string folder = finding().substr(0, finding().rfind('/'));
  EXPECT_EQ(left_behind(), (std::vector<std::string>{".heddle", folder, folder + "/1.finding", folder + "/search.log",
                                                     "summary.json"}));
}

TEST_F(HuntCommand, ArgumentsAreKeptAsTheyAreWhateverTheirBytes) {
  const std::vector<std::string> arguments{"hunt-fail", "\xff\xfe", "caf\xc3\xa9", "caf\xe9\n"};
  std::vector<std::string> command{"hunt", "-j1", stand_in("good")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  EXPECT_EQ(heddle(command).exit_code, 1);
  const auto kept = read_finding(folder() / finding());
  ASSERT_TRUE(kept) << kept.error();
  EXPECT_EQ(kept->arguments, arguments);
  command.insert(command.begin() + 1, {"--resume", "--all"});
  EXPECT_FALSE(contains(heddle(command).error, "was started with other arguments")) << "the log has them too";
}

TEST_F(HuntCommand, WithoutABoundItEndsWhereNothingLiesBeyond) {
  const auto [result, summary] = hunt("pass");
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(summary["guarantee"], "all schedules");
  EXPECT_EQ(summary["complete"], true);
  EXPECT_EQ(summary["executions"], 18215) << "of bound 3";
  EXPECT_EQ(summary["re_executions"], 30 + 66 + 18215);
}

TEST_F(HuntCommand, SummaryHasTheDocumentedMembersAndNoOthers) {
  const json summary = hunt("fail").second;
  std::vector<std::string> names;
  for (const auto& [name, value] : summary.items()) {
    names.push_back(name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"advice",       "assumptions",
                                             "beyond_bound", "complete",
                                             "end",          "error",
                                             "executions",   "executions_per_second",
                                             "executor",     "executor_reason",
                                             "exit_code",    "findings",
                                             "focus",        "gaps",
                                             "given_up",     "guarantee",
                                             "ledger",       "log_problem",
                                             "peak_rss_kib", "point_set",
                                             "pruned",       "re_executions",
                                             "reset",        "reset_reason",
                                             "seconds",      "strategy",
                                             "suppressed",   "version",
                                             "workers"}));
  names.clear();
  for (const auto& [name, value] : summary["findings"].at(0).items()) {
    names.push_back(name);
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"causes", "certain", "execution", "file", "kind", "line", "message", "minimality",
                                      "operations", "path", "preemptions", "replayable", "signature", "switches"}));
}

TEST_F(HuntCommand, SummaryCounts) {
  const json summary = hunt("pass", {"--bound=2"}).second;
  EXPECT_EQ(summary["version"], 1);
  EXPECT_EQ(summary["strategy"], "cb");
  EXPECT_EQ(summary["executions"], 18204);
  EXPECT_EQ(summary["re_executions"], 96);
  EXPECT_EQ(summary["beyond_bound"], 4);
  EXPECT_EQ(summary["pruned"], 7);
  EXPECT_EQ(summary["given_up"], 0);
  EXPECT_EQ(summary["workers"], 1);
  EXPECT_DOUBLE_EQ(summary["executions_per_second"].get<double>() * summary["seconds"].get<double>(),
                   18204 + 96 + 4 + 7);
  EXPECT_EQ(summary["focus"], json::array());
  EXPECT_GT(summary["seconds"], 0);
  EXPECT_GT(summary["executions_per_second"], 0);
  EXPECT_EQ(summary["complete"], true);
  EXPECT_EQ(summary["guarantee"], "all schedules with at most 2 preemptions");
  EXPECT_EQ(summary["point_set"], "shared");
  EXPECT_GE(summary["peak_rss_kib"], 5000);
  EXPECT_EQ(summary["findings"], json::array());
  EXPECT_EQ(summary["error"], json());
  EXPECT_EQ(summary["exit_code"], 0);
}

TEST_F(HuntCommand, SummarySaysWhyItEnded) {
  const auto end_of = [this](const std::string& how, const std::vector<std::string>& options = {}) {
    return hunt(how, options).second["end"];
  };
  EXPECT_EQ(end_of("pass"), "complete");
  EXPECT_EQ(end_of("incomplete"), "exhausted");
  EXPECT_EQ(end_of("fail"), "finding");
  EXPECT_EQ(end_of("slow", {"--time=300ms"}), "time");
  EXPECT_EQ(end_of("stubborn", {"--time=100ms"}), "time");
  EXPECT_EQ(end_of("pass", {"--executions=500"}), "executions");
  EXPECT_EQ(end_of("varies"), "varies");
  EXPECT_EQ(end_of("disk", {"--all"}), "disk");
  EXPECT_EQ(end_of("breaks"), "finding");
  EXPECT_EQ(end_of("hangs-at-once", {"--executor=borrowed", "--hang-timeout=0.3"}), "error");
  EXPECT_EQ(interrupted("slow", SIGINT).exit_code, 130);
  EXPECT_EQ(summary()["end"], "interrupted");
}

TEST_F(HuntCommand, AssumptionsAreThoseThatApply) {
  const json usual = hunt("pass").second;
  EXPECT_EQ(usual["assumptions"], json::array({"these arguments"}));
  EXPECT_EQ(usual["gaps"], json::array());
  EXPECT_EQ(usual["ledger"], json::array({{{"row", "arguments"}, {"breaks", false}, {"count", 1}}}));
  const json sync = hunt("pass", {"--points=sync", "--prune=hb", "--exit-status=ignore"}).second;
  EXPECT_EQ(sync["gaps"], json::array({"threads are switched at synchronisation only"}));
  EXPECT_TRUE(contains(sync["assumptions"].dump(), "independent")) << sync;
  EXPECT_TRUE(contains(sync["assumptions"].dump(), "exit status")) << sync;
  EXPECT_EQ(sync["assumptions"].size(), 3U);
  EXPECT_EQ(sync["point_set"], "sync");
  EXPECT_EQ(sync["complete"], false);
}

TEST_F(HuntCommand, FindingIsMadeShortRepeatedKeptAndReported) {
  const auto [result, summary] = hunt("fail");
  EXPECT_EQ(result.exit_code, 1) << result.error;
  EXPECT_EQ(result.error, "");
  const json& found = summary["findings"].at(0);
  EXPECT_EQ(found["kind"], "assertion");
  EXPECT_EQ(found["message"], "bank.cpp:23: void check(): Assertion `balance == 100' failed");
  EXPECT_EQ(found["file"], "bank.cpp");
  EXPECT_EQ(found["line"], 23);
  EXPECT_EQ(found["signature"], "0000000000000516");
  EXPECT_EQ(found["execution"], 42);
  EXPECT_EQ(found["preemptions"], 1);
  EXPECT_EQ(found["switches"], 5) << "as the story has them";
  EXPECT_EQ(found["minimality"], "proved");
  EXPECT_EQ(found["certain"], true);
  EXPECT_EQ(found["path"], finding());
  EXPECT_EQ(summary["exit_code"], 1);
  EXPECT_TRUE(contains(result.out, "replay it: heddle replay " + finding() + "\n")) << result.out;

  const auto file = read_finding(folder() / finding());
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(file->schedule.size(), 1U) << "the short one";
  EXPECT_EQ(file->outcome.event_hash, 0x2000U);
  EXPECT_EQ(file->variation, "");
  EXPECT_EQ(file->cells.size(), 1U);
  EXPECT_EQ(file->output, "the balance is wrong\n");
  EXPECT_EQ(finding(), ".heddle/good-" + file->build_id.substr(0, 8) + "/1.finding");
}

TEST_F(HuntCommand, MinimalityIsProvedOnlyWhereTheBoundBelowIsComplete) {
  // By switches, a bound below says nothing about preemptions: what the minimiser says stays.
  const json summary = hunt("fail", {"--count=switches"}).second;
  EXPECT_EQ(summary["findings"].at(0)["minimality"], "local");
}

TEST_F(HuntCommand, SeveralFindingsAreNumbered) {
  const auto [result, summary] = hunt("two", {"--all", "--bound=2"});
  EXPECT_EQ(result.exit_code, 1);
  ASSERT_EQ(summary["findings"].size(), 2U);
  EXPECT_TRUE(contains(result.out, "finding 1: assertion at bank.cpp:23\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "finding 2: assertion at bank.cpp:31\n")) << result.out;
  EXPECT_TRUE(contains(summary["findings"][1]["path"], "/2.finding"));
}

TEST_F(HuntCommand, HintsDoNotCount) {
  const auto [result, summary] = hunt("hint");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(summary["findings"].at(0)["certain"], false);
  EXPECT_TRUE(contains(result.out, "hint 1: ")) << result.out;
  EXPECT_TRUE(contains(result.out, "a hint, not certain")) << result.out;
  EXPECT_TRUE(contains(result.out,
                       ", 0 findings, 1 hint\n  no failure was found; the hint says what may go wrong, but has "
                       "not\n"))
      << result.out;
}

TEST_F(HuntCommand, SuppressedFindingsAreCountedAndNoMore) {
  const std::string list = write("list", "# on purpose\nassertion:bank.cpp$\n");
  const auto [result, summary] = hunt("two", {"--all", "--bound=2", "--suppressions=" + list});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(summary["findings"].size(), 0U);
  EXPECT_EQ(summary["suppressed"], 2);
  EXPECT_FALSE(contains(result.out, "finding 1:")) << result.out;
  EXPECT_TRUE(contains(result.out, ", 0 findings, 2 suppressed\n")) << result.out;
}

TEST_F(HuntCommand, SuppressionsOfOtherKindsAndPlacesSuppressNothing) {
  const std::string kinds = write("kinds", "race:bank.cpp\nthread:bank.cpp\n");
  const std::string places = write("places", "assertion:^ank.cpp\n");
  const auto [result, summary] = hunt("fail", {"--suppressions=" + kinds, "--suppressions=" + places});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(summary["findings"].size(), 1U);
  EXPECT_EQ(summary["suppressed"], 0);
  EXPECT_EQ(summary["end"], "finding");
}

TEST_F(HuntCommand, GeneratedSuppressionsSuppressWhatTheyWereMadeOf) {
  EXPECT_EQ(hunt("two", {"--all", "--bound=2", "--gen-suppressions=made"}).first.exit_code, 1);
  const std::string made = read_file(folder() / "made");
  EXPECT_EQ(made.find("# bank.cpp:23: void check(): Assertion `balance == 100' failed\nassertion:"), 0U) << made;
  const auto [result, summary] = hunt("two", {"--all", "--bound=2", "--suppressions=made"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(summary["suppressed"], 2);
  const CommandResult printed = hunt("fail", {"--gen-suppressions=-", "--quiet"}).first;
  EXPECT_EQ(printed.out.find("# bank.cpp:23:"), 0U) << printed.out;
}

TEST_F(HuntCommand, FindingThatDoesNotRepeatIsDroppedAndSaid) {
  const auto [result, summary] = hunt("flaky");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.out, "1 finding dropped: it did not happen again in a fresh process")) << result.out;
  EXPECT_TRUE(contains(result.out, "; there: passed\n")) << result.out;
  EXPECT_EQ(summary["findings"], json::array());
  EXPECT_EQ(summary["complete"], false);
}

TEST_F(HuntCommand, FindingThatFailsElsewhereInAFreshProcessIsOfWhatFailsThere) {
  const auto [result, summary] = hunt("elsewhere");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out, "finding 1: assertion at bank.cpp:31\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "in a fresh process the same schedule gave assertion")) << result.out;
  EXPECT_EQ(summary["findings"].size(), 1U);
  EXPECT_EQ(summary["complete"], false);
  EXPECT_EQ(heddle({"replay", folder() / finding()}).exit_code, 1);
}

TEST_F(HuntCommand, ProgramThatVariesIsNamedWithTheFirstDifference) {
  const auto [result, summary] = hunt("varies");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.error, "good is nondeterministic: event 3 is a read in one execution, a write in"))
      << result.error;
  EXPECT_EQ(summary["complete"], false);
  EXPECT_EQ(summary["exit_code"], 3);
}

TEST_F(HuntCommand, LogThatCannotBeReadLosesNoFinding) {
  const auto [result, summary] = hunt("disk", {"--all"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error_lines(), 1U) << result.error;
  EXPECT_TRUE(contains(result.error, "what is left to explore: is the disk damaged?")) << result.error;
  EXPECT_TRUE(
      contains(result.out, "good: stopped because heddle cannot read from disk what is left to explore; covered"))
      << result.out;
  EXPECT_EQ(summary["guarantee"], "all schedules with at most 1 preemption");
  EXPECT_EQ(summary["findings"].size(), 1U);
  EXPECT_NE(finding(), "");
}

TEST_F(HuntCommand, GrownPointSetBeginsAnew) {
  const auto [result, summary] = hunt("grows", {"--bound=2"});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(summary["complete"], true);
  EXPECT_EQ(summary["executions"], 18204);
  EXPECT_EQ(summary["re_executions"], 3 + 96) << "three with the smaller set";
}

TEST_F(HuntCommand, ExecutionsAreAsManyAsAskedFor) {
  const json summary = hunt("pass", {"--executions=500"}).second;
  EXPECT_EQ(summary["executions"], 500 - 96);
  EXPECT_EQ(summary["re_executions"], 96);
  EXPECT_EQ(summary["guarantee"], "all schedules with at most 1 preemption");
}

TEST_F(HuntCommand, FindingThatCannotBeWrittenIsPrintedAllTheSame) {
  const auto [result, summary] = hunt("gone");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error_lines(), 1U) << result.error;
  EXPECT_TRUE(contains(result.error, "cannot write .heddle/good-")) << result.error;
  EXPECT_TRUE(contains(result.out, "finding 1: assertion at bank.cpp:23\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "-- T1 is preempted --\n")) << result.out;
  EXPECT_FALSE(contains(result.out, "replay it")) << result.out;
  EXPECT_EQ(summary["findings"].at(0)["path"], json());
}

TEST_F(HuntCommand, MinimisingThatTakesTooLongIsGivenUp) {
  const auto [result, summary] = hunt("tedious", {"--count=switches"});
  EXPECT_EQ(result.exit_code, 1) << result.error;
  const auto file = read_finding(folder() / finding());
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(file->schedule.size(), 2U) << "as it was found";
  EXPECT_EQ(summary["findings"].at(0)["minimality"], "budget");
}

// The fresh process in which it is repeated never ends.
TEST_F(HuntCommand, WhatCannotBeRepeatedInTimeIsKeptAndSaysSo) {
  const auto [result, summary] = hunt("late", {"--time=300ms"});
  EXPECT_EQ(result.exit_code, 1) << result.error;
  EXPECT_TRUE(contains(result.out, "nothing yet, the time was up before it was repeated")) << result.out;
  EXPECT_EQ(summary["findings"].at(0)["minimality"], "budget");
}

TEST_F(HuntCommand, InterruptWhileFindingsAreMadeShortKeepsThem) {
  const auto result = interrupted("tedious", SIGINT);
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_TRUE(contains(result.error, "interrupted while heddle shortened")) << result.error;
  const auto file = read_finding(folder() / finding());
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(file->variation, "") << "it was repeated";
}

TEST_F(HuntCommand, WhatIsShorterByTheInterruptIsTaken) {
  const auto result = interrupted("thorough", SIGINT, {"--count=switches"});
  EXPECT_EQ(result.exit_code, 130);
  const auto file = read_finding(folder() / finding());
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(file->variation, "") << "it was repeated";
  EXPECT_EQ(file->schedule.size(), 1U);
  EXPECT_EQ(file->minimality, Minimality::kBudget);
}

TEST_F(HuntCommand, OptionsArriveAtTheRuntime) {
  // settings strategy warmup points judges_exit all tolerate executions memory steps
  const auto given = [this](std::vector<std::string> options) { return told("options", std::move(options)); };
  EXPECT_EQ(given({}), "cb 0 1 1 0 0 18446744073709551615 1073741824 1048576\n");
  EXPECT_EQ(given({"--bound=3", "--exact", "--count=delays", "--continuation=fair:07", "--order=cost", "--prune=hb",
                   "--points=sync", "--exit-status=ignore", "--all", "--tolerate", "--seed=9", "--executions=11",
                   "--memory=64K", "--steps=13", "--warmup=5"}),
            "bound=3 exact=yes count=delays continuation=fair:7 order=cost prune=hb seed=9 "
            "cb 5 2 0 1 1 11 65536 13, a table of what was reached\n");
  EXPECT_EQ(given({"--strategy=dfs", "--continuation=random", "--points=all"}),
            "continuation=random dfs 0 0 1 0 0 18446744073709551615 1073741824 1048576\n");
}

TEST_F(HuntCommand, FocusArrivesAtTheRuntime) {
  const auto given = [this](std::vector<std::string> options) { return told("focus", std::move(options)); };
  // In words; whether the return address in example_function, which is on line 45 of target.cpp, is in it; places
  // sorted.
  EXPECT_EQ(given({}), "[everywhere] outside, sorted\n");
  EXPECT_EQ(given({"--focus=target.cpp"}), "[focus=target.cpp] inside, sorted\n");
  EXPECT_EQ(given({"--focus=main,example_function"}), "[focus=main, example_function] inside, sorted\n");
  EXPECT_EQ(given({"--focus=main"}), "[focus=main] outside, sorted\n");
  EXPECT_EQ(hunt("focus", {"--focus=main"}).second["focus"], json{"main"});
}

TEST_F(HuntCommand, FocusProvesNoMinimality) {
  // The bound below was completed inside of the focus only.
  EXPECT_EQ(hunt("fail", {"--focus=main"}).second["findings"].at(0)["minimality"], "local");
}

TEST_F(HuntCommand, WhatWasCompletedUpToAKillIsWithinTheFocus) {
  const json summary = hunt("stubborn", {"--time=1s", "--focus=main"}).second;
  EXPECT_EQ(summary["guarantee"], "all schedules with at most 1 preemption, in main");
}

TEST_F(HuntCommand, StandardInputIsTheTargets) {
  EXPECT_EQ(told("input", {}, "three words here"), "three words here\n");
}

TEST_F(HuntCommand, TimeEndsIt) {
  const auto begin = std::chrono::steady_clock::now();
  const auto [result, summary] = hunt("slow", {"--time=300ms"});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_TRUE(contains(result.out, "stopped when time was up; covered: all schedules with at most 1 preemption\n"))
      << result.out;
  EXPECT_GE(summary["seconds"], 0.2) << "to begin takes some of it";
  EXPECT_LT(seconds, 3) << "it ends when it is asked to";
}

TEST_F(HuntCommand, WarmingUpWithoutATestLoopIsToldToBeInVain) {
  const auto [result, summary] = hunt("pass", {"--warmup=3"});
  EXPECT_TRUE(contains(result.out, "--warmup has no effect")) << result.out;
  EXPECT_FALSE(contains(result.out, "executions to warm up")) << result.out;
}

TEST_F(HuntCommand, NotOneExecutionIsNoVerdict) {
  const auto [result, summary] = hunt("endless", {"--time=100ms"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.error, "no execution of ")) << result.error;
  EXPECT_TRUE(contains(result.error, " ended or came to a limit in 0.1 s: does it run for ever?")) << result.error;
  EXPECT_EQ(summary["end"], "time");
  EXPECT_EQ(summary["executions"], 0);
}

TEST_F(HuntCommand, TargetThatDoesNotEndIsKilledAndWhatItCompletedCounts) {
  const auto [result, summary] = hunt("stubborn", {"--time=1s"});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(summary["complete"], false);
  EXPECT_EQ(summary["guarantee"], "all schedules with at most 1 preemption");
}

TEST_F(HuntCommand, InterruptKeepsTheFindings) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const auto result = interrupted("slow-found", signal, {"--all"});
    EXPECT_EQ(result.exit_code, 130);
    EXPECT_TRUE(contains(result.error, "interrupted after ")) << result.error;
    EXPECT_TRUE(contains(result.out, "finding 1: assertion at bank.cpp:23\n")) << result.out;
    const json summary = this->summary();
    EXPECT_EQ(summary["exit_code"], 130);
    const auto file = read_finding(folder() / summary["findings"].at(0)["path"].get<std::string>());
    ASSERT_TRUE(file) << file.error();
    EXPECT_EQ(file->schedule.size(), 2U) << "there was no time to make it shorter";
  }
}

TEST_F(HuntCommand, InterruptWithoutFindingLeavesNone) {
  const auto result = interrupted("slow", SIGINT);
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(finding(), "");
  EXPECT_EQ(summary()["guarantee"], "all schedules with at most 1 preemption");
  EXPECT_GE(summary()["executions"], 9) << "what was done by then counts";
}

TEST_F(HuntCommand, QuietPrintsNothing) {
  const auto [result, summary] = hunt("fail", {"--quiet"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out + result.error, "");
  EXPECT_EQ(summary["findings"].size(), 1U);
}

TEST_F(HuntCommand, ProgressIsPrintedInLinesWhereThereIsNoTerminal) {
  const auto result = hunt("slow", {"--time=5500ms"}).first;
  EXPECT_EQ(result.error_lines(), 1U) << result.error;
  EXPECT_TRUE(result.error.starts_with("5 s: ")) << result.error;
  EXPECT_TRUE(contains(result.error, ", at most 2 preemptions: at most 0 % done, at least 99")) << result.error;
}

TEST_F(HuntCommand, ResultsGoWhereTheyAreWanted) {
  (void)hunt("fail", {"--dir=results"});
  EXPECT_TRUE(finding().starts_with("results/good-")) << finding();
}

TEST_F(HuntCommand, ListNamesStrategiesDetectorsAndOptions) {
  const auto result = heddle({"list"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* word : {"\n  cb ", "\n  dfs ", "\n  random ", "\n  deadlock ", "\n  destroyed-primitive ",
                           "\n  --time=TIME", "default 60s"}) {
    EXPECT_TRUE(contains(result.out, word)) << word;
  }
}

}  // namespace
}  // namespace heddle::test
