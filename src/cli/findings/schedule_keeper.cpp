#include "cli/findings/schedule_keeper.h"

namespace heddle::cli {

namespace fs = std::filesystem;

std::variant<ScheduleKeeper, Refusal> ScheduleKeeper::for_file(const fs::path& file) {
  if (const auto check = check_writable(file); !check) {
    return Refusal{kExitUsage, check.error()};
  }
  ScheduleKeeper keeper;
  keeper.file_ = file;
  return keeper;
}

std::variant<ScheduleKeeper, Refusal> ScheduleKeeper::for_folder(const fs::path& folder, const std::string& program,
                                                                 const std::string& build_id) {
  auto opened = ResultFolder::open(folder, program, build_id, "a failing schedule");
  if (auto* refusal = std::get_if<Refusal>(&opened)) {
    return *refusal;
  }
  ScheduleKeeper keeper;
  keeper.folder_.emplace(std::get<ResultFolder>(std::move(opened)));
  return keeper;
}

Expected<fs::path> ScheduleKeeper::keep(const ScheduleFile& schedule) const {
  if (folder_) {
    return folder_->keep(".schedule",
                         [&](const fs::path& path) { return write_schedule(path, schedule, IfExists::kFail); });
  }
  const auto written = write_schedule(file_, schedule, IfExists::kReplace);
  return written ? Expected<fs::path>(file_) : Error{written.error()};
}

}  // namespace heddle::cli
