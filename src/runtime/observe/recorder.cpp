#include "runtime/observe/recorder.h"

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "core/operation_traits.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_text.h"
#include "runtime/observe/block_records.h"
#include "runtime/observe/watching.h"
#include "runtime/program/heap.h"
#include "runtime/program/modules.h"
#include "runtime/state/control.h"
#include "runtime/state/open_files.h"
#include "runtime/state/primitives.h"
#include "trace/segment.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kFrames = 48;

// Of each thread, the event whose result is not in memory yet: index + 1.
std::uint32_t open_event[kMaxThreads];

// Accesses beside the point set: as many as cost little time.
constexpr std::uint32_t kMostQuietEvents = 50'000;
std::uint32_t quiet_events = 0;
// Beyond them, those at the places of the fault that is looked for: of a fault in a long loop.
constexpr std::uint32_t kMostLookedFor = 200'000;
std::uint32_t looked_for_events = 0;

// Of each thread, where it announced the operation it is before.
std::vector<std::vector<std::uintptr_t>> pending_stacks;
// Where the execution failed.
std::uintptr_t fault_frames[kFrames];
std::size_t fault_frame_count = 0;

std::uint32_t add_string(const char* text) {
  segment::Segment& shared = worker_segment();
  const std::size_t size = std::strlen(text) + 1;
  std::uint64_t& used = shared.result.string_bytes;
  if (used + size > segment::kStringCapacity) {
    return 0;
  }
  std::memcpy(segment::strings(&shared) + used, text, size);
  used += size;
  return static_cast<std::uint32_t>(used - size + 1);
}

// Objects without a source name: heap blocks and stacks. Symbols are the command line's to look up.
std::uint32_t describe_object(std::uintptr_t address) {
  char text[96];
  Line line(text, sizeof text);
  BlockInfo block{};
  if (heap_block(address, block)) {
    line.text("heap block of ").number(block.size).text(" bytes");
    if (address != block.start) {
      line.text(" + ").number(address - block.start);
    }
    line.text(block.freed ? " (freed)" : "");
    return add_string(text);
  }
  if (address >= kStacksLow && address < kStateLow) {
    return add_string("a thread's stack");
  }
  if (describe_channel(address, text, sizeof text) != 0) {
    return add_string(text);
  }
  if (address == reinterpret_cast<std::uintptr_t>(&state().children)) {
    return add_string("the child processes");
  }
  return 0;
}

struct Unwinding {
  std::uintptr_t* frames;
  std::size_t count;
  std::size_t capacity;
};

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* argument) {
  auto& unwinding = *static_cast<Unwinding*>(argument);
  const std::uintptr_t address = _Unwind_GetIP(context);
  if (unwinding.count == 0 && in_own_text(address)) {
    return _URC_NO_REASON;
  }
  if (address == 0 || unwinding.count == unwinding.capacity || in_own_text(address)) {
    return _URC_END_OF_STACK;
  }
  unwinding.frames[unwinding.count++] = address;
  return _URC_NO_REASON;
}

// Appends an event with its stack and the name of its object; there must be room.
segment::RecordedEvent& put_event(const Event& event, const void* site, std::span<const std::uintptr_t> frames) {
  segment::Segment& shared = worker_segment();
  segment::Result& result = shared.result;
  segment::RecordedEvent& recorded = segment::events(&shared)[result.event_count++];
  recorded = {};
  recorded.event = event;
  recorded.site_record = reinterpret_cast<std::uint64_t>(site);
  if (result.stack_bytes + frames.size_bytes() <= segment::kStackCapacity) {
    recorded.stack = static_cast<std::uint32_t>(result.stack_bytes / 8);
    recorded.frames = static_cast<std::uint16_t>(frames.size());
    std::memcpy(segment::stacks(&shared) + recorded.stack, frames.data(), frames.size_bytes());
    result.stack_bytes += frames.size_bytes();
  }
  if (event.operation.address != 0) {
    recorded.variable = describe_object(event.operation.address);
  }
  return recorded;
}

}  // namespace

