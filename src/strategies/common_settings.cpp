#include "strategies/common_settings.h"

#include <optional>

namespace heddle {

namespace {

constexpr std::string_view kFair = "fair:";

std::optional<Continuing> read(std::string_view value) {
  if (value == "random") {
    return Continuing{.continuation = Continuation::kRandom};
  }
  if (value == "minimum") {
    return Continuing{.slice = kNoSlice};
  }
  if (!value.starts_with(kFair)) {
    return std::nullopt;
  }
  value.remove_prefix(kFair.size());
  const auto slice = parse_number(value);
  if (!slice || *slice == 0 || *slice >= kNoSlice) {
    return std::nullopt;
  }
  return Continuing{.slice = static_cast<std::uint32_t>(*slice)};
}

}  // namespace

Continuing continuing(const Settings& settings) { return read(settings.value(kContinuation)).value_or(Continuing()); }

std::string check_continuation(std::string& value) {
  const auto known = read(value);
  if (!known) {
    return "'" + value + "' is not random, minimum or fair:K with a number of steps K";
  }
  if (value.starts_with(kFair)) {
    value = std::string(kFair) + std::to_string(known->slice);
  }
  return "";
}

std::string check_fixed_continuation(std::string& value) {
  std::string complaint = check_continuation(value);
  return complaint.empty() && value == "random" ? "'random' needs a seed" : complaint;
}

}  // namespace heddle
