#include <nlohmann/json.hpp>

#include "command.h"

namespace heddle::test {
namespace {

using Doctor = CommandTest;

TEST_F(Doctor, TextAndJsonAgree) {
  const auto text = heddle({"doctor"});
  const auto json = heddle({"doctor", "--json"});
  EXPECT_EQ(text.exit_code, json.exit_code);
  EXPECT_EQ(text.error + json.error, "");
  const auto report = nlohmann::json::parse(json.out);
  EXPECT_EQ(report.at("can_work").get<bool>(), json.exit_code == 0);
  EXPECT_TRUE(json.exit_code == 0 || json.exit_code == 3);
  for (const char* check : {"kernel",
                            "libc",
                            "memfd",
                            "stack",
                            "address_space",
                            "file_size",
                            "descriptors",
                            "proc",
                            "dev",
                            "threads",
                            "fsgsbase",
                            "fixed_addresses",
                            "syscall_user_dispatch",
                            "write_tracking",
                            "clang",
                            "symbolizer",
                            "gdb",
                            "ptrace",
                            "runtime",
                            "pass"}) {
    ASSERT_TRUE(report.at("checks").contains(check)) << check;
    const auto& row = report.at("checks").at(check);
    EXPECT_NE(row.at("use"), "");
    EXPECT_NE(text.out.find(row.at("what").get<std::string>()), std::string::npos);
    EXPECT_NE(text.out.find(row.at("use").get<std::string>()), std::string::npos);
  }
}

TEST_F(Doctor, MissingToolsHaveARemedy) {
  const auto result = heddle({"doctor"}, "", {{"PATH", "/nowhere"}});
  if (!std::filesystem::exists("/usr/lib/llvm-19/bin/clang-19")) {
    EXPECT_EQ(result.exit_code, 3);
  }
  EXPECT_NE(result.out.find("apt install gdb"), std::string::npos);
}

TEST_F(Doctor, LeavesNothing) {
  (void)heddle({"doctor"});
  EXPECT_TRUE(left_behind().empty());
  expect_refusal(2, {"unexpected argument"}, {"doctor", "now"});
}

}  // namespace
}  // namespace heddle::test
