#include "cli/search/search_header.h"

#include <nlohmann/json.hpp>

#include "trace/json_bytes.h"
#include "trace/json_file.h"

namespace heddle::cli {
namespace {

using json_file::parse_number;
using nlohmann::json;

constexpr std::int64_t kLastSecond = 253'402'300'799;  // of the year 9999
constexpr const char* kFormat = "heddle-search";
constexpr int kVersion = 6;

}  // namespace

std::string to_json_text(const SearchHeader& header) {
  const json value{{"format", kFormat},
                   {"version", kVersion},
                   {"program", json_bytes::to_json(header.program)},
                   {"build_id", header.build_id},
                   {"arguments", json_bytes::to_json(header.arguments)},
                   {"options", json_bytes::to_json(header.options)},
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
  const json value = json_file::is_shallow(text) ? json::parse(text, nullptr, /*allow_exceptions=*/false) : json();
  const auto wrong = [name](const std::string& what) { return Error{std::string(name) + what}; };
  if (!value.is_object() || value.value("format", json()) != kFormat) {
    return wrong(" is not the log of a search");
  }
  if (const json version = value.value("version", json()); version != kVersion) {
    return wrong(" has version " + version.dump(-1, ' ', false, json::error_handler_t::replace) +
                 ", this heddle reads " + std::to_string(kVersion));
  }
  try {
    SearchHeader header;
    header.program = json_bytes::parse(value.at("program"));
    if (header.program.empty() || header.program.find('\0') != std::string::npos) {
      return wrong(" names no program");
    }
    value.at("build_id").get_to(header.build_id);
    header.arguments = json_bytes::parse_all(value.at("arguments"));
    header.options = json_bytes::parse_all(value.at("options"));
    value.at("strategy").get_to(header.strategy);
    value.at("explore").get_to(header.explore);
    header.input_bytes = parse_number<std::uint64_t>(value.at("input_bytes"));
    header.input_hash = parse_number<std::uint64_t>(value.at("input_hash"));
    const auto reset = parse_number<std::uint64_t>(value.at("reset"));
    if (reset > static_cast<std::uint64_t>(segment::ResetMode::kExec)) {
      return wrong(" names an unknown reset");
    }
    header.adaptation.reset = static_cast<segment::ResetMode>(reset);
    value.at("reset_reason").get_to(header.adaptation.reason);
    value.at("library_constructors").get_to(header.adaptation.library_constructors);
    value.at("unseen_waits").get_to(header.adaptation.unseen_waits);
    header.shard = parse_number<std::uint32_t>(value.at("shard"));
    header.shards = parse_number<std::uint32_t>(value.at("shards"));
    header.started = parse_number<std::int64_t>(value.at("started"));
    header.process = parse_number<std::int64_t>(value.at("process"));
    if (header.started < 0 || header.started > kLastSecond) {
      return wrong(" names an impossible time");
    }
    if (header.shards == 0 || header.shard >= header.shards) {
      return wrong(" names an impossible shard");
    }
    return header;
  } catch (const json::exception&) {
    return wrong(" has malformed members");
  }
}

}  // namespace heddle::cli
