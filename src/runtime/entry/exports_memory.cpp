// libc's memory and string functions, and the allocator: every name we interpose, one line each.
#include <array>
#include <cstddef>
#include <cstdint>

#include "heddle/abi.h"
#include "runtime/entry/allocation.h"
#include "runtime/entry/libc_memory.h"
#include "runtime/machine/handed.h"
#include "runtime/machine/plain_memory.h"

using heddle::HeapFamily;
using namespace heddle::runtime;  // NOLINT(google-build-using-namespace): this file is a list of names

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))
#define HEDDLE_CALLER __builtin_return_address(0)

extern "C" std::size_t __wrap_strlen(const char*);

namespace {

// Bytes of either string that are looked at; of letters, whether in the same case or not.
HEDDLE_FOR_PROGRAM std::size_t compared(const char* one, const char* other, std::size_t limit, bool folds) {
  const auto folded = [folds](char character) {
    return folds && character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
  };
  std::size_t size = 0;
  while (size < limit) {
    const char left = folded(one[size]);
    const char right = folded(other[size]);
    ++size;
    if (left != right || left == '\0') {
      break;
    }
  }
  return size;
}

}  // namespace

// The lambdas r, w, k, len and nlen are what the list in libc_memory.h is written with. What is held takes stack only
// where a call is announced.
#define HEDDLE_MEMORY_EXPORT(result, name, parameters, arguments, touched)                                             \
  HEDDLE_EXPORT result name parameters {                                                                               \
    const void* caller = HEDDLE_CALLER;                                                                                \
    if (announces(caller)) [[unlikely]] {                                                                              \
      auto in_steps = [=]() HEDDLE_FOR_PROGRAM mutable -> result {                                                     \
        [[maybe_unused]] std::array<char, kLongestInTwoSteps> held; /* NOLINT(*-member-init): only what was read */    \
        [[maybe_unused]] const auto r = [caller](const void* p, std::size_t size) { announce_read(p, size, caller); }; \
        [[maybe_unused]] const auto w = [caller](const void* p, std::size_t size) {                                    \
          announce_write(p, size, caller);                                                                             \
        };                                                                                                             \
        [[maybe_unused]] const auto k = [&held](auto& p, std::size_t size) {                                           \
          if (size <= held.size()) {                                                                                   \
            p = static_cast<char*>(real_memory().memcpy(held.data(), p, size));                                        \
          }                                                                                                            \
        };                                                                                                             \
        [[maybe_unused]] const auto len = [](const char* s) { return __wrap_strlen(s) + 1; };                          \
        [[maybe_unused]] const auto nlen = [](const char* s, std::size_t limit) __attribute__((always_inline)) {       \
          std::size_t size = 0;                                                                                        \
          while (size < limit && s[size] != '\0') {                                                                    \
            ++size;                                                                                                    \
          }                                                                                                            \
          return size < limit ? size + 1 : size;                                                                       \
        };                                                                                                             \
        [[maybe_unused]] const auto before = [](const void* p, const void* match) {                                    \
          return match == nullptr                                                                                      \
                     ? 0                                                                                               \
                     : static_cast<std::size_t>(static_cast<const char*>(match) - static_cast<const char*>(p));        \
        };                                                                                                             \
        [[maybe_unused]] const auto or_all = [](const void* p, const void* match) {                                    \
          return match == nullptr ? p : match;                                                                         \
        };                                                                                                             \
        [[maybe_unused]] const auto until = [before](const void* p, const void* match, std::size_t size,               \
                                                     std::size_t all) {                                                \
          return match == nullptr ? all : before(p, match) + size;                                                     \
        };                                                                                                             \
        touched;                                                                                                       \
        return real_memory().name arguments;                                                                           \
      };                                                                                                               \
      return in_steps();                                                                                               \
    }                                                                                                                  \
    return real_memory().name arguments;                                                                               \
  }
HEDDLE_MEMORY_FUNCTIONS(HEDDLE_MEMORY_EXPORT)

// memcpy-family calls the pass has replaced: the sites are known.
HEDDLE_EXPORT void* heddle_memcpy(void* to, const void* from, std::size_t n, const heddle_site* r,
                                  const heddle_site* w) {
  return copy(to, from, n, r, w);
}
HEDDLE_EXPORT void* heddle_memmove(void* to, const void* from, std::size_t n, const heddle_site* r,
                                   const heddle_site* w) {
  return copy(to, from, n, r, w);
}
HEDDLE_EXPORT void* heddle_memset(void* to, int byte, std::size_t n, const heddle_site* w) {
  return fill(to, byte, n, w);
}