bool read_safely(std::uintptr_t address, void* to, std::size_t size) {
  iovec local{.iov_base = to, .iov_len = size};
  iovec remote{.iov_base = reinterpret_cast<void*>(address), .iov_len = size};
  return system_call(SYS_process_vm_readv, system_call(SYS_getpid), reinterpret_cast<long>(&local), 1,
                     reinterpret_cast<long>(&remote), 1, 0) == static_cast<long>(size);
}

std::size_t capture_stack(std::uintptr_t* frames, std::size_t capacity) {
  Unwinding unwinding{.frames = frames, .count = 0, .capacity = capacity};
  // The unwinder takes a mutex through the name we interpose: that is not the target's doing.
  const bool active = execution.active;
  execution.active = false;
  _Unwind_Backtrace(add_frame, &unwinding);
  execution.active = active;
  return unwinding.count;
}

std::size_t walk_frames(std::uintptr_t frame, std::uintptr_t* frames, std::size_t capacity) {
  std::size_t count = 0;
  while (frame != 0 && frame % 8 == 0 && count < capacity) {
    std::uintptr_t words[2] = {};
    if (!read_safely(frame, words, sizeof words) || words[1] == 0) {
      break;
    }
    if (!in_own_text(words[1])) {
      frames[count++] = words[1];
    }
    if (words[0] <= frame) {
      break;
    }
    frame = words[0];
  }
  return count;
}

void note_pending(const Thread& self) {
  if (pending_stacks.size() <= self.id.value) {
    pending_stacks.resize(self.id.value + std::size_t{1});
  }
  std::uintptr_t frames[kFrames];
  const std::size_t count = capture_stack(frames, kFrames);
  pending_stacks[self.id.value].assign(frames, frames + count);
}

void record_fault() {
  if (execution.recorded && fault_frame_count == 0) {
    fault_frame_count = capture_stack(fault_frames, kFrames);
  }
}

void record_fault(std::uintptr_t instruction, std::uintptr_t frame) {
  if (execution.recorded) {
    // The others are return addresses, behind the call.
    fault_frames[0] = instruction + 1;
    fault_frame_count = 1 + walk_frames(frame, fault_frames + 1, kFrames - 1);
  }
}

void begin_recording() {
  segment::Result& result = worker_segment().result;
  result.event_count = 0;
  result.extras = 0;
  result.stack_bytes = 0;
  result.string_bytes = 0;
  std::memset(open_event, 0, sizeof open_event);
  fault_frame_count = 0;
  quiet_events = 0;
  looked_for_events = 0;
  pending_stacks.clear();
  forget_blocks();
  result.detected = {};
}

namespace {

segment::RecordedEvent* record(const Event& event, EventNumber number, const void* site) {
  segment::Segment& shared = worker_segment();
  segment::Result& result = shared.result;
  if (result.event_count == segment::kEventCapacity) {
    return nullptr;
  }
  std::uintptr_t frames[kFrames];
  const std::size_t count = capture_stack(frames, kFrames);
  segment::RecordedEvent& recorded = put_event(event, site, {frames, count});
  recorded.number = number;
  if (event.visible) {
    recorded.preempts = static_cast<std::uint16_t>(std::exchange(execution.preempted, kNoThread).value + 1U);
  }
  const Operation& operation = event.operation;
  if (has_value(operation.kind) && operation.size <= sizeof recorded.value && operation.size != 0 &&
      read_safely(operation.address, recorded.value, operation.size)) {
    recorded.value_size = static_cast<std::uint8_t>(operation.size);
    if (writes_memory(operation.kind)) {
      std::memcpy(recorded.before, recorded.value, sizeof recorded.value);
      recorded.has_before = 1;
      open_event[event.thread.value] = static_cast<std::uint32_t>(result.event_count);
    }
  }
  return &recorded;
}

}  // namespace

