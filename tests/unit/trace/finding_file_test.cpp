#include "trace/finding_file.h"

#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <string>

#include "finding_example.h"

namespace heddle {
namespace {

// Were the time quadratic in the length of a story, it would be minutes.
TEST(FindingFile, LongStoriesAreReadInSeconds) {
  FindingFile finding;
  StoryEvent event;
  event.thread = 1;
  event.omitted = 3;
  finding.story.resize(200'000, event);
  const std::string text = to_text(finding);
  const std::clock_t begin = std::clock();
  const auto read = parse_finding(text, "it");
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->story, finding.story);
  EXPECT_LT(seconds, 30);
}

// json copies and compares by recursion.
TEST(FindingFile, WhatIsNestedDeeplyIsRefused) {
  const std::string deep(1'000'000, '[');
  const auto foreign = parse_finding(deep, "it");
  ASSERT_FALSE(foreign);
  EXPECT_EQ(foreign.error(), "it is not a heddle finding");
  const auto forged = parse_finding(R"({"format": "heddle-finding", "version": )" + deep, "it");
  ASSERT_FALSE(forged);
  EXPECT_EQ(forged.error(), "it is damaged: not well-formed JSON");
}

TEST(FindingFile, EverythingComesBack) {
  const FindingFile written = finding_example();
  const auto read = parse_finding(to_text(written), "it");
  ASSERT_TRUE(read) << read.error();
  // Equal texts are equal members: every one is in the text.
  EXPECT_EQ(to_text(*read), to_text(written));
  EXPECT_EQ(read->explore, written.explore);
  EXPECT_EQ(read->input, written.input);
  EXPECT_EQ(read->schedule, written.schedule);
  EXPECT_EQ(read->story, written.story);
  EXPECT_EQ(read->threads, written.threads);
  EXPECT_EQ(read->operations, written.operations);
  EXPECT_EQ(read->handover, written.handover);
  EXPECT_EQ(read->allocated, written.allocated);
  EXPECT_EQ(read->freed, written.freed);
  EXPECT_EQ(read->detectors, written.detectors);
  EXPECT_EQ(read->sites, written.sites);
  EXPECT_EQ(read->outcome.event_hash, written.outcome.event_hash);
  EXPECT_EQ(read->outcome.exit_status, -3);
  EXPECT_EQ(read->cells.at(0).object, 0xffffffffffffffffU);
  EXPECT_EQ(read->minimality, Minimality::kLocal);
  EXPECT_EQ(read->reset, segment::ResetMode::kLoop);
}

TEST(FindingFile, WithoutAHandoverIsNotOneThatNeverHappened) {
  FindingFile finding = finding_example();
  finding.handover = ReportedHandover();
  finding.allocated.reset();
  auto read = parse_finding(to_text(finding), "it");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->handover, ReportedHandover());
  EXPECT_EQ(read->allocated, std::nullopt);
  finding.handover.reset();
  read = parse_finding(to_text(finding), "it");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->handover, std::nullopt);
}

TEST(FindingFile, InputThatIsNotKeptIsNotEmptyInput) {
  FindingFile finding = finding_example();
  finding.input.reset();
  EXPECT_FALSE(parse_finding(to_text(finding), "it")->input.has_value());
  finding.input = "";
  finding.input_bytes = 0;
  EXPECT_EQ(parse_finding(to_text(finding), "it")->input, "");
}

TEST(FindingFile, OutputThatIsNoTextCanBeWritten) {
  FindingFile finding = finding_example();
  finding.output = "\xff\xfe";
  finding.message = "\xc3";
  const auto read = parse_finding(to_text(finding), "it");
  ASSERT_TRUE(read) << read.error();
  EXPECT_NE(read->output, "");
}

// Whatever is cut off or altered, it is noticed and said in one line; nothing else happens.
TEST(FindingFile, EveryCutIsNoticed) {
  const std::string text = to_text(finding_example());
  for (std::size_t size = 0; size + 2 < text.size(); size += 7) {
    const auto read = parse_finding(text.substr(0, size), "it");
    ASSERT_FALSE(read) << size;
    EXPECT_EQ(read.error().find('\n'), std::string::npos);
  }
}

TEST(FindingFile, EveryAlteredByteIsNoticed) {
  const std::string text = to_text(finding_example());
  int accepted = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string altered = text;
    altered[at] = altered[at] == '7' ? '8' : '7';
    const auto read = parse_finding(altered, "it");
    // A blank between members may become nothing but an error; a digit more makes another checksum.
    accepted += read ? 1 : 0;
  }
  EXPECT_EQ(accepted, 0);
}

TEST(FindingFile, WrittenAndReadAsAFile) {
  const auto path = std::filesystem::temp_directory_path() / "heddle-finding-test.finding";
  std::filesystem::remove(path);
  ASSERT_TRUE(write_finding(path, finding_example(), IfExists::kFail));
  EXPECT_EQ(*write_finding(path, finding_example(), IfExists::kFail), Written::kAlreadyExists);
  EXPECT_TRUE(read_finding(path));
  std::filesystem::remove(path);
  const auto missing = read_finding(path);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().find("No such file"), std::string::npos);
}

}  // namespace
}  // namespace heddle
