// Inside of executions that are not controlled (parallel_run.h): what is known of their threads.
#pragma once

#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/access.h"
#include "core/operation.h"
#include "monitor/descriptors.h"
#include "monitor/monitor.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/call_frames.h"
#include "runtime/machine/link.h"
#include "runtime/uncontrolled/parallel_run.h"
#include "trace/segment.h"

namespace heddle::runtime::parallel {

// What a thread is to us. Zero at its start; a thread that was not created through us introduces itself.
struct Self {
  bool is_known;
  bool is_inside;  // of us: what it does there, or a signal handler that comes in between, is not looked at
  ThreadId id;     // kNoThread: there are more than can be told apart
};
[[gnu::tls_model("initial-exec")]] extern thread_local constinit Self self;

// For what a hook does. Tests false where it is called by what another one does, or when all is over.
class [[nodiscard]] Inside {
 public:
  Inside() : entered_(runs_in_parallel() && !self.is_inside) { self.is_inside = self.is_inside || entered_; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() { self.is_inside = self.is_inside && !entered_; }
  explicit operator bool() const { return entered_; }

 private:
  bool entered_;
};

inline long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
  return system_call(SYS_futex, reinterpret_cast<long>(&word), operation | FUTEX_PRIVATE_FLAG, static_cast<long>(value),
                     0);
}

// Around all of Books. The runtime's memory (own_memory.h) is for one thread at a time, so whoever allocates, too.
// Nothing that may wait for another lock, such as the loader's, is called meanwhile.
extern std::atomic<std::uint32_t> lock_word;  // 2: somebody waits

class [[nodiscard]] Locked {
 public:
  Locked() {
    std::uint32_t expected = 0;
    if (!lock_word.compare_exchange_strong(expected, 1, std::memory_order_acquire)) {
      while (lock_word.exchange(2, std::memory_order_acquire) != 0) {
        futex(lock_word, FUTEX_WAIT, 2);
      }
    }
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
  ~Locked() {
    if (lock_word.exchange(0, std::memory_order_release) == 2) {
      futex(lock_word, FUTEX_WAKE, 1);
    }
  }
};

struct Known {
  ThreadName name;
  std::uint16_t children = 0;
  pthread_t handle = 0;
  bool has_handle = false;  // until it is joined
  CallFrames calls;
};

// An access that is about to happen.
struct Arrival {
  static constexpr std::size_t kFrames = 48;
  Access access;
  OperationKind kind = OperationKind::kRead;
  const heddle_site* site = nullptr;
  std::uintptr_t frames[kFrames];
  std::size_t frame_count = 0;
};

struct Books {
  explicit Books(Monitor::NameOf name_of) : monitor(name_of) {}
  std::vector<Known> threads;
  Monitor monitor;
  std::unique_ptr<DescriptorMatcher> matcher;  // nullptr: the execution is recorded
  std::unique_ptr<Arrival> held;               // while a thread is
  bool is_over = false;                        // nothing is looked at any more
};
extern Books* books;
extern bool is_recorded;  // otherwise a suspect is provoked

inline segment::ParallelResult& result() { return worker_segment().result.parallel; }

// All of these with the lock held.
//
// The thread has a number from here on. False: none is left.
[[nodiscard]] bool be_known();
// Main, before there are others.
void introduce_main();
// The execution is one of the program's own from now on.
void let_go();
[[nodiscard]] Access access_of(OperationKind kind, const void* address, std::size_t size, const ParallelPlace& place);

// Does this with the lock held, where the execution is recorded and goes on.
template <class What>
void if_recorded(const What& what) {
  const Inside inside;
  if (!inside || !is_recorded) {
    return;
  }
  const Locked locked;
  if (!books->is_over && be_known()) {
    what(books->monitor);
  }
}

// Without the lock.
[[nodiscard]] bool take_suspect();
void provoke(OperationKind kind, const void* address, std::size_t size, const ParallelPlace& place);

}  // namespace heddle::runtime::parallel
