// The table of bench/find, and the same as JSON.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "find_runs.h"

namespace heddle::bench {

struct FindReport {
  std::vector<Method> methods;
  std::vector<Row> rows;
  std::size_t name_width = 0;  // of the longest name of a program
  double cap = 0;              // seconds for each hunt
  double run_limit = 0;        // seconds for each run with ThreadSanitizer
  int repetitions = 0;         // of those runs
  bool sanitized = false;      // they were made
  bool interrupted = false;
  double load = 0;  // load average at the beginning
};

// Line by line, while it goes on.
[[nodiscard]] std::string heading(const FindReport& report);
[[nodiscard]] std::string line(const FindReport& report, const Row& row);
[[nodiscard]] std::string totals(const FindReport& report);
[[nodiscard]] std::string to_json(const FindReport& report);

// Some hunt gave no verdict.
[[nodiscard]] bool has_error(const FindReport& report);

}  // namespace heddle::bench
