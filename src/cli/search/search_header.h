// What a search is of: the first record of its log, by which it can be gone on with, shown and joined with others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/target/target_runner.h"
#include "trace/expected.h"
#include "trace/segment.h"

namespace heddle::cli {

struct SearchHeader {
  std::string program;  // as it was named
  std::string build_id;
  std::vector<std::string> arguments;
  std::vector<std::string> options;  // those that make it this search and no other, as "--name=value"
  std::string strategy;
  std::string explore;  // which call of heddle_explore(); empty: none is named
  std::uint64_t input_bytes = 0;
  std::uint64_t input_hash = 0;
  Adaptation adaptation;
  std::uint32_t shard = 0;
  std::uint32_t shards = 1;
  std::int64_t started = 0;  // seconds since 1970
  std::int64_t process = 0;  // of the supervisor
};

[[nodiscard]] std::string to_json_text(const SearchHeader& header);
// `name` is what errors call it.
[[nodiscard]] Expected<SearchHeader> parse_header(std::string_view text, std::string_view name);

}  // namespace heddle::cli
