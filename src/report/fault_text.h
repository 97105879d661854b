// What a detector saw, as text: its operations with stacks and locks, what came between them, the memory. For the
// sources of this folder.
#pragma once

#include <string>

#include "report/short_places.h"
#include "trace/finding_file.h"

namespace heddle {

// "data race on total (bank.cpp:4 and bank.cpp:12)".
[[nodiscard]] std::string fault_title(const FindingFile& finding, const ShortPlaces& places);
// The sections of its operations.
[[nodiscard]] std::string fault_text(const FindingFile& finding, const ShortPlaces& places);
// A line for each frame; of what the C++ library does inside, how many there are.
[[nodiscard]] std::string stack_text(const Stack& stack, const ShortPlaces& places, std::string_view indent);

}  // namespace heddle
