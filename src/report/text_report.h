// A finding as text for people: what failed, who was there, what happened in which order, and how to see it again.
#pragma once

#include <cstddef>
#include <string>

#include "trace/finding_file.h"

namespace heddle {

struct TextReportOptions {
  bool columns = false;     // the story with a column for every thread; lines where they would be too narrow
  std::size_t width = 120;  // of the page, for columns
};

[[nodiscard]] std::string to_text(const FindingFile& finding, const TextReportOptions& options);

// Whether the last line of its story says what a thread did: that thread ran last.
[[nodiscard]] bool ending_names_thread(const FindingFile& finding);

// The story alone.
[[nodiscard]] std::string story_lines(const FindingFile& finding);
// Empty where the page is too narrow for that many threads.
[[nodiscard]] std::string story_columns(const FindingFile& finding, std::size_t width);

}  // namespace heddle
