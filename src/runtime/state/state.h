// The state of the target's threads and primitives as heddle models it.
//
// It lives at a fixed address inside the target's state (layout.h), so that a reset of memory resets the models too.
// Primitives that the target owns (mutexes, semaphores ...) keep their model inside the target's own object.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/event.h"
#include "core/ids.h"
#include "core/operation.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/layout.h"
#include "runtime/state/child_state.h"
#include "runtime/state/descriptor_state.h"
#include "runtime/state/signal_state.h"

namespace heddle::runtime {

// Threads one execution may create in all.
inline constexpr std::size_t kMaxThreads = 4096;
inline constexpr std::uint64_t kNever = ~std::uint64_t{0};

enum class Status : std::uint8_t {
  kUnused = 0,
  kRunning,   // the one thread whose code is executing
  kRunnable,  // has invisible code to run: new, or its wait has completed
  kParked,    // before its pending visible operation
  kSpinning,  // the same, but it would only do again what it did: until a cell it looks at changes (spin.h)
  kBlocked,   // in a wait that completes invisibly (join, barrier, futex, sleep ...), or by a timeout
  kEnded,
};

// A registered clean-up of a thread: thread_local destructors, in order of registration.
struct Destructor {
  void (*function)(void*);
  void* object;
  Destructor* next;
};

// A mutex a thread holds.
struct HeldMutex {
  void* mutex;
  HeldMutex* next;
};

// Of a thread: whether it may be spinning (spin.h).
enum class SpinStage : std::uint8_t {
  kIdle = 0,
  kSettling,  // it was where it is now before; from now on hooks show its registers
  kWatching,  // its state at that place is known, and what it does since is noted
  kYielding,  // it is in that state again, and yields
};
inline constexpr std::size_t kSpinVisits = 8;
inline constexpr std::size_t kSpinStores = 8;
inline constexpr std::uint32_t kFirstPolls = 4;
struct SpinWatch;
// Where a thread has last written, hashed: two places each, so that two stores of one loop do not displace each other.
struct SpinStores {
  std::uint32_t last = 0;
  std::uint32_t before = 0;
};
struct SpinTrail {
  std::uint32_t visited[kSpinVisits] = {};  // where it has been, hashed
  SpinStores stored[kSpinStores] = {};
  std::uint32_t generation = 0;  // of those that count
  std::uint32_t anchor = 0;      // one of them, kept for `anchor_left` more operations
  std::uint8_t anchor_left = 1;
  std::uint8_t anchor_span = 1;
  SpinStage stage = SpinStage::kIdle;
  Status parks_as = Status::kParked;  // kSpinning: it is in the same state again
  bool stores = false;                // the same stores, since the generation began
  std::uint8_t revisits = 0;          // ... and how often it came by again
  SpinWatch* watch = nullptr;         // a block, from the first suspicion on
  std::uint64_t poll = 0;             // a cell that is read where that is not visible, and the place
  std::uint32_t polls = 0;            // ... so often, with nothing written in between
  std::uint32_t others = 0;           // ... and other such reads since
  std::uint32_t polls_to_yield = kFirstPolls;
  std::uint16_t suspected_reads = 0;  // so many that come next may be polls, whatever they read
};

// What a thread that may be spinning sees and does.
inline constexpr std::size_t kSpinBytes = 32;
inline constexpr std::size_t kSpinCells = 16;
struct SpinCell {
  std::uintptr_t address;
  std::uint32_t size;
  std::byte value[kSpinBytes];
  bool behind_yield;  // it is read between the yield that ends a round and the operation before which the thread waits
};
struct SpinPatience {
  const void* where;
  std::uint16_t length;
  std::uint16_t left;  // visits until the next suspicion
};
struct SpinWatch {
  const void* where;       // a round begins and ends at this site, or at this caller's call,
  const void* code;        // in this place of the code,
  std::uintptr_t address;  // with this operation
  OperationKind kind;
  std::uint8_t rank;
  bool impure;                // it did something that no spinning thread does
  bool disturbed;             // a cell of this round did not hold what was seen, at a later operation
  std::uint8_t cell_count;    // of `cells`
  std::uint32_t operations;   // in this round
  std::uint32_t span;         // so many of them until another place is taken
  std::uint32_t rounds;       // that ended in another state
  std::uint32_t cost;         // of watching, since it was last seen to spin
  std::uint64_t fingerprint;  // of its state where the round began
  SpinCell before;            // what its last operation may have overwritten; of size 0: nothing
  SpinPatience patience[kSpinVisits];
  SpinCell cells[kSpinCells];  // with the values seen
};

// What the pass knows of an unknown value (inputs.h).
struct ExpectedInput {
  const std::int64_t* values = nullptr;
  std::uint32_t count = 0;
  bool exact = false;  // no other value makes a difference
};

struct alignas(64) Thread {
  // What choosing the next step looks at, of every thread: one cache line.
  Operation pending;  // the operation it is parked before, or waits in
  Status status = Status::kUnused;
  bool can_wake_spuriously = false;
  bool once_is_guard = false;  // kOnceEnter: of a function-local static
  bool just_yielded = false;   // its last operation was a yield, a sleep or a timeout
  ThreadId id;
  Variant granted = kProceed;
  std::uint32_t variants = 1;    // ordinary ways to perform the pending operation, where it is enabled
  std::uint32_t wake_count = 0;  // futex wake: how many
  std::uint64_t deadline = kNever;
  void* object = nullptr;  // primitive waited for

