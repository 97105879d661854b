// `heddle hunt` and `heddle replay` in environments that are not kind: what containers refuse, standard input from a
// file, output in megabytes, a disk that is full, more schedules than there is time for.
//
// Commands are run through `refusing` (refusing.c), which stands where the other command line tests have heddle.

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/command.h"

namespace heddle::test {
namespace {

using nlohmann::json;

constexpr int kNotSetUp = 126;  // refusing's own exit code

std::string program(const std::string& name) { return std::string(PROGRAM_FOLDER) + "/" + name; }

class Environments : public CommandTest {
 protected:
  [[nodiscard]] CommandResult run_in(const std::string& environment, std::vector<std::string> arguments,
                                     const std::string& input = "") const {
    arguments.insert(arguments.begin(), {environment, HEDDLE});
    return heddle(arguments, input);
  }

  struct Hunted {
    CommandResult result;
    json summary;
  };
  [[nodiscard]] Hunted hunt_in(const std::string& environment, const std::vector<std::string>& arguments,
                               const std::string& input = "") const {
    std::vector<std::string> all = {"hunt", "--detectors=none", "--summary=summary.json"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    CommandResult result = run_in(environment, all, input);
    return {std::move(result), json::parse(read_file(folder() / "summary.json"), nullptr, false)};
  }

  // Hunts on a disk of this size, which is gone afterwards: the exit code and what is left there follow the output.
  [[nodiscard]] CommandResult hunt_on_disk(const std::string& size, const std::string& before,
                                           const std::string& arguments, const std::string& input = "") const {
    return heddle({"DISK=" + size, "sh", "-c",
                   before + HEDDLE + " hunt --detectors=none " + arguments +
                       "; echo code $?; find . -type f -printf 'left %p\\n'"},
                  input);
  }
};

// Everything that does not depend on time.
json lasting_part(json summary) {
  for (const char* name : {"seconds", "executions_per_second", "peak_rss_kib"}) {
    summary.erase(name);
  }
  for (json& finding : summary["findings"]) {
    finding.erase("path");
  }
  return summary;
}

class Containers : public Environments, public testing::WithParamInterface<const char*> {};

// Addresses are random there, changed memory is found by comparing, and system calls inside libc are not seen.
TEST_P(Containers, AHuntGivesTheSameAndItsFindingReplaysHereAndElsewhere) {
  const std::vector<std::string> arguments = {"--all", "--bound=2", program("lost_update")};
  const Hunted usual = hunt_in("FREE", arguments, "1 2 3 4\n");
  const Hunted here = hunt_in(GetParam(), arguments, "1 2 3 4\n");
  ASSERT_EQ(here.result.exit_code, 1) << here.result.error;
  EXPECT_EQ(here.result.error, "");
  EXPECT_EQ(lasting_part(here.summary), lasting_part(usual.summary));
  ASSERT_FALSE(here.summary["findings"].empty());
  for (const Hunted* hunted : {&usual, &here}) {
    for (const char* environment : {"FREE", GetParam()}) {
      const std::string path = hunted->summary["findings"].at(0).value("path", "");
      const CommandResult replayed = run_in(environment, {"replay", path});
      EXPECT_EQ(replayed.exit_code, 1) << environment << replayed.out << replayed.error;
      EXPECT_TRUE(contains(replayed.error + replayed.out, "Assertion `sum == expected' failed")) << replayed.out;
    }
  }
}

TEST_P(Containers, TheCxxLibraryIsExploredToTheSameEnd) {
  const std::vector<std::string> arguments = {"--bound=1", "-j1", program("locked_list")};
  const Hunted usual = hunt_in("FREE", arguments);
  const Hunted here = hunt_in(GetParam(), arguments);
  EXPECT_EQ(here.result.exit_code, 0) << here.result.error;
  EXPECT_TRUE(here.summary.value("complete", false)) << here.result.out;
  EXPECT_EQ(lasting_part(here.summary), lasting_part(usual.summary));
}

TEST_P(Containers, ExecResetSaysWhatItNeeds) {
  const std::vector<std::string> arguments = {"run", "--reset=exec", program("locked_list")};
  EXPECT_EQ(run_in("FREE", arguments).exit_code, 0);
  const CommandResult here = run_in(GetParam(), arguments);
  EXPECT_EQ(here.exit_code, 3) << here.out;
  EXPECT_TRUE(contains(here.error, "exec reset where libraries or stacks have other addresses")) << here.error;
  EXPECT_EQ(std::ranges::count(here.error, '\n'), 1) << here.error;
}

TEST_P(Containers, DoctorSaysWhatIsMissing) {
  const CommandResult result = run_in(GetParam(), {"doctor"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* line : {"no   address randomisation", "no   Syscall User Dispatch", "no   userfaultfd"}) {
    EXPECT_TRUE(contains(result.out, line)) << line << " is not in:\n" << result.out;
  }
}

INSTANTIATE_TEST_SUITE_P(Refused, Containers, testing::Values("EPERM", "ENOSYS"),
                         [](const auto& info) { return std::string(info.param); });

TEST_F(Environments, ProgramsThatOpenFilesLeaveTheFrontierOnDiskAlone) {
  const Hunted hunted =
      hunt_in("FREE", {"--memory=64K", "--bound=3", "--exact", "--executions=3000", program("opens_files")});
  EXPECT_EQ(hunted.result.exit_code, 0) << hunted.result.error;
  EXPECT_EQ(hunted.summary.value("end", ""), "executions") << hunted.result.out;
}

TEST_F(Environments, EveryExecutionGetsAllOfStandardInput) {
  // One number leaves the second thread nothing to add: no schedule fails.
  const Hunted one = hunt_in("FREE", {program("lost_update")}, "5\n");
  EXPECT_EQ(one.result.exit_code, 0) << one.result.error;
  EXPECT_TRUE(one.summary.value("complete", false)) << one.result.out;
  const Hunted none = hunt_in("FREE", {program("lost_update")});
  EXPECT_EQ(none.result.exit_code, 0) << none.result.error;
  EXPECT_TRUE(none.summary.value("complete", false)) << none.result.out;
  const Hunted two = hunt_in("FREE", {program("lost_update")}, "5 6\n");
  EXPECT_EQ(two.result.exit_code, 1) << two.result.error;
}

TEST_F(Environments, OutputInMegabytesIsDiscarded) {
  const Hunted hunted = hunt_in("FREE", {program("writes_megabytes")});
  EXPECT_EQ(hunted.result.exit_code, 0) << hunted.result.error.substr(0, 1000);
  EXPECT_TRUE(hunted.summary.value("complete", false));
  EXPECT_TRUE(hunted.result.out.starts_with("writes_megabytes: complete: all schedules")) << hunted.result.out;
  EXPECT_EQ(hunted.result.error, "");
}

TEST_F(Environments, OutputInMegabytesIsShownOnReplay) {
  constexpr std::size_t kBytes = std::size_t{4} << 20U;  // of each stream
  const Hunted hunted = hunt_in("FREE", {program("writes_megabytes"), "fail"});
  EXPECT_EQ(hunted.result.exit_code, 1) << hunted.result.error.substr(0, 1000);
  EXPECT_LT(hunted.result.out.size() + hunted.result.error.size(), std::size_t{100'000});
  const CommandResult replayed = run_in("FREE", {"replay", hunted.summary["findings"].at(0).value("path", "")});
  EXPECT_EQ(replayed.exit_code, 1);
  const auto written = [](const std::string& text) { return std::ranges::count(text, 'x'); };
  EXPECT_GE(written(replayed.out) + written(replayed.error), static_cast<std::ptrdiff_t>(2 * (kBytes - kBytes / 4096)));
}

TEST_F(Environments, AHuntWithoutEndEndsWithItsTime) {
  const Hunted hunted = hunt_in("FREE", {"--time=1s", program("endless_search")});
  EXPECT_EQ(hunted.result.exit_code, 0) << hunted.result.error;
  EXPECT_TRUE(hunted.result.out.starts_with("endless_search: stopped when time was up; covered: "))
      << hunted.result.out;
  EXPECT_FALSE(hunted.summary.value("complete", true));
  EXPECT_NE(hunted.summary.value("guarantee", ""), "");
}

// With no option at all. The time it takes is the claim: 60 s of exploring, and what starting and ending take.
TEST_F(Environments, SlowHuntWithoutOptionsEndsAfterAMinute) {
  const auto start = std::chrono::steady_clock::now();
  const CommandResult result = run_in("FREE", {"hunt", "--detectors=none", program("endless_search")});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_TRUE(contains(result.out, "endless_search: stopped when time was up; covered: ")) << result.out;
  EXPECT_GE(seconds.count(), 60);
  EXPECT_LT(seconds.count(), 120);
}

TEST_F(Environments, AFindingThatCannotBeKeptIsPrinted) {
  const CommandResult result = run_in("ENOSPC", {"hunt", "--detectors=none", program("lost_update")}, "1 2\n");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error_lines(), 1U) << result.error;
  EXPECT_TRUE(contains(result.error, "1.finding: No space left on device")) << result.error;
  EXPECT_TRUE(contains(result.out, "finding 1: assertion")) << result.out;
  EXPECT_TRUE(contains(result.out, "-- T0 fails: assertion --")) << result.out;
  EXPECT_FALSE(contains(result.out, "replay it")) << result.out;
  EXPECT_EQ(left_behind_but_logs(), std::vector<std::string>{}) << "half a file";
}

TEST_F(Environments, ASummaryThatCannotBeKeptIsToldBehindTheResult) {
  write("summary.json", "an older one");
  const CommandResult result =
      run_in("ENOSPC", {"hunt", "--detectors=none", "--summary=summary.json", program("lost_update")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error, "heddle: cannot write summary.json: No space left on device\n");
  EXPECT_TRUE(contains(result.out, "lost_update: complete: all schedules")) << result.out;
  EXPECT_EQ(left_behind_but_logs(), std::vector<std::string>{"summary.json"});
  EXPECT_EQ(read_file(folder() / "summary.json"), "an older one");
}

// Full before anything is written: half of the finding's file does not remain.
TEST_F(Environments, OnADiskThatIsFullAFindingIsPrinted) {
  const CommandResult result =
      hunt_on_disk("8k", "head -c 6000 /dev/zero >other; ", program("lost_update"), "1 2 3 4 5 6 7 8\n");
  if (result.exit_code == kNotSetUp) {
    GTEST_SKIP() << "nobody may mount here";
  }
  EXPECT_TRUE(contains(result.out, "finding 1: assertion")) << result.out;
  EXPECT_TRUE(contains(result.error, "1.finding: No space left on device")) << result.error;
  EXPECT_EQ(result.error_lines(), 1U) << result.error;
  EXPECT_TRUE(result.out.ends_with("\ncode 2\nleft ./other\n")) << result.out;
}

// Memory takes what the disk does not, so the verdict stands; but the log on disk does not have all of it.
TEST_F(Environments, ALogThatDoesNotFitOnTheDiskIsSaidOnceAndInTheSummary) {
  const CommandResult result = hunt_on_disk("32k", "", "--bound=3 --exact --time=4 " + program("endless_search"));
  if (result.exit_code == kNotSetUp) {
    GTEST_SKIP() << "nobody may mount here";
  }
  EXPECT_TRUE(
      contains(result.error, "heddle: cannot write the log of the search (No space left on device): continuing"))
      << result.error;
  EXPECT_EQ(result.error_lines(), 1U) << result.error;
  EXPECT_TRUE(contains(result.out, "  the log of the search is not complete (No space left on device): "))
      << result.out;
  EXPECT_TRUE(contains(result.out, "\ncode 0\nleft ")) << result.out;
}

// The disk takes 32 KiB of what is left, and memory 4.
TEST_F(Environments, ADiskThatFillsIsWaitedForUntilTimeIsUp) {
  const CommandResult result =
      hunt_on_disk("32k", "", "--bound=3 --exact --memory=4K --time=4 " + program("endless_search"));
  if (result.exit_code == kNotSetUp) {
    GTEST_SKIP() << "nobody may mount here";
  }
  EXPECT_TRUE(contains(result.error, "is the disk full? (--memory= keeps more of it in memory)")) << result.error;
  EXPECT_TRUE(contains(result.error, "heddle: the disk is full: waiting for room in ")) << result.error;
  EXPECT_EQ(result.error_lines(), 2U) << result.error;
  EXPECT_TRUE(contains(result.out, "endless_search: stopped because the disk is full; covered")) << result.out;
  EXPECT_TRUE(contains(result.out, "\ncode 2\nleft ")) << result.out;
}

// Another file fills it; half a second after nothing more fits that file is gone.
TEST_F(Environments, ADiskThatIsFullForAWhileChangesNoCount) {
  const CommandResult result =
      hunt_on_disk("16M",
                   "head -c 16300K /dev/zero >other; said=$(mktemp /tmp/heddle-said.XXXXXX); "
                   "(for i in $(seq 3000); do grep -q 'disk is full' $said && break; sleep 0.02; done; sleep 0.5; rm "
                   "-f other; cat $said >&2; rm $said) & ",
                   "-j2 --memory=4K --bound=4 --exact --time=1h " ENDURANCE_FOLDER "/loop 22 2>$said");
  if (result.exit_code == kNotSetUp) {
    GTEST_SKIP() << "nobody may mount here";
  }
  EXPECT_TRUE(contains(result.error, "heddle: the disk is full: waiting for room in ")) << result.error;
  // With exactly p preemptions 2*C(21,ceil(p/2))*C(21,floor(p/2)): 2 + 42 + 882 + 8,820 + 88,200.
  EXPECT_TRUE(result.out.starts_with("loop: complete: all schedules with at most 4 preemptions, 97,946 executions\n"))
      << result.out;
  EXPECT_TRUE(contains(result.out, "\ncode 0\n")) << result.out;
  EXPECT_FALSE(contains(result.out, "left ./other")) << "it was never full";
}

// What is recorded of an execution does not fit into memory.
TEST_F(Environments, TracesGoToDisk) {
  const CommandResult result = hunt_on_disk("16M", "", "--strategy=wp --memory=16K " + program("scans_a_table"));
  if (result.exit_code == kNotSetUp) {
    GTEST_SKIP() << "nobody may mount here";
  }
  EXPECT_TRUE(contains(result.out, "finding 1: data race on total")) << result.out;
  EXPECT_FALSE(contains(result.out, "lack")) << result.out;
  EXPECT_FALSE(contains(result.out, "/trace")) << "left behind";
  EXPECT_TRUE(contains(result.out, "\ncode 1\n")) << result.out;
}

// ... and not on the disk either. What else is found is kept.
TEST_F(Environments, ATraceThatFillsTheDiskLacksItsEndAndSaysSo) {
  const CommandResult result = hunt_on_disk("96k", "", "--strategy=wp --memory=16K " + program("scans_a_table"));
  if (result.exit_code == kNotSetUp) {
    GTEST_SKIP() << "nobody may mount here";
  }
  EXPECT_TRUE(contains(result.out, "lack the end")) << result.out;
  EXPECT_TRUE(contains(result.out, "lacks its end: cannot write ")) << result.out;
  EXPECT_TRUE(contains(result.out, "/trace: No space left on device\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "\ncode 1\nleft ")) << result.out;
}

struct Lack {
  const char* name;
  const char* environment;
  const char* said;  // by both
};

class Lacks : public Environments, public testing::WithParamInterface<Lack> {};

TEST_P(Lacks, IsNamedInOneLineAndTheDoctorAgrees) {
  const auto [name, environment, said] = GetParam();
  const CommandResult doctor = run_in(environment, {"doctor"});
  if (doctor.exit_code == kNotSetUp) {
    GTEST_SKIP() << "nobody may mount here";
  }
  EXPECT_EQ(doctor.exit_code, 3) << doctor.out << doctor.error;
  EXPECT_TRUE(contains(doctor.out, said)) << doctor.out;
  EXPECT_TRUE(contains(doctor.out, "heddle cannot work here")) << doctor.out;
  for (const char* command : {"hunt", "run"}) {
    const CommandResult result = run_in(environment, {command, program("locked_list")});
    EXPECT_EQ(result.exit_code, 3) << result.out << result.error;
    EXPECT_EQ(result.error_lines(), 1U) << result.error;
    EXPECT_TRUE(result.error.starts_with("heddle: cannot work here: ")) << result.error;
    EXPECT_TRUE(contains(result.error, said)) << result.error;
    EXPECT_EQ(result.out, "");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Limits, Lacks,
    testing::Values(Lack{"Stack32", "STACK=32", "(ulimit -s)"}, Lack{"Stack256", "STACK=256", "(ulimit -s)"},
                    Lack{"AddressSpace", "ADDRESS=10000000", "ulimit -v"}, Lack{"Data", "DATA=10000000", "ulimit -d"},
                    Lack{"FileSize", "FILE=1000", "(ulimit -f)"}, Lack{"OpenFiles", "OPEN=12", "(ulimit -n)"},
                    Lack{"Threads", "THREADS", "(ulimit -u, a cgroup's pids.max"},
                    Lack{"Proc", "HIDE=/proc", "/proc/self/maps"}, Lack{"Dev", "HIDE=/dev", "/dev/null"}),
    [](const auto& info) { return std::string(info.param.name); });

// What is enough is not refused.
TEST_F(Environments, SmallLimitsThatDoNotMatterAreNoObstacle) {
  for (const char* environment : {"STACK=512", "ADDRESS=100000000", "OPEN=24"}) {
    EXPECT_EQ(run_in(environment, {"doctor"}).exit_code, 0) << environment;
    const CommandResult result = run_in(environment, {"hunt", "--bound=1", "-j1", program("locked_list")});
    EXPECT_EQ(result.exit_code, 0) << environment << result.error;
  }
}

TEST_F(Environments, ALimitThatOnlyForkResetMeetsIsNamed) {
  const CommandResult result = run_in("ADDRESS=100000000", {"run", "--reset=fork", program("locked_list")});
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_EQ(result.error_lines(), 1U) << result.error;
  EXPECT_TRUE(contains(result.error, "ulimit -v")) << result.error;
}

// Workers have one process number, so that all do the same, and files named by it apart.
TEST_F(Environments, FilesNamedByTheProcessAreNotSharedByWorkers) {
  const std::vector<std::string> arguments = {"--exact", "--bound=4", program("locks_by_number")};
  std::vector<std::string> alone = arguments;
  alone.insert(alone.begin(), "-j1");
  std::vector<std::string> beside = arguments;
  beside.insert(beside.begin(), "-j3");
  const Hunted one = hunt_in("FREE", alone);
  const Hunted three = hunt_in("FREE", beside);
  EXPECT_EQ(three.result.exit_code, 0) << three.result.error;
  EXPECT_TRUE(three.summary.value("complete", false)) << three.result.out;
  EXPECT_EQ(three.summary.value("executions", 0), one.summary.value("executions", 1)) << three.result.out;
  for (const std::string& name : left_behind_but_logs()) {
    EXPECT_FALSE(name.starts_with("work.")) << name;
  }
}

// Where somebody else's file has such a name, that is the one.
TEST_F(Environments, AFileOfSomebodyElseWithTheNumberInItsNameIsFound) {
  std::filesystem::create_directory(folder() / "work.1000");
  const Hunted hunted = hunt_in("FREE", {"-j2", program("locks_by_number")});
  EXPECT_EQ(hunted.result.exit_code, 1) << hunted.result.out;
  EXPECT_TRUE(contains(hunted.result.out, "Assertion `error == 0' failed")) << hunted.result.out;
}

class Daemons : public Environments {
 protected:
  // Of leaves_a_daemon, in this test.
  [[nodiscard]] bool is_there() const {
    const std::string wanted = std::string("--stay") + '\0' + folder().string();
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
      if (contains(read_file(entry.path() / "cmdline"), wanted)) {
        return true;
      }
    }
    return false;
  }
  // Within half a minute.
  template <typename Condition>
  [[nodiscard]] static bool comes_true(Condition condition) {
    for (int round = 0; round < 3000; ++round) {
      if (condition()) {
        return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
};

TEST_F(Daemons, EndWithTheHuntHoweverItEnds) {
  const std::string mark = folder().string();
  const auto end_of = [&](const std::vector<std::string>& options, const char* how) {
    std::vector<std::string> arguments = options;
    arguments.insert(arguments.end(), {program("leaves_a_daemon"), mark, how});
    return run_in("FREE", arguments).exit_code;
  };
  EXPECT_EQ(end_of({"hunt", "--detectors=none"}, "ends"), 0);
  EXPECT_FALSE(is_there());
  EXPECT_EQ(end_of({"hunt", "--detectors=none"}, "aborts"), 1);
  EXPECT_FALSE(is_there());
  EXPECT_EQ(end_of({"hunt", "--detectors=none", "--time=1s"}, "spins"), 3);
  EXPECT_FALSE(is_there());
  EXPECT_EQ(end_of({"run", "--reset=fork", "--hang-timeout=1"}, "spins"), 3);
  EXPECT_FALSE(is_there());
  EXPECT_EQ(end_of({"hunt", "--free", "--time=1s"}, "ends"), 0);
  EXPECT_FALSE(is_there());
  EXPECT_EQ(end_of({"hunt", "--free", "--time=1s"}, "spins"), 3);
  EXPECT_FALSE(is_there());
}

TEST_F(Daemons, EndWhenHeddleIsInterruptedTwiceOrKilled) {
  for (const std::vector<int>& signals : {std::vector{SIGTERM, SIGTERM}, std::vector{SIGKILL}}) {
    const pid_t process = start({"FREE", HEDDLE, "hunt", "--detectors=none", "--time=100s", "--hang-timeout=100",
                                 program("leaves_a_daemon"), folder().string(), "spins"});
    EXPECT_TRUE(comes_true([&] { return is_there(); }));
    for (const int signal : signals) {
      ::kill(process, signal);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    (void)finish(process);
    EXPECT_TRUE(comes_true([&] { return !is_there(); })) << "after signal " << signals.front();
  }
}

}  // namespace
}  // namespace heddle::test
