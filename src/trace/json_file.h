// What the JSON formats of this folder share: reading, the checksum, and the words for files that are no good. For the
// sources of this folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/outcome.h"
#include "core/schedule.h"
#include "trace/expected.h"

namespace heddle::json_file {

using nlohmann::json;

struct Format {
  std::string_view name;  // member "format"
  std::string_view noun;  // "schedule", in errors
  int version = 1;        // the newest and only one that is read
};

// What programs print is not always UTF-8, JSON is: other bytes become U+FFFD.
[[nodiscard]] std::string dump(const json& value);
// Over everything but the member "checksum", in canonical form.
[[nodiscard]] std::string checksum(json content);
// An array with one element per line: compact enough for thousands, and a difference of two files shows where they
// part.
[[nodiscard]] std::string lines(const json& array);

Expected<std::string> read_text(const std::filesystem::path& path, const Format& format);
// Parsed, of this format and version, with a checksum that matches. `name` is what errors call the text.
Expected<json> parse(std::string_view text, std::string_view name, const Format& format);
// What is wrong with a file whose members are not as they should be.
[[nodiscard]] Error malformed(std::string_view name);

// These throw json::exception where the value is of another type or range: the caller knows what file it is.
[[noreturn]] void refuse(const char* what, const json& value);
[[nodiscard]] std::uint64_t parse_hex(const json& value);
[[nodiscard]] OutcomeKind parse_outcome(const json& value);
[[nodiscard]] Schedule parse_schedule(const json& deviations);
[[nodiscard]] json to_json(const Schedule& schedule);

template <typename Number>
Number parse_number(const json& value) {
  const auto number = value.get<std::uint64_t>();
  if (!value.is_number_unsigned() || number > std::numeric_limits<Number>::max()) {
    refuse("number out of range", value);
  }
  return static_cast<Number>(number);
}

}  // namespace heddle::json_file
