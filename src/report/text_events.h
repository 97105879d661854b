// Events as a table for people.
#pragma once

#include <span>
#include <string>

namespace heddle {

// One event in words.
struct EventRow {
  std::string thread;     // "T1"
  std::string path;       // "main.1"
  std::string where;      // "bank.cpp:14"
  std::string operation;  // "write", "lock"
  std::string what;       // "balance: 3 -> 4", "accounts"
};

// A line each, columns aligned, the number of the event in front.
[[nodiscard]] std::string to_text(std::span<const EventRow> rows);

}  // namespace heddle
