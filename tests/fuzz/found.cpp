#include "found.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/search_records.h"
#include "format.h"
#include "trace/commit_log_format.h"

namespace heddle::fuzz {
namespace {

// A log in which these bytes of a record stand for others.
std::string log_with(std::size_t record, std::size_t offset, std::uint64_t value) {
  std::string log = find_format("log")->seeds().front();
  std::size_t at = 1 + sizeof(commit_log_format::FileHeader);
  commit_log_format::RecordHeader header;
  for (std::size_t before = 0;; ++before) {
    std::memcpy(&header, log.data() + at, sizeof header);
    at += sizeof header;
    if (before == record) {
      break;
    }
    at += header.size + commit_log_format::padding_after(header.size);
  }
  std::memcpy(log.data() + at + offset, &value, sizeof value);
  return log;
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

std::vector<Found> found_inputs() {
  return {
      // Copied and written by recursion.
      {.format = "header", .input = R"({"format":"heddle-search","version":)" + nested(200'000) + "}"},
      {.format = "header", .input = R"({"format":)" + nested(200'000) + "}"},
      {.format = "finding", .input = R"({"format":"heddle-finding","version":)" + nested(200'000) + "}"},
      // A number that no integer can be made of.
      {.format = "finding", .input = R"({"format":"heddle-finding","version":1e300})"},
      // A round that may take no step: the next one began at once, and so on for ever.
      {.format = "log", .input = log_with(1, offsetof(search_records::RoundHead, limit), 0)},
      {.format = "log", .input = log_with(1, offsetof(search_records::RoundHead, limit), std::uint64_t{15} << 48U)},
  };
}

}  // namespace heddle::fuzz