  Context context;
  std::uintptr_t side_stack = 0;  // where it begins now: less in a handler (side_stack.h)
  bool in_focus = true;           // the pending operation stands where preemptions may fall
  std::uint32_t sought = 0;       // ... is one that the controller seeks (Choice)
  bool detached = false;
  bool signalled = false;  // a wait was ended by somebody, not by time
  bool cancel_disabled = false;
  bool cancel_pending = false;
  bool cancelling = false;
  bool cancel_asynchronous = false;
  bool succeeded = true;
  std::uint16_t parent = 0xffff;
  std::uint16_t ordinal_in_parent = 0;
  std::uint16_t children = 0;
  std::uint16_t slot = 0;
  std::uint32_t events = 0;
  std::uint32_t atomic_depth = 0;
  std::uint32_t alone_steps = 0;  // in its atomic section, in all
  std::uint32_t allocations = 0;
  std::uint32_t clock_reads = 0;
  std::uint32_t bits = 0;   // futex bitset
  std::uint32_t quiet = 0;  // invisible accesses since its last visible operation
  std::uint32_t ends = 0;   // what it told detectors of that neither of these counts: see event_number()
  ThreadName name;

  SpinTrail spin;

  const void* caller = nullptr;               // return address of the intercepted call
  bool wait_cancelled = false;                // for a condition variable: nobody has signalled
  const void* site_record = nullptr;          // heddle_site of an instrumented access
  void* mutex = nullptr;                      // to be taken again after a condition wait
  std::uint64_t ticket = 0;                   // order of arrival among waiters
  std::uint64_t expected[2] = {0, 0};         // compare-exchange
  DescriptorWait* descriptor_wait = nullptr;  // of a descriptor operation, on the thread's stack
  std::uint64_t progress_seen = 0;            // of a thread that waits unseen (unseen_waits.h)
  std::uintptr_t unseen_at = 0;               // ... the instruction where it was last interrupted
  std::uintptr_t unseen_frame = 0;
  VainCall vain_calls[kVainCalls] = {};  // the last ones
  std::uint32_t next_vain_call = 0;

  ExpectedInput expected_input = {};  // of the call for an unknown value that comes next
  std::uint32_t inputs = 0;           // such calls so far
  std::uint32_t input_ways = 0;       // ... and how many values were tried for them, multiplied

