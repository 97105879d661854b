#include "runtime/libc_memory.h"

#include <dlfcn.h>

#include <cstring>

#include "runtime/accesses.h"
#include "runtime/control.h"
#include "runtime/modules.h"
#include "runtime/scheduler.h"

namespace heddle::runtime {
namespace {

MemoryFunctions functions;
bool resolved = false;

template <typename Function>
void resolve(Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void announce(OperationKind kind, const void* address, std::size_t size, const void* caller) {
  if (size != 0) {
    visible_range(kind, address, size, caller);
  }
}

}  // namespace

const MemoryFunctions& real_memory() {
  if (!resolved) {
#define HEDDLE_RESOLVE(result, name, parameters, arguments, touched) resolve(functions.name, #name);
    HEDDLE_MEMORY_FUNCTIONS(HEDDLE_RESOLVE)
#undef HEDDLE_RESOLVE
    resolved = true;
  }
  return functions;
}

bool announces(const void* caller) {
  return heddle_accesses_on != 0 && controlled() && called_from_instrumented_code(caller);
}

void announce_read(const void* address, std::size_t size, const void* caller) {
  announce(OperationKind::kReadRange, address, size, caller);
}

void announce_write(const void* address, std::size_t size, const void* caller) {
  announce(OperationKind::kWriteRange, address, size, caller);
}

}  // namespace heddle::runtime
