// Both orders of a race that was caught are run to their ends, and the report says what came of each.

#include <string>
#include <vector>

#include "cli/command.h"

namespace heddle::test {
namespace {

class Orders : public CommandTest {
 protected:
  // What the report says of the race that was caught.
  std::string report(const std::string& program, const std::string& argument = {}) {
    std::vector<std::string> words{"hunt", "--strategy=wp", "--detectors=caught,heap", "--exit-status=ignore",
                                   std::string(PROGRAM_FOLDER) + "/" + program};
    if (!argument.empty()) {
      words.push_back(argument);
    }
    return heddle(words).out;
  }
};

TEST_F(Orders, MemoryUsedOutsideOfItsLifeIsHarm) {
  const std::string text = report("freed_by_a_flag");
  EXPECT_TRUE(contains(text, "  in this test it does harm: with T0 first: use after free on block[]: write by T1 at "))
      << text;
  EXPECT_TRUE(contains(text, ", of memory that T0 has freed; with T1 first: passed\n")) << text;
}

TEST_F(Orders, WhatPassesEitherWayDoesNoHarm) {
  const std::string text = report("same_value");
  EXPECT_TRUE(contains(text, "  in this test it does no harm: ")) << text;
}

TEST_F(Orders, WhatFailsEitherWayIsNotPutDownToTheRace) {
  const std::string text = report("same_value", "fail");
  EXPECT_TRUE(contains(text, "  in this test the program fails either way: ")) << text;
}

}  // namespace
}  // namespace heddle::test
