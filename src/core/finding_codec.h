// A finding as bytes: between an execution made in a process of its own and the one that explores, from a worker to the
// command line, and in the log of a search.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/finding.h"

namespace heddle {

// Appends to them.
void encode(const Finding& finding, std::vector<std::byte>& bytes);
// Takes one off the beginning of any bytes, which may have been written over or forged. False: they are none, as one
// has no end there, or one of its values is none of its type, or its deviations are out of order; both are then as they
// were.
[[nodiscard]] bool decode(std::span<const std::byte>& bytes, Finding& finding);

}  // namespace heddle
