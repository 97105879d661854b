#include "cli/program/symbolizer.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

TEST(Symbolizer, ParsesAnAnswer) {
  const auto [address, frames] = parse_symbolizer_line(
      R"({"Address":"0x11a9","ModuleName":"/tmp/a b","Symbol":[)"
      R"x({"FileName":"/usr/lib/gcc/12/../../../include/c++/12/mutex","FunctionName":"lock() (.heddle.checked)","Line":229},)x"
      R"x({"FileName":"/home/me/bank.cpp","FunctionName":"deposit(int)","Line":14}]})x");
  EXPECT_EQ(address, (CodeAddress{"/tmp/a b", 0x11a9}));
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].file, "/usr/include/c++/12/mutex");
  EXPECT_EQ(frames[0].function, "lock()");
  EXPECT_TRUE(is_system_source(frames[0].file));
  EXPECT_EQ(frames[1].function, "deposit(int)");
  EXPECT_EQ(frames[1].line, 14U);
  EXPECT_FALSE(is_system_source(frames[1].file));
}

TEST(Symbolizer, OtherAnswersAreNone) {
  for (const char* line : {"", "{", "[]", "{}", R"({"Address":"zzz"})", R"({"Address":1,"Symbol":7})",
                           R"({"Address":"0x1","Symbol":[{"Line":"x"}]})"}) {
    EXPECT_TRUE(parse_symbolizer_line(line).second.empty()) << line;
  }
}

}  // namespace
}  // namespace heddle::cli
