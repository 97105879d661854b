#include <gtest/gtest.h>

#include <cstring>

#include "cli/story/event_describer.h"

namespace heddle::cli {
namespace {

template <typename Value>
std::string text(Value value, const std::string& type) {
  std::uint64_t bytes[2] = {};
  std::memcpy(bytes, &value, sizeof value);
  return value_text(bytes, sizeof value, type);
}

TEST(ValueText, FollowsTheType) {
  EXPECT_EQ(text(-5, "int"), "-5");
  EXPECT_EQ(text(-5, ""), "-5");
  EXPECT_EQ(text(4294967295U, "unsigned int"), "4294967295");
  EXPECT_EQ(text(~std::uint64_t{0}, "uint64_t"), "18446744073709551615");
  EXPECT_EQ(text(~std::uint64_t{0}, "std::size_t"), "18446744073709551615");
  EXPECT_EQ(text(static_cast<short>(-2), "short"), "-2");
  EXPECT_EQ(text(1.5, "double"), "1.5");
  EXPECT_EQ(text(0.25F, "float"), "0.25");
  EXPECT_EQ(text(true, "bool"), "true");
  EXPECT_EQ(text(false, "_Bool"), "false");
  EXPECT_EQ(text('a', "char"), "'a'");
  EXPECT_EQ(text('\n', "char"), "10");
  EXPECT_EQ(text(std::uint64_t{0x7fff12345678}, ""), "0x7fff12345678");
  EXPECT_EQ(text(std::uint64_t{0x7fff12345678}, "long"), "140733498807928");
  EXPECT_EQ(text(std::uint64_t{0x7fff12345678}, "pointer"), "0x7fff12345678");
  EXPECT_EQ(text(std::uint64_t{0}, "Node *"), "null");
  EXPECT_EQ(text(std::uint64_t{0x7ff0}, "Node *"), "0x7ff0");
}

TEST(ValueText, OfABitFieldItIsItsBits) {
  EXPECT_EQ(text(std::uint8_t{0x2f}, "unsigned int:4@4"), "2");
  EXPECT_EQ(text(std::uint32_t{0b10100000}, "int:3@5"), "-3");
  EXPECT_EQ(text(std::uint8_t{2}, "_Bool:1@1"), "true");
  EXPECT_EQ(text(~std::uint64_t{0}, "unsigned long:33@20"), "8589934591");
  EXPECT_EQ(text(7, "int:3@64"), "7") << "that is none";
}

TEST(ValueText, IgnoresBytesThatAreNotPartOfIt) {
  const std::uint64_t bytes[2] = {0xdeadbeef00000007, 0x1};
  EXPECT_EQ(value_text(bytes, 4, "int"), "7");
  EXPECT_EQ(value_text(bytes, 1, "bool"), "7");
  EXPECT_EQ(value_text(bytes, 16, ""), "0x1deadbeef00000007");
  EXPECT_EQ(value_text(bytes, 0, "int"), "");
}

}  // namespace
}  // namespace heddle::cli
