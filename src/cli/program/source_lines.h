// Lines of source files, read when first asked for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::cli {

class SourceLines {
 public:
  // Without the blanks at its ends, and cut where it is very long; empty where it cannot be read.
  [[nodiscard]] std::string line(const std::string& file, std::uint32_t number);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace heddle::cli
