#include "runtime/entry/annotations.h"

#include "runtime/observe/watching.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

// A lock that a program says is held, in the models' own memory.
struct AnnotatedLock {
  const volatile void* lock;
  ThreadId holder;
  unsigned levels;
  AnnotatedLock* next;
};

namespace {

constexpr unsigned kOwnAffair = kIgnoreReads | kIgnoreWrites | kIgnoreSynchronisation;

// ThreadSanitizer's flags of mutexes (sanitizer/tsan_interface.h).
constexpr unsigned kTsanStatic = 1U << 0U;
constexpr unsigned kTsanReadLock = 1U << 3U;
constexpr unsigned kTsanTryLock = 1U << 4U;
constexpr unsigned kTsanTryLockFailed = 1U << 5U;
constexpr unsigned kTsanRecursiveLock = 1U << 6U;
constexpr unsigned kTsanRecursiveUnlock = 1U << 7U;

const void* plain(const volatile void* object) { return const_cast<const void*>(object); }

void tell(SyncKind kind, const volatile void* object, const void* caller, bool attempted = false) {
  watch_sync(kind, plain(object), caller, attempted);
}

// The place of the current thread's entry, or of the null behind the last.
AnnotatedLock** find_own(const volatile void* lock) {
  AnnotatedLock** place = &state().annotated_locks;
  while (*place != nullptr && ((*place)->lock != lock || (*place)->holder != state().current)) {
    place = &(*place)->next;
  }
  return place;
}

// That of whoever has it.
AnnotatedLock** find_any(const volatile void* lock) {
  AnnotatedLock** place = &state().annotated_locks;
  while (*place != nullptr && (*place)->lock != lock) {
    place = &(*place)->next;
  }
  return place;
}

void remove(AnnotatedLock** place) {
  AnnotatedLock* entry = *place;
  *place = entry->next;
  free_block(entry, sizeof *entry);
}

}  // namespace

void annotate_release(const volatile void* object, const void* caller) {
  if (controlled()) {
    tell(SyncKind::kSend, object, caller);
  }
}

void annotate_acquire(const volatile void* object, const void* caller) {
  if (controlled()) {
    tell(SyncKind::kReceive, object, caller);
  }
}

namespace {

void expect_races(const volatile void* address, std::size_t size, int /*unused*/, int /*unused*/) {
  watching->annotate({.kind = AnnotationKind::kExpectRaces,
                      .range = {.address = reinterpret_cast<std::uintptr_t>(address), .size = size}});
}

void annotate_scope(AnnotationKind kind, unsigned what, int /*unused*/, int /*unused*/) {
  watching->annotate({.kind = kind, .thread = state().current, .what = what});
  choose_quick_watch();
}

}  // namespace

// Scopes and ranges count also where they are opened between two passes of a test loop.
void annotate_benign_race(const volatile void* address, std::size_t size) {
  call_aside(controlled() && watching != nullptr ? expect_races : nullptr, address, size, 0, 0);
}

void annotate_ignore_begin(unsigned what) {
  call_aside(controlled() && watching != nullptr ? annotate_scope : nullptr, AnnotationKind::kBeginIgnoring, what, 0,
             0);
}

void annotate_ignore_end(unsigned what) {
  call_aside(controlled() && watching != nullptr ? annotate_scope : nullptr, AnnotationKind::kEndIgnoring, what, 0, 0);
}

void annotate_lock(const volatile void* lock, bool shared, bool attempted, unsigned levels, const void* caller) {
  if (!controlled()) {
    return;
  }
  if (AnnotatedLock* held = *find_own(lock); held != nullptr) {
    held->levels += levels;
    return;
  }
  auto* entry = static_cast<AnnotatedLock*>(allocate_block(sizeof(AnnotatedLock)));
  *entry = {.lock = lock, .holder = state().current, .levels = levels, .next = state().annotated_locks};
  state().annotated_locks = entry;
  tell(shared ? SyncKind::kLockShared : SyncKind::kLock, lock, caller, attempted);
}

// Also by a thread that did not take it: then the one that did has it no longer.
unsigned annotate_unlock(const volatile void* lock, bool shared, bool all_levels, const void* caller) {
  if (!controlled()) {
    return 1;
  }
  AnnotatedLock** place = find_own(lock);
  if (*place == nullptr && !shared) {
    place = find_any(lock);
  }
  unsigned levels = 1;
  if (*place != nullptr) {
    levels = all_levels ? (*place)->levels : 1;
    (*place)->levels -= levels;
    if ((*place)->levels != 0) {
      return levels;
    }
    remove(place);
  }
  tell(shared ? SyncKind::kUnlockShared : SyncKind::kUnlock, lock, caller);
  return levels;
}

void annotate_lock_destroyed(const volatile void* lock, const void* caller) {
  if (!controlled()) {
    return;
  }
  for (AnnotatedLock** place = find_any(lock); *place != nullptr; place = find_any(lock)) {
    remove(place);
  }
  tell(SyncKind::kDestroy, lock, caller);
}

void tsan_mutex_enters() { annotate_ignore_begin(kOwnAffair); }
void tsan_mutex_leaves() { annotate_ignore_end(kOwnAffair); }

void tsan_mutex_locked(void* mutex, unsigned flags, int recursion, const void* caller) {
  tsan_mutex_leaves();
  if ((flags & kTsanTryLockFailed) == 0) {
    const unsigned levels = (flags & kTsanRecursiveLock) != 0 && recursion > 0 ? static_cast<unsigned>(recursion) : 1;
    annotate_lock(mutex, (flags & kTsanReadLock) != 0, (flags & kTsanTryLock) != 0, levels, caller);
  }
}

int tsan_mutex_unlocks(void* mutex, unsigned flags, const void* caller) {
  const bool all_levels = (flags & kTsanRecursiveUnlock) != 0;
  const unsigned levels = annotate_unlock(mutex, (flags & kTsanReadLock) != 0, all_levels, caller);
  tsan_mutex_enters();
  return all_levels ? static_cast<int>(levels) : 0;
}

// One with static storage is there for ever, whatever it says.
void tsan_mutex_destroyed(void* mutex, unsigned flags, const void* caller) {
  if ((flags & kTsanStatic) == 0) {
    annotate_lock_destroyed(mutex, caller);
  }
}

}  // namespace heddle::runtime
