// Where the schedule of a failing execution goes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "cli/base/messages.h"
#include "cli/base/result_folder.h"
#include "trace/schedule_file.h"

namespace heddle::cli {

class ScheduleKeeper {
 public:
  // Into this very file.
  static std::variant<ScheduleKeeper, Refusal> for_file(const std::filesystem::path& file);
  // Numbered, into the program's ResultFolder.
  static std::variant<ScheduleKeeper, Refusal> for_folder(const std::filesystem::path& folder,
                                                          const std::string& program, const std::string& build_id);

  // The file written.
  [[nodiscard]] Expected<std::filesystem::path> keep(const ScheduleFile& schedule) const;

 private:
  ScheduleKeeper() = default;

  std::optional<ResultFolder> folder_;
  std::filesystem::path file_;  // where there is no folder
};

}  // namespace heddle::cli
