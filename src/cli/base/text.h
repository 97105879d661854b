// Small pieces of text the commands share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

// 20000 -> "20,000".
[[nodiscard]] std::string grouped(std::uint64_t number);

// Three significant digits: for figures that more would suggest a precision of that is not there.
[[nodiscard]] std::uint64_t rounded(double number);

// "1 finding", "2,000 findings".
[[nodiscard]] std::string plural(std::uint64_t number, std::string_view noun);

// "1 finding", "0 findings, 2 hints".
[[nodiscard]] std::string findings_text(std::uint64_t findings, std::uint64_t hints);

// The way a POSIX shell has to be told this argument.
[[nodiscard]] std::string shell_quoted(std::string_view argument);

// The known name a user may have meant, or nothing if none is near.
[[nodiscard]] std::string nearest_name(std::string_view name, std::span<const std::string> known);

// Every line with something in front; ends with a newline unless empty.
[[nodiscard]] std::string indented(std::string_view text, std::string_view indent);

}  // namespace heddle::cli
