// Reports of every kind of fault that detectors see, from compiled programs, in text and JSON, against the approved
// ones of tests/golden.
//
// HEDDLE_UPDATE_GOLDEN=1 fault_report_test writes those anew; look at the difference before it is committed.

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <vector>

#include "../cli/command.h"
#include "../story_numbers.h"

namespace heddle::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

const std::string kDetectors = "--detectors=hb,heap,lockuse,lockorder";

// What is hunted for, and how.
struct Reported {
  std::string program;  // of this folder
  std::string kind;
  std::vector<std::string> options = {kDetectors};
  bool certain = true;
};

class FaultReport : public CommandTest {
 protected:
  void hunt(const Reported& expected) const {
    const std::string& program = expected.program;
    fs::copy(fs::path(SOURCE_FOLDER) / "tests/reports/programs" / (program + ".cpp"), folder());
    const auto built = heddle({"c++", "-std=c++20", "-g", "-O1", program + ".cpp", "-o", program, "-pthread"});
    EXPECT_EQ(built.exit_code, 0) << built.error;
    std::vector<std::string> words = {"hunt", "--quiet", "-j", "1", "--after-race=100", "--dir=kept"};
    words.insert(words.end(), expected.options.begin(), expected.options.end());
    words.push_back("./" + program);
    const auto hunted = heddle(words);
    EXPECT_EQ(hunted.exit_code, expected.certain ? 1 : 0) << hunted.error;
  }

  // The name of the first finding of this kind; empty: there is none.
  [[nodiscard]] std::string first_of(const std::string& kind) const {
    std::map<int, std::string> names;
    for (const std::string& name : left_behind()) {
      if (name.ends_with(".finding") && json::parse(read_file(folder() / name)).at("kind") == kind) {
        names.emplace(std::stoi(fs::path(name).stem()), name);
      }
    }
    return names.empty() ? "" : names.begin()->second;
  }

  // What every build has anew out of it.
  [[nodiscard]] static std::string neutral(const std::string& text) {
    const std::string without_build = std::regex_replace(text, std::regex("(kept/[a-z_]+)-[0-9a-f]{8}"), "$1-BUILD");
    return std::regex_replace(without_build, std::regex("0x[0-9a-f]{9,}"), "0xAAAAAAAAAAAA");
  }

  // The members that people and programs read, without where code lies in the file.
  [[nodiscard]] static std::string content_of(const json& finding) {
    json shown;
    for (const char* key : {"kind", "message", "certain", "file", "line", "operations", "last_synchronisation",
                            "allocated", "freed", "threads"}) {
      shown[key] = finding.at(key);
    }
    return std::regex_replace(shown.dump(2), std::regex(R"("offset": [0-9]+)"), R"("offset": 0)") + "\n";
  }

  static std::size_t occurrences(const std::string& text, const std::string& words) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; at += words.size()) {
      ++count;
    }
    return count;
  }

  static void expect_golden(const std::string& name, const std::string& got) {
    const fs::path path = fs::path(SOURCE_FOLDER) / "tests/golden" / name;
    if (std::getenv("HEDDLE_UPDATE_GOLDEN") != nullptr) {
      std::ofstream(path) << got;
    }
    EXPECT_EQ(got, read_file(path)) << "differs from " << path;
  }

  void expect_reports(const Reported& expected) const {
    hunt(expected);
    const std::string name = first_of(expected.kind);
    ASSERT_TRUE(name.ends_with("/1.finding")) << name;
    const json finding = json::parse(read_file(folder() / name));
    EXPECT_EQ(finding.at("certain"), expected.certain);
    EXPECT_EQ(wrong_numbers(finding), "");
    const std::string shown = heddle({"show", name}).out;
    EXPECT_EQ(occurrences(shown, " is preempted --"), finding.at("preemptions"));
    expect_golden(expected.program + ".txt", neutral(shown));
    expect_golden(expected.program + ".json", content_of(finding));
    const auto replayed = heddle({"replay", name});
    EXPECT_EQ(replayed.exit_code, expected.certain ? 1 : 0) << replayed.error;
    EXPECT_TRUE(replayed.out.ends_with((expected.certain ? "reproduced: " : "hint reproduced: ") + shown))
        << replayed.out;
  }
};

// Of context bounding, only what comes without a preemption: what would come next is the deadlock itself.
const std::vector<std::string> kNoPreemption = {kDetectors, "--bound=0"};

TEST_F(FaultReport, RaceOnAGlobalThatOneThreadProtectsByALock) { expect_reports({"race_global", "data-race"}); }
TEST_F(FaultReport, RaceOnBitFields) { expect_reports({"race_bit_field", "data-race"}); }
TEST_F(FaultReport, RaceOnAnElementOfARange) { expect_reports({"race_filled", "data-race"}); }
TEST_F(FaultReport, RaceOnAFieldOfAHeapObject) { expect_reports({"race_field", "data-race"}); }
TEST_F(FaultReport, RaceOfAnAccessAndTheEndOfTheObject) { expect_reports({"race_free", "data-race"}); }

// Seen by the way it was brought about; both orders are told.
TEST_F(FaultReport, RaceThatWasCaught) {
  expect_reports({"race_caught", "data-race", {"--strategy=wp", "--detectors=none"}});
  const json orders = json::parse(read_file(folder() / first_of("data-race"))).at("orders");
  ASSERT_EQ(orders.size(), 2U);
  EXPECT_NE(orders[0].at("first"), orders[1].at("first"));
  EXPECT_NE(orders[0].at("failed"), orders[1].at("failed"));
}

