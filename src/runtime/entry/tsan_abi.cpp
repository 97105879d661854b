// The ABI of code built with -fsanitize=thread by gcc or clang: one-line bodies (tsan_accesses.h).
#include <cstddef>
#include <cstdint>

#include "runtime/entry/annotations.h"
#include "runtime/entry/tsan_accesses.h"

using namespace heddle;           // NOLINT(google-build-using-namespace): this file is a list of names
using namespace heddle::runtime;  // NOLINT(google-build-using-namespace)

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))
#define HEDDLE_CALLER __builtin_return_address(0)

HEDDLE_EXPORT void __tsan_init() {}
HEDDLE_EXPORT void __tsan_func_entry(void* /*caller*/) {}
HEDDLE_EXPORT void __tsan_func_exit() {}

#define HEDDLE_TSAN_ACCESS(name, kind, size) \
  HEDDLE_EXPORT void __tsan_##name(void* p) { tsan_access(OperationKind::kind, p, size, HEDDLE_CALLER); }
// What reads and writes at once is announced where it writes: it has read before.
#define HEDDLE_TSAN_ACCESSES(size)                               \
  HEDDLE_TSAN_ACCESS(read##size, kRead, size)                    \
  HEDDLE_TSAN_ACCESS(write##size, kWrite, size)                  \
  HEDDLE_TSAN_ACCESS(read_write##size, kWrite, size)             \
  HEDDLE_TSAN_ACCESS(volatile_read##size, kRead, size)           \
  HEDDLE_TSAN_ACCESS(volatile_write##size, kWrite, size)         \
  HEDDLE_TSAN_ACCESS(unaligned_read##size, kRead, size)          \
  HEDDLE_TSAN_ACCESS(unaligned_write##size, kWrite, size)        \
  HEDDLE_TSAN_ACCESS(unaligned_read_write##size, kWrite, size)   \
  HEDDLE_TSAN_ACCESS(unaligned_volatile_read##size, kRead, size) \
  HEDDLE_TSAN_ACCESS(unaligned_volatile_write##size, kWrite, size)
HEDDLE_TSAN_ACCESSES(1)
HEDDLE_TSAN_ACCESSES(2)
HEDDLE_TSAN_ACCESSES(4)
HEDDLE_TSAN_ACCESSES(8)
HEDDLE_TSAN_ACCESSES(16)
HEDDLE_TSAN_ACCESS(vptr_read, kVptrRead, sizeof(void*))

HEDDLE_EXPORT void __tsan_vptr_update(void** p, void* /*value*/) {
  tsan_access(OperationKind::kVptrWrite, static_cast<void*>(p), sizeof *p, HEDDLE_CALLER);
}
HEDDLE_EXPORT void __tsan_read_range(void* p, std::size_t size) {
  tsan_access(OperationKind::kReadRange, p, size, HEDDLE_CALLER);
}
HEDDLE_EXPORT void __tsan_write_range(void* p, std::size_t size) {
  tsan_access(OperationKind::kWriteRange, p, size, HEDDLE_CALLER);
}
HEDDLE_EXPORT void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  return tsan_copy(to, from, size, HEDDLE_CALLER);
}
HEDDLE_EXPORT void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  return tsan_copy(to, from, size, HEDDLE_CALLER);
}
HEDDLE_EXPORT void* __tsan_memset(void* to, int byte, std::size_t size) {
  return tsan_fill(to, byte, size, HEDDLE_CALLER);
}

// NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses
#define HEDDLE_TSAN_MODIFY(bits, type, name, builtin)                                          \
  HEDDLE_EXPORT type __tsan_atomic##bits##_##name(volatile type* p, type value, int order) {   \
    tsan_atomic(OperationKind::kAtomicReadModifyWrite, p, sizeof(type), order, HEDDLE_CALLER); \
    return builtin(p, value, __ATOMIC_SEQ_CST);                                                \
  }
#define HEDDLE_TSAN_ATOMICS(bits, type)                                                                         \
  HEDDLE_EXPORT type __tsan_atomic##bits##_load(const volatile type* p, int order) {                            \
    tsan_atomic(OperationKind::kAtomicLoad, p, sizeof(type), order, HEDDLE_CALLER);                             \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                                \
  }                                                                                                             \
  HEDDLE_EXPORT void __tsan_atomic##bits##_store(volatile type* p, type value, int order) {                     \
    tsan_atomic(OperationKind::kAtomicStore, p, sizeof(type), order, HEDDLE_CALLER);                            \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                               \
  }                                                                                                             \
  HEDDLE_TSAN_MODIFY(bits, type, exchange, __atomic_exchange_n)                                                 \
  HEDDLE_TSAN_MODIFY(bits, type, fetch_add, __atomic_fetch_add)                                                 \
  HEDDLE_TSAN_MODIFY(bits, type, fetch_sub, __atomic_fetch_sub)                                                 \
  HEDDLE_TSAN_MODIFY(bits, type, fetch_and, __atomic_fetch_and)                                                 \
  HEDDLE_TSAN_MODIFY(bits, type, fetch_or, __atomic_fetch_or)                                                   \
  HEDDLE_TSAN_MODIFY(bits, type, fetch_xor, __atomic_fetch_xor)                                                 \
  HEDDLE_TSAN_MODIFY(bits, type, fetch_nand, __atomic_fetch_nand)                                               \
  HEDDLE_EXPORT int __tsan_atomic##bits##_compare_exchange_strong(volatile type* p, type* expected, type value, \
                                                                  int order, int failure) {                     \
    return tsan_exchange_if(p, expected, value, order, failure, HEDDLE_CALLER) ? 1 : 0;                         \
  }                                                                                                             \
  HEDDLE_EXPORT int __tsan_atomic##bits##_compare_exchange_weak(volatile type* p, type* expected, type value,   \
                                                                int order, int failure) {                       \
    return tsan_exchange_if(p, expected, value, order, failure, HEDDLE_CALLER) ? 1 : 0;                         \
  }                                                                                                             \
  HEDDLE_EXPORT type __tsan_atomic##bits##_compare_exchange_val(volatile type* p, type expected, type value,    \
                                                                int order, int failure) {                       \
    return tsan_compare_exchange(p, expected, value, order, failure, HEDDLE_CALLER);                            \
  }
// NOLINTEND(bugprone-macro-parentheses)
HEDDLE_TSAN_ATOMICS(8, std::uint8_t)
HEDDLE_TSAN_ATOMICS(16, std::uint16_t)
HEDDLE_TSAN_ATOMICS(32, std::uint32_t)
HEDDLE_TSAN_ATOMICS(64, std::uint64_t)
HEDDLE_TSAN_ATOMICS(128, unsigned __int128)

HEDDLE_EXPORT void __tsan_atomic_thread_fence(int order) {
  tsan_atomic(OperationKind::kFence, nullptr, 0, order, HEDDLE_CALLER);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
HEDDLE_EXPORT void __tsan_atomic_signal_fence(int /*order*/) {}

// What code tells ThreadSanitizer about its synchronisation, libstdc++ among others.
HEDDLE_EXPORT void __tsan_acquire(void* object) { annotate_acquire(object, HEDDLE_CALLER); }
HEDDLE_EXPORT void __tsan_release(void* object) { annotate_release(object, HEDDLE_CALLER); }
HEDDLE_EXPORT void __tsan_ignore_thread_begin() { annotate_ignore_begin(kIgnoreReads | kIgnoreWrites); }
HEDDLE_EXPORT void __tsan_ignore_thread_end() { annotate_ignore_end(kIgnoreReads | kIgnoreWrites); }
HEDDLE_EXPORT void __tsan_mutex_create(void* /*mutex*/, unsigned /*flags*/) {}
HEDDLE_EXPORT void __tsan_mutex_destroy(void* mutex, unsigned flags) {
  tsan_mutex_destroyed(mutex, flags, HEDDLE_CALLER);
}
HEDDLE_EXPORT void __tsan_mutex_pre_lock(void* /*mutex*/, unsigned /*flags*/) { tsan_mutex_enters(); }
HEDDLE_EXPORT void __tsan_mutex_post_lock(void* mutex, unsigned flags, int recursion) {
  tsan_mutex_locked(mutex, flags, recursion, HEDDLE_CALLER);
}
HEDDLE_EXPORT int __tsan_mutex_pre_unlock(void* mutex, unsigned flags) {
  return tsan_mutex_unlocks(mutex, flags, HEDDLE_CALLER);
}
HEDDLE_EXPORT void __tsan_mutex_post_unlock(void* /*mutex*/, unsigned /*flags*/) { tsan_mutex_leaves(); }
HEDDLE_EXPORT void __tsan_mutex_pre_signal(void* /*mutex*/, unsigned /*flags*/) { tsan_mutex_enters(); }
HEDDLE_EXPORT void __tsan_mutex_post_signal(void* /*mutex*/, unsigned /*flags*/) { tsan_mutex_leaves(); }
HEDDLE_EXPORT void __tsan_mutex_pre_divert(void* /*mutex*/, unsigned /*flags*/) { tsan_mutex_leaves(); }
HEDDLE_EXPORT void __tsan_mutex_post_divert(void* /*mutex*/, unsigned /*flags*/) { tsan_mutex_enters(); }
