#include "report/text_report.h"

#include <gtest/gtest.h>

#include "detectors/heap_use.h"

namespace heddle {
namespace {

TEST(TextReport, TerminalsDoNotObeyWhatTheProgramPrinted) {
  FindingFile finding;
  finding.output = "plain\tm\xc3\xbc\x1b[2J\x07\nnext\x7f\n";
  const std::string text = to_text(finding, {});
  EXPECT_NE(text.find("  | plain\tm\xc3\xbc\\x1b[2J\\x07\n  | next\\x7f\n"), std::string::npos) << text;
}

StackFrame frame(const char* function, const char* file, std::uint32_t line, bool library = false) {
  StackFrame result;
  result.function = function;
  result.file = file;
  result.line = line;
  result.library = library;
  return result;
}

ReportedOperation access(std::uint16_t thread, std::uint32_t line, const char* operation) {
  ReportedOperation result;
  result.thread = thread;
  result.operation = operation;
  result.variable = "node->value";
  result.memory = "heap block of 8 bytes + 4";
  result.value = "1";
  result.file = "/home/user/list.cpp";
  result.line = line;
  result.stack = {frame("use(Node*)", "/home/user/list.cpp", line)};
  return result;
}

FindingFile race() {
  FindingFile finding;
  finding.kind = FindingKind::kDataRace;
  finding.outcome.kind = OutcomeKind::kDetected;
  finding.outcome.thread = ThreadId{2};
  finding.message = "not shown";
  for (const char* path : {"main", "main.1", "main.2"}) {
    finding.threads.push_back({.path = path, .label = "", .created_at = "", .created_in = {}});
  }
  finding.operations = {access(1, 7, "write of 4 bytes"), access(2, 9, "read of 4 bytes")};
  finding.handover = ReportedHandover();
  return finding;
}

TEST(TextReport, RaceByItsTwoAccesses) {
  FindingFile finding = race();
  finding.operations[1].locks = {{.name = "list_lock",
                                  .shared = true,
                                  .file = "/home/user/list.cpp",
                                  .line = 8,
                                  .stack = {frame("use(Node*)", "/home/user/list.cpp", 8)}}};
  EXPECT_EQ(to_text(finding, {}),
            "data race on node->value (list.cpp:7 and list.cpp:9)\n"
            "  two threads access the same memory, at least one of them writes, and nothing orders the two accesses\n"
            "\n"
            "first, T1 main.1: write of 4 bytes, node->value (heap block of 8 bytes + 4): 1\n"
            "    #0 use(Node*) at list.cpp:7\n"
            "  holding no lock\n"
            "\n"
            "then, T2 main.2: read of 4 bytes, node->value (heap block of 8 bytes + 4): 1\n"
            "    #0 use(Node*) at list.cpp:9\n"
            "  holding list_lock shared with other readers, taken in\n"
            "    #0 use(Node*) at list.cpp:8\n"
            "\n"
            "last synchronisation from T1 to T2: none; nothing that T1 did is ordered before what T2 does\n"
            "\n"
            "threads:\n"
            "  T0 main\n"
            "  T1 main.1\n"
            "  T2 main.2\n");
}

TEST(TextReport, LastSynchronisationByBothOfItsEnds) {
  FindingFile finding = race();
  ReportedOperation unlock = access(1, 3, "unlock");
  ReportedOperation lock = access(2, 4, "lock");
  unlock.variable = lock.variable = "list_lock";
  finding.handover = ReportedHandover{.released = unlock, .acquired = lock};
  EXPECT_NE(to_text(finding, {})
                .find("\nlast synchronisation from T1 to T2: T1's unlock of list_lock at list.cpp:3, "
                      "then T2's lock of list_lock at list.cpp:4\n"),
            std::string::npos)
      << to_text(finding, {});
}

TEST(TextReport, HintsSaySo) {
  FindingFile finding = race();
  finding.kind = FindingKind::kPossibleDeadlock;
  finding.certain = false;
  finding.message = "possible deadlock: T1 takes bob while it holds alice, and T2 takes alice while it holds bob";
  finding.operations[0].variable = "bob";
  finding.operations[1].variable = "alice";
  const std::string text = to_text(finding, {});
  EXPECT_TRUE(
      text.starts_with("possible deadlock over bob and alice (list.cpp:7 and list.cpp:9)\n"
                       "  T1 takes bob while it holds alice, and T2 takes alice while it holds bob\n"
                       "  a hint: it may go wrong, but has not in this execution\n"))
      << text;
}

TEST(TextReport, StoryOfAHintEndsAsOne) {
  FindingFile finding = race();
  finding.kind = FindingKind::kPossibleDeadlock;
  finding.certain = false;
  finding.story.emplace_back();
  EXPECT_TRUE(story_lines(finding).ends_with("-- hint, possible deadlock: heddle ends the execution here --\n"))
      << story_lines(finding);
}

TEST(TextReport, LocksThatAThreadHasBesideTheOneItTakes) {
  FindingFile finding = race();
  finding.kind = FindingKind::kLockMisuse;
  finding.operations[0].operation = "lock";
  EXPECT_NE(to_text(finding, {})
                .find("T1 main.1: lock, node->value (heap block of 8 bytes + 4): 1\n"
                      "    #0 use(Node*) at list.cpp:7\n"
                      "  holding no other lock\n"),
            std::string::npos)
      << to_text(finding, {});
}

TEST(TextReport, TheEndOfAThreadHasNoStack) {
  FindingFile finding = race();
  finding.kind = HeapUse::kStackUseAfterExit;
  finding.handover.reset();
  finding.operations[0] = {};
  finding.operations[0].thread = 1;
  finding.operations[0].operation = "end of the thread";
  EXPECT_NE(to_text(finding, {}).find("\nfirst, T1 main.1: end of the thread\n\nthen, T2 main.2: "), std::string::npos)
      << to_text(finding, {});
}

TEST(TextReport, MisuseNamesTheObjectThatItIsAbout) {
  FindingFile finding = race();
  finding.operations.clear();
  finding.handover.reset();
  finding.kind = FindingKind::kLockMisuse;
  finding.outcome.kind = OutcomeKind::kLockMisuse;
  finding.outcome.thread = ThreadId{1};
  finding.message = "unlock of a lock that nobody holds";
  finding.file = "list.cpp";
  finding.line = 7;
  StoryEvent unlock;
  unlock.thread = 1;
  unlock.file = "list.cpp";
  unlock.line = 7;
  unlock.operation = "unlock";
  unlock.object = "list_lock";
  finding.story = {unlock};
  EXPECT_TRUE(to_text(finding, {})
                  .starts_with("lock-misuse on list_lock at list.cpp:7\n"
                               "  unlock of a lock that nobody holds\n"
                               "  in thread T1 main.1\n"))
      << to_text(finding, {});
}

TEST(TextReport, OfLibrariesOnlyWhatTheProgramCalls) {
  FindingFile finding = race();
  const StackFrame inner = frame("std::inner()", "/usr/include/c++/vector", 1, true);
  const StackFrame outer = frame("std::outer()", "/usr/include/c++/vector", 2, true);
  const StackFrame user = frame("user()", "list.cpp", 3);
  finding.operations[0].stack = {inner, inner, outer, user, inner, outer};
  EXPECT_NE(to_text(finding, {})
                .find("    #0 to #1 of libraries\n"
                      "    #2 std::outer() at vector:2\n"
                      "    #3 user() at list.cpp:3\n"
                      "    #4 to #5 of libraries\n"),
            std::string::npos)
      << to_text(finding, {});
}

TEST(TextReport, StoryMarksTheAccesses) {
  FindingFile finding = race();
  StoryEvent before;
  before.thread = 1;
  before.file = "list.cpp";
  before.line = 7;
  before.operation = "lock";
  StoryEvent marked = before;
  marked.operation = "write";
  marked.part = 0;
  finding.story = {before, marked};
  EXPECT_EQ(story_lines(finding),
            "  T1 main.1  list.cpp:7  lock\n"
            "> T1 main.1  list.cpp:7  write\n"
            "  -- data race: heddle ends the execution here --\n");
}

}  // namespace
}  // namespace heddle
