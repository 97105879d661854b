#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "cli/story/event_describer.h"

namespace heddle::cli {
namespace {

template <typename Value>
Value as(const std::uint64_t (&bytes)[2]) {
  Value value;
  static_assert(sizeof value <= sizeof bytes);
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

bool is_unsigned(const std::string& type) {
  return type.starts_with("unsigned") || type.starts_with("uint") || type.starts_with("size_t") ||
         type.find("::size_t") != std::string::npos || type.find("::uint") != std::string::npos;
}

// By whole words: "pointer" has an "int" in it.
bool is_arithmetic(std::string_view type) {
  constexpr std::array<std::string_view, 5> kWords = {"int", "long", "short", "char", "unsigned"};
  while (!type.empty()) {
    const std::size_t end = std::min(type.find_first_of(" :<>,"), type.size());
    const std::string_view word = type.substr(0, end);
    if (word.ends_with("_t") || std::ranges::find(kWords, word) != kWords.end()) {
      return true;
    }
    type.remove_prefix(std::min(end + 1, type.size()));
  }
  return false;
}

std::int64_t signed_value(const std::uint64_t (&bytes)[2], unsigned size) {
  const unsigned unused = 64 - size * 8;
  return static_cast<std::int64_t>(bytes[0] << unused) >> unused;
}

std::string integer_text(const std::uint64_t (&bytes)[2], unsigned size, const std::string& type) {
  return is_unsigned(type) ? fmt::format("{}", bytes[0]) : fmt::format("{}", signed_value(bytes, size));
}

// "int:3@5": three bits, from the sixth on.
struct BitField {
  std::string type;
  unsigned bits = 0;
  unsigned first = 0;
};

std::optional<BitField> bit_field_of(const std::string& type) {
  const std::size_t at = type.rfind('@');
  const std::size_t colon = at == std::string::npos ? at : type.rfind(':', at);
  BitField field;
  const char* text = type.data();
  if (colon == std::string::npos || std::from_chars(text + colon + 1, text + at, field.bits).ptr != text + at ||
      std::from_chars(text + at + 1, text + type.size(), field.first).ptr != text + type.size() || field.bits == 0 ||
      field.bits + field.first > 64) {
    return std::nullopt;
  }
  field.type = type.substr(0, colon);
  return field;
}

std::string bit_field_text(std::uint64_t value, const BitField& field) {
  const unsigned above = 64 - field.first - field.bits;
  const std::uint64_t alone = value << above;
  if (field.type == "bool" || field.type == "_Bool") {
    return alone != 0 ? "true" : "false";
  }
  const unsigned unused = 64 - field.bits;
  return is_unsigned(field.type) ? fmt::format("{}", alone >> unused)
                                 : fmt::format("{}", static_cast<std::int64_t>(alone) >> unused);
}

}  // namespace

std::string value_text(const std::uint64_t (&value)[2], unsigned size, const std::string& type) {
  if (size == 0) {
    return "";
  }
  if (const auto field = bit_field_of(type)) {
    return bit_field_text(value[0], *field);
  }
  if (type == "float" && size == sizeof(float)) {
    return fmt::format("{}", as<float>(value));
  }
  if (type == "double" && size == sizeof(double)) {
    return fmt::format("{}", as<double>(value));
  }
  if ((type == "bool" || type == "_Bool") && size == 1 && value[0] <= 1) {
    return value[0] == 1 ? "true" : "false";
  }
  if (type.ends_with("*") || type.ends_with("&")) {
    return value[0] == 0 ? "null" : fmt::format("{:#x}", value[0]);
  }
  if (type == "char" && size == 1 && value[0] >= ' ' && value[0] <= '~') {
    return fmt::format("'{}'", static_cast<char>(value[0]));
  }
  // Of another type and of the size of an address in user space: more likely one than a number.
  constexpr std::uint64_t kLowestLikelyAddress = std::uint64_t{1} << 40U;
  constexpr std::uint64_t kHighestLikelyAddress = std::uint64_t{1} << 47U;
  if (!is_arithmetic(type) && size == 8 && value[0] >= kLowestLikelyAddress && value[0] < kHighestLikelyAddress) {
    return fmt::format("{:#x}", value[0]);
  }
  if (size == 1 || size == 2 || size == 4 || size == 8) {
    const std::uint64_t masked[2] = {size == 8 ? value[0] : value[0] & ((std::uint64_t{1} << (size * 8)) - 1), 0};
    return integer_text(masked, size, type);
  }
  if (size == 16 && value[1] != 0) {
    return fmt::format("{:#x}{:016x}", value[1], value[0]);
  }
  return fmt::format("{:#x}", value[0]);
}

}  // namespace heddle::cli
