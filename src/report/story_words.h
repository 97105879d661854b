// What the forms of a story have in common. For the sources of this folder.
#pragma once

#include <string>

#include "trace/finding_file.h"

namespace heddle {

// "T1".
[[nodiscard]] std::string thread_number(std::uint16_t thread);
// "T1 main.1", with the program's name for it where there is one.
[[nodiscard]] std::string thread_title(const FindingFile& finding, std::uint16_t thread);
// "data race".
[[nodiscard]] std::string in_words(FindingKind kind);
// "bank.cpp:14".
[[nodiscard]] std::string place_of(const StoryEvent& event);
// "this->balance_: 100 -> 70 (fails)".
[[nodiscard]] std::string what_of(const StoryEvent& event);
// "... 12 operations on objects of its own".
[[nodiscard]] std::string omission_of(const StoryEvent& event);
// "-- T0 is preempted --".
[[nodiscard]] std::string preemption_of(std::uint16_t thread);
// The last line: "-- T0 fails: assertion --".
[[nodiscard]] std::string ending_of(const FindingFile& finding);
// Whether the source line of an event is not just above it already.
[[nodiscard]] bool shows_source(const StoryEvent& event, const StoryEvent* before);
// "... 40 lines before this are not kept"; empty where there are none.
[[nodiscard]] std::string cut_line(const FindingFile& finding);

}  // namespace heddle
