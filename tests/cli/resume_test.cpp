// Which search `heddle hunt --resume` goes on with, and what becomes of one that another hunt comes upon.

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "hunt_fixture.h"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Resume : public HuntFixture {
 protected:
  // Leaves a search with so many executions of 18,311.
  void leave_search(int executions) const {
    EXPECT_EQ(hunt("pass", {"--bound=2", "--executions=" + std::to_string(executions)}).first.exit_code, 0);
  }
  [[nodiscard]] fs::path log(const std::string& name = "search.log") const {
    for (const auto& entry : fs::directory_iterator(folder() / ".heddle")) {
      return entry.path() / name;
    }
    return {};
  }
  [[nodiscard]] json status(const std::string& name = "search.log") const {
    return json::parse(heddle({"status", "--json", log(name).string()}).out).at(0);
  }
  // This log is the one: it had so many executions, and has all of them.
  void expect_rest(int made_before, const std::string& name = "search.log") const {
    EXPECT_EQ(status(name)["executions"], made_before);
    const auto [result, summary] = hunt("pass", {"--resume"});
    EXPECT_EQ(result.exit_code, 0) << result.error;
    EXPECT_EQ(summary["guarantee"], "all schedules with at most 2 preemptions");
    EXPECT_EQ(summary["executions"], 18204);
    EXPECT_EQ(status(name)["executions"], 18311);
    EXPECT_EQ(status(name)["complete"], true);
  }
};

// As another process does that explores.
class InUse {
 public:
  explicit InUse(const fs::path& log) : descriptor_(::open(log.c_str(), O_RDWR | O_CLOEXEC)) {
    EXPECT_EQ(::flock(descriptor_, LOCK_EX | LOCK_NB), 0);
  }
  ~InUse() { ::close(descriptor_); }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  int descriptor_;
};

TEST_F(Resume, GoesOnWithTheSearchThatWasLeft) {
  leave_search(40);
  expect_rest(40);
}

TEST_F(Resume, WhereTheFirstIsFinishedOrRunningItIsAnother) {
  leave_search(40);
  {
    const InUse other(log());
    leave_search(50);
    expect_refusal(2, {"search-2.log was started with --bound=2, not with --bound=3"},
                   {"hunt", "--resume", "--bound=3", stand_in("good"), "hunt-pass"});
    expect_rest(50, "search-2.log");
    leave_search(60);
  }
  expect_rest(40);  // the first of two
  expect_rest(60, "search-2.log");
}

TEST_F(Resume, ASearchThatRunsIsNotGoneOnWith) {
  leave_search(40);
  const InUse other(log());
  expect_refusal(2, {"search.log is in use: the search is still running"},
                 {"hunt", "--resume", stand_in("good"), "hunt-pass"});
}

TEST_F(Resume, FinishedSearchesSayWhatTheyCameTo) {
  leave_search(30000);
  expect_rest(18311);
}

TEST_F(Resume, OtherOptionsAndArgumentsAreRefused) {
  const auto refused = [this](const std::string& words, std::vector<std::string> options, const std::string& how) {
    options.insert(options.begin(), {"hunt", "--resume"});
    options.insert(options.end(), {stand_in("good"), how});
    expect_refusal(2, {"search.log was started with " + words}, options);
  };
  leave_search(40);
  refused("--bound=2, not with --prune=hb: give --resume without", {"--bound=2", "--prune=hb"}, "hunt-pass");
  refused("--bound=2, not with --bound=3: give --resume without", {"--bound=3"}, "hunt-pass");
  refused("--bound=2, not with --strategy=random: give", {"--strategy=random", "--seed=2"}, "hunt-pass");
  refused("other arguments of the program: hunt-pass", {}, "hunt-fail");
  (void)hunt("pass", {"--executions=40"});
  refused("the default options, not with --bound=2: give --resume without", {"--bound=2"}, "hunt-pass");
}

TEST_F(Resume, OptionsThatSayTheSameAreNoOtherOptions) {
  leave_search(40);
  const auto goes_on = [this](std::vector<std::string> options) {
    options.insert(options.begin(), {"--resume", "--executions=80"});
    const auto [result, summary] = hunt("pass", std::move(options));
    EXPECT_EQ(result.exit_code, 0) << result.error;
  };
  goes_on({"--strategy=cb"});
  goes_on({"--bound=0x2", "--count=preemptions", "--prune=none"});
  goes_on({"--order=deviations", "--bound", "2", "--reset=auto"});
}

TEST_F(Resume, ANewHuntKeepsWhatWasNotFinished) {
  leave_search(40);
  leave_search(18311);
  EXPECT_EQ(status()["complete"], true);
  fs::rename(log("search.log.old"), log());
  expect_rest(40);
}

TEST_F(Resume, AHuntThatIsRefusedLeavesTheSearchAsItWas) {
  leave_search(40);
  EXPECT_EQ(hunt("greedy-at-once", {"--worker-memory=128M"}).first.exit_code, 3);
  EXPECT_FALSE(fs::exists(log("search.log.old")));
  expect_rest(40);
}

// Both of its attempts are of one hunt.
TEST_F(Resume, AHuntThatBeginsAnewKeepsWhatWasThereBeforeIt) {
  leave_search(40);
  const auto [result, summary] = hunt("hangs", {"--bound=2", "--hang-timeout=0.4"});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(summary["executor"], "kernel");
  fs::rename(log("search.log.old"), log());
  expect_rest(40);
}

}  // namespace
}  // namespace heddle::test
