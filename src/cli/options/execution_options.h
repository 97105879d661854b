// How the target is executed: what `heddle run`, `hunt` and `replay` have in common.
#pragma once

#include <cstdint>
#include <string>

#include "core/limits.h"
#include "trace/segment.h"

// CLI11 takes a second to compile, and most who need the options do not declare them.
namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace heddle::cli {

struct ExecutionOptions {
  ExecutionLimits limits = kLargestLimits;
  double hang_timeout = 10;  // seconds
  segment::ResetMode reset = segment::ResetMode::kAuto;
  segment::ExecutorKind executor = segment::ExecutorKind::kAuto;
  bool no_dispatch = false;
  bool no_userfaultfd = false;
  bool no_fsgsbase = false;
  bool no_access_points = false;
  bool no_gates = false;
};

// `grow`: where nothing is given.
void declare_limits_options(CLI::App& app, ExecutionOptions& options, const char* group, bool grow);
// `hunts`: within a time that is given.
void declare_execution_options(CLI::App& app, ExecutionOptions& options, const char* group, bool hunts = false);

// The value of --detectors=; a ValidationError of CLI11 where it is none.
void choose_detectors(const std::string& list, std::uint32_t& bits);

// A check for CLI11, whose own complains in terms of the largest double.
[[nodiscard]] CLI::Validator positive();
// For options that may be 0 but not negative.
[[nodiscard]] CLI::Validator whole_number();

// "auto", "loop", "snapshot".
[[nodiscard]] const char* name_of(segment::ResetMode mode);
// "auto", "borrowed", "kernel".
[[nodiscard]] const char* name_of(segment::ExecutorKind kind);

}  // namespace heddle::cli
