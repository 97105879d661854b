#include "runtime/entry/libc_memory.h"

#include <dlfcn.h>

#include <array>
#include <cstring>

#include "runtime/program/modules.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/control.h"
#include "runtime/uncontrolled/parallel_run.h"

namespace heddle::runtime {
namespace {

MemoryFunctions functions;
bool resolved = false;

template <typename Function>
void resolve(Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void announce(OperationKind kind, const void* address, std::size_t size, const void* caller) {
  if (runs_in_parallel()) {
    parallel_access(kind, address, size, {.code = caller});
  } else if (size != 0) {
    visible_range(kind, address, size, caller);
  }
}

// Other threads may write to the source after it was read and before the copy arrives.
[[gnu::noinline]] void* copy_in_two_steps(void* to, const void* from, std::size_t n, const heddle_site& read,
                                          const heddle_site& write) {
  std::array<std::byte, kLongestInTwoSteps> held;  // NOLINT(*-member-init): only what was read is written
  heddle_read_range(from, n, &read);
  real_memory().memcpy(held.data(), from, n);
  heddle_write_range(to, n, &write);
  return real_memory().memcpy(to, held.data(), n);
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
  if (heddle_accesses.on == 0) {
    return false;
  }
  return runs_in_parallel() ? is_instrumented(caller) : controlled() && called_from_instrumented_code(caller);
}

void announce_read(const void* address, std::size_t size, const void* caller) {
  announce(OperationKind::kReadRange, address, size, caller);
}

void announce_write(const void* address, std::size_t size, const void* caller) {
  announce(OperationKind::kWriteRange, address, size, caller);
}

void* copy(void* to, const void* from, std::size_t n, const heddle_site* read, const heddle_site* write) {
  if (heddle_accesses.on != 0 && read != nullptr && write != nullptr && n <= kLongestInTwoSteps) {
    return copy_in_two_steps(to, from, n, *read, *write);
  }
  if (read != nullptr) {
    heddle_read_range(from, n, read);
  }
  if (write != nullptr) {
    heddle_write_range(to, n, write);
  }
  return real_memory().memmove(to, from, n);
}

void* fill(void* to, int byte, std::size_t n, const heddle_site* write) {
  if (write != nullptr) {
    heddle_write_range(to, n, write);
  }
  return real_memory().memset(to, byte, n);
}

}  // namespace heddle::runtime
