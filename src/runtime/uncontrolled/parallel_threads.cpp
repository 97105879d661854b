// The threads of executions that are not controlled: who they are ([WP] Def. 8), and how they are created and joined.
#include <algorithm>
#include <cerrno>

#include "runtime/machine/link.h"
#include "runtime/machine/real.h"
#include "runtime/state/thread_names.h"
#include "runtime/uncontrolled/parallel_state.h"

extern "C" {
void* __libc_malloc(std::size_t);
void __libc_free(void*);
}

namespace heddle::runtime {

using namespace parallel;  // NOLINT(google-build-using-namespace): their threads

namespace parallel {
namespace {

constexpr std::size_t kMostThreads = 60'000;

void introduce(ThreadName name) {
  books->threads.emplace_back().name = name;
  if (books->matcher != nullptr) {
    books->matcher->start({static_cast<std::uint16_t>(books->threads.size() - 1)}, name);
  }
}

void note_in_segment(ThreadId id, ThreadId parent, std::uint16_t ordinal) {
  segment::Segment& shared = worker_segment();
  if (id.value < segment::kThreadCapacity) {
    shared.threads[id.value] = {.parent = parent.value, .ordinal = ordinal, .name = 0};
    shared.result.thread_count = std::max<std::uint32_t>(shared.result.thread_count, id.value + 1U);
  }
}

// A child of `parent`, to be created. kNoThread: there are too many.
ThreadId add_child(ThreadId parent, std::uint64_t identity) {
  std::vector<Known>& threads = books->threads;
  if (threads.size() >= kMostThreads) {
    return kNoThread;
  }
  const ThreadId id{static_cast<std::uint16_t>(threads.size())};
  const std::uint16_t ordinal = threads[parent.value].children++;
  introduce(name_of_child(threads[parent.value].name, ordinal, identity, [&threads](ThreadName name) {
    return std::ranges::find(threads, name, &Known::name) != threads.end();
  }));
  note_in_segment(id, parent, ordinal);
  if (is_recorded) {
    books->monitor.synchronise({.kind = SyncKind::kCreate, .thread = parent, .other = id, .object = 0, .site = {}});
  }
  return id;
}

}  // namespace

void introduce_main() {
  introduce(main_name());
  note_in_segment({0}, kNoThread, 0);
  self = {.is_known = true, .is_inside = false, .id = {0}};
}

// A thread that came from elsewhere (a raw clone) is as if main had created it.
bool be_known() {
  if (!self.is_known) {
    self.id = add_child({0}, 0);
    self.is_known = true;
  }
  return self.id != kNoThread;
}

}  // namespace parallel

namespace {

// Handed to a new thread, which gives it back.
struct Start {
  void* (*function)(void*);
  void* argument;
  ThreadId id;
};

Start* prepare(void* (*function)(void*), void* argument) {
  auto* start = static_cast<Start*>(__libc_malloc(sizeof(Start)));
  if (start == nullptr) {
    return nullptr;
  }
  *start = {.function = function, .argument = argument, .id = kNoThread};
  return start;
}

Start take(void* given) {
  const Start start = *static_cast<Start*>(given);
  __libc_free(given);
  self = {.is_known = true, .is_inside = true, .id = start.id};
  if (is_recorded && start.id != kNoThread) {
    const Locked locked;
    if (!books->is_over) {
      books->monitor.synchronise({.kind = SyncKind::kStart, .thread = start.id, .object = 0, .site = {}});
    }
  }
  self.is_inside = false;
  return start;
}

void* run(void* given) {
  const Start start = take(given);
  return start.function(start.argument);
}

// The identity of the thread to come: the program may have a function for that, so not while the lock is held.
void settle(Start& start) {
  if (self.is_inside || !runs_in_parallel()) {
    return;
  }
  const std::uint64_t identity = own_identity(start.function, start.argument);
  const Inside inside;
  if (!inside) {
    return;
  }
  const Locked locked;
  if (!books->is_over && be_known()) {
    start.id = add_child(self.id, identity);
  }
}

void remember_handle(ThreadId id, pthread_t handle) {
  const Inside inside;
  if (!inside || id == kNoThread) {
    return;
  }
  const Locked locked;
  books->threads[id.value].handle = handle;
  books->threads[id.value].has_handle = true;
}

}  // namespace

int parallel_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  Start* given = prepare(start, argument);
  if (given == nullptr) {
    return EAGAIN;
  }
  settle(*given);
  const ThreadId id = given->id;
  const int error = real().pthread_create(handle, attributes, run, given);
  if (error != 0) {
    __libc_free(given);
    return error;
  }
  remember_handle(id, *handle);
  return 0;
}

void parallel_joined(pthread_t handle) {
  if_recorded([handle](Monitor& monitor) {
    std::vector<Known>& threads = books->threads;
    for (std::size_t index = threads.size(); index-- != 0;) {
      if (threads[index].has_handle && threads[index].handle == handle) {
        threads[index].has_handle = false;
        const ThreadId joined{static_cast<std::uint16_t>(index)};
        monitor.synchronise({.kind = SyncKind::kEnd, .thread = joined, .object = 0, .site = {}});
        monitor.synchronise({.kind = SyncKind::kJoin, .thread = self.id, .other = joined, .object = 0, .site = {}});
        return;
      }
    }
  });
}

}  // namespace heddle::runtime
