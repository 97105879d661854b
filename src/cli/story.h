// The story of a failing execution, from its recorded events: who did what, in words, without what is of no interest.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cli/shared_segment.h"
#include "trace/finding_file.h"

namespace heddle::cli {

// Fills in threads, story, detail and output, and where the failure happened. `segment` is of a process that made the
// finding's execution with its events recorded; `program` the module without a path.
void tell_story(const SharedSegment& segment, const std::filesystem::path& program, FindingFile& finding);

// Fills in where the failure happened, as far as the message and the story tell.
void locate(FindingFile& finding);

// Of each event, whether it is about something another thread touches too, or about threads. With
// `all_synchronisation` also the rest of that: what a thread waits for in a deadlock never becomes an event, so a lock
// that two threads quarrel about may look like one's own.
[[nodiscard]] std::vector<bool> find_relevant(std::span<const segment::RecordedEvent> events, bool all_synchronisation);

}  // namespace heddle::cli
