// The recorded events of one execution, for people: source lines, names and values instead of addresses.
#pragma once

#include <filesystem>
#include <string>

#include "cli/target/shared_segment.h"

namespace heddle::cli {

// Needs llvm-symbolizer for what has no site record; without it, module and offset stand there, and one line says so.
// `program`: the module without a path.
[[nodiscard]] std::string event_listing(const SharedSegment& segment, const std::filesystem::path& program);

}  // namespace heddle::cli
