// The story of a failing execution, from its recorded events: who did what, in words, without what is of no interest.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cli/target/shared_segment.h"
#include "trace/finding_file.h"

namespace heddle::cli {

// Fills in threads, story, detail and output, and where the failure happened. `segment` is of a process that made the
// finding's execution with its events recorded; `program` the module without a path.
void tell_story(const SharedSegment& segment, const std::filesystem::path& program, FindingFile& finding);

// Fills in where the failure happened, as far as the message and the story tell.
void locate(FindingFile& finding);

// What a story is about.
struct StorySettings {
  // Also locks of one thread only: what a thread waits for in a deadlock never becomes an event, so a lock that two
  // threads quarrel about may look like one's own.
  bool all_synchronisation = false;
  // Visible accesses are to memory that some execution showed to be shared, though this one may not get to it.
  bool accesses_are_shared = false;
  // Events that are told whatever they are about.
  std::vector<std::size_t> parts = {};
};

// Of each event, whether it is about something another thread touches too, about threads, or about time; and locks that
// are held meanwhile.
[[nodiscard]] std::vector<bool> find_relevant(std::span<const segment::RecordedEvent> events,
                                              const StorySettings& settings);

// Of lines that a thread repeats, the first ones, with a line that says how often they come again.
[[nodiscard]] std::vector<StoryEvent> without_rounds(std::vector<StoryEvent> story);

// Of the lines that a thread has on end, the first and the last ones, with one line for those between.
[[nodiscard]] std::vector<StoryEvent> folded(std::vector<StoryEvent> story);

}  // namespace heddle::cli
