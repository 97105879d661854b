// The program to be run: found, looked at, and refused with one clear line where heddle cannot run it.
#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include "cli/base/messages.h"

namespace heddle::cli {

struct TargetFile {
  std::filesystem::path path;  // with a slash: ready for exec
  std::string name;            // the last component
  std::string build_id;        // hexadecimal
  // Not instrumented: the runtime, to be loaded before everything else. Empty: the program is linked with it.
  std::filesystem::path preload;
};

// `program` as given on the command line. Without a slash, a file of that name in the working directory is meant, then
// PATH is searched.
[[nodiscard]] std::variant<TargetFile, Refusal> find_target(const std::string& program);

}  // namespace heddle::cli
