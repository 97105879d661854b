#include "report/text_report.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

StoryEvent event(std::uint16_t thread, std::uint32_t line, const char* operation, const char* object,
                 const char* source = "") {
  StoryEvent result;
  result.thread = thread;
  result.file = "bank.cpp";
  result.line = line;
  result.operation = operation;
  result.object = object;
  result.source = source;
  return result;
}

FindingFile example() {
  FindingFile finding;
  finding.kind = FindingKind::kCrash;
  finding.outcome.kind = OutcomeKind::kCrash;
  finding.outcome.thread = ThreadId{1};
  finding.message = "SIGSEGV: invalid memory access";
  finding.file = "bank.cpp";
  finding.line = 9;
  finding.threads = {{.path = "main", .label = "", .created_at = "", .created_in = {}},
                     {.path = "main.1", .label = "", .created_at = "bank.cpp:3", .created_in = {}}};
  finding.story = {event(0, 120, "write", "p", "p = nullptr;"), event(1, 9, "read", "p", "use(p);")};
  finding.story[1].preempted = 0;
  finding.story[1].value = "null";
  finding.costs.preemptions = 1;
  finding.costs.switches = 1;
  return finding;
}

TEST(TextReport, LinesAreAligned) {
  EXPECT_EQ(story_lines(example()),
            "T0 main    bank.cpp:120  write  p        | p = nullptr;\n"
            "-- T0 is preempted --\n"
            "T1 main.1  bank.cpp:9    read   p: null  | use(p);\n"
            "-- T1 fails: crash --\n");
}

TEST(TextReport, ASourceLineStandsOnceForOperationsThatFollowEachOther) {
  FindingFile finding = example();
  finding.story.push_back(finding.story[1]);
  finding.story[2].preempted.reset();
  EXPECT_NE(story_lines(finding).find("T1 main.1  bank.cpp:9    read   p: null\n"), std::string::npos)
      << story_lines(finding);
}

TEST(TextReport, FilesElsewhereAreShownByName) {
  FindingFile finding = example();
  finding.story[0].file = finding.story[1].file = "/home/user/bank/bank.cpp";
  EXPECT_EQ(story_lines(finding), story_lines(example()));
  finding.story[0].file = "/home/user/other/bank.cpp";
  EXPECT_NE(story_lines(finding).find("T1 main.1  /home/user/bank/bank.cpp:9 "), std::string::npos)
      << story_lines(finding);
}

TEST(TextReport, ColumnsFitThePage) {
  const std::string text = story_columns(example(), 60);
  EXPECT_EQ(text,
            "T0 main                        T1 main.1\n"
            "-----------------------------  -----------------------------\n"
            "bank.cpp:120  p = nullptr;\n"
            "    write p\n"
            "-- T0 is preempted --\n"
            "                               bank.cpp:9  use(p);\n"
            "                                   read p: null\n"
            "                               -- T1 fails: crash --\n");
  EXPECT_EQ(story_columns(example(), 50), "") << "too narrow";
}

TEST(TextReport, LongCellsAreCut) {
  FindingFile finding = example();
  finding.story[0].object = std::string(100, 'x');
  finding.story[1].object = "\xc3\xa4\xc3\xa4\xc3\xa4";  // three letters of two bytes
  EXPECT_NE(story_columns(finding, 60).find("    write xxxxxxxxxxxxxxxx...\n"), std::string::npos)
      << story_columns(finding, 60);
}

TEST(TextReport, NarrowPagesGetLines) {
  const std::string text = to_text(example(), {.columns = true, .width = 40});
  EXPECT_NE(text.find("  T1 main.1  bank.cpp:9"), std::string::npos) << text;
}

TEST(TextReport, WhatIsSureAndWhatIsNot) {
  FindingFile finding = example();
  EXPECT_TRUE(to_text(finding, {}).starts_with("crash after bank.cpp:9\n  SIGSEGV: invalid memory access\n"));
  EXPECT_NE(to_text(finding, {}).find("a shorter one may exist"), std::string::npos);
  finding.minimality = Minimality::kProved;
  EXPECT_NE(to_text(finding, {}).find("no schedule with fewer preemptions shows it"), std::string::npos);
  finding.certain = false;
  EXPECT_TRUE(to_text(finding, {}).starts_with("crash (a hint, not certain) after"));
}

}  // namespace
}  // namespace heddle
