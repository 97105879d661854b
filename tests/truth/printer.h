// Programs as C.
#pragma once

#include <span>
#include <string>

#include "program.h"

namespace heddle::truth {

// One source file with all of them; the first argument of the compiled program is the number of the one that runs. The
// lines of program N are those of a file "N.c".
[[nodiscard]] std::string print(std::span<const Program> programs);

}  // namespace heddle::truth
