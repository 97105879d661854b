// What fuzzers and their regression tests know of the files and words that come from outside.
//
// A mutation is made whole again: checksums, sizes and numbers are put right, as somebody would who forges a file. What
// reads it must take it or refuse it in one line. Everything else ends the process: a sanitizer's report, an exception,
// a broken promise (require()).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.h"

namespace heddle::fuzz {

struct Format {
  std::string_view name;
  // What the fuzzer starts from, made by the code that writes such files.
  std::vector<std::string> (*seeds)();
  // Not whole yet.
  std::string (*mutated)(const std::string& input, Rng& rng);
  std::string (*made_whole)(const std::string& input);
  bool (*read)(const std::string& input);  // whether it was taken, all of it
};

[[nodiscard]] std::span<const Format> formats();
[[nodiscard]] const Format* find_format(std::string_view name);

// A mutation that is whole, of this input or, now and then, of a seed.
[[nodiscard]] std::string forged(const Format& format, const std::string& input, Rng& rng);

// Rows of the table.
extern const Format kFindings;
extern const Format kSchedules;
extern const Format kHeaders;
extern const Format kLogs;
extern const Format kTraces;
extern const Format kSuppressions;
extern const Format kOptions;

// --- What they share.

// Ends the process, and says what was promised.
void require(bool holds, const char* promise);
// An error is one line.
void require_line(const std::string& error);

[[nodiscard]] std::string mutated_bytes(const std::string& input, Rng& rng);
// Members and elements of JSON taken away, exchanged, doubled; bytes where it is no JSON.
[[nodiscard]] std::string mutated_json(const std::string& input, Rng& rng);

// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content);
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile();
  [[nodiscard]] std::string path() const;

 private:
  int descriptor_;
};

// A file of a kind whose content is `header` and then records: cut into those, and joined again.
struct Record {
  std::string header;
  std::string body;
};
[[nodiscard]] std::vector<Record> mutated_records(std::vector<Record> records, Rng& rng);

}  // namespace heddle::fuzz
