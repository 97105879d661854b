// Tables of words and what they stand for: values of options, as users write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace heddle {

template <typename Meaning>
using Word = std::pair<std::string_view, Meaning>;

// What a word stands for; nothing where it is not in the table.
template <const auto& kTable>
[[nodiscard]] constexpr auto meaning_in(std::string_view word) {
  using Meaning = std::remove_cvref_t<decltype(kTable[0].second)>;
  for (const auto& [known, meaning] : kTable) {
    if (known == word) {
      return std::optional<Meaning>(meaning);
    }
  }
  return std::optional<Meaning>();
}

template <const auto& kTable, typename Meaning>
[[nodiscard]] constexpr std::string_view word_in(Meaning meaning) {
  for (const auto& [word, known] : kTable) {
    if (known == meaning) {
      return word;
    }
  }
  return "";
}

// Empty: it is one of them.
template <const auto& kTable>
[[nodiscard]] std::string complaint_about_word(std::string& word) {
  if (meaning_in<kTable>(word)) {
    return "";
  }
  std::string known;
  for (const auto& pair : kTable) {
    known += (known.empty() ? "" : ", ") + std::string(pair.first);
  }
  return "'" + word + "' is not one of " + known;
}

}  // namespace heddle
