// What the JSON formats of this folder share: reading, the checksum, and the words for files that are no good. For the
// sources that read and write them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

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

// Text whose structure is no deeper than any of ours, as JSON or not. What comes from outside has to pass this first:
// json copies, compares and writes by recursion, and a forged file must not end us.
[[nodiscard]] bool is_shallow(std::string_view text);

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
  // Not json's own conversion, which makes integers of anything, and is undefined for most floating-point numbers.
  const bool is_unsigned = value.is_number_unsigned() && std::in_range<Number>(value.get<std::uint64_t>());
  const bool is_signed =
      value.is_number_integer() && !value.is_number_unsigned() && std::in_range<Number>(value.get<std::int64_t>());
  if (is_unsigned) {
    return static_cast<Number>(value.get<std::uint64_t>());
  }
  if (!is_signed) {
    refuse("not a number, or out of range", value);
  }
  return static_cast<Number>(value.get<std::int64_t>());
}

// 0 where the object has no such member.
template <typename Number>
Number parse_number_or_0(const json& object, const char* key) {
  const auto member = object.find(key);
  return member == object.end() ? Number{0} : parse_number<Number>(*member);
}

}  // namespace heddle::json_file
