// heddle show: the report of a finding, without running anything.

#include <fmt/format.h>

#include "cli/base/messages.h"
#include "cli/base/printing.h"
#include "cli/commands/commands.h"
#include "cli/findings/report_page.h"
#include "cli/options/options_parser.h"
#include "detectors/finding_kinds.h"
#include "report/text_report.h"
#include "trace/finding_file.h"

namespace heddle::cli {

int show(int argc, char** argv) {
  OptionsParser parser("heddle show", "heddle show FINDING [--columns]",
                       "Prints the report of a finding, without running anything. The program need not exist.");
  parser.footer("Exit status: 0 it was printed; 2 the finding cannot be read.");
  bool columns = false;
  parser.add_flag("--columns", columns, "Print a column for every thread, even on a narrow terminal", "Output");
  if (const auto code = parser.parse_words({argv, static_cast<std::size_t>(argc)})) {
    return *code;
  }
  if (parser.rest().size() != 1 || parser.rest().front().empty()) {
    return parser.usage_error(parser.rest().empty() ? "no finding given" : "one finding at a time");
  }
  const auto finding = read_finding(parser.rest().front(), is_known);
  if (!finding) {
    return fail(kExitUsage, finding.error());
  }
  print("{}", to_text(*finding, report_page(columns)));
  return kExitClean;
}

}  // namespace heddle::cli
