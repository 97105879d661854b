// The operations of a finding as JSON. For the sources of this folder.
#pragma once

#include <nlohmann/json.hpp>

#include "trace/finding_file.h"

namespace heddle::json_file {

// Members that say nothing are left out.
[[nodiscard]] nlohmann::json to_json(const Stack& stack);
[[nodiscard]] nlohmann::json to_json(const ReportedOperation& operation);
// These throw json::exception where a member is of another type.
[[nodiscard]] Stack parse_stack(const nlohmann::json& frames);
[[nodiscard]] ReportedOperation parse_operation(const nlohmann::json& row);

}  // namespace heddle::json_file
