// Targets that hang, die or never start, and users that lose patience.

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill
#include <unistd.h>

#include <chrono>
#include <thread>

#include "command.h"

namespace heddle::test {
namespace {

using Supervision = CommandTest;

TEST_F(Supervision, SpinningTargetIsAskedWhereItIs) {
  const auto result = heddle({"run", "--hang-timeout=0.3", stand_in("good"), "spin"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.error, "hangs: heddle observed no activity for 0.3 s\n")) << result.error;
  EXPECT_TRUE(contains(result.error, "\n  T0 is running\n    example_function at ")) << result.error;
  EXPECT_TRUE(contains(result.error, "target.cpp:45\n  T1 waits in lock\n    nowhere+0x99\n")) << result.error;
}

TEST_F(Supervision, SleepingTargetIsAskedWhereItIs) {
  const auto result = heddle({"run", "--random", "--hang-timeout=0.3", stand_in("good"), "sleep"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.error, "\n  T1 waits in lock\n")) << result.error;
  EXPECT_TRUE(left_behind().empty());
}

TEST_F(Supervision, TargetThatDoesNotAnswerIsKilled) {
  const auto result = heddle({"run", "--hang-timeout=0.2", stand_in("good"), "deaf"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.error, "does not answer")) << result.error;
}

TEST_F(Supervision, UnsupportedAndNondeterministicAreNamed) {
  expect_refusal(3, {"fork is not supported"}, {"run", stand_in("good"), "unsupported"});
  expect_refusal(3, {"nondeterministic", "event 7"}, {"run", "--random", stand_in("good"), "nondeterministic"});
}

TEST_F(Supervision, DeathOfTheTargetIsAnInternalError) {
  expect_refusal(4, {"internal error", "SIGSEGV"}, {"run", "--quiet", "--random", stand_in("good"), "die"});
  expect_refusal(4, {"internal error", "status 0"}, {"run", stand_in("good"), "vanish"});
  expect_refusal(4, {"internal error", "lost a thread"}, {"run", stand_in("good"), "internal-error"});
}

TEST_F(Supervision, TargetThatNeverStartsShowsTheLoadersWords) {
  expect_refusal(3, {"never reached the heddle runtime: loader: cannot find libsomething.so"},
                 {"run", "--random", stand_in("good"), "never-start"});
}

TEST_F(Supervision, InterruptEndsTheTargetToo) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const pid_t process = start({"run", "--random", stand_in("good"), "beat"});
    // Until the target is there; it beats until it is killed.
    const std::string children = "/proc/" + std::to_string(process) + "/task/" + std::to_string(process) + "/children";
    std::string child;
    for (int i = 0; i < 500 && child.empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      child = read_file(children);
    }
    ASSERT_NE(child, "");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    ::kill(process, signal);
    const auto result = finish(process);
    EXPECT_EQ(result.exit_code, 130);
    EXPECT_TRUE(contains(result.error, "interrupted after 41 executions\n")) << result.error;
    EXPECT_NE(::kill(std::stoi(child), 0), 0) << "the target lives on";
    EXPECT_TRUE(left_behind().empty());
  }
}

TEST_F(Supervision, KilledHeddleTakesTheTargetAlong) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"run", "--random", stand_in("good"), "beat"},
        {"hunt", stand_in("good"), "hunt-slow"}}) {
    SCOPED_TRACE(arguments[0]);
    const pid_t process = start(arguments);
    const std::string children = "/proc/" + std::to_string(process) + "/task/" + std::to_string(process) + "/children";
    std::string child;
    for (int i = 0; i < 500 && child.empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      child = read_file(children);
    }
    ASSERT_NE(child, "");
    ::kill(process, SIGKILL);
    EXPECT_EQ(finish(process).exit_code, -1);
    // An orphan may stay a zombie for a while where nobody reaps: gone or dead is what counts.
    std::string state = "R";
    for (int i = 0; i < 500 && !state.empty() && state.find(") Z") == std::string::npos; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      state = read_file("/proc/" + std::to_string(std::stoi(child)) + "/stat");
    }
    EXPECT_TRUE(state.empty() || state.find(") Z") != std::string::npos) << state;
  }
}

}  // namespace
}  // namespace heddle::test
