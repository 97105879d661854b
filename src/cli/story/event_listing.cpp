#include "cli/story/event_listing.h"

#include <fmt/format.h>

#include <vector>

#include "cli/story/event_describer.h"
#include "report/text_events.h"

namespace heddle::cli {
namespace {

EventRow row_of(const segment::RecordedEvent& event, EventDescriber& describer) {
  const EventWords words = describer.describe(event);
  EventRow row;
  row.thread = fmt::format("T{}", event.event.thread.value);
  row.path = describer.path_of(event.event.thread);
  row.where = to_text(words.place);
  row.operation = words.operation;
  row.what = words.object;
  if (!words.value.empty()) {
    row.what += (row.what.empty() ? "" : ": ") + words.value;
  }
  if (!words.remark.empty()) {
    row.what += (row.what.empty() ? "" : " ") + words.remark;
  }
  return row;
}

}  // namespace

std::string event_listing(const SharedSegment& segment, const std::filesystem::path& program) {
  EventDescriber describer(segment, program);
  std::string text;
  if (!describer.look_up_stacks()) {
    text = "note: llvm-symbolizer-19 is missing, so some places are shown as module and offset\n";
  }
  std::vector<EventRow> rows;
  for (const segment::RecordedEvent& event : segment.events()) {
    rows.push_back(row_of(event, describer));
  }
  text += to_text(rows);
  if (segment.result().event_count > rows.size()) {
    text += fmt::format("... and {} more, which were not recorded\n", segment.result().event_count - rows.size());
  }
  return text;
}

}  // namespace heddle::cli
