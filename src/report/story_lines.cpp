#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "report/story_words.h"
#include "report/text_report.h"

namespace heddle {
namespace {

// A few very long names must not push everything to the right.
constexpr std::size_t kWidest = 40;

struct Line {
  std::string thread, place, operation, what, source;
};

std::size_t width(const std::vector<Line>& lines, std::string Line::* column) {
  std::size_t widest = 0;
  for (const Line& line : lines) {
    widest = std::max(widest, (line.*column).size());
  }
  return std::min(widest, kWidest);
}

// Files outside of the working directory without their folder, unless two have the same name.
class ShortPlaces {
 public:
  explicit ShortPlaces(const FindingFile& finding) {
    for (const StoryEvent& event : finding.story) {
      const auto [entry, is_new] = files_.try_emplace(file_name(event.file), event.file);
      if (!is_new && entry->second != event.file) {
        entry->second.clear();
      }
    }
  }
  [[nodiscard]] std::string place_of(const StoryEvent& event) const {
    StoryEvent shown = event;
    if (event.file.starts_with('/') && !files_.at(file_name(event.file)).empty()) {
      shown.file = file_name(event.file);
    }
    return heddle::place_of(shown);
  }

 private:
  static std::string file_name(const std::string& file) { return file.substr(file.rfind('/') + 1); }
  std::map<std::string, std::string> files_;  // by name: the whole path; empty where there are several
};

}  // namespace

std::string story_lines(const FindingFile& finding) {
  std::vector<Line> lines;
  const ShortPlaces places(finding);
  const StoryEvent* before = nullptr;
  for (const StoryEvent& event : finding.story) {
    Line line;
    line.thread = thread_title(finding, event.thread);
    if (event.omitted == 0) {
      line.place = places.place_of(event);
      line.operation = event.operation;
      line.what = what_of(event);
      line.source = shows_source(event, before) ? event.source : "";
    }
    lines.push_back(line);
    before = &event;
  }
  const std::size_t thread = width(lines, &Line::thread);
  const std::size_t place = width(lines, &Line::place);
  const std::size_t operation = width(lines, &Line::operation);
  const std::size_t what = width(lines, &Line::what);
  std::string text = cut_line(finding);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const StoryEvent& event = finding.story[i];
    const Line& line = lines[i];
    if (event.preempted) {
      text += preemption_of(*event.preempted) + "\n";
    }
    std::string row = event.omitted != 0 ? fmt::format("{:<{}}  {}", line.thread, thread, omission_of(event))
                                         : fmt::format("{:<{}}  {:<{}}  {:<{}}  {:<{}}{}{}", line.thread, thread,
                                                       line.place, place, line.operation, operation, line.what, what,
                                                       line.source.empty() ? "" : "  | ", line.source);
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text + ending_of(finding) + "\n";
}

}  // namespace heddle
