#include "runtime/uncontrolled/parallel_run.h"

#include <sys/syscall.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "core/suspect.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/machine/real.h"
#include "runtime/observe/watching.h"
#include "runtime/program/modules.h"
#include "runtime/reset/branches.h"
#include "runtime/uncontrolled/parallel_state.h"
#include "trace/segment.h"

namespace heddle::runtime {

namespace parallel {

thread_local constinit Self self{};
std::atomic<std::uint32_t> lock_word = 0;
Books* books = nullptr;
bool is_recorded = false;

// The execution is one of the program's own from now on.
void let_go() {
  books->is_over = true;
  heddle_accesses.on = 0;
  heddle_atomics_on = 0;
}

Access access_of(OperationKind kind, const void* address, std::size_t size, const ParallelPlace& place) {
  Access access{.thread = self.id,
                .kind = AccessKind::kRead,
                .atomic = is_atomic_access(kind),
                .order = MemoryOrder::kNone,
                .address = reinterpret_cast<std::uintptr_t>(address),
                .size = size,
                .site = place.site == nullptr ? site_of_code(place.code) : SiteId{place.site->key}};
  // Whether a compare-exchange stores is not known before it happens.
  access.kind = access_kind(kind, /*stores=*/false);
  if (place.site != nullptr && access.atomic) {
    access.order = static_cast<MemoryOrder>(place.site->order & 15U);
  }
  return access;
}

}  // namespace parallel

using namespace parallel;  // NOLINT(google-build-using-namespace): their executions

namespace {

long owner = 0;  // the process; 0: this is no such execution
std::uint64_t began = 0;
bool has_ended = false;
bool follows_calls = false;

void after_fork() {
  // A copy with one thread: nothing of it is looked at, and it has nothing to hand over.
  heddle_accesses.on = 0;
  heddle_atomics_on = 0;
}

void put_suspects() {
  segment::Segment& shared = worker_segment();
  result().trace = books->monitor.finish().size;
  const std::vector<Suspect> suspects = books->monitor.predict();
  if (const std::string& problem = books->monitor.problem(); !problem.empty()) {
    char(&text)[sizeof segment::HuntResult::trace_problem] = shared.result.hunt.trace_problem;
    text[problem.copy(text, sizeof text - 1)] = '\0';
  }
  std::vector<std::byte> bytes;
  for (const Suspect& suspect : suspects) {
    const std::size_t before = bytes.size();
    encode(suspect, bytes);
    if (bytes.size() > segment::kCommitCapacity) {
      bytes.resize(before);
      break;
    }
    ++result().suspect_count;
  }
  result().suspects_lost = suspects.size() - result().suspect_count;
  std::memcpy(segment::commit(&shared), bytes.data(), bytes.size());
  result().suspect_bytes = bytes.size();
}

// What was recorded up to here is not lost with the process, unless it is this that goes wrong.
void on_fatal_signal(int signal) {
  if (!self.is_inside) {
    end_parallel_run();
  }
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  real().sigaction(signal, &action, nullptr);
  system_call(SYS_tgkill, system_call(SYS_getpid), system_call(SYS_gettid), signal);
}

void await_fatal_signals() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    struct sigaction before{};
    real().sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_DFL) {
      struct sigaction action{};
      action.sa_handler = on_fatal_signal;
      action.sa_flags = SA_NODEFER;
      real().sigaction(signal, &action, nullptr);
    }
  }
}

}  // namespace

