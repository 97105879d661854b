// Where in a program the patterns of --focus are: the list of places that the runtime goes by.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/base/messages.h"
#include "cli/program/target_file.h"
#include "trace/segment.h"

namespace heddle::cli {

// Looks at every instrumented site and behind every call in the program and the instrumented libraries it is linked
// with; debug information tells which function of which file each is in, inlined ones included. A refusal where a
// pattern means nothing there.
[[nodiscard]] std::variant<std::vector<segment::FocusPlace>, Refusal> find_focus(
    const TargetFile& target, const std::vector<std::string>& patterns);

}  // namespace heddle::cli
