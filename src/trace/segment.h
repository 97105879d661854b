// The shared-memory segment between the command line (outside) and the runtime (inside the target process).
//
// The command line creates it as a memfd, fills in the request, and starts the target with HEDDLE_SEGMENT=<fd> in its
// environment. The runtime maps it, obeys, fills in the rest, and ends the process. Both are of one build: `magic`
// covers the layout, so there is no conversion. All offsets are from the start of the segment; areas grow by page as
// touched.
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "core/cell.h"
#include "core/costs.h"
#include "core/event.h"
#include "core/finding.h"
#include "core/lease.h"
#include "core/options.h"
#include "core/outcome.h"
#include "core/schedule.h"
#include "core/suspect.h"

namespace heddle::segment {

inline constexpr std::uint64_t kMagic = 0x3331'656c'6464'6568ULL;  // "heddle13", little-endian
inline constexpr const char* kEnvironmentName = "HEDDLE_SEGMENT";
inline constexpr const char* kParallelName = "HEDDLE_PARALLEL";  // the same for Mode::kParallel
// The values these variables had before the launcher set its own; absent where they were not set. The runtime puts them
// back, so that the target and its children see the user's environment.
inline constexpr const char* kSavedBindNowName = "HEDDLE_SAVED_LD_BIND_NOW";
inline constexpr const char* kSavedTunablesName = "HEDDLE_SAVED_GLIBC_TUNABLES";
inline constexpr const char* kSavedSpinCountName = "HEDDLE_SAVED_GOMP_SPINCOUNT";
inline constexpr const char* kSavedPreloadName = "HEDDLE_SAVED_LD_PRELOAD";
// Which call of heddle_explore() is meant (runtime/session/explore.h); absent: the first. Findings keep it.
inline constexpr const char* kExploreName = "HEDDLE_EXPLORE";

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
inline constexpr std::size_t kCellCapacity = std::size_t{1} << 20U;    // of a point set
inline constexpr std::size_t kFocusCapacity = std::size_t{1} << 22U;   // places
inline constexpr std::size_t kLeaseCapacity = std::size_t{1} << 26U;   // bytes of a lease
inline constexpr std::size_t kCommitCapacity = std::size_t{1} << 27U;  // bytes of a commit
// Bytes of findings: one with a schedule as long as there may be, at least. A lease ends before they are used up.
inline constexpr std::size_t kFindingCapacity = kScheduleCapacity * sizeof(Deviation) + (std::size_t{1} << 20U);

enum class Mode : std::uint32_t {
  kSchedule = 0,  // one execution: the deviations in the schedule area, default continuation elsewhere
  kRandom = 1,    // `runs` executions under random schedules
  kHunt = 2,      // an exploration, see HuntRequest
  kMinimise = 3,  // the schedule of the schedule area made as short as can be, see Minimisation
  kParallel = 4,  // one execution, not controlled, see ParallelRequest
};

// An execution of threads that run in parallel (parallel_run.h): recorded, or with a suspect to be provoked.
struct ParallelRequest {
  std::uint64_t suspect_bytes;  // of the lease area; 0: it is recorded
  std::uint64_t patience;       // nanoseconds that a thread is held for
  std::uint32_t only;           // bit i: a thread is held before the i-th access; 0: before either
};
struct ParallelResult {
  std::uint32_t held;   // bit i: a thread was held before the i-th access
  std::uint32_t met;    // not 0: another one came; `detected` and what belongs to it say what they were about to do
  char assertion[512];  // that failed; empty: none
  // Of a recorded one.
  std::uint64_t nanoseconds;  // that it took
  std::uint64_t suspect_count;
  std::uint64_t suspect_bytes;  // in the commit area
  std::uint64_t suspects_lost;  // for want of room
  TraceSize trace;
};

// Where preemptions may fall (--focus). The command line has looked at every instrumented site and behind every call of
// the instrumented modules it knew. What is not in the list is user's code outside of the focus.
enum class FocusKind : std::uint64_t {
  kModule,   // offset 0: the module was looked at
  kInside,   // user's code in focus
  kLibrary,  // code of a library's header: whoever called it decides
};
struct FocusPlace {
  std::uint64_t module;  // hash of its path, as the runtime names it
  std::uint64_t offset;  // address of a heddle_site, or a return address; load bias taken off
  FocusKind kind;
  friend auto operator<=>(const FocusPlace&, const FocusPlace&) = default;
};

// An exploration: written by the command line before the start.
struct HuntRequest {
  char strategy[32];      // by name
  char settings[16'384];  // core/settings.h
  Options options;
  std::int32_t bell_descriptor;     // an eventfd, rung when there is something to be seen to
  std::int32_t reached_descriptor;  // what was reached (engine/reached.h), or -1
  std::uint32_t worker;             // from 1; 0: no other one runs meanwhile
  std::uint32_t has_focus;          // not 0: preemptions fall only ...
  std::uint32_t focus_count;        // ... in these places of the focus area, sorted
  char trace_file[512];             // for what recorded executions have beyond Options::memory; empty: nowhere
  // Set while it runs: come to an end. Looked at before every execution.
  std::atomic<std::uint32_t> stop;
};

// How a worker gets its leases. It waits for kGiven (on the word, as a futex), explores, and sets kCommitted: the one
// store that makes what it did count. Whoever gave the lease takes what is there and sets kFree.
enum class LeaseState : std::uint32_t { kFree = 0, kGiven = 1, kCommitted = 2 };
enum class Wanted : std::uint32_t {
  kNot = 0,
  kBack = 1,    // its time is over
  kShared = 2,  // others have nothing to do: in many pieces
};

struct LeaseSlot {
  std::atomic<LeaseState> state;
  std::atomic<Wanted> wanted;        // looked at before every execution
  std::atomic<std::uint64_t> begun;  // executions of the lease, the one under way included
  LeaseTerms terms;
  std::uint64_t cell_count;   // of the point set, in the cell area
  std::uint64_t chunk_count;  // heads in the lease area, then ...
  std::uint64_t chunk_bytes;  // ... their bytes
  // What came of it.
  LeaseEnd end;
  std::uint32_t varied;
  Tally tally;
  std::uint64_t reached_count;  // entries in the commit area, then ...
  std::uint64_t left_count;     // ... heads of chunks, then ...
  std::uint64_t left_bytes;     // ... their bytes
  std::uint64_t checksum;       // of the commit area
};

enum class ResetMode : std::uint32_t { kAuto = 0, kLoop = 1, kSnapshot = 2, kFork = 3, kExec = 4 };
enum class ExecutorKind : std::uint32_t { kAuto = 0, kBorrowed = 1, kKernel = 2 };

// Written by the command line before the start.
struct Request {
  Mode mode;
  ResetMode reset;
  ExecutorKind executor;
  std::uint32_t preloaded;             // not 0: the program is not linked with the runtime
  std::uint32_t library_constructors;  // not 0: those of libraries are part of an execution
  std::uint32_t unseen_waits;          // not 0: a thread that reaches nothing for a while counts as blocked
  std::uint32_t stuck_time;            // ... and when none has for so many milliseconds, the execution is cut; 0: never
  std::uint32_t contexts;              // threads expected to be alive at once; 0: unknown
  std::uint32_t once;                  // not 0: the process makes one execution, and nothing has to be undone
  std::uint64_t runs;
  std::uint64_t seed;
  ExecutionLimits limits;          // where executions are cut; of a search, its leases say
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
  // Which accesses are visible. Of kShared: the cells in the cell area; in a hunt, and while a schedule is made
  // shorter, more are added, otherwise these alone.
  Points points;
  std::uint32_t cell_count;
  std::uint64_t
      fault;  // kMinimise: Outcome::fault of what is to stay, with the outcome kind below; kSchedule, of kDetected
  std::uint64_t fault_sites[2];  // of kDetected: where to look for it
  std::uint32_t outcome_kind;
  std::uint32_t minimise_runs;        // kMinimise: at most so many executions ...
  std::uint32_t minimise_runs_grown;  // ... or so many, where the schedule shows more cells to be shared
  HuntRequest hunt;
  ParallelRequest parallel;
};

enum class Phase : std::uint32_t {
  kNotStarted = 0,  // the target never reached the runtime: not instrumented, or failed to load
  kStarting = 1,
  kRunning = 2,
  kFinished = 3,
  kUnsupported = 4,         // message says what
  kNondeterministic = 5,    // message says where
  kHang = 6,                // message says where each thread is
  kInternalError = 7,       // message says what
  kNotReached = 8,          // the call of heddle_explore named in the environment; message says which
  kNeedsFork = 9,           // to be started again with fork reset: message says what snapshot reset cannot undo
  kNeedsConstructors = 10,  // to be started again, with the constructors of libraries as part of an execution
  kDenied = 11,             // the system does not give what the runtime needs; message says what
};

inline constexpr std::size_t kOutcomeKinds = 16;

using heddle::Cell;

// What a hunt found lies in the finding area, one behind the other: this, then the bytes of a Finding
// (core/finding_codec.h) without its cells, which all findings share.
struct FindingHead {
  std::uint32_t cells;  // size of the point set then: the first so many of the cell area
  std::uint32_t bytes;
};

// What a worker of an exploration has to say beside its commits.
struct HuntResult {
  std::atomic<std::uint64_t> finding_bytes;  // of the lease, in the finding area; written before they are counted
  std::atomic<std::uint32_t> cell_count;     // in the cell area
  Ledger notes;                              // of the lease, by whoever runs the program
  char trace_problem[256];                   // why the end of a recorded execution is missing; empty: it is not
  char variation[512];                       // nondeterministic: the first difference, one line
  char uninitialised[512];                   // ... with other bytes in fresh memory
  char inputs[512];                          // of the first input that values stood for: which
  std::uint64_t varying_event[2];            // index + 1 in the event area of what the two executions did; 0: ended
};

// kMinimise: the shortest schedule that still shows the fault, in the schedule area.
struct Minimisation {
  Minimality minimality;
  Costs costs;
  std::uint64_t runs;
  std::uint64_t cells;  // of the point set it is for: the first so many of the cell area
};

// Fork and exec reset: what the process with the engine tells others, also those that execute the program anew.
struct Renewal {
  std::int32_t engine_process;  // 0: this one is the first
  std::int32_t memory_descriptor;
  std::int32_t variables_descriptor;
  std::uint32_t contexts;
  std::uint32_t awaits_explore;  // not 0: executions begin at the first call of heddle_explore()
  std::uint32_t reserved;
  std::uint64_t layout;  // hash of where things are
};

// What ended the recorded execution, where a detector saw it (OutcomeKind::kDetected).
struct DetectedFault {
  std::uint32_t seen;  // not 0: there is one
  Fault fault;
  std::uint64_t site_records[Fault::kMostSides];  // of its sides: addresses of their heddle_site, or 0
};

struct Result {
  std::atomic<Phase> phase;
  std::atomic<std::uint64_t> heartbeat;        // grows with every hook and every execution: the watchdog's food
  std::atomic<std::uint64_t> executions;       // finished
  std::atomic<std::uint32_t> failure_reached;  // not 0: an execution has failed, for a replay that gdb ends
  std::uint64_t outcomes[kOutcomeKinds];       // by OutcomeKind
  std::uint64_t events;                        // over all executions
  std::uint64_t distinct_hint;                 // reserved
  // The first failing execution, or the last one.
  Outcome outcome;
  std::uint64_t failing_run;    // ordinal from 1; 0: none failed
  std::uint32_t schedule_size;  // its deviations, in the schedule area (which the request's ones have left by then)
  std::uint32_t points;         // scheduling points with two or more alternatives that it came to
  // Of the recorded execution.
  std::uint64_t event_count;  // in the event area; at most kEventCapacity are kept
  std::uint32_t extras;       // choices that is_extra() (engine/counting.h) is true of
  std::uint64_t stack_bytes;
  std::uint64_t string_bytes;
  std::uint64_t output_bytes;  // of the failing or last execution
  std::uint32_t module_count;
  std::uint32_t thread_count;
  std::uint64_t combined_hash;  // over the event hashes of all executions, in order: what two runs are compared by
  std::uint64_t rss_early_kib;  // resident memory after the first 1 % of the executions, at least 1,000 ...
  std::uint64_t rss_kib;        // ... and at the end
  std::uint64_t snapshot_bytes;
  std::uint64_t detector_bytes;  // of kSchedule and kRandom: what the detectors have kept; 0 with fork and exec reset
  std::uint64_t touched_bytes;   // of the last execution, where it was asked for (kTouchedBytes)
  ResetMode reset_used;
  ExecutorKind executor_used;
  std::uint32_t dispatch_used;
  std::uint32_t userfaultfd_used;
  std::uint32_t fsgsbase_used;
  std::uint32_t message_size;
  std::uint32_t detail_size;
  DetectedFault detected;
  HuntResult hunt;
  Minimisation minimisation;
  ParallelResult parallel;
  Renewal renewal;
  char message[512];   // one line
  char detail[32768];  // more lines: where each thread is, and so on
};

// A recorded event. Addresses are as in the target; the command line turns them into source lines by the module table.
struct RecordedEvent {
  Event event;
  EventNumber number;
  std::uint64_t site_record;  // address of the heddle_site, or 0
  std::uint32_t variable;     // string offset + 1 of the object's name ("counter", "heap block of 24 bytes ..."), or of
                              // what a choice gives; 0: none
  std::uint32_t stack;        // index in the stack area (8-byte words) of `frames` return addresses, innermost first
  std::uint16_t frames;
  std::uint8_t value_size;  // bytes of value known; 0: none
  std::uint8_t has_before;  // value before a write is known too; 2: the execution ended before the write
  // Behind the events of an execution that failed, not performed:
  std::uint16_t waits;     // not 0: a deadlock; what the thread waits in, for event.other if that is known
  std::uint16_t fails;     // not 0: an assertion, crash, exit, misuse; the stack of the thread that failed
  std::uint16_t block;     // not 0: of the heap block that a fault is about, its allocation or its end
  std::uint16_t preempts;  // not 0: ThreadId + 1 of the thread that was preempted for this one
  std::uint64_t value[2];  // read, or after a write
  std::uint64_t before[2];
};

struct Module {
  std::uint64_t low, high;  // mapped range
  std::uint64_t base;       // load bias: file address = address - base
  std::uint32_t path;       // string offset + 1
  std::uint16_t instrumented;
  std::uint16_t unseen;  // runtime/program/modules.h: what of it may order threads in ways that nobody sees
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
  LeaseSlot lease;
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
inline constexpr std::size_t kCellOffset = kInputOffset + kInputCapacity;
inline constexpr std::size_t kFocusOffset = kCellOffset + page_up(kCellCapacity * sizeof(Cell));
inline constexpr std::size_t kLeaseOffset = kFocusOffset + page_up(kFocusCapacity * sizeof(FocusPlace));
inline constexpr std::size_t kCommitOffset = kLeaseOffset + kLeaseCapacity;
inline constexpr std::size_t kFindingOffset = kCommitOffset + kCommitCapacity;
inline constexpr std::size_t kSize = kFindingOffset + page_up(kFindingCapacity);

inline char* at(Segment* segment, std::size_t offset) { return reinterpret_cast<char*>(segment) + offset; }
inline Deviation* schedule(Segment* segment) { return reinterpret_cast<Deviation*>(at(segment, kScheduleOffset)); }
inline RecordedEvent* events(Segment* segment) { return reinterpret_cast<RecordedEvent*>(at(segment, kEventOffset)); }
inline std::uint64_t* stacks(Segment* segment) { return reinterpret_cast<std::uint64_t*>(at(segment, kStackOffset)); }
inline char* strings(Segment* segment) { return at(segment, kStringOffset); }
inline char* output(Segment* segment) { return at(segment, kOutputOffset); }
inline char* input(Segment* segment) { return at(segment, kInputOffset); }
inline Cell* cells(Segment* segment) { return reinterpret_cast<Cell*>(at(segment, kCellOffset)); }
inline std::byte* lease(Segment* segment) { return reinterpret_cast<std::byte*>(at(segment, kLeaseOffset)); }
inline std::byte* commit(Segment* segment) { return reinterpret_cast<std::byte*>(at(segment, kCommitOffset)); }
inline std::byte* findings(Segment* segment) { return reinterpret_cast<std::byte*>(at(segment, kFindingOffset)); }
inline FocusPlace* focus(Segment* segment) { return reinterpret_cast<FocusPlace*>(at(segment, kFocusOffset)); }

}  // namespace heddle::segment
