#include <algorithm>
#include <map>
#include <vector>

#include "report/story_words.h"
#include "report/text_report.h"

namespace heddle {
namespace {

constexpr std::size_t kNarrowest = 28;
constexpr std::size_t kWidestColumn = 60;
constexpr std::size_t kGap = 2;

// The number of characters, for text in UTF-8.
std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80; }));
}

// Cut to the width, with dots where something is missing.
std::string fitted(const std::string& text, std::size_t width) {
  if (length(text) <= width) {
    return text;
  }
  std::string result;
  for (const char byte : text) {
    if ((static_cast<unsigned char>(byte) & 0xc0U) != 0x80 && length(result) + 3 >= width) {
      break;
    }
    result += byte;
  }
  return result + "...";
}

// Without the folder: columns are narrow.
std::string short_place(const StoryEvent& event) {
  const std::string place = place_of(event);
  return place.substr(place.rfind('/') + 1);
}

class Table {
 public:
  Table(std::size_t columns, std::size_t width) : columns_(columns), width_(width) {}

  void add(std::size_t column, const std::string& cell) {
    text_ += std::string(column * (width_ + kGap), ' ') + fitted(cell, width_) + "\n";
  }
  void across(const std::string& line) { text_ += line + "\n"; }
  void head(const std::vector<std::string>& cells) {
    std::string names;
    std::string rule;
    for (std::size_t i = 0; i < columns_; ++i) {
      const std::string cell = fitted(cells[i], width_);
      const std::string fill(width_ - length(cell) + kGap, ' ');
      names += cell + (i + 1 < columns_ ? fill : "");
      rule += std::string(width_, '-') + (i + 1 < columns_ ? std::string(kGap, ' ') : "");
    }
    text_ += names + "\n" + rule + "\n";
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::size_t columns_;
  std::size_t width_;
  std::string text_;
};

}  // namespace

std::string story_columns(const FindingFile& finding, std::size_t width) {
  std::map<std::uint16_t, std::size_t> columns;  // of threads that do something, in order of creation
  for (const StoryEvent& event : finding.story) {
    columns.try_emplace(event.thread);
  }
  std::vector<std::string> titles;
  for (auto& [thread, column] : columns) {
    column = titles.size();
    titles.push_back(thread_title(finding, thread));
  }
  const std::size_t count = columns.size();
  if (count == 0 || width < count * (kNarrowest + kGap) - kGap) {
    return "";
  }
  Table table(count, std::min(kWidestColumn, (width + kGap) / count - kGap));
  table.head(titles);
  if (const std::string cut = cut_line(finding); !cut.empty()) {
    table.across(cut.substr(0, cut.size() - 1));
  }
  const StoryEvent* before = nullptr;
  for (const StoryEvent& event : finding.story) {
    const std::size_t column = columns.at(event.thread);
    if (event.preempted) {
      const auto interrupted = columns.find(*event.preempted);
      if (interrupted == columns.end()) {
        table.across(preemption_of(*event.preempted));
      } else {
        table.add(interrupted->second, preemption_of(*event.preempted));
      }
    }
    if (event.omitted != 0) {
      table.add(column, omission_of(event));
    } else {
      if (shows_source(event, before)) {
        table.add(column, short_place(event) + "  " + event.source);
      }
      const std::string indent = event.source.empty() ? short_place(event) + "  " : event.part ? "  > " : "    ";
      table.add(column, indent + event.operation + (what_of(event).empty() ? "" : " ") + what_of(event));
    }
    before = &event;
  }
  const auto failing = columns.find(finding.outcome.thread.value);
  if (failing == columns.end() || finding.kind == FindingKind::kDeadlock) {
    table.across(ending_of(finding));
  } else {
    table.add(failing->second, ending_of(finding));
  }
  return table.text();
}

}  // namespace heddle
