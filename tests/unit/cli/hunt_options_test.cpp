#include "cli/options/hunt_options.h"

#include <gtest/gtest.h>

#include "strategies/common_settings.h"

namespace heddle::cli {
namespace {

using std::chrono::milliseconds;

std::variant<HuntOptions, ExitCode> parse(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) {
    pointers.push_back(argument.data());
  }
  return parse_hunt_options(pointers);
}

HuntOptions parsed(std::vector<std::string> arguments) {
  auto result = parse(std::move(arguments));
  EXPECT_TRUE(std::holds_alternative<HuntOptions>(result));
  return std::holds_alternative<HuntOptions>(result) ? std::get<HuntOptions>(result) : HuntOptions();
}

TEST(HuntOptions, Defaults) {
  const HuntOptions options = parsed({"./bank"});
  EXPECT_EQ(options.program, "./bank");
  EXPECT_EQ(options.strategy, "cb");
  EXPECT_EQ(options.time, milliseconds(60'000));
  EXPECT_EQ(options.settings.text(), "");
  EXPECT_EQ(options.exploration.points, Points::kShared);
  EXPECT_EQ(options.exploration.judges_exit, 1U);
  EXPECT_EQ(options.folder, ".heddle");
}

TEST(HuntOptions, OptionsOfTheProgramAreItsOwn) {
  const std::vector<std::string> own = {"--help", "--bound=x", "--", "-v"};
  EXPECT_EQ(parsed({"--bound=2", "./bank", "--help", "--bound=x", "--", "-v"}).arguments, own);
  EXPECT_EQ(parsed({"--", "./bank", "--help", "--bound=x", "--", "-v"}).arguments, own);
}

TEST(HuntOptions, WhatStrategiesTakeIsWrittenInOneForm) {
  EXPECT_EQ(parsed({"--bound=0x10", "--exact", "./bank"}).settings.text(), "bound=16\nexact=yes\n");
  EXPECT_EQ(parsed({"--strategy=random", "--shard=02/05", "./bank"}).settings.text(), "shard=2/5\n");
}

TEST(HuntOptions, FocusesAddUp) {
  const HuntOptions options = parsed({"--focus=queue.cpp,push*", "--focus=f(int, int)", "./bank"});
  EXPECT_EQ(options.focus, (std::vector<std::string>{"queue.cpp", "push*", "f(int, int)"}));
  EXPECT_EQ(options.settings.value(kFocus), "queue.cpp, push*, f(int, int)");
  EXPECT_EQ(options.program, "./bank");
  EXPECT_EQ(parsed({"./bank"}).settings.value(kFocus), "");
}

TEST(HuntOptions, Times) {
  EXPECT_EQ(parse_time("90"), milliseconds(90'000));
  EXPECT_EQ(parse_time("90s"), milliseconds(90'000));
  EXPECT_EQ(parse_time("1.5m"), milliseconds(90'000));
  EXPECT_EQ(parse_time("250ms"), milliseconds(250));
  EXPECT_EQ(parse_time("1h"), milliseconds(3'600'000));
  for (const char* wrong : {"", "s", "-1", "5 s", "5x", "nan", "inf", "1e300"}) {
    EXPECT_EQ(parse_time(wrong), std::nullopt) << wrong;
  }
}

TEST(HuntOptions, Sizes) {
  EXPECT_EQ(parse_size("65536"), 65536U);
  EXPECT_EQ(parse_size("64K"), 65536U);
  EXPECT_EQ(parse_size("1.5M"), 1572864U);
  EXPECT_EQ(parse_size("2G"), std::uint64_t{1} << 31U);
  for (const char* wrong : {"", "K", "-1K", "5 G", "5g", "1e30"}) {
    EXPECT_EQ(parse_size(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace heddle::cli
