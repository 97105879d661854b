// What the arguments of `heddle cc` and `heddle c++` ask for.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "trace/expected.h"

namespace heddle::cli {

using Arguments = std::vector<std::string>;

struct CompileRequest {
  Arguments arguments;  // for clang, without ours
  bool links = true;
  bool has_input = false;
  bool has_source_or_object = false;  // an input that is not a header
  bool has_debug_option = false;
  bool makes_library = false;
  bool plain_link = false;  // -r or -nostdlib: the result is no program to run under heddle
  std::string static_option;
  std::string other_machine_option;
  std::set<std::string, std::less<>> sanitizers;
  bool without_thread_sanitizer = false;  // -fno-sanitize=thread, and not the contrary behind it
  bool verbose = false;
  bool instrument = true;
  std::string ignore_file;
  bool is_cxx20 = false;  // or later
};

// Or what is wrong with the arguments.
[[nodiscard]] Expected<CompileRequest> read_compile_request(const Arguments& arguments);

// The same without ThreadSanitizer, which is switched on so that nothing of it is linked; nothing if that is all.
[[nodiscard]] std::optional<std::string> without_thread_sanitizer(const std::string& argument);

// Nothing where the file cannot be read.
[[nodiscard]] std::optional<std::string> read_text(const std::string& path);

}  // namespace heddle::cli
