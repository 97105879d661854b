// `heddle replay` and `heddle show`, and the reports they print, against the approved ones of tests/golden.
//
// HEDDLE_UPDATE_GOLDEN=1 command_line_test writes those anew; look at the difference before it is committed.

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <regex>

#include "command.h"
#include "trace/finding_file.h"

namespace heddle::test {
namespace {

class ReplayCommand : public CommandTest {
 protected:
  // Hunts, and gives the finding's name.
  [[nodiscard]] std::string found(const std::string& how, const std::string& input = "") const {
    (void)heddle({"hunt", "--quiet", stand_in("good"), "hunt-" + how}, input);
    for (const std::string& name : left_behind()) {
      if (name.ends_with(".finding")) {
        return name;
      }
    }
    ADD_FAILURE() << "nothing was found";
    return "";
  }

  // Places of this machine out of it ...
  [[nodiscard]] static std::string neutral(std::string text) {
    text = std::regex_replace(text, std::regex("good-[0-9a-f]{8}"), "good-BUILD");
    for (std::size_t at = 0; (at = text.find(SOURCE_FOLDER, at)) != std::string::npos;) {
      text.replace(at, std::string(SOURCE_FOLDER).size(), "SOURCE");
    }
    return text;
  }
  // ... and what depends on how long their names are.
  [[nodiscard]] static std::string squeezed(const std::string& text) {
    return std::regex_replace(text, std::regex("([^ \n])   +"), "$1  ");
  }

  static void expect_golden(const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(SOURCE_FOLDER) / "tests/golden" / name;
    const std::string got = neutral(text);
    if (std::getenv("HEDDLE_UPDATE_GOLDEN") != nullptr) {
      std::ofstream(path) << got;
    }
    EXPECT_EQ(got, read_file(path)) << "differs from " << path;
  }
};

TEST_F(ReplayCommand, LostUpdateInLines) {
  expect_golden("lost_update.txt", squeezed(heddle({"show", found("fail")}).out));
}

TEST_F(ReplayCommand, LostUpdateInColumns) {
  expect_golden("lost_update_columns.txt", heddle({"show", "--columns", found("fail")}).out);
}

TEST_F(ReplayCommand, SaysWhatItRuns) {
  const std::string finding = found("fail");
  EXPECT_EQ(heddle({"replay", finding}).error, "heddle: replaying " + stand_in("good") + " hunt-fail\n");
  EXPECT_EQ(heddle({"replay", "--quiet", finding}).error, "");
}

TEST_F(ReplayCommand, AProgramThatOthersCanChangeIsRunOnlyIfItIsNamed) {
  const std::filesystem::path program = write("mine", read_file(stand_in("good")), /*executable=*/true);
  (void)heddle({"hunt", "--quiet", "./mine", "hunt-fail"});
  std::string finding;
  for (const std::string& name : left_behind()) {
    finding = name.ends_with(".finding") ? name : finding;
  }
  EXPECT_EQ(heddle({"replay", finding}).exit_code, 1);
  ASSERT_EQ(::chmod(program.c_str(), 0777), 0);
  expect_refusal(2, {"names ./mine, which can be written by others", "after --"}, {"replay", finding});
  EXPECT_EQ(heddle({"replay", finding, "--", "./mine", "hunt-fail"}).exit_code, 1);
  ASSERT_EQ(::chmod(program.c_str(), 0755), 0);
  if (::chown(program.c_str(), 12345, 0) == 0) {
    expect_refusal(2, {"names ./mine, which belongs to another user"}, {"replay", finding});
  }
}

TEST_F(ReplayCommand, DeadlockSaysWhoWaitsForWhom) {
  expect_golden("deadlock.txt", squeezed(heddle({"show", found("deadlock")}).out));
}

TEST_F(ReplayCommand, ReproducesWithTheProgramsOutputBeforeTheStory) {
  const std::string file = found("fail");
  const auto result = heddle({"replay", file});
  EXPECT_EQ(result.exit_code, 1) << result.error;
  EXPECT_TRUE(result.out.starts_with("the balance is wrong\nreproduced: assertion at bank.cpp:23\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "\n  -- T1 is preempted --\n")) << result.out;
  EXPECT_FALSE(contains(result.out, "the program's output")) << result.out;
}

TEST_F(ReplayCommand, TheSameEveryTimeAndWhereverOptionsStand) {
  const std::string file = found("fail");
  const auto first = heddle({"replay", file, "--columns", "--events"});
  EXPECT_EQ(first.exit_code, 1) << first.error;
  EXPECT_TRUE(contains(first.out, "\n 3  T0 main")) << first.out;
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(heddle({"replay", "--columns", "--events", "--hang-timeout", "10", file}).out, first.out);
  }
}

TEST_F(ReplayCommand, ProgramMayBeGiven) {
  const std::string file = found("fail");
  std::filesystem::copy(stand_in("good"), folder() / "moved");
  EXPECT_EQ(heddle({"replay", file, "--", "./moved"}).exit_code, 1);
  const auto other = heddle({"replay", file, "--", stand_in("good"), "hunt-flaky"});
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_TRUE(contains(other.error, "did something else") && contains(other.error, "other arguments")) << other.error;
}

TEST_F(ReplayCommand, SmallInputIsInTheFinding) {
  const std::string file = found("fail", "a\nline \xff");
  const auto finding = read_finding(folder() / file);
  ASSERT_TRUE(finding) << finding.error();
  EXPECT_EQ(finding->input, "a\nline \xff");
  EXPECT_EQ(heddle({"replay", file}, "something else").exit_code, 1);
}

TEST_F(ReplayCommand, LargeInputHasToBeGivenAgain) {
  const std::string input(kLargestKeptInput + 1, 'x');
  const std::string file = found("fail", input);
  EXPECT_EQ(heddle({"replay", file}, input).exit_code, 1);
  expect_refusal(2, {file, "standard input it was found with (65537 bytes)"}, {"replay", file}, input + "y");
}

TEST_F(ReplayCommand, ShowNeedsNoProgram) {
  std::filesystem::copy(stand_in("good"), folder() / "gone");
  (void)heddle({"hunt", "--quiet", "--dir=d", "./gone", "hunt-fail"});
  std::filesystem::remove(folder() / "gone");
  std::string file;
  for (const std::string& name : left_behind()) {
    file = name.ends_with(".finding") ? name : file;
  }
  EXPECT_EQ(heddle({"show", file}).exit_code, 0);
  expect_refusal(2, {"./gone", "No such file"}, {"replay", file});
}

}  // namespace
}  // namespace heddle::test
