#include "cli/search_header.h"

#include <nlohmann/json.hpp>

namespace heddle::cli {
namespace {

using nlohmann::json;
constexpr const char* kFormat = "heddle-search";
constexpr int kVersion = 3;

}  // namespace

std::string to_json_text(const SearchHeader& header) {
  const json value{{"format", kFormat},
                   {"version", kVersion},
                   {"program", header.program},
                   {"build_id", header.build_id},
                   {"arguments", header.arguments},
                   {"options", header.options},
                   {"strategy", header.strategy},
                   {"explore", header.explore},
                   {"input_bytes", header.input_bytes},
                   {"input_hash", header.input_hash},
                   {"reset", static_cast<std::uint32_t>(header.adaptation.reset)},
                   {"reset_reason", header.adaptation.reason},
                   {"library_constructors", header.adaptation.library_constructors},
                   {"unseen_waits", header.adaptation.unseen_waits},
                   {"shard", header.shard},
                   {"shards", header.shards},
                   {"started", header.started},
                   {"process", header.process}};
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

Expected<SearchHeader> parse_header(std::string_view text, std::string_view name) {
  const json value = json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto wrong = [name](const std::string& what) { return Error{std::string(name) + what}; };
  if (!value.is_object() || value.value("format", "") != kFormat) {
    return wrong(" is not the log of a search");
  }
  if (const int version = value.value("version", 0); version != kVersion) {
    return wrong(" is of version " + std::to_string(version) + ", this heddle reads " + std::to_string(kVersion));
  }
  try {
    SearchHeader header;
    value.at("program").get_to(header.program);
    value.at("build_id").get_to(header.build_id);
    value.at("arguments").get_to(header.arguments);
    value.at("options").get_to(header.options);
    value.at("strategy").get_to(header.strategy);
    value.at("explore").get_to(header.explore);
    value.at("input_bytes").get_to(header.input_bytes);
    value.at("input_hash").get_to(header.input_hash);
    header.adaptation.reset = static_cast<segment::ResetMode>(value.at("reset").get<std::uint32_t>());
    value.at("reset_reason").get_to(header.adaptation.reason);
    value.at("library_constructors").get_to(header.adaptation.library_constructors);
    value.at("unseen_waits").get_to(header.adaptation.unseen_waits);
    value.at("shard").get_to(header.shard);
    value.at("shards").get_to(header.shards);
    value.at("started").get_to(header.started);
    value.at("process").get_to(header.process);
    return header;
  } catch (const json::exception&) {
    return wrong(" has members that are not as they should be");
  }
}

}  // namespace heddle::cli
