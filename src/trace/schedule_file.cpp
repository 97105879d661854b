#include "trace/schedule_file.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/hash.h"

namespace heddle {
namespace {

using nlohmann::json;

constexpr std::string_view kFormat = "heddle-schedule";
// Nobody's schedule is larger; a wrong file name must not fill memory.
constexpr std::size_t kLargestFile = std::size_t{1} << 30U;

// What programs print is not always UTF-8, JSON is: other bytes become U+FFFD.
std::string dump(const json& value, int indent = -1) {
  return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

std::string checksum(json content) {
  content.erase("checksum");
  return hex(hash_bytes(dump(content)));
}

json to_json(const ScheduleFile& file) {
  json deviations = json::array();
  for (const Deviation& deviation : file.schedule) {
    deviations.push_back({deviation.step, deviation.take.thread.value, deviation.take.variant, deviation.check});
  }
  return json{
      {"format", kFormat},
      {"version", kScheduleFileVersion},
      {"program", file.program},
      {"arguments", file.arguments},
      {"build_id", file.build_id},
      {"points", {{"set", file.point_set}, {"version", file.points.value}}},
      {"seed", file.seed},
      {"input", {{"bytes", file.input_bytes}, {"hash", hex(file.input_hash)}}},
      {"outcome", {{"kind", name(file.outcome)}, {"message", file.message}, {"signal", file.signal}}},
      {"event_hash", hex(file.event_hash)},
      {"threads", file.threads},
      {"deviations", deviations},
  };
}

// One deviation per line: compact enough for thousands, and a difference of two files shows where they part.
std::string deviations_text(const json& deviations) {
  std::string text = "[";
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    text += (i == 0 ? "\n    " : ",\n    ") + dump(deviations[i]);
  }
  return text + (deviations.empty() ? "]" : "\n  ]");
}

// Deeper structure than ours is left out: json handles depth by recursion, and a damaged file must not end us.
json parse_shallow(std::string_view text) {
  constexpr int kDepth = 4;
  return json::parse(text, [](int depth, json::parse_event_t /*event*/, json& /*parsed*/) { return depth <= kDepth; });
}

// Throws json::exception where a member is missing or of another type: the caller knows what file it is.
std::uint64_t parse_hex(const json& value) {
  const auto& text = value.get_ref<const std::string&>();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw json::other_error::create(501, "not a hexadecimal number", &value);
  }
  return number;
}

template <typename Number>
Number parse_number(const json& value) {
  const auto number = value.get<std::uint64_t>();
  if (!value.is_number_unsigned() || number > std::numeric_limits<Number>::max()) {
    throw json::other_error::create(502, "number out of range", &value);
  }
  return static_cast<Number>(number);
}

OutcomeKind parse_outcome(const json& value) {
  const auto& text = value.get_ref<const std::string&>();
  for (int kind = 0; kind <= static_cast<int>(OutcomeKind::kMoreThreads); ++kind) {
    if (name(static_cast<OutcomeKind>(kind)) == text) {
      return static_cast<OutcomeKind>(kind);
    }
  }
  throw json::other_error::create(503, "unknown outcome", &value);
}

Deviation parse_deviation(const json& value) {
  if (!value.is_array() || value.size() != 4) {
    throw json::other_error::create(504, "a deviation is four numbers", &value);
  }
  return Deviation{.step = parse_number<std::uint32_t>(value[0]),
                   .take = Alternative{.thread = ThreadId{parse_number<std::uint16_t>(value[1])},
                                       .variant = parse_number<Variant>(value[2])},
                   .check = parse_number<std::uint32_t>(value[3])};
}

ScheduleFile from_json(const json& content) {
  ScheduleFile file;
  file.program = content.at("program").get<std::string>();
  file.arguments = content.at("arguments").get<std::vector<std::string>>();
  file.build_id = content.at("build_id").get<std::string>();
  file.point_set = content.at("points").at("set").get<std::string>();
  file.points.value = parse_number<std::uint32_t>(content.at("points").at("version"));
  file.seed = parse_number<std::uint64_t>(content.at("seed"));
  file.input_bytes = parse_number<std::uint64_t>(content.at("input").at("bytes"));
  file.input_hash = parse_hex(content.at("input").at("hash"));
  const json& outcome = content.at("outcome");
  file.outcome = parse_outcome(outcome.at("kind"));
  file.message = outcome.at("message").get<std::string>();
  file.signal = outcome.at("signal").get<std::int32_t>();
  file.event_hash = parse_hex(content.at("event_hash"));
  file.threads = content.at("threads").get<std::vector<std::string>>();
  for (const json& deviation : content.at("deviations")) {
    file.schedule.push_back(parse_deviation(deviation));
    if (file.schedule.size() > 1 && file.schedule.back().step <= file.schedule[file.schedule.size() - 2].step) {
      throw json::other_error::create(505, "deviations are not in order of step", &deviation);
    }
  }
  return file;
}

// The text is no JSON: say whether it ever was a schedule.
Error not_json(std::string_view text, std::string_view name, std::size_t error_byte) {
  const std::string file(name);
  if (text.substr(0, 256).find(kFormat) == std::string_view::npos) {
    return Error{file + " is not a heddle schedule"};
  }
  return Error{file + (error_byte > text.size() ? " is truncated" : " is damaged: not well-formed JSON")};
}

Expected<std::string> read_file(const std::filesystem::path& path) {
  const auto cannot_read = [&](int error) {
    return Error{"cannot read " + path.string() + ": " + std::strerror(error)};
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  if (file == nullptr) {
    return cannot_read(errno);
  }
  std::string text;
  std::array<char, 65536> buffer;
  while (std::feof(file.get()) == 0 && std::ferror(file.get()) == 0) {
    text.append(buffer.data(), std::fread(buffer.data(), 1, buffer.size(), file.get()));
    if (text.size() > kLargestFile) {
      return Error{path.string() + " is not a heddle schedule: it is too large"};
    }
  }
  if (std::ferror(file.get()) != 0) {
    return cannot_read(errno);
  }
  return text;
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
    member(key, dump(content.at(key)));
  }
  member("deviations", deviations_text(content.at("deviations")));
  return text + R"(  "checksum": ")" + checksum(content) + "\"\n}\n";
}

Expected<ScheduleFile> parse_schedule(std::string_view text, std::string_view name) {
  const std::string file(name);
  try {
    const json content = parse_shallow(text);
    if (!content.is_object() || content.value("format", json()) != kFormat) {
      return Error{file + " is not a heddle schedule"};
    }
    const json version = content.value("version", json());
    if (version.is_number_unsigned() && version.get<std::uint64_t>() > std::uint64_t{kScheduleFileVersion}) {
      return Error{file + " is a schedule of version " + dump(version) +
                   ", written by a newer heddle: this one reads " + std::to_string(kScheduleFileVersion)};
    }
    if (content.value("checksum", json()) != checksum(content)) {
      return Error{file + " is damaged: its checksum does not match"};
    }
    return from_json(content);
  } catch (const json::parse_error& error) {
    return not_json(text, name, error.byte);
  } catch (const json::exception&) {
    return Error{file + " is damaged: a member is missing or malformed"};
  }
}

Expected<ScheduleFile> read_schedule(const std::filesystem::path& path) {
  const Expected<std::string> text = read_file(path);
  if (!text) {
    return Error{text.error()};
  }
  return parse_schedule(*text, path.string());
}

Expected<Written> write_schedule(const std::filesystem::path& path, const ScheduleFile& file, IfExists if_exists) {
  return write_atomically(path, to_text(file), if_exists);
}

}  // namespace heddle
