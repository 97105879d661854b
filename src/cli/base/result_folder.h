// Where results of a program go: <folder>/<program>-<first 8 digits of the build id>/<n>.<what it is>.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/base/messages.h"
#include "trace/atomic_file.h"
#include "trace/expected.h"

namespace heddle::cli {

// Made before exploring, so that a place that cannot be written to is noticed while nothing is lost yet. Folders it
// made are removed again if nothing was kept in them.
class ResultFolder {
 public:
  // `what` goes there, for the line that says that it cannot.
  static std::variant<ResultFolder, Refusal> open(const std::filesystem::path& folder, const std::string& program,
                                                  const std::string& build_id, std::string_view what);

  ResultFolder(ResultFolder&& other) noexcept = default;
  ResultFolder& operator=(ResultFolder&&) = delete;
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;
  ~ResultFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // Writes to the next free number; `write` is told the name. The file written.
  using Write = std::function<Expected<Written>(const std::filesystem::path&)>;
  [[nodiscard]] Expected<std::filesystem::path> keep(std::string_view suffix, const Write& write) const;

 private:
  ResultFolder() = default;

  std::filesystem::path path_;
  std::vector<std::filesystem::path> made_;  // outermost first
};

}  // namespace heddle::cli
