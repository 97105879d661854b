// The shared-memory segment between the command line (outside) and the runtime (inside the target process).
//
// The command line creates it as a memfd, fills in the request, and starts the target with HEDDLE_SEGMENT=<fd> in its
// environment. The runtime maps it, obeys, fills in the rest, and ends the process. Both are of one build: `magic`
// covers the layout, so there is no conversion. All offsets are from the start of the segment; areas grow by page as
// touched.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/event.h"
#include "core/outcome.h"
#include "core/schedule.h"

namespace heddle::segment {

inline constexpr std::uint64_t kMagic = 0x3130'656c'6464'6568ULL;  // "heddle01", little-endian
inline constexpr const char* kEnvironmentName = "HEDDLE_SEGMENT";
// The values these variables had before the launcher set its own; absent where they were not set. The runtime puts them
// back, so that the target and its children see the user's environment.
inline constexpr const char* kSavedBindNowName = "HEDDLE_SAVED_LD_BIND_NOW";
inline constexpr const char* kSavedTunablesName = "HEDDLE_SAVED_GLIBC_TUNABLES";

// SIGRTMAX-2: the watchdog asks where every thread is. The runtime answers in `detail`, sets kHang and ends the
// process.
inline constexpr int kDumpSignal = 62;

// Sizes of the areas behind the header. The memfd is sparse: what is not touched costs nothing.
inline constexpr std::size_t kScheduleCapacity = std::size_t{1} << 22U;  // deviations
inline constexpr std::size_t kEventCapacity = std::size_t{1} << 22U;     // recorded events
inline constexpr std::size_t kStackCapacity = std::size_t{1} << 26U;     // bytes of recorded stacks
inline constexpr std::size_t kStringCapacity = std::size_t{1} << 25U;    // bytes of strings
inline constexpr std::size_t kOutputCapacity = std::size_t{1} << 26U;    // bytes of captured standard output and error
inline constexpr std::size_t kInputCapacity = std::size_t{1} << 28U;     // bytes of standard input
inline constexpr std::size_t kModuleCapacity = 512;

enum class Mode : std::uint32_t {
  kSchedule = 0,  // one execution: the deviations in the schedule area, default continuation elsewhere
  kRandom = 1,    // `runs` executions under random schedules
};

enum class ResetMode : std::uint32_t { kAuto = 0, kLoop = 1, kSnapshot = 2 };

// Written by the command line before the start.
struct Request {
  Mode mode;
  ResetMode reset;
  std::uint64_t runs;
  std::uint64_t seed;
  std::uint64_t step_limit;
  std::uint32_t schedule_size;     // deviations in the schedule area
  std::uint32_t record;            // not 0: record the events of the (last) execution with stacks
  std::uint32_t show_output;       // not 0: the target's output goes where it would; 0: into the output area
  std::uint32_t stop_at_first;     // not 0: end after the first failing execution
  std::uint32_t check_repeats;     // every n-th execution is run twice and the event hashes are compared; 0: never
  std::uint32_t no_dispatch;       // not 0: do not use Syscall User Dispatch
  std::uint32_t no_userfaultfd;    // not 0: find changed pages by comparison
  std::uint32_t no_fsgsbase;       // not 0: set the FS base by arch_prctl
  std::uint32_t no_access_points;  // not 0: schedule at synchronisation only; access hooks are called and do nothing
  std::uint32_t no_gates;          // not 0: the same, and the gates of accesses stay closed
  std::uint64_t input_size;        // bytes of standard input in the input area
};

enum class Phase : std::uint32_t {
  kNotStarted = 0,  // the target never reached the runtime: not instrumented, or failed to load
  kStarting = 1,
  kRunning = 2,
  kFinished = 3,
  kUnsupported = 4,       // message says what
  kNondeterministic = 5,  // message says where
  kHang = 6,              // message says where each thread is
  kInternalError = 7,     // message says what
};

inline constexpr std::size_t kOutcomeKinds = 16;

struct Result {
  std::atomic<Phase> phase;
  std::atomic<std::uint64_t> heartbeat;   // grows with every hook and every execution: the watchdog's food
  std::atomic<std::uint64_t> executions;  // finished
  std::uint64_t outcomes[kOutcomeKinds];  // by OutcomeKind
  std::uint64_t events;                   // over all executions
  std::uint64_t distinct_hint;            // reserved
  // The first failing execution, or the last one.
  Outcome outcome;
  std::uint64_t failing_run;    // ordinal from 1; 0: none failed
  std::uint32_t schedule_size;  // its deviations, in the schedule area (which the request's ones have left by then)
  std::uint32_t reserved;
  // Of the recorded execution.
  std::uint64_t event_count;  // in the event area; at most kEventCapacity are kept
  std::uint64_t stack_bytes;
  std::uint64_t string_bytes;
  std::uint64_t output_bytes;  // of the failing or last execution
  std::uint32_t module_count;
  std::uint32_t thread_count;
  std::uint64_t combined_hash;  // over the event hashes of all executions, in order: what two runs are compared by
  std::uint64_t rss_early_kib;  // resident memory after the first 1 % of the executions, at least 1,000 ...
  std::uint64_t rss_kib;        // ... and at the end
  std::uint64_t snapshot_bytes;
  ResetMode reset_used;
  std::uint32_t dispatch_used;
  std::uint32_t userfaultfd_used;
  std::uint32_t fsgsbase_used;
  std::uint32_t message_size;
  std::uint32_t detail_size;
  char message[512];   // one line
  char detail[32768];  // more lines: where each thread is, and so on
};

// A recorded event. Addresses are as in the target; the command line turns them into source lines by the module table.
struct RecordedEvent {
  Event event;
  std::uint64_t site_record;  // address of the heddle_site, or 0
  std::uint32_t variable;  // string offset + 1 of the object's name ("counter", "heap block of 24 bytes ..."); 0: none
  std::uint32_t stack;     // index in the stack area (8-byte words) of `frames` return addresses, innermost first
  std::uint16_t frames;
  std::uint8_t value_size;  // bytes of value known; 0: none
  std::uint8_t has_before;  // value before a write is known too
  std::uint32_t reserved;
  std::uint64_t value[2];  // read, or after a write
  std::uint64_t before[2];
};

struct Module {
  std::uint64_t low, high;  // mapped range
  std::uint64_t base;       // load bias: file address = address - base
  std::uint32_t path;       // string offset + 1
  std::uint32_t instrumented;
};

struct Thread {
  std::uint16_t parent;   // ThreadId, 0xffff for main
  std::uint16_t ordinal;  // k-th child of the parent, from 0
  std::uint32_t name;     // string offset + 1 of pthread_setname_np's, or 0
};
inline constexpr std::size_t kThreadCapacity = 4096;

struct Segment {
  std::uint64_t magic;
  std::uint64_t size;
  Request request;
  Result result;
  Module modules[kModuleCapacity];
  Thread threads[kThreadCapacity];
};

// Offsets of the areas.
inline constexpr std::size_t kPage = 4096;
constexpr std::size_t page_up(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }
inline constexpr std::size_t kScheduleOffset = page_up(sizeof(Segment));
inline constexpr std::size_t kEventOffset = kScheduleOffset + page_up(kScheduleCapacity * sizeof(Deviation));
inline constexpr std::size_t kStackOffset = kEventOffset + page_up(kEventCapacity * sizeof(RecordedEvent));
inline constexpr std::size_t kStringOffset = kStackOffset + kStackCapacity;
inline constexpr std::size_t kOutputOffset = kStringOffset + kStringCapacity;
inline constexpr std::size_t kInputOffset = kOutputOffset + kOutputCapacity;
inline constexpr std::size_t kSize = kInputOffset + kInputCapacity;

inline char* at(Segment* segment, std::size_t offset) { return reinterpret_cast<char*>(segment) + offset; }
inline Deviation* schedule(Segment* segment) { return reinterpret_cast<Deviation*>(at(segment, kScheduleOffset)); }
inline RecordedEvent* events(Segment* segment) { return reinterpret_cast<RecordedEvent*>(at(segment, kEventOffset)); }
inline std::uint64_t* stacks(Segment* segment) { return reinterpret_cast<std::uint64_t*>(at(segment, kStackOffset)); }
inline char* strings(Segment* segment) { return at(segment, kStringOffset); }
inline char* output(Segment* segment) { return at(segment, kOutputOffset); }
inline char* input(Segment* segment) { return at(segment, kInputOffset); }

}  // namespace heddle::segment
