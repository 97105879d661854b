#include "trace/json_bytes.h"

#include "trace/json_file.h"
#include "trace/utf8.h"

namespace heddle::json_bytes {

using nlohmann::json;

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text += kDigits[static_cast<unsigned char>(byte) >> 4U];
    text += kDigits[static_cast<unsigned char>(byte) & 15U];
  }
  return text;
}

json to_json(std::string_view bytes) {
  return is_utf8(bytes) ? json(std::string(bytes)) : json{{"hex", to_hex(bytes)}};
}

json to_json(const std::vector<std::string>& all) {
  json array = json::array();
  for (const std::string& bytes : all) {
    array.push_back(to_json(bytes));
  }
  return array;
}

std::string from_hex(const json& value) {
  const auto& text = value.get_ref<const std::string&>();
  const auto digit = [&](char c) {
    const auto number = std::string_view("0123456789abcdef").find(c);
    if (number == std::string_view::npos) {
      json_file::refuse("not a hexadecimal digit", value);
    }
    return number;
  };
  if (text.size() % 2 != 0) {
    json_file::refuse("half a byte", value);
  }
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    bytes += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
  }
  return bytes;
}

std::string parse(const json& value) {
  return value.is_object() ? from_hex(value.at("hex")) : value.get<std::string>();
}

std::vector<std::string> parse_all(const json& array) {
  if (!array.is_array()) {
    json_file::refuse("not a list", array);
  }
  std::vector<std::string> all;
  for (const json& value : array) {
    all.push_back(parse(value));
    if (all.back().find('\0') != std::string::npos) {
      json_file::refuse("an argument with a zero in it", value);
    }
  }
  return all;
}

}  // namespace heddle::json_bytes
