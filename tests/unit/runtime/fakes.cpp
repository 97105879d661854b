#include "fakes.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <new>

#include "core/hash.h"
#include "runtime/contexts/pool.h"
#include "runtime/kernel/children.h"
#include "runtime/kernel/descriptor_table.h"
#include "runtime/kernel/free_mode.h"
#include "runtime/kernel/path_names.h"
#include "runtime/machine/link.h"
#include "runtime/models/threads.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/observe/watching.h"
#include "runtime/program/heap.h"
#include "runtime/program/memory_map.h"
#include "runtime/program/modules.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/seeking.h"
#include "runtime/schedule/signals.h"
#include "runtime/schedule/unseen_waits.h"
#include "runtime/state/control.h"

// Defined by entry/hooks.cpp, for instrumented code.
extern "C" {
std::uint8_t heddle_atomics_on = 0;
heddle_accesses_state heddle_accesses = {};
std::uint8_t heddle_unseen = 0;
std::uint8_t heddle_uninitialised[HEDDLE_UNINITIALISED_SIZE] = {};
std::uint8_t heddle_wide_vectors = 0;
std::uint8_t heddle_slow_thread_pointer = 0;
}

// Side stacks (side_stack.h): there are none here. In assembly, for the first one is called with arguments of any type.
asm(R"(
        .text
        .globl  heddle_call_aside
        .type   heddle_call_aside, @function
heddle_call_aside:
        testq   %rdi, %rdi
        je      1f
        movq    %rdi, %rax
        movq    %rsi, %rdi
        movq    %rdx, %rsi
        movq    %rcx, %rdx
        movq    %r8, %rcx
        jmpq    *%rax
1:      retq
        .globl  heddle_run_aside
        .type   heddle_run_aside, @function
heddle_run_aside:
        ud2
)");

