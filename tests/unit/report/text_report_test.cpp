#include "report/text_report.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(TextReport, TerminalsDoNotObeyWhatTheProgramPrinted) {
  FindingFile finding;
  finding.output = "plain\tm\xc3\xbc\x1b[2J\x07\nnext\x7f\n";
  const std::string text = to_text(finding, {});
  EXPECT_NE(text.find("  | plain\tm\xc3\xbc\\x1b[2J\\x07\n  | next\\x7f\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace heddle