  // Life.
  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  void* own_stack = nullptr;  // provided by the program
  std::size_t own_stack_size = 0;
  ThreadId joined_by = kNoThread;
  Destructor* destructors = nullptr;
  HeldMutex* held = nullptr;
  void* cleanup_buffers = nullptr;  // C code's pthread_cleanup_push without unwinding
  std::uintptr_t lowest_stack = 0;  // deepest stack pointer seen at a hook
  ThreadSignals signals = {};
  alignas(16) std::byte unwind_header[32] = {};  // _Unwind_Exception of pthread_exit
  char title[16] = {};                           // pthread_setname_np
};
static_assert(offsetof(Thread, context) == 64);

// Thread-specific data: libc keeps the values, in each thread's own memory; the destructors are ours to call.
struct Key {
  void (*destructor)(void*);
};
inline constexpr std::size_t kKeys = 1024;

enum class SlotUse : std::uint8_t {
  kFresh,   // the context has not run a thread in this execution
  kUsed,    // it has: its memory is not as new
  kFilled,  // ... and its stack was filled before (fresh_memory.h)
};

struct AnnotatedLock;  // see annotations.cpp

struct State {
  std::uint64_t clock;          // virtual nanoseconds since the start of the execution
  std::uint64_t random;         // state of the deterministic random sources
  std::uint64_t next_ticket;    // order of arrival
  std::uintptr_t next_mapping;  // address of the target's next mmap
  bool shares_mapping;          // it has mapped memory that copies of the process would share
  std::uint16_t thread_count;   // created so far
  std::uint16_t live_count;
  ThreadId current;
  ThreadId last;             // performed the step before
  std::uint32_t run_length;  // consecutive steps of `last`
  std::uint32_t queue_head, queue_tail;
  std::int32_t exit_status;
  std::uint32_t exiting;                   // ThreadId + 1 of the thread that called exit()
  std::uint64_t input_offset;              // consumed of standard input
  std::uint32_t explore_calls;             // of heddle_explore, with the name that is awaited
  bool exploring;                          // inside the body of heddle_explore
  std::uint32_t key_limit;                 // keys from here on were never created
  std::byte* block_next;                   // small blocks of the models, see allocate_block
  void* free_blocks[5];                    //
  ThreadId live[kMaxThreads];              // in order of creation
  ThreadId queue[kMaxThreads];             // runnable threads, first come first served; indices modulo kMaxThreads
  std::uint16_t slot_thread[kMaxThreads];  // ThreadId + 1 of the thread that uses a context, or 0
  SlotUse slot_used[kMaxThreads];
  std::uintptr_t slot_lowest[kMaxThreads];  // deepest stack pointer seen on the context
  Key keys[kKeys];
  SignalState signals;
  DescriptorTable descriptors;
  ChildTable children;
  AnnotatedLock* annotated_locks;  // that are held
  bool shares_primitives;          // one of them may be used by other processes
  Thread threads[kMaxThreads];
};

inline constexpr std::uintptr_t kBlocksLow = kStateLow + page_up(sizeof(State)) + kPageSize;
inline constexpr std::size_t kBlocksSize = std::size_t{256} << 20U;

inline State& state() { return *reinterpret_cast<State*>(kStateLow); }
inline Thread& thread(ThreadId id) { return state().threads[id.value]; }
inline Thread& current_thread() { return state().threads[state().current.value]; }

// What getpid and gettid say.
inline constexpr int kVirtualProcess = 1000;
[[nodiscard]] inline int virtual_process() { return kVirtualProcess; }
[[nodiscard]] inline int virtual_thread() { return kVirtualProcess + state().current.value; }

// Threads other than main that have not ended.
[[nodiscard]] inline bool other_threads_alive() { return state().live_count > 1; }

// Maps the state. Everything is zero.
void map_state();
// Small blocks for lists of the models, inside the target's state.
[[nodiscard]] inline std::uintptr_t blocks_end() {
  return page_up(reinterpret_cast<std::uintptr_t>(state().block_next));
}
[[nodiscard]] void* allocate_block(std::size_t bytes);
void free_block(void* block, std::size_t bytes);

}  // namespace heddle::runtime
