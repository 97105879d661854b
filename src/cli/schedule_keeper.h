// Where the schedule of a failing execution goes.
#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "cli/messages.h"
#include "trace/schedule_file.h"

namespace heddle::cli {

// Made before exploring, so that a place that cannot be written to is noticed while nothing is lost yet. Folders it
// made are removed again if nothing was kept in them.
class ScheduleKeeper {
 public:
  // Into this very file.
  static std::variant<ScheduleKeeper, Refusal> for_file(const std::filesystem::path& file);
  // <folder>/<program>-<first 8 digits of the build id>/<n>.schedule with the next free n.
  static std::variant<ScheduleKeeper, Refusal> for_folder(const std::filesystem::path& folder,
                                                          const std::string& program, const std::string& build_id);

  ScheduleKeeper(ScheduleKeeper&& other) noexcept = default;
  ScheduleKeeper& operator=(ScheduleKeeper&&) = delete;
  ScheduleKeeper(const ScheduleKeeper&) = delete;
  ScheduleKeeper& operator=(const ScheduleKeeper&) = delete;
  ~ScheduleKeeper();

  // The file written.
  [[nodiscard]] Expected<std::filesystem::path> keep(const ScheduleFile& schedule) const;

 private:
  ScheduleKeeper() = default;

  std::filesystem::path file_;  // empty: numbered, in folder_
  std::filesystem::path folder_;
  std::vector<std::filesystem::path> made_;  // outermost first
};

}  // namespace heddle::cli
