// What a program says about synchronisation that heddle does not see, and about races that are meant: the functions of
// heddle.h, ThreadSanitizer's and the Annotate* family. They tell the detectors, and change nothing else: none is a
// scheduling point.
#pragma once

#include <cstddef>

#include "core/access.h"

namespace heddle::runtime {

// Whoever acquires at an address knows all that happened before the releases at it.
void annotate_release(const volatile void* object, const void* caller);
void annotate_acquire(const volatile void* object, const void* caller);

void annotate_benign_race(const volatile void* address, std::size_t size);
// IgnoredBits, of the current thread.
void annotate_ignore_begin(unsigned what);
void annotate_ignore_end(unsigned what);

// Locks of the program's own. Inner levels of recursion are counted here.
void annotate_lock(const volatile void* lock, bool shared, bool attempted, unsigned levels, const void* caller);
// One level, or all; how many those were.
unsigned annotate_unlock(const volatile void* lock, bool shared, bool all_levels, const void* caller);
void annotate_lock_destroyed(const volatile void* lock, const void* caller);

// The mutexes of ThreadSanitizer's interface. What happens between the call before and the call behind an operation is
// the mutex's own affair; a call out of it, to code that is not, leaves it meanwhile.
void tsan_mutex_enters();
void tsan_mutex_leaves();
void tsan_mutex_locked(void* mutex, unsigned flags, int recursion, const void* caller);
int tsan_mutex_unlocks(void* mutex, unsigned flags, const void* caller);
void tsan_mutex_destroyed(void* mutex, unsigned flags, const void* caller);

}  // namespace heddle::runtime
