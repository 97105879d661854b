// What `heddle run` asks of the runtime and makes of its answers.

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "command.h"
#include "trace/schedule_file.h"

namespace heddle::test {
namespace {

using RunCommand = CommandTest;

TEST_F(RunCommand, OnceShowsTheProgramsOutputAndTheVerdict) {
  const auto result = heddle({"run", stand_in("good"), "pass"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "hello\ngood: passed\n  12 steps, 40 events, event hash 0000000000001234\n");
  EXPECT_EQ(result.error, "");
  EXPECT_TRUE(left_behind().empty());
}

TEST_F(RunCommand, ProgramWithoutInstrumentationRunsToo) {
  if (!HAS_RUNTIME) {
    GTEST_SKIP() << "under a stand-in of the runtime it would have to be linked with it";
  }
  const auto result = heddle({"run", stand_in("plain")});
  EXPECT_EQ(result.exit_code, 0) << result.error;
}

TEST_F(RunCommand, QuietPrintsNothingOfOurs) {
  EXPECT_EQ(heddle({"run", "--quiet", stand_in("good"), "pass"}).out, "hello\n");
  const auto failing = heddle({"run", "--quiet", "--random", stand_in("good"), "fail"});
  EXPECT_EQ(failing.exit_code, 1);
  EXPECT_EQ(failing.out + failing.error, "");
}

TEST_F(RunCommand, CrashIsNamedWithItsThread) {
  const auto result = heddle({"run", stand_in("good"), "crash"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out, "good: crash (SIGSEGV): in main\n  thread T1 (main.1), ")) << result.out;
}

TEST_F(RunCommand, StepLimitIsNoFailure) {
  const auto result = heddle({"run", stand_in("good"), "step-limit"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.out, "step limit reached, no verdict")) << result.out;
}

TEST_F(RunCommand, RandomWithoutFailureKeepsNothing) {
  const auto result = heddle({"run", "--random", "--runs=20000", stand_in("good"), "pass"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.out, "good: 20,000 executions in ")) << result.out;
  EXPECT_TRUE(contains(result.out, "snapshot reset\n  passed 20,000\n")) << result.out;
  EXPECT_FALSE(contains(result.out, "hello"));
  EXPECT_TRUE(left_behind().empty());
}

TEST_F(RunCommand, RandomKeepsTheFirstFailureAndItRepeats) {
  const auto result = heddle({"run", "--random", "--runs=20000", "--seed=9", stand_in("good"), "fail"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out, "passed 13,333, assertion 6,667\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "first failure: execution 3, assertion: bank.cpp:14: ")) << result.out;
  EXPECT_TRUE(contains(result.out, "output of execution 3:\n  | balance is wrong\n")) << result.out;
  const auto files = left_behind();
  ASSERT_EQ(files.size(), 3U);  // .heddle, the program's folder, the file
  EXPECT_TRUE(contains(result.out, "schedule kept: " + files[2] + "\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "repeat it: heddle run --schedule=" + files[2] + " ")) << result.out;

  const auto file = read_schedule(folder() / files[2]);
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(file->program, "good");
  EXPECT_EQ(file->arguments, std::vector<std::string>{"fail"});
  EXPECT_EQ(file->seed, 9U);
  EXPECT_EQ(file->event_hash, 0x5678U);
  EXPECT_EQ(files[1], ".heddle/good-" + file->build_id.substr(0, 8));
  EXPECT_EQ(files[2], files[1] + "/1.schedule");

  for (const auto& arguments : {std::vector<std::string>{"run", "--schedule=" + files[2], stand_in("good"), "fail"},
                                std::vector<std::string>{"run", stand_in("good"), "fail", "--schedule=" + files[2]}}) {
    const auto again = heddle(arguments);
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_TRUE(contains(again.out, "balance is wrong\ngood: assertion: bank.cpp:14")) << again.out << again.error;
  }
}

TEST_F(RunCommand, SchedulesAreNumbered) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(heddle({"run", "--random", "--dir=found/here", stand_in("good"), "fail"}).exit_code, 1);
  }
  const auto files = left_behind();
  ASSERT_EQ(files.size(), 5U);
  EXPECT_TRUE(files[3].ends_with("/1.schedule") && files[4].ends_with("/2.schedule"));
}

TEST_F(RunCommand, FailureThatDoesNotRepeatIsNoVerdict) {
  const auto result = heddle({"run", "--random", "--output=kept", stand_in("good"), "flaky"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.error_lines(), 1U);
  EXPECT_TRUE(contains(result.error, "nondeterministic")) << result.error;
  EXPECT_EQ(left_behind(), std::vector<std::string>{"kept"});  // to look into it
}

TEST_F(RunCommand, ReplayThatDoesSomethingElseIsNoVerdict) {
  ASSERT_EQ(heddle({"run", "--random", "--output=kept", stand_in("good"), "fail"}).exit_code, 1);
  const auto result = heddle({"run", "--schedule=kept", stand_in("good"), "pass"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_TRUE(contains(result.error, "did something else")) << result.error;
  const auto diverged = heddle({"run", "--schedule=kept", stand_in("good"), "diverge"});
  EXPECT_EQ(diverged.exit_code, 3);
  EXPECT_TRUE(contains(diverged.error, "T2 is not there at point 5 (it was made with other arguments)"))
      << diverged.error;
}

TEST_F(RunCommand, SummaryHasAllOfIt) {
  EXPECT_EQ(heddle({"run", "--random", "--runs=300", "--summary=s.json", "--output=kept", stand_in("good"), "fail"})
                .exit_code,
            1);
  const auto summary = nlohmann::json::parse(read_file(folder() / "s.json"));
  EXPECT_EQ(summary.at("version"), 1);
  EXPECT_EQ(summary.at("runs"), 300);
  EXPECT_EQ(summary.at("executions"), 300);
  EXPECT_GT(summary.at("seconds").get<double>(), 0);
  EXPECT_GT(summary.at("executions_per_second").get<double>(), 0);
  EXPECT_EQ(summary.at("outcomes").at("passed"), 200);
  EXPECT_EQ(summary.at("outcomes").at("assertion"), 100);
  EXPECT_EQ(summary.at("first_failing_run"), 3);
  EXPECT_EQ(summary.at("event_hash"), "0000000000005678");
  EXPECT_EQ(summary.at("combined_hash").get<std::string>().size(), 16U);
  EXPECT_EQ(summary.at("reset"), "snapshot");
  EXPECT_EQ(summary.at("fsgsbase"), true);
  EXPECT_EQ(summary.at("dispatch"), false);
  EXPECT_EQ(summary.at("userfaultfd"), false);
  EXPECT_EQ(summary.at("rss_early_kib"), 5000);
  EXPECT_EQ(summary.at("rss_kib"), 5001);
  EXPECT_EQ(summary.at("detector_bytes"), 6000);
  EXPECT_EQ(summary.at("touched_bytes"), 2000);
  EXPECT_EQ(summary.at("schedule"), "kept");
  EXPECT_EQ(summary.at("reproduced"), true);
  EXPECT_EQ(summary.at("error"), nullptr);
  EXPECT_EQ(summary.at("exit_code"), 1);
}

TEST_F(RunCommand, SummaryOfARunWithoutVerdictSaysWhy) {
  EXPECT_EQ(heddle({"run", "--summary=s.json", stand_in("good"), "unsupported"}).exit_code, 3);
  const auto summary = nlohmann::json::parse(read_file(folder() / "s.json"));
  EXPECT_EQ(summary.at("exit_code"), 3);
  EXPECT_TRUE(contains(summary.at("error"), "fork is not supported"));
}

TEST_F(RunCommand, SummaryGoesToADeviceAsItIs) {
  const auto result = heddle({"run", "--quiet", "--summary=/dev/stderr", stand_in("good"), "crash"});
  EXPECT_EQ(nlohmann::json::parse(result.error).at("outcome").at("kind"), "crash");
}

TEST_F(RunCommand, StandardInputReachesTheProgram) {
  const std::string input = "first\nsecond\n" + std::string(100000, 'x') + "\n";
  const auto result = heddle({"run", "--quiet", stand_in("good"), "input"}, input);
  EXPECT_EQ(result.out, input);
}

TEST_F(RunCommand, EnvironmentIsAsTheRuntimeWantsIt) {
  const auto plain = heddle({"run", "--quiet", stand_in("good"), "environment"});
  EXPECT_TRUE(contains(plain.out, "LD_BIND_NOW=1\nGLIBC_TUNABLES=glibc.pthread.rseq=0\n")) << plain.out;
  EXPECT_TRUE(contains(plain.out, "HEDDLE_SEGMENT=9")) << plain.out;
  EXPECT_FALSE(contains(plain.out, "HEDDLE_SAVED_"));
  const auto set = heddle({"run", "--quiet", stand_in("good"), "environment"}, "",
                          {{"LD_BIND_NOW", ""}, {"GLIBC_TUNABLES", "glibc.malloc.perturb=3"}});
  EXPECT_TRUE(contains(set.out, "HEDDLE_SAVED_LD_BIND_NOW=\n")) << set.out;
  EXPECT_TRUE(contains(set.out, "HEDDLE_SAVED_GLIBC_TUNABLES=glibc.malloc.perturb=3\n")) << set.out;
  EXPECT_TRUE(contains(set.out, "\nGLIBC_TUNABLES=glibc.malloc.perturb=3:glibc.pthread.rseq=0\n")) << set.out;
}

TEST_F(RunCommand, EventsHaveThreadsPlacesNamesAndValues) {
  const auto result = heddle({"run", "--events", stand_in("good"), "pass"});
  EXPECT_TRUE(contains(result.out, "T1 main.1 ")) << result.out;
  EXPECT_TRUE(contains(result.out, "/home/somebody/bank.cpp:21")) << result.out;  // from the site record
  EXPECT_TRUE(contains(result.out, "account.balance: -1 -> 4\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "target.cpp:45")) << result.out;  // from the stack: ours is not the user's code
  EXPECT_FALSE(contains(result.out, "stand_in_runtime.cpp")) << result.out;
  EXPECT_TRUE(contains(result.out, "  example_mutex\n")) << result.out;  // from the symbol table
  EXPECT_TRUE(contains(result.out, "heap block of 24 bytes (times out)\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "thread-create  T1 main.1\n")) << result.out;
}

TEST_F(RunCommand, EventsOfARandomRunAreThoseOfTheFailure) {
  const auto result = heddle({"run", "--random", "--events", stand_in("good"), "fail"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out, "account.balance: -1 -> 4\n")) << result.out;
}

TEST_F(RunCommand, WithoutSymbolizerModuleAndOffsetAreShown) {
  const auto result = heddle({"run", "--events", stand_in("good"), "pass"}, "", {{"HEDDLE_SYMBOLIZER", "/nowhere"}});
  EXPECT_TRUE(contains(result.out, "note: llvm-symbolizer-19 is missing")) << result.out;
  EXPECT_TRUE(contains(result.out, "  good+0x")) << result.out;
}

TEST_F(RunCommand, OptionsAfterTheProgramAreTheProgramsAndSaidToBe) {
  const auto result = heddle({"run", stand_in("good"), "pass", "--random"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.error, "note: --random goes to")) << result.error;
  EXPECT_EQ(heddle({"run", "--", stand_in("good"), "pass", "--random"}).error, "");
}

TEST_F(RunCommand, OutputThatCannotBeWrittenIsNoSuccess) {
  const int status = std::system(HEDDLE_BINARY " list >/dev/full 2>/dev/null");
  EXPECT_EQ(WEXITSTATUS(status), 2);
}

TEST_F(RunCommand, ErrorsThatCannotBeSaidDoNotEndIt) {
  const auto ended = [](const std::string& command) {
    const int status = std::system(("trap '' PIPE; cd $(mktemp -d); " HEDDLE_BINARY " " + command).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  const std::string good = stand_in("good");
  EXPECT_EQ(ended("run " + good + " pass --random 2>/dev/full"), 0) << "with a note";
  EXPECT_EQ(ended("run " + good + " pass --random >/dev/full 2>/dev/full"), 2);
  EXPECT_EQ(ended("hunt -j1 " + good + " hunt-fail --all >/dev/full 2>/dev/full"), 1) << "what was found counts";
  EXPECT_EQ(ended("nonsense 2>/dev/full"), 2);
  EXPECT_EQ(ended("hunt --progress=json " + good + " hunt-fail --all >&- 2>&-"), 1);
}

TEST_F(RunCommand, NoControlCharacterOfOthersReachesTheTerminal) {
  const auto result = heddle({"run", "no\x1b[31m\x9b\u009b\rsuch"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(contains(result.error, R"(no\x1b[31m\x9b\xc2\x9b\x0dsuch)")) << result.error;
}

TEST_F(RunCommand, HelpAndVersion) {
  for (const auto& arguments :
       {std::vector<std::string>{"--help"}, {"help"}, {"run", "--help"}, {"doctor", "-h"}, {"help", "hunt"}}) {
    const auto result = heddle(arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_TRUE(contains(result.out, "Usage: heddle "));
    EXPECT_EQ(result.error, "");
  }
  EXPECT_EQ(heddle({"help", "hunt"}).out, heddle({"hunt", "--help"}).out);
  EXPECT_EQ(heddle({"help", "hnut"}).exit_code, 2);
  EXPECT_TRUE(heddle({"--version"}).out.starts_with("heddle 0."));
}

}  // namespace
}  // namespace heddle::test
