#include "trace/schedule_file.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace heddle {
namespace {

ScheduleFile schedule_example() {
  ScheduleFile file;
  file.program = "bank";
  file.arguments = {"--accounts=3", "two words", "quote\"d", "Größe"};
  file.build_id = "1a2b3c4d5e6f";
  file.points = PointSetVersion{3};
  file.seed = std::numeric_limits<std::uint64_t>::max();
  file.input_bytes = 17;
  file.input_hash = 0x0123456789abcdef;
  file.outcome = OutcomeKind::kAssertion;
  file.message = "bank.cpp:14: Assertion `balance == 100' failed";
  file.signal = 6;
  file.event_hash = 0xfedcba9876543210;
  file.threads = {"main", "main.1"};
  file.schedule = {{0, {ThreadId{1}, kProceed}, 0xffffffff},
                   {7, {ThreadId{65534}, kSpurious}, 0},
                   {0xffffffff, {ThreadId{0}, kTimeout}, 12}};
  return file;
}

TEST(ScheduleFile, ReadsWhatItWrote) {
  const auto file = parse_schedule(to_text(schedule_example()), "x");
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(*file, schedule_example());
  const auto empty = parse_schedule(to_text(ScheduleFile()), "x");
  ASSERT_TRUE(empty) << empty.error();
  EXPECT_EQ(*empty, ScheduleFile());
}

TEST(ScheduleFile, EveryOutcomeSurvives) {
  for (int kind = 0; kind < kOutcomeKindCount; ++kind) {
    ScheduleFile file = schedule_example();
    file.outcome = static_cast<OutcomeKind>(kind);
    const auto read = parse_schedule(to_text(file), "x");
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->outcome, file.outcome);
  }
}

TEST(ScheduleFile, IsMadeForPeople) {
  const std::string text = to_text(schedule_example());
  EXPECT_TRUE(text.starts_with("{\n  \"format\": \"heddle-schedule\",\n  \"version\": 1,\n  \"program\": \"bank\",\n"));
  EXPECT_NE(text.find("\"event_hash\": \"fedcba9876543210\""), std::string::npos);
  EXPECT_NE(text.find("\n    [0,1,0,4294967295],\n    [7,65534,65535,0],\n"), std::string::npos) << text;
}

TEST(ScheduleFile, BytesThatAreNotUtf8BecomeReadable) {
  ScheduleFile file = schedule_example();
  file.message = "bad \xff byte";
  const auto read = parse_schedule(to_text(file), "x");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->message, "bad \xef\xbf\xbd byte");
}

TEST(ScheduleFile, EveryTruncationIsNoticed) {
  const std::string text = to_text(schedule_example());
  for (std::size_t size = 0; size + 2 < text.size(); ++size) {  // the last two are "}" and a newline
    const auto file = parse_schedule(std::string_view(text).substr(0, size), "cut");
    ASSERT_FALSE(file) << size;
    EXPECT_EQ(file.error(), size < 30 ? "cut is not a heddle schedule" : "cut is truncated") << size;
  }
}

// Whatever one byte becomes: either the meaning is the same (white space), or it is refused in one line.
TEST(ScheduleFile, EveryChangedByteIsNoticed) {
  const std::string text = to_text(schedule_example());
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char replacement : {' ', '0', '7', '"', ',', '\xff', '\0'}) {
      std::string damaged = text;
      damaged[i] = replacement;
      const auto file = parse_schedule(damaged, "d");
      if (file) {
        EXPECT_EQ(*file, schedule_example()) << i << " became " << replacement;
      } else {
        EXPECT_EQ(file.error().find('\n'), std::string::npos);
      }
    }
  }
}

TEST(ScheduleFile, OtherFilesAreToldApart) {
  const auto error = [](std::string_view text) {
    const auto file = parse_schedule(text, "f");
    return file ? std::string("read") : file.error();
  };
  EXPECT_EQ(error(""), "f is not a heddle schedule");
  EXPECT_EQ(error("hello"), "f is not a heddle schedule");
  EXPECT_EQ(error("[1, 2]"), "f is not a heddle schedule");
  EXPECT_EQ(error("{}"), "f is not a heddle schedule");
  EXPECT_EQ(error(R"({"format": "heddle-finding", "version": 1})"), "f is not a heddle schedule");
  EXPECT_EQ(error(R"({"format": "heddle-schedule", "version": 2})"),
            "f is a schedule of version 2, written by a newer heddle: this one reads 1");
  EXPECT_EQ(error(R"({"format": "heddle-schedule", "version": 1})"), "f is damaged: its checksum does not match");
}

TEST(ScheduleFile, DepthDoesNotHurt) {
  const std::string deep = R"({"format": "heddle-schedule", "x": )" + std::string(2'000'000, '[');
  EXPECT_FALSE(parse_schedule(deep, "deep"));
  EXPECT_FALSE(parse_schedule(deep + std::string(2'000'000, ']') + "}", "deep"));
}

TEST(ScheduleFile, UnreadableFilesAreNamed) {
  EXPECT_EQ(read_schedule("/no/such/file").error(), "cannot read /no/such/file: No such file or directory");
  EXPECT_EQ(read_schedule("/").error(), "cannot read /: Is a directory");
}

}  // namespace
}  // namespace heddle
