// What becomes of branches (src/runtime/reset/branches.h) that fail, hang, are refused or killed.

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill

#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "cli/command.h"

namespace heddle::test {
namespace {

using nlohmann::json;

struct Hunted {
  CommandResult result;
  json summary;
};

std::vector<std::string> command(const std::string& checkpoints, const std::string& mode,
                                 const std::vector<std::string>& options) {
  std::vector<std::string> all = {
      "hunt", "-j1", "--exact", "--detectors=none", "--summary=summary.json", "--checkpoints=" + checkpoints};
  all.insert(all.end(), options.begin(), options.end());
  all.insert(all.end(), {ON_LOSS, mode});
  return all;
}

// The first child, or 0.
pid_t child_of(pid_t process) {
  const std::string number = std::to_string(process);
  std::istringstream children(read_file("/proc/" + number + "/task/" + number + "/children"));
  pid_t child = 0;
  children >> child;
  return child;
}

// An orphan may stay a zombie where nobody reaps.
bool is_alive(pid_t process) {
  const std::string state = read_file("/proc/" + std::to_string(process) + "/stat");
  return !state.empty() && state.find(") Z") == std::string::npos;
}

bool ends_soon(pid_t process) {
  for (int i = 0; i < 1000 && is_alive(process); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return !is_alive(process);
}

class Branches : public CommandTest {
 protected:
  [[nodiscard]] json summary() const { return json::parse(read_file(folder() / "summary.json"), nullptr, false); }

  [[nodiscard]] Hunted hunt(const std::string& checkpoints, const std::string& mode,
                            const std::vector<std::string>& options) const {
    CommandResult result = heddle(command(checkpoints, mode, options));
    return {std::move(result), summary()};
  }

  struct Family {
    pid_t heddle = 0;
    pid_t worker = 0;
    pid_t branch = 0;
  };
  // A hunt whose worker has made a branch that is at work; with "hang", one that will not end by itself.
  [[nodiscard]] Family start_with_branch(const std::string& mode) const {
    Family family;
    family.heddle = start(command("always", mode, {"--bound=2", "--hang-timeout=600"}));
    const int long_enough = mode == "hang" ? 200 : 1;
    int seen = 0;
    for (int i = 0; i < 20'000 && seen < long_enough; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      const pid_t before = family.branch;
      family.worker = child_of(family.heddle);
      family.branch = family.worker == 0 ? 0 : child_of(family.worker);
      seen = family.branch == 0 ? 0 : family.branch == before ? seen + 1 : 1;
    }
    return family;
  }

  void expect_all_was_made(pid_t process) const {
    const CommandResult result = finish(process);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    const json made = summary();
    const Hunted usual = hunt("never", "none", {"--bound=2"});
    for (const char* name : {"executions", "beyond_bound", "complete", "guarantee", "given_up"}) {
      EXPECT_EQ(made.value(name, json()), usual.summary.value(name, json())) << name;
    }
  }
};

class FailingBranches : public Branches, public testing::WithParamInterface<const char*> {};

TEST_P(FailingBranches, AreFoundAsWithoutAndReplay) {
  const Hunted without = hunt("never", GetParam(), {"--bound=1"});
  const Hunted with = hunt("always", GetParam(), {"--bound=1"});
  EXPECT_EQ(with.result.exit_code, 1) << with.result.error;
  ASSERT_EQ(with.summary.at("findings").size(), 1U);
  ASSERT_EQ(without.summary.at("findings").size(), 1U);
  const json& found = with.summary["findings"][0];
  for (const char* name : {"kind", "signature", "execution", "message", "line", "preemptions", "minimality"}) {
    EXPECT_EQ(found.at(name), without.summary["findings"][0].at(name)) << name;
  }
  EXPECT_EQ(with.summary.at("executions"), without.summary.at("executions"));
  EXPECT_EQ(heddle({"replay", found.at("path").get<std::string>()}).exit_code, 1);
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, FailingBranches, testing::Values("assert", "crash", "deadlock", "die", "exit"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_F(Branches, ThatNeedWhatIsNotSupportedSaySo) {
  const Hunted without = hunt("never", "trace", {"--bound=1"});
  const Hunted with = hunt("always", "trace", {"--bound=1"});
  EXPECT_EQ(with.result.exit_code, 3);
  EXPECT_NE(with.result.error.find("ptrace"), std::string::npos) << with.result.error;
  EXPECT_EQ(with.result.error, without.result.error);
}

TEST_F(Branches, ThatAreKilledAreMadeOnceMore) {
  const Family family = start_with_branch("slow");
  ASSERT_NE(family.branch, 0);
  ::kill(family.branch, SIGKILL);
  expect_all_was_made(family.heddle);
}

TEST_F(Branches, OfAWorkerThatIsKilledAreMadeByAnother) {
  const Family family = start_with_branch("slow");
  ASSERT_NE(family.branch, 0);
  ::kill(family.worker, SIGKILL);
  expect_all_was_made(family.heddle);
}

TEST_F(Branches, EndWithTheirWorker) {
  const Family family = start_with_branch("hang");
  ASSERT_NE(family.branch, 0);
  ::kill(family.worker, SIGKILL);
  EXPECT_TRUE(ends_soon(family.branch));
  ::kill(family.branch, SIGKILL);
  ::kill(family.heddle, SIGKILL);
  EXPECT_EQ(finish(family.heddle).exit_code, -1);
}

TEST_F(Branches, EndWithHeddle) {
  const Family family = start_with_branch("hang");
  ASSERT_NE(family.branch, 0);
  ::kill(family.heddle, SIGKILL);
  EXPECT_EQ(finish(family.heddle).exit_code, -1);
  EXPECT_TRUE(ends_soon(family.worker));
  EXPECT_TRUE(ends_soon(family.branch));
  ::kill(family.branch, SIGKILL);
}

TEST_F(Branches, SlowThatHangAreCut) {
  const Hunted without = hunt("never", "hang", {"--bound=1", "--hang-timeout=0.3"});
  const Hunted with = hunt("always", "hang", {"--bound=1", "--hang-timeout=0.3"});
  EXPECT_EQ(with.result.exit_code, without.result.exit_code);
  EXPECT_EQ(with.summary.at("ledger").at(0).at("row"), "stuck");
  EXPECT_EQ(with.summary.at("ledger").at(0), without.summary.at("ledger").at(0));
  for (const char* name : {"executions", "given_up", "complete", "guarantee"}) {
    EXPECT_EQ(with.summary.at(name), without.summary.at(name)) << name;
  }
}

}  // namespace
}  // namespace heddle::test
