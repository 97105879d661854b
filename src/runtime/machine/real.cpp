#include "runtime/machine/real.h"

#include <dlfcn.h>

namespace heddle::runtime {
namespace {

RealFunctions functions;
bool resolved = false;
OptionalFunctions optional_functions;
bool optional_resolved = false;

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

const OptionalFunctions& optional() {
  if (!optional_resolved) {
    optional_resolved = true;
#define HEDDLE_RESOLVE(field, symbol, ...) resolve(static_cast<void*>(&optional_functions.field), symbol);
    HEDDLE_OPTIONAL_SYMBOLS(HEDDLE_RESOLVE)
#undef HEDDLE_RESOLVE
    // What is missing is no error that the program is to find, nor memory to be freed in the middle of something.
    (void)dlerror();
    (void)dlerror();
  }
  return optional_functions;
}

}  // namespace heddle::runtime