TEST_F(FaultReport, NoCommonLock) {
  expect_reports({"no_common_lock", "no-common-lock", {"--detectors=lockset"}, false});
}
TEST_F(FaultReport, PossibleDeadlockOfTwoThreads) {
  expect_reports({"possible_deadlock", "possible-deadlock", kNoPreemption, false});
}
TEST_F(FaultReport, PossibleDeadlockOfThreeThreads) {
  expect_reports({"possible_deadlock_of_three", "possible-deadlock", kNoPreemption, false});
}
TEST_F(FaultReport, PossibleDeadlockOverLocksWithoutNames) {
  expect_reports({"possible_deadlock_in_heap", "possible-deadlock", kNoPreemption, false});
}

TEST_F(FaultReport, UseAfterFree) { expect_reports({"use_after_free", "use-after-free"}); }
TEST_F(FaultReport, DoubleFree) { expect_reports({"double_free", "double-free"}); }
TEST_F(FaultReport, HeapOverflow) { expect_reports({"heap_overflow", "heap-overflow"}); }
TEST_F(FaultReport, FreeByAFunctionOfAnotherFamily) { expect_reports({"wrong_free_function", "wrong-free"}); }
TEST_F(FaultReport, FreeOfTheMiddleOfABlock) { expect_reports({"wrong_free_middle", "wrong-free"}); }
TEST_F(FaultReport, FreeOfWhatIsNotOnTheHeap) { expect_reports({"wrong_free_static", "wrong-free"}); }
TEST_F(FaultReport, StackUseAfterExit) { expect_reports({"stack_use_after_exit", "stack-use-after-exit"}); }

TEST_F(FaultReport, LockDestroyedWhileHeld) { expect_reports({"lock_destroyed_held", "lock-misuse"}); }
TEST_F(FaultReport, LockFreedWhileHeld) { expect_reports({"lock_freed_held", "lock-misuse"}); }
TEST_F(FaultReport, LockTakenAgainByItsHolder) { expect_reports({"lock_taken_twice", "lock-misuse"}); }
TEST_F(FaultReport, MutexUnlockedByWhoDoesNotHoldIt) { expect_reports({"unlock_of_what_is_not_held", "lock-misuse"}); }
TEST_F(FaultReport, ReadLockReleasedByAnotherThread) {
  expect_reports({"read_lock_released_by_another", "lock-misuse"});
}
TEST_F(FaultReport, WaitWithAMutexThatIsNotHeld) { expect_reports({"wait_without_mutex", "lock-misuse"}); }
TEST_F(FaultReport, WaitsWithTwoMutexes) { expect_reports({"wait_with_two_mutexes", "lock-misuse"}); }
TEST_F(FaultReport, ThreadThatEndsWithALock) { expect_reports({"thread_ends_with_lock", "lock-misuse"}); }

// A race that breaks an assertion is named as its cause, and one of another execution is not.
TEST_F(FaultReport, FailureThatComesOfARace) {
  hunt({"race_breaks_a_sum", "assertion"});
  const std::string name = first_of("assertion");
  ASSERT_FALSE(name.empty());
  const json causes = json::parse(read_file(folder() / name)).at("causes");
  ASSERT_FALSE(causes.empty());
  EXPECT_EQ(causes.at(0).at("number"), 1);
  const std::string shown = heddle({"show", name}).out;
  expect_golden("race_breaks_a_sum.txt", neutral(shown));
  EXPECT_TRUE(heddle({"replay", name}).out.ends_with("reproduced: " + shown));
}

TEST_F(FaultReport, FailureThatComesOfNoRace) {
  hunt({"race_or_failure", "assertion", {kDetectors, "--all"}});
  const std::string name = first_of("assertion");
  ASSERT_FALSE(name.empty());
  EXPECT_FALSE(json::parse(read_file(folder() / name)).contains("causes"));
  EXPECT_NE(first_of("data-race"), "");
}

// Blocks of the page that begin with the title of a report, "data race on total (bank.cpp:4 and bank.cpp:12)".
std::vector<std::string> shown_reports(const std::string& page) {
  std::vector<std::string> reports;
  const std::regex block("\n```\n([^`]*)```\n");
  const std::regex title(R"([a-z ]+ (on|over|for) [^\n]* \([a-z_]+\.cpp:[0-9]+[^\n]*\)\n)");
  for (std::sregex_iterator found(page.begin(), page.end(), block), end; found != end; ++found) {
    const std::string text = (*found)[1];
    if (std::regex_search(text, title, std::regex_constants::match_continuous)) {
      reports.push_back(text);
    }
  }
  return reports;
}

TEST(ReadingAReport, ShowsThemAsTheyAre) {
  const fs::path source = SOURCE_FOLDER;
  std::string approved;
  for (const auto& entry : fs::directory_iterator(source / "tests/golden")) {
    approved += read_file(entry.path());
  }
  const std::vector<std::string> reports = shown_reports(read_file(source / "docs/reading-a-report.md"));
  EXPECT_GE(reports.size(), 10U);
  for (const std::string& report : reports) {
    EXPECT_NE(approved.find(report), std::string::npos) << report;
  }
}

}  // namespace
}  // namespace heddle::test
