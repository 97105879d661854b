#include "trace/schedule_file.h"

#include <array>
#include <cstdio>

#include "trace/json_bytes.h"
#include "trace/json_file.h"

namespace heddle {
namespace {

using nlohmann::json;

constexpr json_file::Format kScheduleFormat{
    .name = "heddle-schedule", .noun = "schedule", .version = kScheduleFileVersion};

json to_json(const ScheduleFile& file) {
  return json{
      {"format", kScheduleFormat.name},
      {"version", kScheduleFormat.version},
      {"program", json_bytes::to_json(file.program)},
      {"arguments", json_bytes::to_json(file.arguments)},
      {"build_id", file.build_id},
      {"points", {{"set", file.point_set}, {"version", file.points.value}}},
      {"seed", file.seed},
      {"input", {{"bytes", file.input_bytes}, {"hash", hex(file.input_hash)}}},
      {"outcome", {{"kind", name(file.outcome)}, {"message", file.message}, {"signal", file.signal}}},
      {"event_hash", hex(file.event_hash)},
      {"threads", file.threads},
      {"deviations", json_file::to_json(file.schedule)},
  };
}

// Throws json::exception where a member is missing or of another type.
ScheduleFile from_json(const json& content) {
  using json_file::parse_hex;
  using json_file::parse_number;
  ScheduleFile file;
  file.program = json_bytes::parse(content.at("program"));
  file.arguments = json_bytes::parse_all(content.at("arguments"));
  file.build_id = content.at("build_id").get<std::string>();
  file.point_set = content.at("points").at("set").get<std::string>();
  file.points.value = parse_number<std::uint32_t>(content.at("points").at("version"));
  file.seed = parse_number<std::uint64_t>(content.at("seed"));
  file.input_bytes = parse_number<std::uint64_t>(content.at("input").at("bytes"));
  file.input_hash = parse_hex(content.at("input").at("hash"));
  const json& outcome = content.at("outcome");
  file.outcome = json_file::parse_outcome(outcome.at("kind"));
  file.message = outcome.at("message").get<std::string>();
  file.signal = parse_number<std::int32_t>(outcome.at("signal"));
  file.event_hash = parse_hex(content.at("event_hash"));
  file.threads = content.at("threads").get<std::vector<std::string>>();
  file.schedule = json_file::parse_schedule(content.at("deviations"));
  return file;
}

}  // namespace

std::string hex(std::uint64_t value) {
  std::array<char, 17> text;
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value));
  return text.data();
}

std::string to_text(const ScheduleFile& file) {
  const json content = to_json(file);
  std::string text = "{\n";
  const auto member = [&](const char* key, const std::string& value) {
    text += std::string("  \"") + key + "\": " + value + ",\n";
  };
  // "format" comes first, so that a look at the beginning tells what the file is.
  for (const char* key : {"format", "version", "program", "arguments", "build_id", "points", "seed", "input", "outcome",
                          "event_hash", "threads"}) {
    member(key, json_file::dump(content.at(key)));
  }
  member("deviations", json_file::lines(content.at("deviations")));
  return text + R"(  "checksum": ")" + json_file::checksum(content) + "\"\n}\n";
}

Expected<ScheduleFile> parse_schedule(std::string_view text, std::string_view name) {
  const Expected<json> content = json_file::parse(text, name, kScheduleFormat);
  if (!content) {
    return Error{content.error()};
  }
  try {
    return from_json(*content);
  } catch (const json::exception&) {
    return json_file::malformed(name);
  }
}

Expected<ScheduleFile> read_schedule(const std::filesystem::path& path) {
  const Expected<std::string> text = json_file::read_text(path, kScheduleFormat);
  return text ? parse_schedule(*text, path.string()) : Error{text.error()};
}

Expected<Written> write_schedule(const std::filesystem::path& path, const ScheduleFile& file, IfExists if_exists) {
  return write_atomically(path, to_text(file), if_exists);
}

}  // namespace heddle
