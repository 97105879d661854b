#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/short_places.h"
#include "report/story_words.h"
#include "report/text_report.h"

namespace heddle {
namespace {

// A few very long names must not push everything to the right.
constexpr std::size_t kWidestPlace = 40;

struct Line {
  std::string thread, place, operation, what, source;
};

std::size_t width(const std::vector<Line>& lines, std::string Line::* column) {
  std::size_t widest = 0;
  for (const Line& line : lines) {
    widest = std::max(widest, (line.*column).size());
  }
  return std::min(widest, kWidestPlace);
}

}  // namespace

std::string story_lines(const FindingFile& finding) {
  std::vector<Line> lines;
  const ShortPlaces places(finding);
  const StoryEvent* before = nullptr;
  for (const StoryEvent& event : finding.story) {
    Line line;
    line.thread = thread_title(finding, event.thread);
    if (event.omitted == 0) {
      line.place = places.place(event.file, event.line);
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
  const bool has_parts =
      std::ranges::any_of(finding.story, [](const StoryEvent& event) { return event.part.has_value(); });
  const auto mark = [has_parts](const StoryEvent* event) {
    return !has_parts ? "" : event != nullptr && event->part ? "> " : "  ";
  };
  std::string text = cut_line(finding);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const StoryEvent& event = finding.story[i];
    const Line& line = lines[i];
    if (event.preempted) {
      text += mark(nullptr) + preemption_of(*event.preempted) + "\n";
    }
    std::string row = event.omitted != 0 ? fmt::format("{:<{}}  {}", line.thread, thread, omission_of(event))
                                         : fmt::format("{:<{}}  {:<{}}  {:<{}}  {:<{}}{}{}", line.thread, thread,
                                                       line.place, place, line.operation, operation, line.what, what,
                                                       line.source.empty() ? "" : "  | ", line.source);
    row.erase(row.find_last_not_of(' ') + 1);
    text += mark(&event) + row + "\n";
  }
  return text + mark(nullptr) + ending_of(finding) + "\n";
}

}  // namespace heddle