HEDDLE_EXPORT void* malloc(std::size_t n) { return allocate(n, HEDDLE_CALLER); }
HEDDLE_EXPORT void* calloc(std::size_t c, std::size_t n) { return allocate_zeroed(c, n, HEDDLE_CALLER); }
HEDDLE_EXPORT void* realloc(void* p, std::size_t n) { return reallocate(p, n, HEDDLE_CALLER); }
HEDDLE_EXPORT void* reallocarray(void* p, std::size_t c, std::size_t n) {
  return reallocate_array(p, c, n, HEDDLE_CALLER);
}
HEDDLE_EXPORT void free(void* p) { deallocate(p, HeapFamily::kMalloc, HEDDLE_CALLER); }
HEDDLE_EXPORT void cfree(void* p) { deallocate(p, HeapFamily::kMalloc, HEDDLE_CALLER); }
HEDDLE_EXPORT void* memalign(std::size_t a, std::size_t n) { return allocate_aligned(a, n, HEDDLE_CALLER); }
HEDDLE_EXPORT void* aligned_alloc(std::size_t a, std::size_t n) { return allocate_aligned(a, n, HEDDLE_CALLER); }
HEDDLE_EXPORT int posix_memalign(void** p, std::size_t a, std::size_t n) {
  given_all(p);
  return allocate_posix_aligned(p, a, n, HEDDLE_CALLER);
}
HEDDLE_EXPORT void* valloc(std::size_t n) { return allocate_pages(n, false, HEDDLE_CALLER); }
HEDDLE_EXPORT void* pvalloc(std::size_t n) { return allocate_pages(n, true, HEDDLE_CALLER); }
HEDDLE_EXPORT std::size_t malloc_usable_size(void* p) { return usable_size(p); }

// operator new and delete by their mangled names: the runtime's own are other functions, and hidden.
HEDDLE_EXPORT void* _Znwm(std::size_t n) {
  return operator_new({.size = n, .alignment = 16, .family = HeapFamily::kNew}, HEDDLE_CALLER);
}
HEDDLE_EXPORT void* _Znam(std::size_t n) {
  return operator_new({.size = n, .alignment = 16, .family = HeapFamily::kNewArray}, HEDDLE_CALLER);
}
HEDDLE_EXPORT void* _ZnwmRKSt9nothrow_t(std::size_t n, const void*) {
  return operator_new_nothrow({.size = n, .alignment = 16, .family = HeapFamily::kNew}, HEDDLE_CALLER);
}
HEDDLE_EXPORT void* _ZnamRKSt9nothrow_t(std::size_t n, const void*) {
  return operator_new_nothrow({.size = n, .alignment = 16, .family = HeapFamily::kNewArray}, HEDDLE_CALLER);
}
HEDDLE_EXPORT void* _ZnwmSt11align_val_t(std::size_t n, std::size_t a) {
  return operator_new({.size = n, .alignment = a, .family = HeapFamily::kNewAligned}, HEDDLE_CALLER);
}
HEDDLE_EXPORT void* _ZnamSt11align_val_t(std::size_t n, std::size_t a) {
  return operator_new({.size = n, .alignment = a, .family = HeapFamily::kNewArrayAligned}, HEDDLE_CALLER);
}
HEDDLE_EXPORT void* _ZnwmSt11align_val_tRKSt9nothrow_t(std::size_t n, std::size_t a, const void*) {
  return operator_new_nothrow({.size = n, .alignment = a, .family = HeapFamily::kNewAligned}, HEDDLE_CALLER);
}
HEDDLE_EXPORT void* _ZnamSt11align_val_tRKSt9nothrow_t(std::size_t n, std::size_t a, const void*) {
  return operator_new_nothrow({.size = n, .alignment = a, .family = HeapFamily::kNewArrayAligned}, HEDDLE_CALLER);
}
HEDDLE_EXPORT void _ZdlPv(void* p) { deallocate(p, HeapFamily::kNew, HEDDLE_CALLER); }
HEDDLE_EXPORT void _ZdaPv(void* p) { deallocate(p, HeapFamily::kNewArray, HEDDLE_CALLER); }
HEDDLE_EXPORT void _ZdlPvm(void* p, std::size_t) { deallocate(p, HeapFamily::kNew, HEDDLE_CALLER); }
HEDDLE_EXPORT void _ZdaPvm(void* p, std::size_t) { deallocate(p, HeapFamily::kNewArray, HEDDLE_CALLER); }
HEDDLE_EXPORT void _ZdlPvRKSt9nothrow_t(void* p, const void*) { deallocate(p, HeapFamily::kNew, HEDDLE_CALLER); }
HEDDLE_EXPORT void _ZdaPvRKSt9nothrow_t(void* p, const void*) { deallocate(p, HeapFamily::kNewArray, HEDDLE_CALLER); }
HEDDLE_EXPORT void _ZdlPvSt11align_val_t(void* p, std::size_t) {
  deallocate(p, HeapFamily::kNewAligned, HEDDLE_CALLER);
}
HEDDLE_EXPORT void _ZdaPvSt11align_val_t(void* p, std::size_t) {
  deallocate(p, HeapFamily::kNewArrayAligned, HEDDLE_CALLER);
}
HEDDLE_EXPORT void _ZdlPvmSt11align_val_t(void* p, std::size_t, std::size_t) {
  deallocate(p, HeapFamily::kNewAligned, HEDDLE_CALLER);
}
HEDDLE_EXPORT void _ZdaPvmSt11align_val_t(void* p, std::size_t, std::size_t) {
  deallocate(p, HeapFamily::kNewArrayAligned, HEDDLE_CALLER);
}
