// Smaller programs.
#pragma once

#include <vector>

#include "program.h"

namespace heddle::truth {

// Each with something left out.
[[nodiscard]] std::vector<Program> smaller(const Program& program);

}  // namespace heddle::truth
