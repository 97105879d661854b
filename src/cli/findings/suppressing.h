// Suppressions of findings: the files of --suppressions, and the names a finding is suppressed by.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "cli/target/shared_segment.h"
#include "report/suppressions.h"
#include "trace/expected.h"
#include "trace/finding_file.h"

namespace heddle::cli {

[[nodiscard]] Expected<Suppressions> read_suppressions(std::span<const std::string> files);

// Of a process that made the finding's execution with its events recorded: the stacks of the operations that a detector
// saw, of the thread that failed, of the threads that wait. `program` is the module without a path.
[[nodiscard]] Suppressible names_of(const SharedSegment& segment, const std::filesystem::path& program,
                                    const FindingFile& finding);

// A line for such a file that suppresses this, by what is innermost of the user's own; empty: nothing is known of it.
[[nodiscard]] std::string suppression_for(const Suppressible& finding);

}  // namespace heddle::cli
