#include "runtime/real.h"

#include <dlfcn.h>

namespace heddle::runtime {
namespace {

RealFunctions functions;
bool resolved = false;

// By address: functions that differ in noexcept alone would be instances of one template with one mangled name.
void resolve(void* function, const char* name) { *static_cast<void**>(function) = dlsym(RTLD_NEXT, name); }

}  // namespace

const RealFunctions& real() {
  if (!resolved) {
    resolved = true;
#define HEDDLE_RESOLVE(name) resolve(static_cast<void*>(&functions.name), #name);
    HEDDLE_REAL_FUNCTIONS(HEDDLE_RESOLVE)
#undef HEDDLE_RESOLVE
#define HEDDLE_RESOLVE(field, symbol, ...) resolve(static_cast<void*>(&functions.field), symbol);
    HEDDLE_REAL_SYMBOLS(HEDDLE_RESOLVE)
#undef HEDDLE_RESOLVE
  }
  return functions;
}

}  // namespace heddle::runtime
