// JSON changed where it matters: not its letters, but its members.
#include <nlohmann/json.hpp>

#include "format.h"
#include "trace/json_file.h"

namespace heddle::fuzz {
namespace {

using nlohmann::json;

json telling_value(Rng& rng) {
  switch (rng.below(12)) {
    case 0:
      return nullptr;
    case 1:
      return rng.below(2) == 0;
    case 2:
      return std::int64_t{-1} - static_cast<std::int64_t>(rng.below(3));
    case 3:
      return ~std::uint64_t{0} >> rng.below(64);
    case 4:
      return 1e300;
    case 5:
      return -0.5;
    case 6:
      return std::string(1U << rng.below(12), 'x');
    case 7:
      return "ffffffffffffffff";
    case 8:
      return json::array();
    case 9:
      return json::object();
    case 10:
      return std::string("a\nb\x1b[31m\0c", 9 + rng.below(2));
    default:
      return rng.below(70'000);
  }
}

// Of the value, one that is inside it or itself.
json& any_within(json& value, Rng& rng) {
  json* at = &value;
  while (at->is_structured() && !at->empty() && rng.below(6) != 0) {
    at = &*std::next(at->begin(), rng.below(static_cast<std::uint32_t>(at->size())));
  }
  return *at;
}

void change(json& whole, Rng& rng) {
  json& value = any_within(whole, rng);
  switch (rng.below(6)) {
    case 0:
      value = telling_value(rng);
      break;
    case 1: {
      const json other = any_within(whole, rng);
      value = other;
      break;
    }
    case 2:
      if (value.is_structured() && !value.empty()) {
        value.erase(std::next(value.begin(), rng.below(static_cast<std::uint32_t>(value.size()))));
      }
      break;
    case 3:
      if (value.is_array()) {
        value.push_back(value.empty() ? telling_value(rng) : value[0]);
      }
      break;
    case 4:
      if (value.is_string()) {
        value = mutated_bytes(value.get<std::string>(), rng);
      } else if (value.is_number_unsigned()) {
        value = value.get<std::uint64_t>() + rng.below(5) - 2;
      }
      break;
    default:
      for (std::uint32_t depth = 1U << rng.below(6); depth != 0; --depth) {
        value = json::array({value});
      }
  }
}

}  // namespace

std::string mutated_json(const std::string& input, Rng& rng) {
  json value = json_file::is_shallow(input) ? json::parse(input, nullptr, /*allow_exceptions=*/false)
                                            : json(json::value_t::discarded);
  if (value.is_discarded() || rng.below(32) == 0) {
    return mutated_bytes(input, rng);
  }
  change(value, rng);
  return json_file::dump(value);
}

}  // namespace heddle::fuzz