void record_event(const Event& event, const Thread& self) {
  (void)record(event, next_event_number(self), self.site_record);
}

segment::RecordedEvent* record_quiet_access(const Event& event, const Thread& self, const void* site) {
  if (state().thread_count == 1) {
    return nullptr;
  }
  if (quiet_events < kMostQuietEvents) {
    ++quiet_events;
  } else if (looked_for_events < kMostLookedFor && looks_at(event.operation.site)) {
    ++looked_for_events;
  } else {
    return nullptr;
  }
  complete_event(self);
  return record(event, event_number(self), site);
}

void record_choice(const char* value) {
  segment::Result& result = worker_segment().result;
  if (execution.recorded && result.event_count != 0) {
    segment::RecordedEvent& last = segment::events(&worker_segment())[result.event_count - 1];
    if (last.event.operation.kind == OperationKind::kChoose) {
      last.variable = add_string(value);
    }
  }
}

// While the unwinder is at work, what it allocates is none of the target's.
void record_allocation(std::uintptr_t start) {
  if (execution.active) {
    note_block_begin(start, current_thread().id);
  }
}

void record_free(std::uintptr_t payload, const void* caller, bool was_visible) {
  BlockInfo block{};
  if (!execution.active || !heap_block(payload, block) || block.freed) {
    return;
  }
  const Thread& self = current_thread();
  note_block_end(block.start, self.id);
  if (!was_visible) {
    Event event;
    event.thread = self.id;
    event.thread_name = self.name;
    event.ordinal = self.events;
    event.operation.kind = OperationKind::kFree;
    event.operation.site = site_of_code(caller);
    event.operation.address = payload;
    event.operation.size = static_cast<std::uint32_t>(block.size);
    (void)record_quiet_access(event, self, nullptr);
  }
}

void record_detected(const Fault& fault) {
  if (!execution.recorded) {
    return;
  }
  const auto record_of = [](SiteId site) {
    return site == SiteId{} ? 0 : reinterpret_cast<std::uint64_t>(find_site(site));
  };
  segment::DetectedFault& detected = worker_segment().result.detected;
  detected = {.seen = 1, .fault = fault, .site_records = {}};
  for (std::size_t side = 0; side < fault.side_count; ++side) {
    detected.site_records[side] = record_of(fault.sides[side].operation.site);
  }
}

void complete_event(const Thread& self) {
  std::uint32_t& open = open_event[self.id.value];
  if (open == 0) {
    return;
  }
  segment::RecordedEvent& recorded = segment::events(&worker_segment())[open - 1];
  std::memset(recorded.value, 0, sizeof recorded.value);
  read_safely(recorded.event.operation.address, recorded.value, recorded.value_size);
  open = 0;
}

namespace {

// What a thread is about to do, or waits in.
void record_wait(const Thread& waiting) {
  if (waiting.status == Status::kEnded || waiting.id.value >= pending_stacks.size() ||
      worker_segment().result.event_count == segment::kEventCapacity) {
    return;
  }
  Event event;
  event.thread = waiting.id;
  event.thread_name = waiting.name;
  event.ordinal = waiting.events;
  event.operation = waiting.pending;
  if (const Thread* other = awaited_by(waiting); other != nullptr) {
    event.other = other->id;
  }
  put_event(event, waiting.site_record, pending_stacks[waiting.id.value]).waits = 1;
}

void record_waits() {
  const State& models = state();
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    const Thread& waiting = models.threads[models.live[index].value];
    if (waiting.status != Status::kRunning) {  // it ends the process
      record_wait(waiting);
    }
  }
}

void put_fault(const Outcome& outcome) {
  const bool room = worker_segment().result.event_count < segment::kEventCapacity;
  if (fault_frame_count == 0 || outcome.thread == kNoThread || !room) {
    return;
  }
  const Thread& failed = thread(outcome.thread);
  Event event;
  event.thread = failed.id;
  event.thread_name = failed.name;
  event.ordinal = failed.events;
  event.operation.kind = OperationKind::kProcessExit;
  const segment::DetectedFault& detected = worker_segment().result.detected;
  if (detected.seen != 0) {
    event.operation = detected.fault.last().operation;
  }
  put_event(event, reinterpret_cast<const void*>(detected.site_records[0]), {fault_frames, fault_frame_count}).fails =
      1;
}

