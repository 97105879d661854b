#include "cli/base/text.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

TEST(Text, GroupsDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(18446744073709551615U), "18,446,744,073,709,551,615");
}

TEST(Text, HintsAreCountedApart) {
  EXPECT_EQ(findings_text(1, 0), "1 finding");
  EXPECT_EQ(findings_text(0, 2), "0 findings, 2 hints");
}

TEST(Text, QuotesForTheShell) {
  EXPECT_EQ(shell_quoted("./bank-1.schedule"), "./bank-1.schedule");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("two words"), "'two words'");
  EXPECT_EQ(shell_quoted("it's $HOME"), "'it'\\''s $HOME'");
}

TEST(Text, OffersOnlyNearNames) {
  const std::vector<std::string> known = {"--random", "--runs", "--reset"};
  EXPECT_EQ(nearest_name("--rnadom", known), "--random");
  EXPECT_EQ(nearest_name("--run", known), "--runs");
  EXPECT_EQ(nearest_name("--points", known), "");
  EXPECT_EQ(nearest_name("", known), "");
}

TEST(Text, Indents) {
  EXPECT_EQ(indented("a\n\nb", "  "), "  a\n  \n  b\n");
  EXPECT_EQ(indented("", "  "), "");
}

}  // namespace
}  // namespace heddle::cli