namespace heddle::runtime {

using fakes::world;

namespace fakes {

World world;

namespace {

// Shared with processes that tests fork: what ends one of them is there to be read.
void make_segment() {
  const int file = memfd_create("segment", MFD_CLOEXEC);
  ASSERT_GE(file, 0);
  ASSERT_EQ(ftruncate(file, static_cast<off_t>(segment::kSize)), 0);
  const std::uint64_t head[] = {segment::kMagic, segment::kSize};
  ASSERT_EQ(pwrite(file, head, sizeof head, 0), static_cast<ssize_t>(sizeof head));
  ASSERT_TRUE(attach_segment(file));
}

void clear_state() {
  madvise(reinterpret_cast<void*>(kStateLow), page_up(sizeof(State)), MADV_DONTNEED);
  madvise(reinterpret_cast<void*>(kBlocksLow), kBlocksSize, MADV_DONTNEED);
  state().block_next = reinterpret_cast<std::byte*>(kBlocksLow);
}

void clear_segment() {
  segment::Segment& shared = worker_segment();
  std::memset(static_cast<void*>(&shared.request), 0, sizeof shared.request);
  std::memset(static_cast<void*>(&shared.result), 0, sizeof shared.result);
}

}  // namespace

RuntimeTest::RuntimeTest() {
  static const bool mapped = [] {
    map_state();
    make_segment();
    return true;
  }();
  EXPECT_TRUE(mapped);
  clear_state();
  clear_segment();
  world = {};
  execution = {};
  execution.controller = &controller;
  execution.wants = controller.begin();
  execution.active = true;
  execution.step_limit = ~std::uint64_t{0};
  heddle_atomics_on = 1;
  heddle_accesses = {};
  heddle_accesses.on = 1;
  heddle_unseen = 0;
  state().last = kNoThread;
  add_thread().status = Status::kRunning;
}

RuntimeTest::~RuntimeTest() { heddle_atomics_on = 0; }

Thread& RuntimeTest::add_thread() {
  State& models = state();
  const std::uint16_t index = models.thread_count++;
  Thread& made = *new (&models.threads[index]) Thread{};
  made.id = {index};
  made.name = {mix(std::uint64_t{index} + 1)};
  made.status = Status::kParked;
  made.pending = {.kind = OperationKind::kRead, .size = 1, .address = reinterpret_cast<std::uintptr_t>(&made)};
  models.live[models.live_count++] = made.id;
  return made;
}

Thread& RuntimeTest::add_thread(OperationKind kind, void* object) {
  Thread& made = add_thread();
  made.pending = {.kind = kind, .object = object_of(object), .address = reinterpret_cast<std::uintptr_t>(object)};
  made.object = object;
  return made;
}

std::string words() { return outcome_text(); }

}  // namespace fakes

// session
Execution execution;
bool free_mode = false;
void end_execution(OutcomeKind kind, int signal, int exit_status) {
  throw fakes::ExecutionEnded{.kind = kind, .signal = signal, .exit_status = exit_status};
}

// schedule/scheduler
Variant visible(OperationKind kind, const void* object, Place /*place*/, std::uint32_t /*variants*/,
                std::uint64_t deadline) {
  world.announced.push_back({.kind = kind, .object = object, .deadline = deadline, .size = 0});
  return world.turn();
}
Variant visible_signal(OperationKind kind, int signal, const void* caller, std::uint64_t deadline) {
  const Variant granted = visible(kind, nullptr, {.site = nullptr, .caller = caller}, 1, deadline);
  world.announced.back().size = static_cast<std::uint32_t>(signal);
  return granted;
}
void invisible(OperationKind kind, const void* object, Place /*place*/, ThreadId /*other*/, std::uint32_t size) {
  world.invisible.push_back({.kind = kind, .object = object, .deadline = kNever, .size = size});
}
void note_signal(Thread& /*self*/, OperationKind /*kind*/, int signal, Variant /*variant*/, bool /*is_visible*/) {
  world.noted_signals.push_back(signal);
}

// schedule: what is not compiled here
bool seeking = false;
bool may_try_again(const Thread& waiting) { return world.tries_again(waiting); }
void call_handler(Thread& /*self*/, int signal, const SignalCause& cause) {
  world.handled.push_back({.signal = signal, .cause = cause});
}

// program/modules and memory_map
namespace {
const Module no_module{};
}
const Module* last_module = &no_module;
const Module* find_module(std::uintptr_t address) {
  for (const Module& module : world.modules) {
    if (address - module.low < module.high - module.low) {
      return &module;
    }
  }
  return nullptr;
}
std::size_t module_count() { return world.modules.size(); }
const Module& module_at(std::size_t index) { return world.modules[index]; }
Unseen unseen_code(std::size_t /*index*/) { return Unseen::kNothing; }
ObjectId object_outside(std::uintptr_t address) {
  return in_heap(reinterpret_cast<const void*>(address)) ? heap_object(address) : ObjectId{combine(7, address)};
}
SiteId site_of_code(const void* address) { return {mix(reinterpret_cast<std::uintptr_t>(address))}; }
const heddle_site* find_site(SiteId site) {
  const auto found = world.sites.find(site.value);
  return found == world.sites.end() ? nullptr : found->second;
}
void for_each_target_mapping(void (*function)(const Mapping&, void*), void* argument) {
  for (const Mapping& mapping : world.mappings) {
    function(mapping, argument);
  }
}

// observe/watching
DetectorSet* watching = nullptr;
HappensBefore* quick_watch = nullptr;
bool looks_at(SiteId site) { return world.looks_at(site); }
std::uint64_t fault_detected() { return world.signature; }
void tell_new_memory(std::uintptr_t address, std::size_t size, int, int) {
  world.new_memory.push_back({.address = address, .size = size});
}

// contexts/pool
std::size_t slot_of_stack(std::uintptr_t address) {
  const auto found = world.stack_slots.find(page_down(address));
  return found == world.stack_slots.end() ? 0 : found->second;
}
std::uintptr_t stack_top(const Thread& /*self*/) { return world.stack_top; }

// models/threads
void cancellation_point() {}

// kernel: what is not compiled here
bool wait_freely(OperationKind /*kind*/, DescriptorWait& /*wait*/) { return false; }
unsigned path_owner = 0;
long call_with_own_names(long /*number*/, const long (&)[6]) { return -ENOSYS; }
void note_step_for_children() {}
bool child_wait_is_over(const ChildWait& /*wait*/) { return false; }

}  // namespace heddle::runtime
