// Workers that die, hang, or talk nonsense, and several at once: what `heddle hunt` makes of it.

#include <map>
#include <set>
#include <sstream>

#include "hunt_fixture.h"

namespace heddle::test {
namespace {

using nlohmann::json;

class Workers : public HuntFixture {
 protected:
  // All that there is with at most two preemptions, nothing lost and nothing counted twice.
  static void expect_all(const CommandResult& result, const json& summary) {
    EXPECT_EQ(result.exit_code, 0) << result.error;
    EXPECT_EQ(result.error, "");
    EXPECT_EQ(summary["complete"], true) << summary;
    EXPECT_EQ(summary["guarantee"], "all schedules with at most 2 preemptions");
    EXPECT_EQ(summary["executions"], 18204);
    EXPECT_EQ(summary["beyond_bound"], 4);
    EXPECT_EQ(summary["pruned"], 7);
    EXPECT_EQ(summary["re_executions"], 96);
    EXPECT_EQ(summary["given_up"], 0);
  }

  // All but one execution, whose fate is told.
  static void expect_all_but_one(const CommandResult& result, const json& summary, int exit_code = 0) {
    EXPECT_EQ(result.exit_code, exit_code) << result.error;
    EXPECT_EQ(result.error, "");
    EXPECT_EQ(summary["complete"], false);
    EXPECT_EQ(summary["end"], "exhausted");
    EXPECT_EQ(summary["guarantee"], "all schedules with at most 1 preemption");
    EXPECT_EQ(summary["executions"], 18203);
    EXPECT_EQ(summary["beyond_bound"], 4);
    EXPECT_EQ(summary["pruned"], 7);
    EXPECT_EQ(summary["given_up"], 1);
    EXPECT_TRUE(
        contains(summary["gaps"].dump(), "\"1 execution killed the process and gave no verdict; schedules that begin"))
        << summary["gaps"];
  }
};

TEST_F(Workers, LeaseOfAWorkerThatDiesIsGivenToAnother) {
  const auto [result, summary] = hunt("killed-once", {"--bound=2"});
  expect_all(result, summary);
  EXPECT_TRUE(std::filesystem::exists(folder() / "killed"));
}

// While they start, before they begin what they were given, in the middle and in the first execution of it.
TEST_F(Workers, DeathsThatNoExecutionIsToBlameForCostNothing) {
  const auto [result, summary] = hunt("killed-often", {"--bound=2"});
  expect_all(result, summary);
  EXPECT_EQ(read_file(folder() / "deaths"), "xxxxx");
}

TEST_F(Workers, ExecutionThatKillsEveryWorkerIsAFinding) {
  const auto [result, summary] = hunt("killed", {"--bound=2", "--all"});
  expect_all_but_one(result, summary, 1);
  ASSERT_EQ(summary["findings"].size(), 1U);
  EXPECT_EQ(summary["findings"][0]["kind"], "crash");
  EXPECT_EQ(summary["findings"][0]["message"], "the process was killed by SIGKILL");
  const auto replayed = heddle({"replay", summary["findings"][0]["path"]});
  EXPECT_EQ(replayed.exit_code, 1) << replayed.error;
  EXPECT_TRUE(contains(replayed.out, "reproduced: crash\n  the process was killed by SIGKILL\n")) << replayed.out;
}

TEST_F(Workers, ExecutionThatHangsIsGivenUp) {
  const auto [result, summary] = hunt("hangs", {"--bound=2", "--executor=borrowed", "--hang-timeout=0.3"});
  expect_all_but_one(result, summary);
}

TEST_F(Workers, ExecutionThatTakesTooMuchMemoryIsGivenUp) {
  const auto [result, summary] = hunt("greedy", {"--bound=2", "--worker-memory=128M"});
  expect_all_but_one(result, summary);
}

TEST_F(Workers, ProgramThatHangsInOneExecutionIsExploredAnewWithKernelThreads) {
  const auto [result, summary] = hunt("hangs", {"--bound=2", "--hang-timeout=0.4"});
  expect_all(result, summary);
  EXPECT_EQ(summary["executor"], "kernel");
  EXPECT_EQ(summary["executor_reason"], "a thread waits in code that heddle does not see");
}

TEST_F(Workers, CommitThatMakesNoSenseDoesNotCount) {
  for (const char* how : {"damages-bytes", "damages-count", "damages-chunks"}) {
    SCOPED_TRACE(how);
    std::filesystem::remove(folder() / "damaged");
    const auto [result, summary] = hunt(how, {"--bound=2"});
    expect_all(result, summary);
    EXPECT_TRUE(std::filesystem::exists(folder() / "damaged"));
  }
}

TEST_F(Workers, DeathOfAWorkerLosesNoFinding) {
  const auto [result, summary] = hunt("dies", {"--bound=2", "--all"});
  EXPECT_EQ(result.exit_code, 1) << result.error;
  ASSERT_EQ(summary["findings"].size(), 2U);
  EXPECT_EQ(summary["findings"][0]["preemptions"], 1);
  EXPECT_EQ(summary["findings"][1]["message"], "the process was killed by SIGSEGV");
  EXPECT_EQ(summary["given_up"], 1);
  EXPECT_EQ(summary["complete"], false);
  EXPECT_EQ(summary["executions"], 18203);
}

TEST_F(Workers, ProgramThatEndsNotOneExecutionCannotBeExplored) {
  const auto [killed, summary] = hunt("breaks");
  EXPECT_EQ(killed.exit_code, 1);
  EXPECT_EQ(killed.error, "");
  EXPECT_TRUE(contains(killed.out, "the process was killed by SIGSEGV")) << killed.out;
  EXPECT_EQ(summary["executions"], 0);
  EXPECT_EQ(summary["given_up"], 1);
  const auto hung = hunt("hangs-at-once", {"--executor=borrowed", "--hang-timeout=0.3"}).first;
  EXPECT_EQ(hung.exit_code, 3);
  EXPECT_TRUE(contains(hung.error, "hangs: heddle observed no activity for 0.3 s\n")) << hung.error;
  EXPECT_TRUE(contains(hung.error, "\n  T0 is running\n    example_function at ")) << hung.error;
}

TEST_F(Workers, ProgramThatDoesNotFitIntoTheMemoryOfAWorkerIsRefused) {
  const auto result = hunt("greedy-at-once", {"--worker-memory=128M"}).first;
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.error_lines(), 1U) << result.error;
  EXPECT_TRUE(contains(result.error, " takes more than the 134,217,728 bytes of --worker-memory before one execution"))
      << result.error;
}

TEST_F(Workers, TwoShareTheWork) {
  const auto result = heddle({"hunt", "-j2", "--bound=2", "--summary=summary.json", stand_in("good"), "hunt-pair"});
  expect_all(result, summary());
  EXPECT_EQ(summary()["workers"], 2);
  std::map<int, std::uint64_t> made;  // by bound
  std::set<int> workers;              // that made something of the last
  std::istringstream commits(read_file(folder() / "commits"));
  int bound = 0;
  int worker = 0;
  for (std::uint64_t count = 0; commits >> bound >> worker >> count; made[bound] += count) {
    if (bound == 2 && count != 0) {
      workers.insert(worker);
    }
  }
  EXPECT_EQ(made, (std::map<int, std::uint64_t>{{0, 30}, {1, 66}, {2, 18215}}));
  EXPECT_EQ(workers.size(), 2U);
}

}  // namespace
}  // namespace heddle::test
