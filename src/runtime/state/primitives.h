// How the models look inside the target's own objects.
//
// Where libc's object and ours overlap, the fields agree with glibc's, so that static initialisers, libc's init
// functions and its attribute functions can be used as they are. Zero is "new and free" for all of them.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "runtime/state/state.h"

namespace heddle::runtime {

// glibc's numbering of mutex kinds.
inline constexpr int kMutexTypeMask = 3;
inline constexpr int kMutexRecursive = 1;
inline constexpr int kMutexErrorCheck = 2;
inline constexpr int kMutexRobust = 16;
inline constexpr int kMutexDestroyed = -1;
inline constexpr int kOwnerDied = 0x7fffffff;       // the next to lock gets EOWNERDEAD
inline constexpr int kNotRecoverable = 0x7ffffffe;  // ... unlocked it without making it consistent

struct MutexModel {
  int locked;
  unsigned count;  // recursive
  int owner;       // ThreadId + 1, or one of the two above
  unsigned users;  // unused; glibc's
  int kind;
};

struct ReadWriteModel {
  std::uint32_t readers;
  std::uint32_t writer;  // ThreadId + 1
  std::uint32_t destroyed;
  std::uint32_t waiting;  // writers that keep readers out: of a lock that prefers writers
};
// Its kind stands where glibc keeps it: the static initialiser and pthread_rwlock_init put it there.
inline bool prefers_writers(const void* lock) {
  return static_cast<const pthread_rwlock_t*>(lock)->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

struct ConditionModel {
  std::uint32_t clock;
  std::uint32_t waiters;
  std::uint32_t destroyed;
};

struct SemaphoreModel {
  std::uint32_t value;
  std::uint32_t destroyed;
};

struct BarrierModel {
  std::uint32_t threshold;
  std::uint32_t arrived;
  std::uint32_t destroyed;
  std::uint32_t rounds;  // completed
};

// pthread_once, C11 call_once, std::call_once.
struct OnceModel {
  int state;  // 0 new, 1 running, 2 done
};

// Itanium ABI: first byte "initialised", second byte ours.
struct GuardModel {
  std::uint8_t done;
  std::uint8_t running;
};

template <typename Model>
Model& model_of(void* object) {
  return *static_cast<Model*>(object);
}
template <typename Model>
const Model& model_of(const void* object) {
  return *static_cast<const Model*>(object);
}

inline int owner_mark(const Thread& owner) { return owner.id.value + 1; }

// Asked when it is the thread's turn: does the try or timed operation get it, does the compare-exchange store?
[[nodiscard]] bool will_succeed(const Thread& self);
// The one thread that has to do something before this one can go on: it holds the lock, or is to be joined. nullptr
// where there is none, or it need not be that one.
[[nodiscard]] const Thread* awaited_by(const Thread& waiting);

}  // namespace heddle::runtime
