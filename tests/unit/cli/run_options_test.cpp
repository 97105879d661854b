#include "cli/options/run_options.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

std::variant<RunOptions, ExitCode> parse(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) {
    pointers.push_back(argument.data());
  }
  return parse_run_options(static_cast<int>(pointers.size()), pointers.data());
}

RunOptions parsed(std::vector<std::string> arguments) {
  auto result = parse(std::move(arguments));
  EXPECT_TRUE(std::holds_alternative<RunOptions>(result));
  return std::holds_alternative<RunOptions>(result) ? std::get<RunOptions>(result) : RunOptions();
}

TEST(RunOptions, Defaults) {
  const RunOptions options = parsed({"./bank"});
  EXPECT_EQ(options.program, "./bank");
  EXPECT_TRUE(options.arguments.empty());
  EXPECT_FALSE(options.random);
  EXPECT_EQ(options.limits.steps, kLargestLimits.steps);
  EXPECT_EQ(options.hang_timeout, 10);
  EXPECT_EQ(options.reset, segment::ResetMode::kAuto);
  EXPECT_EQ(options.folder, ".heddle");
}

TEST(RunOptions, AllOfThem) {
  const RunOptions options = parsed({"--random",
                                     "--runs=20",
                                     "--seed",
                                     "18446744073709551615",
                                     "--points=all",
                                     "--events",
                                     "--steps=7",
                                     "--hang-timeout=0.5",
                                     "--reset=loop",
                                     "--quiet",
                                     "--summary=s",
                                     "--check-repeats=3",
                                     "--show-output",
                                     "--output=o",
                                     "--dir=d",
                                     "--no-dispatch",
                                     "--no-userfaultfd",
                                     "--no-fsgsbase",
                                     "--",
                                     "./bank",
                                     "-x"});
  EXPECT_TRUE(options.random && options.events && options.quiet && options.show_output);
  EXPECT_TRUE(options.no_dispatch && options.no_userfaultfd && options.no_fsgsbase);
  EXPECT_EQ(options.runs, 20U);
  EXPECT_EQ(options.seed, 18446744073709551615U);
  EXPECT_EQ(options.limits.steps, 7U);
  EXPECT_EQ(options.hang_timeout, 0.5);
  EXPECT_EQ(options.reset, segment::ResetMode::kLoop);
  EXPECT_EQ(options.check_repeats, 3U);
  EXPECT_EQ(options.summary + options.output + options.folder, "sod");
  EXPECT_EQ(options.arguments, std::vector<std::string>{"-x"});
}

TEST(RunOptions, TheProgramsArgumentsAreItsOwn) {
  const std::vector<std::string> own = {"--help", "-v", "--", "--seed=4", "", "x y"};
  std::vector<std::string> arguments = {"--quiet", "./bank"};
  arguments.insert(arguments.end(), own.begin(), own.end());
  EXPECT_EQ(parsed(arguments).arguments, own);
  arguments.insert(arguments.begin() + 1, "--");
  EXPECT_EQ(parsed(arguments).arguments, own);
}

TEST(RunOptions, ScheduleMayFollowTheProgram) {
  EXPECT_EQ(parsed({"./bank", "5", "--schedule=f"}).schedule, "f");
  EXPECT_EQ(parsed({"./bank", "5", "--schedule=f"}).arguments, std::vector<std::string>{"5"});
  EXPECT_EQ(parsed({"--", "./bank", "--schedule=f"}).arguments, std::vector<std::string>{"--schedule=f"});
}

TEST(RunOptions, HelpEndsWell) { EXPECT_EQ(std::get<ExitCode>(parse({"--help"})), kExitClean); }

}  // namespace
}  // namespace heddle::cli
