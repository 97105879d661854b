#include "cli/findings/report_page.h"

#include <unistd.h>

#include <algorithm>

#include "cli/base/terminal.h"

namespace heddle::cli {

TextReportOptions report_page(bool columns_wanted) {
  constexpr std::size_t kRoomForColumns = 100;
  TextReportOptions options;
  if (::isatty(STDOUT_FILENO) != 0) {
    options.width = terminal_width(STDOUT_FILENO);
    options.columns = options.width >= kRoomForColumns;
  }
  if (columns_wanted) {
    options.columns = true;
    options.width = std::max(options.width, kRoomForColumns);
  }
  return options;
}

}  // namespace heddle::cli
