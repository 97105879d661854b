#include "report/text_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace heddle {
namespace {

// A few very long names must not push everything to the right.
constexpr std::size_t kWidestOperation = 48;

std::size_t width(std::span<const EventRow> rows, std::string EventRow::* column) {
  std::size_t widest = 0;
  for (const EventRow& row : rows) {
    widest = std::max(widest, (row.*column).size());
  }
  return std::min(widest, kWidestOperation);
}

}  // namespace

std::string to_text(std::span<const EventRow> rows) {
  const std::size_t number = std::to_string(rows.empty() ? 0 : rows.size() - 1).size();
  const std::size_t thread = width(rows, &EventRow::thread);
  const std::size_t path = width(rows, &EventRow::path);
  const std::size_t where = width(rows, &EventRow::where);
  const std::size_t operation = width(rows, &EventRow::operation);
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const EventRow& row = rows[i];
    std::string line = fmt::format("{:>{}}  {:<{}} {:<{}}  {:<{}}  {:<{}}  {}", i, number, row.thread, thread, row.path,
                                   path, row.where, where, row.operation, operation, row.what);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace heddle
