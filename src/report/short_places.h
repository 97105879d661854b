// Places as reports show them: files outside of the working directory without their folder, unless two have the same
// name. For the sources of this folder.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "trace/finding_file.h"

namespace heddle {

class ShortPlaces {
 public:
  explicit ShortPlaces(const FindingFile& finding);

  // "bank.cpp:14"; "-" where nothing is known.
  [[nodiscard]] std::string place(const std::string& file, std::uint32_t line) const;

 private:
  void add(const std::string& file);
  void add(const Stack& stack);
  void add(const ReportedOperation& operation);

  std::map<std::string, std::string> files_;  // by name: the whole path; empty where there are several
};

}  // namespace heddle