bool start_parallel_run() {
  const char* descriptor = std::getenv(segment::kParallelName);
  if (descriptor == nullptr || !attach_segment(std::atoi(descriptor))) {
    return false;
  }
  const segment::Request& request = worker_segment().request;
  refresh_modules();
  find_own_text();
  owner = system_call(SYS_getpid);
  books = new Books([](ThreadId id) { return books->threads[id.value].name; });
  is_recorded = request.parallel.suspect_bytes == 0;
  if (!is_recorded && !take_suspect()) {
    fatal("a suspect makes no sense", "");
  }
  follows_calls = is_recorded || books->matcher->needs_stacks();
  introduce_main();
  if (is_recorded) {
    books->monitor.set_limits(request.hunt.options.memory, request.hunt.trace_file);
    books->monitor.begin(true);
  }
  set_gates({.open = true, .frame_ends = is_recorded, .calls = follows_calls});
  std::atexit(end_parallel_run);
  at_quick_exit(end_parallel_run);
  pthread_atfork(nullptr, nullptr, after_fork);
  if (is_recorded) {
    await_fatal_signals();
  }
  began = nanoseconds();
  worker_segment().result.phase.store(segment::Phase::kRunning);
  start_accesses(true);
  heddle_accesses.left = -1;
  heddle_atomics_on = kInParallel;
  return true;
}

void end_parallel_run() {
  if (owner == 0 || system_call(SYS_getpid) != owner) {
    return;
  }
  self.is_inside = true;
  const Locked locked;
  if (std::exchange(has_ended, true)) {
    return;
  }
  heddle_accesses.on = 0;
  heddle_atomics_on = 0;
  books->is_over = true;
  result().nanoseconds = nanoseconds() - began;
  if (is_recorded) {
    put_suspects();
  }
  worker_segment().result.phase.store(segment::Phase::kFinished);
}

void note_parallel_assertion(const char* expression, const char* file, unsigned line, const char* function) {
  if (owner == 0 || system_call(SYS_getpid) != owner) {
    return;
  }
  Line message(result().assertion, sizeof result().assertion);
  message.text(file).text(":").number(line).text(": ");
  if (function != nullptr) {
    message.text(function).text(": ");
  }
  message.text("Assertion `").text(expression).text("' failed");
}

void parallel_access(OperationKind kind, const void* address, std::size_t size, const ParallelPlace& place) {
  const Inside inside;
  if (!inside || size == 0 || kind == OperationKind::kFence) {
    return;
  }
  if (!is_recorded) {
    return provoke(kind, address, size, place);
  }
  const Locked locked;
  if (!books->is_over && be_known()) {
    books->monitor.access(access_of(kind, address, size, place));
  }
}

void parallel_call(const heddle_site* site, std::uintptr_t frame) {
  const Inside inside;
  if (!inside || !follows_calls) {
    return;
  }
  const Locked locked;
  if (books->is_over || !be_known()) {
    return;
  }
  CallFrames& calls = books->threads[self.id.value].calls;
  for (std::size_t over = site == nullptr ? calls.leave(frame) : calls.enter(frame, site->key); over != 0; --over) {
    if (is_recorded) {
      books->monitor.leave(self.id);
    } else {
      books->matcher->leave(self.id);
    }
  }
  if (site == nullptr) {
    return;
  }
  const auto* caller = reinterpret_cast<const void* const*>(frame)[1];
  const SiteId call{combine(site->key, site_of_code(caller).value)};
  if (is_recorded) {
    books->monitor.call(self.id, call);
  } else {
    books->matcher->call(self.id, call);
  }
}

void parallel_return(std::uintptr_t frame) { parallel_call(nullptr, frame); }

void parallel_sync(SyncKind kind, const void* object) {
  if_recorded([kind, object](Monitor& monitor) {
    monitor.synchronise(
        {.kind = kind, .thread = self.id, .object = reinterpret_cast<std::uintptr_t>(object), .site = {}});
  });
}

void parallel_allocation(const void* block, std::size_t size) {
  if_recorded([block, size](Monitor& monitor) {
    monitor.renew({.address = reinterpret_cast<std::uintptr_t>(block), .size = size});
  });
}

void parallel_life_end(const void* address, std::size_t size) {
  if_recorded([address, size](Monitor& monitor) {
    monitor.access({.thread = self.id,
                    .kind = AccessKind::kFrameEnd,
                    .address = reinterpret_cast<std::uintptr_t>(address),
                    .size = size,
                    .site = {}});
  });
}

}  // namespace heddle::runtime
