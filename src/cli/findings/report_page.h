// The page a report is printed on.
#pragma once

#include "report/text_report.h"

namespace heddle::cli {

// For standard output: columns where they are asked for or the terminal has room for them.
[[nodiscard]] TextReportOptions report_page(bool columns_wanted);

}  // namespace heddle::cli