// The write that is the fault was announced, but not performed.
void leave_write_open() {
  const segment::DetectedFault& detected = worker_segment().result.detected;
  if (detected.seen == 0) {
    return;
  }
  std::uint32_t& open = open_event[detected.fault.last().thread.value];
  if (open == 0) {
    return;
  }
  segment::RecordedEvent& recorded = segment::events(&worker_segment())[open - 1];
  if (recorded.number == detected.fault.last().event) {
    recorded.has_before = 2;
    open = 0;
  }
}

void put_block_moment(OperationKind kind, const BlockInfo& block, const BlockMoment& moment) {
  if (moment.frames.empty() || worker_segment().result.event_count == segment::kEventCapacity) {
    return;
  }
  Event event;
  event.thread = moment.thread;
  event.thread_name = thread(moment.thread).name;
  event.operation.kind = kind;
  event.operation.address = block.start;
  event.operation.size = static_cast<std::uint32_t>(block.size);
  put_event(event, nullptr, moment.frames).block = 1;
}

// Of the heap block that the fault is about.
void put_block() {
  const segment::DetectedFault& detected = worker_segment().result.detected;
  const Operation& earlier = detected.fault.earlier().operation;
  const bool names_block = earlier.kind == OperationKind::kAllocate || earlier.kind == OperationKind::kFree;
  BlockInfo block{};
  if (detected.seen != 0 &&
      heap_block(names_block ? earlier.address : detected.fault.last().operation.address, block)) {
    put_block_moment(OperationKind::kAllocate, block, block_begin(block.start));
    put_block_moment(OperationKind::kFree, block, block_end(block.start));
  }
}

// Where stories look for source lines. Of a program without instrumentation, in the program itself.
bool is_users(const Module& module) {
  return module.instrumented || (worker_segment().request.preloaded != 0 && module.path[0] == '\0');
}

}  // namespace

void finish_recording(const Outcome& outcome) {
  segment::Segment& shared = worker_segment();
  const State& models = state();
  leave_write_open();
  // Only the thread that ran last can have written since its last hook; the others were parked.
  complete_event(models.threads[models.current.value]);
  if (outcome.kind == OutcomeKind::kDeadlock || outcome.kind == OutcomeKind::kLivelock) {
    record_waits();
  } else if (is_failure(outcome.kind)) {
    if (const Fault::Side& earlier = shared.result.detected.fault.earlier(); earlier.pending) {
      record_wait(thread(earlier.thread));
    }
    put_fault(outcome);
    put_block();
  }
  record_threads();
  shared.result.module_count = 0;
  for (std::size_t index = 0; index < module_count() && index < segment::kModuleCapacity; ++index) {
    const Module& module = module_at(index);
    shared.modules[shared.result.module_count++] = {
        .low = module.low,
        .high = module.high,
        .base = module.base,
        .path = add_string(module.path),
        .instrumented = is_users(module) ? std::uint16_t{1} : std::uint16_t{0},
        .unseen = static_cast<std::uint16_t>(unseen_code(index))};
  }
}

void record_threads() {
  segment::Segment& shared = worker_segment();
  const State& models = state();
  shared.result.thread_count = std::min<std::uint32_t>(models.thread_count, segment::kThreadCapacity);
  for (std::uint32_t index = 0; index < shared.result.thread_count; ++index) {
    const Thread& recorded = models.threads[index];
    shared.threads[index] = {.parent = recorded.parent,
                             .ordinal = recorded.ordinal_in_parent,
                             .name = recorded.title[0] == '\0' ? 0 : add_string(recorded.title)};
  }
}

}  // namespace heddle::runtime
