#include "runtime/recorder.h"

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <cstring>

#include "runtime/control.h"
#include "runtime/fatal.h"
#include "runtime/heap.h"
#include "runtime/modules.h"
#include "runtime/syscalls.h"
#include "runtime/worker.h"
#include "trace/segment.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kFrames = 48;

// Of each thread, the event whose result is not in memory yet: index + 1.
std::uint32_t open_event[kMaxThreads];

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

bool has_value(OperationKind kind) {
  return kind == OperationKind::kRead || kind == OperationKind::kWrite || kind == OperationKind::kVptrRead ||
         kind == OperationKind::kVptrWrite || is_atomic_access(kind);
}

bool writes(OperationKind kind) {
  return kind == OperationKind::kWrite || kind == OperationKind::kVptrWrite || kind == OperationKind::kAtomicStore ||
         kind == OperationKind::kAtomicReadModifyWrite || kind == OperationKind::kAtomicCompareExchange;
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

void begin_recording() {
  segment::Result& result = worker_segment().result;
  result.event_count = 0;
  result.stack_bytes = 0;
  result.string_bytes = 0;
  std::memset(open_event, 0, sizeof open_event);
}

void record_event(const Event& event, const Thread& self) {
  segment::Segment& shared = worker_segment();
  segment::Result& result = shared.result;
  if (result.event_count == segment::kEventCapacity) {
    return;
  }
  segment::RecordedEvent& recorded = segment::events(&shared)[result.event_count];
  recorded = {};
  recorded.event = event;
  recorded.site_record = reinterpret_cast<std::uint64_t>(self.site_record);
  std::uintptr_t frames[kFrames];
  const std::size_t count = capture_stack(frames, kFrames);
  if (result.stack_bytes + count * 8 <= segment::kStackCapacity) {
    recorded.stack = static_cast<std::uint32_t>(result.stack_bytes / 8);
    recorded.frames = static_cast<std::uint16_t>(count);
    std::memcpy(segment::stacks(&shared) + recorded.stack, frames, count * 8);
    result.stack_bytes += count * 8;
  }
  const Operation& operation = event.operation;
  if (operation.address != 0) {
    recorded.variable = describe_object(operation.address);
  }
  if (has_value(operation.kind) && operation.size <= sizeof recorded.value && operation.size != 0 &&
      read_safely(operation.address, recorded.value, operation.size)) {
    recorded.value_size = static_cast<std::uint8_t>(operation.size);
    if (writes(operation.kind)) {
      std::memcpy(recorded.before, recorded.value, sizeof recorded.value);
      recorded.has_before = 1;
      open_event[event.thread.value] = static_cast<std::uint32_t>(result.event_count + 1);
    }
  }
  ++result.event_count;
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

void finish_recording() {
  segment::Segment& shared = worker_segment();
  const State& models = state();
  // Only the thread that ran last can have written since its last hook; the others were parked.
  complete_event(models.threads[models.current.value]);
  record_threads();
  shared.result.module_count = 0;
  for (std::size_t index = 0; index < module_count() && index < segment::kModuleCapacity; ++index) {
    const Module& module = module_at(index);
    shared.modules[shared.result.module_count++] = {.low = module.low,
                                                    .high = module.high,
                                                    .base = module.base,
                                                    .path = add_string(module.path),
                                                    .instrumented = module.instrumented ? 1U : 0U};
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
