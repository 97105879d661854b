// The standard input of heddle is the target's: read once, given to every execution.
#pragma once

#include <string>

#include "trace/expected.h"

namespace heddle::cli {

// All of it; nothing where it is a terminal, since most programs never ask. An error where it is more than `capacity`.
// `quiet`: without the note that is printed when the end is long in coming.
Expected<std::string> read_standard_input(std::size_t capacity, bool quiet);

}  // namespace heddle::cli
