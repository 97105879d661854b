// Options of strategies; what says how executions are made, whatever the strategy, is in core/options.h. Each is a constant beside the strategy that reads it, and named in that strategy's row of the
// registry: command line, help, resume, merge and `heddle list` go by the rows.
//
// What was given travels as text, from the command line into the process under test and into the log of a search, so
// nothing on the way knows which options there are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/words.h"

namespace heddle {

struct Setting {
  std::string_view name;      // of the command line, without dashes
  std::string_view value;     // help's word for its value; empty: a flag
  std::string_view help;      // one line
  std::string_view fallback;  // what it is when it is not given; of a flag nothing
  // What is wrong with a value; empty: nothing, and the value is put into the form that all ways of writing it share.
  std::string (*check)(std::string& value) = nullptr;
  std::string_view needs = {};  // the name of another one, which must be given with it
  bool is_list = false;         // may be given more than once: values are joined with commas
};

class Settings {
 public:
  Settings() = default;
  explicit Settings(std::string text) : text_(std::move(text)) {}

  // A checked value; of a flag any.
  void set(const Setting& setting, std::string_view value);
  [[nodiscard]] bool has(const Setting& setting) const;
  [[nodiscard]] std::string_view value(const Setting& setting) const;
  // 0 where the value is no number: `check` has to see to that.
  [[nodiscard]] std::uint64_t number(const Setting& setting) const;
  // What the value stands for in a table of words.
  template <const auto& kTable>
  [[nodiscard]] auto word(const Setting& setting) const {
    using Meaning = std::remove_cvref_t<decltype(kTable[0].second)>;
    return meaning_in<kTable>(value(setting)).value_or(Meaning{});
  }
  // All that were given: "name=value", one a line.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  [[nodiscard]] std::string_view line_of(std::string_view name) const;

  std::string text_;
};

// --- Values that many take.

// "7", "0x10"; nothing where it is no whole number, or has no room.
[[nodiscard]] std::optional<std::uint64_t> parse_number(std::string_view text);
[[nodiscard]] std::string check_number(std::string& value);

}  // namespace heddle
