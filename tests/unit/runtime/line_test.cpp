#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "runtime/machine/fatal.h"

namespace heddle::runtime {
namespace {

TEST(Line, IsEmptyAndTerminatedAtFirst) {
  char text[8];
  std::memset(text, 'x', sizeof text);
  const Line line(text, sizeof text);
  EXPECT_STREQ(text, "");
  EXPECT_EQ(line.size(), 0U);
}

TEST(Line, PutsTextsAndNumbersOneBehindTheOther) {
  char text[64];
  Line line(text, sizeof text);
  line.text("T").number(0).text(" at ").hex(0).text(", ").hex(0x1a2f).text(", ").number(18446744073709551615UL);
  EXPECT_STREQ(text, "T0 at 0x0, 0x1a2f, 18446744073709551615");
  EXPECT_EQ(line.size(), std::strlen(text));
}

TEST(Line, WritesHexadecimalWithoutLeadingZeros) {
  for (unsigned bits = 0; bits < 64; ++bits) {
    char text[32];
    const std::uint64_t number = std::uint64_t{1} << bits;
    Line(text, sizeof text).hex(number);
    char expected[32];
    std::snprintf(expected, sizeof expected, "0x%lx", number);
    EXPECT_STREQ(text, expected);
  }
}

TEST(Line, IsCutWhereTheBufferIsFullAndStaysTerminated) {
  const std::string all = "12345678";
  for (std::size_t capacity = 1; capacity <= all.size() + 2; ++capacity) {
    std::string buffer(capacity + 4, '#');
    Line line(buffer.data(), capacity);
    line.text("1234").number(5678).text("");
    const std::size_t kept = std::min(capacity - 1, all.size());
    EXPECT_EQ(buffer.substr(0, kept), all.substr(0, kept)) << capacity;
    EXPECT_EQ(buffer[kept], '\0') << capacity;
    EXPECT_EQ(buffer.substr(capacity), "####") << capacity;
    EXPECT_EQ(line.size(), kept) << capacity;
  }
}

TEST(Line, TakesNothingMoreOnceItIsFull) {
  char text[4];
  Line line(text, sizeof text);
  line.text("abc").text("d").number(1).hex(2);
  EXPECT_STREQ(text, "abc");
}

}  // namespace
}  // namespace heddle::runtime
