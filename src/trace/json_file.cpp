#include "trace/json_file.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>

#include "core/hash.h"
#include "trace/schedule_file.h"

namespace heddle::json_file {
namespace {

// Nobody's file is larger; a wrong file name must not fill memory.
constexpr std::size_t kLargestFile = std::size_t{1} << 30U;

// The text is no JSON: say whether it ever was one of ours.
Error not_json(std::string_view text, std::string_view name, const Format& format, std::size_t error_byte) {
  const std::string file(name);
  if (text.substr(0, 256).find(format.name) == std::string_view::npos) {
    return Error{file + " is not a heddle " + std::string(format.noun)};
  }
  return Error{file + (error_byte > text.size() ? " is truncated" : " is damaged: not well-formed JSON")};
}

Deviation parse_deviation(const json& value) {
  if (!value.is_array() || value.size() != 4) {
    refuse("a deviation is four numbers", value);
  }
  return Deviation{.point = parse_number<std::uint32_t>(value[0]),
                   .take = Alternative{.thread = ThreadId{parse_number<std::uint16_t>(value[1])},
                                       .variant = parse_number<Variant>(value[2])},
                   .check = parse_number<std::uint32_t>(value[3])};
}

Expected<json> check_version(json content, std::string_view name, const Format& format) {
  const std::string file(name);
  const json version = content.value("version", json());
  const auto number = parse_number<std::uint64_t>(version);
  if (number != static_cast<std::uint64_t>(format.version)) {
    const bool newer = number > static_cast<std::uint64_t>(format.version);
    return Error{file + " is a " + std::string(format.noun) + " of version " + dump(version) + ", written by " +
                 (newer ? "a newer" : "an older") + " heddle: this one reads " + std::to_string(format.version)};
  }
  return content;
}

}  // namespace

bool is_shallow(std::string_view text) {
  constexpr int kDeepest = 16;
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char character = text[at];
    if (in_string) {
      at += character == '\\' ? 1 : 0;
      in_string = character != '"';
    } else if (character == '"') {
      in_string = true;
    } else if (character == '[' || character == '{') {
      if (++depth > kDeepest) {
        return false;
      }
    } else if (character == ']' || character == '}') {
      --depth;
    }
  }
  return true;
}

void refuse(const char* what, const json& value) { throw json::other_error::create(501, what, &value); }

std::string dump(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

std::string checksum(json content) {
  content.erase("checksum");
  return hex(hash_bytes(dump(content)));
}

std::string lines(const json& array) {
  std::string text = "[";
  for (std::size_t i = 0; i < array.size(); ++i) {
    text += (i == 0 ? "\n    " : ",\n    ") + dump(array[i]);
  }
  return text + (array.empty() ? "]" : "\n  ]");
}

Expected<std::string> read_text(const std::filesystem::path& path, const Format& format) {
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
      return Error{path.string() + " is not a heddle " + std::string(format.noun) + ": it is too large"};
    }
  }
  if (std::ferror(file.get()) != 0) {
    return cannot_read(errno);
  }
  return text;
}

Expected<json> parse(std::string_view text, std::string_view name, const Format& format) {
  const std::string file(name);
  try {
    if (!is_shallow(text)) {
      return not_json(text, name, format, 0);
    }
    json content = json::parse(text);
    if (!content.is_object() || content.value("format", json()) != format.name) {
      return Error{file + " is not a heddle " + std::string(format.noun)};
    }
    auto checked = check_version(std::move(content), name, format);
    if (checked) {
      const json sum = checked->value("checksum", json());
      checked->erase("checksum");
      if (sum != hex(hash_bytes(dump(*checked)))) {
        return Error{file + " is damaged: its checksum does not match"};
      }
    }
    return checked;
  } catch (const json::parse_error& error) {
    return not_json(text, name, format, error.byte);
  } catch (const json::exception&) {
    return malformed(name);
  }
}

Error malformed(std::string_view name) {
  return Error{std::string(name) + " is damaged: a member is missing or malformed"};
}

std::uint64_t parse_hex(const json& value) {
  const auto& text = value.get_ref<const std::string&>();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (error != std::errc() || end != text.data() + text.size()) {
    refuse("not a hexadecimal number", value);
  }
  return number;
}

OutcomeKind parse_outcome(const json& value) {
  const auto& text = value.get_ref<const std::string&>();
  for (int kind = 0; kind < kOutcomeKindCount; ++kind) {
    if (name(static_cast<OutcomeKind>(kind)) == text) {
      return static_cast<OutcomeKind>(kind);
    }
  }
  refuse("unknown outcome", value);
}

Schedule parse_schedule(const json& deviations) {
  Schedule schedule;
  for (const json& deviation : deviations) {
    schedule.push_back(parse_deviation(deviation));
    if (schedule.size() > 1 && schedule.back().point <= schedule[schedule.size() - 2].point) {
      refuse("deviations are not in order of points", deviation);
    }
  }
  return schedule;
}

json to_json(const Schedule& schedule) {
  json deviations = json::array();
  for (const Deviation& deviation : schedule) {
    deviations.push_back({deviation.point, deviation.take.thread.value, deviation.take.variant, deviation.check});
  }
  return deviations;
}

}  // namespace heddle::json_file
