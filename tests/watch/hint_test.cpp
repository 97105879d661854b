// Hints at deadlocks that were provoked say so.

#include <nlohmann/json.hpp>
#include <string>

#include "cli/command.h"

namespace heddle::test {
namespace {

using nlohmann::json;

class Hint : public CommandTest {};

TEST_F(Hint, SaysThatItWasProvokedInVain) {
  const CommandResult result = heddle({"hunt", "--strategy=provoke", "--detectors=lockorder", "--summary=summary.json",
                                       std::string(PROGRAM_FOLDER) + "/orders_in_turn"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.error;
  EXPECT_TRUE(contains(result.out,
                       "  not reproduced: heddle tried this lock cycle, with each of the threads first, and it did "
                       "not close\n"))
      << result.out;
  const json summary = json::parse(read_file(folder() / "summary.json"), nullptr, false);
  EXPECT_EQ(summary["provoked"]["cycles"]["unmet"], 1);
  ASSERT_EQ(summary["findings"].size(), 1U);
  EXPECT_EQ(summary["findings"][0]["certain"], false);
  const CommandResult shown = heddle({"show", summary["findings"][0]["path"].get<std::string>()});
  EXPECT_TRUE(contains(shown.out, "not reproduced: heddle tried this lock cycle")) << shown.out << shown.error;
}

// One of the two closes, and is a deadlock; of the other it says that it did not.
TEST_F(Hint, EachSaysWhatWasTriedForItsOwnCycle) {
  const CommandResult result = heddle({"hunt", "--strategy=provoke", "--detectors=lockorder", "--all",
                                       "--summary=summary.json", std::string(PROGRAM_FOLDER) + "/two_orders"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.error;
  const json summary = json::parse(read_file(folder() / "summary.json"), nullptr, false);
  EXPECT_EQ(summary["provoked"]["cycles"]["met"], 1);
  EXPECT_EQ(summary["provoked"]["cycles"]["unmet"], 1);
  int hints = 0;
  for (const json& finding : summary["findings"]) {
    if (finding["certain"] == true) {
      EXPECT_EQ(finding["kind"], "deadlock");
      continue;
    }
    ++hints;
    const std::string shown = heddle({"show", finding["path"].get<std::string>()}).out;
    const bool is_real = contains(shown, "real_left");
    EXPECT_EQ(contains(shown, "  heddle tried this lock cycle, with each of the threads first, and it closed\n"),
              is_real)
        << shown;
    EXPECT_EQ(contains(shown,
                       "  not reproduced: heddle tried this lock cycle, with each of the threads first, "
                       "and it did not close\n"),
              !is_real)
        << shown;
  }
  EXPECT_EQ(hints, 2);
}

TEST_F(Hint, WithoutProvocationItDoesNot) {
  const CommandResult result =
      heddle({"hunt", "--bound=0", "--detectors=lockorder", std::string(PROGRAM_FOLDER) + "/orders_in_turn"});
  EXPECT_TRUE(contains(result.out, "a hint: it may go wrong")) << result.out << result.error;
  EXPECT_FALSE(contains(result.out, "reproduced")) << result.out;
}

}  // namespace
}  // namespace heddle::test
