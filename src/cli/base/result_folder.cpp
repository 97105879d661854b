#include "cli/base/result_folder.h"

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

}  // namespace

std::variant<ResultFolder, Refusal> ResultFolder::open(const fs::path& folder, const std::string& program,
                                                       const std::string& build_id, std::string_view what) {
  const auto cannot_keep = [&](const std::string& reason) {
    return Refusal{kExitUsage, reason + " (" + std::string(what) + " would go there)"};
  };
  ResultFolder result;
  result.path_ = folder / (program + "-" + build_id.substr(0, kBuildIdDigits));
  fs::path made;
  for (const fs::path& part : result.path_) {
    made /= part;
    std::error_code error;
    if (fs::create_directory(made, error)) {
      result.made_.push_back(made);
    } else if (error || !fs::is_directory(made)) {
      return cannot_keep("cannot create the folder " + made.string() + ": " +
                         (error ? error.message() : "a file of that name is in the way"));
    }
  }
  if (const auto check = check_writable(result.path_ / "1.new"); !check) {
    return cannot_keep(check.error());
  }
  return result;
}

ResultFolder::~ResultFolder() {
  for (const fs::path& folder : std::views::reverse(made_)) {
    std::error_code ignored;
    fs::remove(folder, ignored);  // refuses a folder that is not empty
  }
}

Expected<fs::path> ResultFolder::keep(std::string_view suffix, const Write& write) const {
  for (unsigned number = next_number(path_);; ++number) {  // another heddle may take a number at the same time
    fs::path path = path_ / (std::to_string(number) + std::string(suffix));
    const auto written = write(path);
    if (!written) {
      return Error{written.error()};
    }
    if (*written == Written::kDone) {
      return path;
    }
  }
}

}  // namespace heddle::cli
