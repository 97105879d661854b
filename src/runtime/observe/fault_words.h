// One line about what a detector saw.
#pragma once

#include "engine/finding_sink.h"

namespace heddle::runtime {

// As the words of the outcome (outcome_text.h).
void describe_fault(const Fault& fault);

}  // namespace heddle::runtime
