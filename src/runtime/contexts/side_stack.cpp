#include "runtime/contexts/side_stack.h"

#include "runtime/machine/layout.h"

extern "C" {
std::uintptr_t heddle_side_stack = 0;
}

namespace heddle::runtime {
namespace {

// There is a gap between any two of them. All lie below all stacks of the target: a debugger takes a caller's frame
// below that of the function it calls for a broken stack.
constexpr std::size_t kDistance = 2 * kSideStackSize;

}  // namespace

std::uintptr_t side_stack_of_slot(std::size_t slot) { return kSideStacksLow + (slot + 1) * kDistance - 8; }

void create_side_stack(std::size_t slot) {
  map_fixed(kSideStacksLow + (slot + 1) * kDistance - kSideStackSize, kSideStackSize, "the runtime");
}

}  // namespace heddle::runtime
