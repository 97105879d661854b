// Names and arguments in JSON. The kernel lets them be any bytes, JSON strings are UTF-8: what is none becomes an
// object
// {"hex": "ff00"}, so that it comes back as it was. Files written before there were such objects have strings only.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::json_bytes {

// Two digits for every byte.
[[nodiscard]] std::string to_hex(std::string_view bytes);
[[nodiscard]] nlohmann::json to_json(std::string_view bytes);
[[nodiscard]] nlohmann::json to_json(const std::vector<std::string>& all);

// These throw nlohmann::json::exception where the value is something else.
[[nodiscard]] std::string from_hex(const nlohmann::json& value);
[[nodiscard]] std::string parse(const nlohmann::json& value);
// Of the arguments of a program: without zeros, which would end them.
[[nodiscard]] std::vector<std::string> parse_all(const nlohmann::json& array);

}  // namespace heddle::json_bytes
