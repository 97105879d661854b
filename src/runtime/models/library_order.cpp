#include "runtime/models/library_order.h"

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/machine/real.h"
#include "runtime/observe/watching.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

// Of a C++ library that the program has loaded while it runs.
void* in_loaded_library(const char* symbol) { return dlsym(dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD), symbol); }

// glibc's _IO_lock_t.
struct StreamLock {
  int word;
  int depth;
  const void* owner;
};

const StreamLock& lock_of(const std::FILE* stream) {
  const void* lock = stream->_lock;
  return *static_cast<const StreamLock*>(lock);
}

// Where another thread may come in between. What it orders is told apart from that.
void pass(const StreamLock& lock, const void* caller) {
  visible_atomic({.kind = OperationKind::kAtomicReadModifyWrite,
                  .address = &lock.word,
                  .size = sizeof lock.word,
                  .caller = caller,
                  .order = MemoryOrder::kRelaxed});
}

// The last member of libstdc++'s header of an exception, which lies in front of it.
constexpr std::uint64_t kPrimary = 0x474e5543432b2b00;    // "GNUCC++\0"
constexpr std::uint64_t kDependent = 0x474e5543432b2b01;  // refers to a primary one, as all that are thrown again do
constexpr std::size_t kHeaderBytes = 80;

void drop_exception(const void* exception, const void* caller) {
  if (exception != nullptr) {
    watch_sync(SyncKind::kReceive, exception, caller);
    watch_sync(SyncKind::kSend, exception, caller);
  }
}

// libstdc++'s std::_Sp_counted_base, of a shared state.
struct Counts {
  void (*const* functions)(Counts*);  // two destructors, dispose, destroy
  std::int32_t uses;
  std::int32_t weak;
};
constexpr std::size_t kDispose = 2;
constexpr std::size_t kDestroy = 3;
// std::__future_base::_State_baseV2
struct FutureState {
  const void* functions;
  const void* result;
  std::uint32_t status;
};
// _State_baseV2::_Make_ready: an element of the list of what is to be run at the end of a thread.
struct ReadyElement {
  ReadyElement* next;
  void (*run)(void*);
  FutureState* state;
  Counts* counts;
};
void (*library_run)(void*) = nullptr;  // the same for all elements

void count_down(Counts* counts, std::int32_t& count, std::size_t at_zero) {
  const auto* address = &count;
  visible_atomic({.kind = OperationKind::kAtomicReadModifyWrite,
                  .address = address,
                  .size = sizeof count,
                  .caller = reinterpret_cast<const void*>(library_run),
                  .order = MemoryOrder::kAcquireRelease});
  if (--count == 0) {
    counts->functions[at_zero](counts);
    if (at_zero == kDispose) {
      count_down(counts, counts->weak, kDestroy);
    }
  }
}

// With a use of its own, so that it is not the library that takes the last one away.
void run_element(void* argument) {
  auto* element = static_cast<ReadyElement*>(argument);
  Counts* counts = element->counts;
  if (!controlled() || counts == nullptr || counts->uses == 0) {
    library_run(element);
    return;
  }
  ++counts->uses;
  visible_atomic({.kind = OperationKind::kAtomicStore,
                  .address = &element->state->status,
                  .size = sizeof element->state->status,
                  .caller = reinterpret_cast<const void*>(library_run),
                  .order = MemoryOrder::kRelease});
  library_run(element);
  count_down(counts, counts->uses, kDispose);
}

}  // namespace

void stream_lock(std::FILE* stream, const void* caller) {
  const StreamLock& lock = lock_of(stream);
  pass(lock, caller);
  real().flockfile(stream);
  if (lock.depth == 1) {
    watch_sync(SyncKind::kLock, &lock, caller);
  }
}

int stream_trylock(std::FILE* stream, const void* caller) {
  const StreamLock& lock = lock_of(stream);
  pass(lock, caller);
  const int result = real().ftrylockfile(stream);
  if (result == 0 && lock.depth == 1) {
    watch_sync(SyncKind::kLock, &lock, caller, /*attempted=*/true);
  }
  return result;
}

void stream_unlock(std::FILE* stream, const void* caller) {
  const StreamLock& lock = lock_of(stream);
  pass(lock, caller);
  if (lock.depth == 1) {
    watch_sync(SyncKind::kUnlock, &lock, caller);
  }
  real().funlockfile(stream);
}

void drop_thrown(const _Unwind_Exception* thrown, const void* caller) {
  if (thrown->exception_class == kPrimary) {
    drop_exception(thrown + 1, caller);
  } else if (thrown->exception_class == kDependent) {
    const void* primary = nullptr;
    std::memcpy(static_cast<void*>(&primary), reinterpret_cast<const char*>(thrown) - kHeaderBytes, sizeof primary);
    drop_exception(primary, caller);
  }
}

void release_exception(void** exception, const void* caller) {
  if (controlled()) {
    drop_exception(*exception, caller);
  }
  constexpr const char* kSymbol = "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv";
  auto* const known = optional().exception_ptr_release;
  (known != nullptr ? known
                    : reinterpret_cast<void (*)(void*)>(in_loaded_library(kSymbol)))(static_cast<void*>(exception));
}

void make_ready_at_exit(void* argument) {
  constexpr const char* kSymbol = "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv";
  auto* const known = optional().make_ready_at_exit;
  (known != nullptr ? known : reinterpret_cast<void (*)(void*)>(in_loaded_library(kSymbol)))(argument);
  if (!controlled()) {
    return;
  }
  auto* element = static_cast<ReadyElement*>(argument);
  library_run = element->run;
  element->run = run_element;
}

}  // namespace heddle::runtime
