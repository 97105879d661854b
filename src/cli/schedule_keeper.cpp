#include "cli/schedule_keeper.h"

#include <algorithm>
#include <charconv>
#include <ranges>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBuildIdDigits = 8;

unsigned next_number(const fs::path& folder) {
  unsigned highest = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string stem = entry->path().stem().string();
    unsigned number = 0;
    if (std::from_chars(stem.data(), stem.data() + stem.size(), number).ec == std::errc()) {
      highest = std::max(highest, number);
    }
  }
  return highest + 1;
}

Refusal cannot_keep(const std::string& reason) {
  return Refusal{kExitUsage, reason + " (a failing schedule would go there)"};
}

}  // namespace

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
  ScheduleKeeper keeper;
  keeper.folder_ = folder / (program + "-" + build_id.substr(0, kBuildIdDigits));
  fs::path made;
  for (const fs::path& part : keeper.folder_) {
    made /= part;
    std::error_code error;
    if (fs::create_directory(made, error)) {
      keeper.made_.push_back(made);
    } else if (error || !fs::is_directory(made)) {
      return cannot_keep("cannot create the folder " + made.string() + ": " +
                         (error ? error.message() : "a file of that name is in the way"));
    }
  }
  if (const auto check = check_writable(keeper.folder_ / "1.schedule"); !check) {
    return cannot_keep(check.error());
  }
  return keeper;
}

ScheduleKeeper::~ScheduleKeeper() {
  for (const fs::path& folder : std::views::reverse(made_)) {
    std::error_code ignored;
    fs::remove(folder, ignored);  // refuses a folder that is not empty
  }
}

Expected<fs::path> ScheduleKeeper::keep(const ScheduleFile& schedule) const {
  if (!file_.empty()) {
    const auto written = write_schedule(file_, schedule, IfExists::kReplace);
    return written ? Expected<fs::path>(file_) : Error{written.error()};
  }
  for (unsigned number = next_number(folder_);; ++number) {  // another heddle may take a number at the same time
    const fs::path path = folder_ / (std::to_string(number) + ".schedule");
    const auto written = write_schedule(path, schedule, IfExists::kFail);
    if (!written) {
      return Error{written.error()};
    }
    if (*written == Written::kDone) {
      return path;
    }
  }
}

}  // namespace heddle::cli
