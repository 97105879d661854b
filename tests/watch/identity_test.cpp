// Who threads are, where the order in which they are created depends on the schedule (heddle_thread_identity()), and
// where they are in the program.

#include <nlohmann/json.hpp>
#include <string>

#include "cli/command.h"

namespace heddle::test {
namespace {

using nlohmann::json;

class Identity : public CommandTest {
 protected:
  // Descriptors of one schedule's accesses, looked for in others.
  [[nodiscard]] json descriptors(const std::string& name) const {
    const CommandResult result =
        heddle({"hunt", "--strategy=refind", "--detectors=none", "--points=all", "--time=30s", "--quiet",
                "--summary=summary.json", std::string(PROGRAM_FOLDER) + "/" + name});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.error;
    const json summary = json::parse(read_file(folder() / "summary.json"), nullptr, false);
    return summary["provoked"]["descriptors"];
  }
};

TEST_F(Identity, ByGenealogyAThreadIsNowOneNowAnother) {
  const json counts = descriptors("dispatcher");
  EXPECT_EQ(counts["found"], counts["sought"]);
  EXPECT_GT(counts["sought_elsewhere"], 0);
  EXPECT_LT(counts["found_elsewhere"], counts["sought_elsewhere"]);
}

TEST_F(Identity, AProgramMaySayWhoAThreadIs) {
  const json counts = descriptors("dispatcher_with_identity");
  EXPECT_EQ(counts["found"], counts["sought"]);
  EXPECT_GT(counts["sought_elsewhere"], 0);
  EXPECT_EQ(counts["found_elsewhere"], counts["sought_elsewhere"]);
}

// By longjmp functions are left without a word: four depths from one place each, in both threads.
TEST_F(Identity, CallsThatAreLeftByLongjmpAreOver) {
  const CommandResult result = heddle({"hunt", "--free", "--executions=1", "--quiet", "--summary=summary.json",
                                       std::string(PROGRAM_FOLDER) + "/longjmps"});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  const json summary = json::parse(read_file(folder() / "summary.json"), nullptr, false);
  const std::uint64_t conflicts = summary["provoked"]["conflicts"]["seen"];
  EXPECT_GT(conflicts, 0U);
  EXPECT_LT(conflicts, 200U);
}

}  // namespace
}  // namespace heddle::test
