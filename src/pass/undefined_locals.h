// Local variables that are read before they are written.
//
// Where they lie in memory they hold what was there, the same at every read. Promoted to values they are `undef`, of
// which every use may be another one: a thread that is created `if (x)` need not be joined `if (x)`. A body with
// promoted variables would then do what the program does not do, so each `undef` becomes what the runtime says
// (heddle_uninitialised in abi.h): the same for all, other bytes when an execution is repeated to see whether such
// reads matter.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::pass {

void settle_undefined_locals(llvm::Function& body);

}  // namespace heddle::pass
