// Reports of data races, from compiled programs, in text and JSON, against the approved ones of tests/golden.
//
// HEDDLE_UPDATE_GOLDEN=1 race_report_test writes those anew; look at the difference before it is committed.

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "../cli/command.h"

namespace heddle::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class RaceReport : public CommandTest {
 protected:
  // Builds a program of this folder, hunts, and gives the name of its first finding.
  [[nodiscard]] std::string found(const std::string& program) const {
    fs::copy(fs::path(SOURCE_FOLDER) / "tests/reports" / (program + ".cpp"), folder());
    const auto built = heddle({"c++", "-std=c++20", "-g", "-O1", program + ".cpp", "-o", program, "-pthread"});
    EXPECT_EQ(built.exit_code, 0) << built.error;
    const auto hunted = heddle({"hunt", "--quiet", "-j", "1", "--detectors=hb", "--dir=kept", "./" + program});
    EXPECT_EQ(hunted.exit_code, 1) << hunted.error;
    for (const std::string& name : left_behind()) {
      if (name.ends_with("/1.finding")) {
        return name;
      }
    }
    ADD_FAILURE() << "nothing was found";
    return "";
  }

  // What every build has anew out of it.
  [[nodiscard]] static std::string neutral(const std::string& text) {
    const std::string without_build = std::regex_replace(text, std::regex("(race_[a-z]+)-[0-9a-f]{8}"), "$1-BUILD");
    return std::regex_replace(without_build, std::regex("0x[0-9a-f]{9,}"), "0xAAAAAAAAAAAA");
  }

  // The members that people and programs read, without where code lies in the file.
  [[nodiscard]] std::string content_of(const std::string& finding) const {
    const json all = json::parse(read_file(folder() / finding));
    json shown;
    for (const char* key :
         {"kind", "certain", "file", "line", "operations", "last_synchronisation", "allocated", "freed", "threads"}) {
      shown[key] = all.at(key);
    }
    return std::regex_replace(shown.dump(2), std::regex(R"("offset": [0-9]+)"), R"("offset": 0)") + "\n";
  }

  static void expect_golden(const std::string& name, const std::string& got) {
    const fs::path path = fs::path(SOURCE_FOLDER) / "tests/golden" / name;
    if (std::getenv("HEDDLE_UPDATE_GOLDEN") != nullptr) {
      std::ofstream(path) << got;
    }
    EXPECT_EQ(got, read_file(path)) << "differs from " << path;
  }

  void expect_reports(const std::string& program) const {
    const std::string finding = found(program);
    const std::string shown = heddle({"show", finding}).out;
    expect_golden(program + ".txt", neutral(shown));
    expect_golden(program + ".json", content_of(finding));
    const auto replayed = heddle({"replay", finding});
    EXPECT_EQ(replayed.exit_code, 1) << replayed.error;
    EXPECT_EQ(replayed.out, "reproduced: " + shown);
  }
};

TEST_F(RaceReport, OfAGlobalThatOneThreadProtectsByALock) { expect_reports("race_global"); }
TEST_F(RaceReport, OfAFieldOfAHeapObject) { expect_reports("race_field"); }
TEST_F(RaceReport, OfAnAccessAndTheEndOfTheObject) { expect_reports("race_free"); }

}  // namespace
}  // namespace heddle::test
