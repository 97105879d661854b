#include "trace/finding_file.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace heddle {
namespace {

FindingFile finding_example() {
  FindingFile finding;
  finding.kind = FindingKind::kDeadlock;
  finding.message = "nobody can continue";
  finding.file = "bank.cpp";
  finding.line = 14;
  finding.signature = 0xfedcba9876543210;
  finding.certain = false;
  finding.replayable = false;
  finding.variation = "passed";
  finding.provoked = "not reproduced";
  finding.outcome.kind = OutcomeKind::kDeadlock;
  finding.outcome.thread = ThreadId{2};
  finding.outcome.signal = 6;
  finding.outcome.exit_status = -3;
  finding.outcome.steps = 1234567890123;
  finding.outcome.events = 99;
  finding.outcome.event_hash = 0x89abcdef01234567;
  finding.outcome.fault = 0xfa;
  finding.detail = "T1 waits\nT2 waits\n";
  finding.program = "./bank";
  finding.arguments = {"-n", "4 threads"};
  finding.explore = "2 queue_test.cpp:31 --gtest_filter=Queue.*";
  finding.build_id = "0123456789abcdef";
  finding.input_bytes = 3;
  finding.input_hash = 7;
  finding.input = std::string("a\0\xff", 3);
  finding.point_set = Points::kShared;
  finding.cells = {{.object = 0xffffffffffffffff, .bytes = 15}, {.object = 1, .bytes = 256}};
  finding.schedule = {{.step = 2, .take = {.thread = ThreadId{1}, .variant = kProceed}, .check = 11},
                      {.step = 5, .take = {.thread = ThreadId{2}, .variant = kTimeout}, .check = 12}};
  finding.limits = {.steps = 5000, .threads = 70};
  finding.reset = segment::ResetMode::kLoop;
  finding.warmup = 3;
  finding.replay_command = "heddle replay 1.finding";
  finding.strategy = "cb";
  finding.execution = 41;
  finding.bound = 2;
  finding.preemptions = 1;
  finding.switches = 4;
  finding.delays = 6;
  finding.minimality = Minimality::kLocal;
  const Stack stack = {
      {.module = "bank",
       .offset = 77,
       .function = "transfer(int)",
       .file = "bank.cpp",
       .line = 14,
       .column = 3,
       .library = false},
      {.module = "libc.so.6", .offset = 8, .function = "", .file = "", .line = 0, .column = 0, .library = true}};
  finding.threads = {{.path = "main", .label = "", .created_at = "", .created_in = {}},
                     {.path = "main.1", .label = "clerk", .created_at = "bank.cpp:47", .created_in = stack}};
  finding.detectors = 5;
  finding.sites = {SiteId{0xabc}, SiteId{0xffffffffffffffff}};
  ReportedOperation operation;
  operation.thread = 1;
  operation.operation = "write of 4 bytes";
  operation.variable = "this->balance_";
  operation.memory = "alice+40";
  operation.value = "3 -> 4";
  operation.file = "bank.cpp";
  operation.line = 14;
  operation.source = "balance_ = 4;";
  operation.stack = stack;
  operation.locks = {{.name = "alice", .shared = true, .file = "bank.cpp", .line = 13, .stack = stack}};
  finding.operations = {ReportedOperation(), operation};
  finding.handover = ReportedHandover{.released = operation, .acquired = ReportedOperation()};
  finding.allocated = operation;
  finding.freed = operation;
  StoryEvent event;
  event.thread = 1;
  event.preempted = 0;
  event.file = "bank.cpp";
  event.line = 9;
  event.source = "x \"quoted\"";
  event.operation = "write";
  event.object = "balance";
  event.value = "3 -> 4";
  event.remark = "(fails)";
  event.part = 1;
  StoryEvent gap;
  gap.omitted = 12;
  finding.story = {event, gap};
  finding.story_cut = 40;
  finding.output = "hello\n";
  return finding;
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
