// Random programs, small enough to be explored completely in a moment. A seed is one program, everywhere.
#pragma once

#include <cstdint>

#include "program.h"
#include "truth.h"

namespace heddle::truth {

struct Generated {
  Program program;
  Truth truth;
};
[[nodiscard]] Generated generate(std::uint64_t seed);

}  // namespace heddle::truth
