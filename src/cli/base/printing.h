// All that heddle prints. A terminal, a pipe or a disk that takes nothing must not end a search: what cannot be written
// is lost, and main() says so at the end where it was standard output.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace heddle::cli {

// Names of programs, messages and whole finding files come from elsewhere, and could otherwise tell a terminal what to
// do: control characters but for newlines and tabs, and bytes that are not UTF-8, as "\x1b".
[[nodiscard]] std::string without_controls(std::string_view text);

// As it is; never throws.
void write_raw(std::FILE* stream, std::string_view text) noexcept;

// To standard output.
template <typename... Arguments>
void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  write_raw(stdout, without_controls(fmt::format(format, std::forward<Arguments>(arguments)...)));
}

// To standard error.
template <typename... Arguments>
void print_error(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  write_raw(stderr, without_controls(fmt::format(format, std::forward<Arguments>(arguments)...)));
}

}  // namespace heddle::cli
