#include "cli/base/printing.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "trace/utf8.h"

namespace heddle::cli {
namespace {

bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) {
    return (first < 0x20 && first != '\n' && first != '\t') || first == 0x7f;
  }
  // U+0080 to U+009F: a terminal may take U+009B for ESC [.
  return first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

}  // namespace

std::string without_controls(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = utf8_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(size, 1));
    if (size != 0 && !is_control(character)) {
      result += character;
    } else {
      for (const char byte : character) {
        result += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(byte));
      }
    }
    text.remove_prefix(character.size());
  }
  return result;
}

void write_raw(std::FILE* stream, std::string_view text) noexcept {
  // What is wrong shows in std::ferror(stream).
  [[maybe_unused]] const std::size_t written = std::fwrite(text.data(), 1, text.size(), stream);
}

}  // namespace heddle::cli
