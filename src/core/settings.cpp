#include "core/settings.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace heddle {

namespace {

std::errc read_number(std::string_view text, std::uint64_t& number) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  text.remove_prefix(is_hex ? 2 : 0);
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number, is_hex ? 16 : 10);
  return read.ptr == end ? read.ec : std::errc::invalid_argument;
}

}  // namespace

std::string_view Settings::line_of(std::string_view name) const {
  std::string_view rest = text_;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (line.size() > name.size() && line.starts_with(name) && line[name.size()] == '=') {
      return line;
    }
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return {};
}

void Settings::set(const Setting& setting, std::string_view value) {
  if (const std::string_view line = line_of(setting.name); !line.empty()) {
    text_.erase(static_cast<std::size_t>(line.data() - text_.data()), line.size() + 1);
  }
  text_.append(setting.name).append("=").append(value).append("\n");
}

bool Settings::has(const Setting& setting) const { return !line_of(setting.name).empty(); }

std::string_view Settings::value(const Setting& setting) const {
  const std::string_view line = line_of(setting.name);
  return line.empty() ? setting.fallback : line.substr(setting.name.size() + 1);
}

std::uint64_t Settings::number(const Setting& setting) const { return parse_number(value(setting)).value_or(0); }

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  return read_number(text, number) == std::errc() ? std::optional(number) : std::nullopt;
}

std::string check_number(std::string& value) {
  std::uint64_t number = 0;
  if (const std::errc error = read_number(value, number); error != std::errc()) {
    return "'" + value + (error == std::errc::result_out_of_range ? "' is too large" : "' is not a whole number");
  }
  value = std::to_string(number);
  return "";
}

}  // namespace heddle
