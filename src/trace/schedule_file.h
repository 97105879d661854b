// Schedule files: a schedule with what it belongs to and what it leads to.
//
// JSON, meant to be read by people too:
//
//   {
//     "format": "heddle-schedule",
//     "version": 1,
//     "program": "bank",
//     "arguments": [],
//     "build_id": "1a2b3c...",
//     "points": {"set": "all", "version": 0},
//     "seed": 7,
//     "input": {"bytes": 0, "hash": "0000000000000000"},
//     "outcome": {"kind": "assertion", "message": "bank.cpp:14: ...", "signal": 6},
//     "event_hash": "89abcdef01234567",
//     "threads": ["main", "main.1", "main.2"],
//     "deviations": [
//       [12, 1, 0, 305419896],
//     ],
//     "checksum": "..."
//   }
//
// A deviation is [step, thread, variant, check] as in core/schedule.h. The checksum is over everything else in
// canonical form (keys sorted, no white space), so a file may be reformatted but not altered by accident.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/outcome.h"
#include "core/schedule.h"
#include "trace/atomic_file.h"
#include "trace/expected.h"

namespace heddle {

// Members may be added without raising it; readers ignore those they do not know.
inline constexpr int kScheduleFileVersion = 1;

struct ScheduleFile {
  std::string program;
  std::vector<std::string> arguments;
  std::string build_id;  // hexadecimal
  std::string point_set = "all";
  PointSetVersion points;
  std::uint64_t seed = 0;
  std::uint64_t input_bytes = 0;  // of standard input
  std::uint64_t input_hash = 0;
  OutcomeKind outcome = OutcomeKind::kPassed;
  std::string message;
  std::int32_t signal = 0;
  std::uint64_t event_hash = 0;
  std::vector<std::string> threads;  // genealogical paths, for the reader's eye
  Schedule schedule;

  friend bool operator==(const ScheduleFile&, const ScheduleFile&) = default;
};

[[nodiscard]] std::string to_text(const ScheduleFile& file);
// `name` is what errors call the text.
Expected<ScheduleFile> parse_schedule(std::string_view text, std::string_view name);

Expected<ScheduleFile> read_schedule(const std::filesystem::path& path);
Expected<Written> write_schedule(const std::filesystem::path& path, const ScheduleFile& file, IfExists if_exists);

// 16 hexadecimal digits.
[[nodiscard]] std::string hex(std::uint64_t value);

}  // namespace heddle
