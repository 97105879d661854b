#include "runtime/reset/fork_reset.h"

#include <link.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <span>

#include "runtime/contexts/pool.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_memory.h"
#include "runtime/machine/own_text.h"
#include "runtime/reset/exec_reset.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

constexpr const char* kCannotShare = "no memory that processes share: is it limited (ulimit -v, ulimit -f)?";

constexpr std::size_t kChildStack = std::size_t{512} << 10U;

long engine_process = 0;
std::uintptr_t child_stack = 0;  // its upper end
// Of the child under way.
long child = 0;
bool has_arrived = false;  // its memory is ours: what it says of its end can be believed
bool has_concluded = false;
void (*child_body)() = nullptr;
void (*child_conclusion)() = nullptr;

struct Range {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;
};
Range shared_variables;

// The runtime's own writable memory: of the segments of the library, what stays writable.
int find_variables(dl_phdr_info* info, std::size_t /*size*/, void* found) {
  Range writable;
  std::uintptr_t protected_end = 0;
  bool is_own = false;
  for (const ElfW(Phdr) & part : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
    const std::uintptr_t low = info->dlpi_addr + part.p_vaddr;
    const std::uintptr_t high = low + part.p_memsz;
    const auto here = reinterpret_cast<std::uintptr_t>(&find_variables);
    is_own |= part.p_type == PT_LOAD && here >= low && here < high;
    if (part.p_type == PT_LOAD && (part.p_flags & PF_W) != 0) {
      // One segment, or two that follow each other: what is read-only after relocation, and the rest.
      writable = {.low = writable.low == 0 ? page_down(low) : writable.low, .high = page_up(high)};
    } else if (part.p_type == PT_GNU_RELRO) {
      protected_end = page_down(high);
    }
  }
  if (is_own) {
    *static_cast<Range*>(found) = {.low = std::max(writable.low, protected_end), .high = writable.high};
  }
  return is_own ? 1 : 0;
}

Range variables() {
  Range found;
  dl_iterate_phdr(find_variables, &found);
  return found;
}

bool map_file(Range range, long file) {
  return system_call(SYS_mmap, static_cast<long>(range.low), static_cast<long>(range.high - range.low),
                     PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == static_cast<long>(range.low);
}

// Puts shared memory with the same content in the place of private memory.
long share(Range range) {
  const long size = static_cast<long>(range.high - range.low);
  const long file = make_shared_file(size);
  if (file < 0 || system_call(SYS_pwrite64, file, static_cast<long>(range.low), size, 0) != size ||
      !map_file(range, file)) {
    denied(kCannotShare, "");
  }
  return file;
}

// With files that stay open, for the processes to come.
void share_for_programs() {
  segment::Renewal& renewal = worker_segment().result.renewal;
  renewal.memory_descriptor = static_cast<std::int32_t>(make_shared_file(static_cast<long>(kSharedSize)));
  if (renewal.memory_descriptor < 0) {
    denied(kCannotShare, "");
  }
  share_own_memory(renewal.memory_descriptor);
  remember_start();
  renewal.variables_descriptor = static_cast<std::int32_t>(share(variables()));
}

[[noreturn]] void end_child() {
  system_call(SYS_exit_group, 0);
  __builtin_unreachable();
}

void child_entry() {
  system_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (system_call(SYS_getppid) != engine_process) {
    end_child();
  }
  if (executes()) {
    execute_program();
  }
  start_dispatch_here();
  child_body();
}

// On the child's stack, in a process that executes the program anew. Nothing is left of what it knew of itself.
void arrive() {
  const segment::Renewal& renewal = worker_segment().result.renewal;
  const long memory = renewal.memory_descriptor;
  const long file = renewal.variables_descriptor;
  const std::uintptr_t mark = private_pages_mark();
  join_own_memory(memory);
  if (!map_file(variables(), file)) {
    fatal("cannot share the engine's memory", "");
  }
  system_call(SYS_close, memory);
  system_call(SYS_close, file);
  forget_private_pages(std::max(mark, private_pages_mark()));  // either may have taken more than the other
  has_arrived = true;
  child_body();
}

void start_forking() {
  shared_variables = variables();
  engine_process = system_call(SYS_getpid);
  system_call(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1);  // what a killed execution leaves behind is ours to end
  child_stack = reinterpret_cast<std::uintptr_t>(own_private_pages(kChildStack)) + kChildStack;
}

void conclude_child() {
  child_conclusion();
  has_concluded = true;
  end_child();
}

}  // namespace

void prepare_forking() {
  share_own_memory();
  system_call(SYS_close, share(variables()));
  start_forking();
}

void prepare_executing() {
  if (!executed_anew()) {
    share_for_programs();
  }
  start_forking();
}

void join_engine() {
  Context abandoned;
  Context arrival{.stack_pointer = 0, .thread_pointer = thread_pointer()};
  prepare_context(arrival, child_stack, arrive);
  heddle_switch_context(&abandoned, &arrival);
  fatal("an ended execution was continued", "");
}

void stop_sharing_variables() {
  if (!forks()) {
    return;
  }
  const Range range = shared_variables;
  const auto size = static_cast<long>(range.high - range.low);
  const long copy = system_call(SYS_mmap, 0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy < 0) {
    fatal("out of memory", "");
  }
  std::memcpy(reinterpret_cast<void*>(copy), reinterpret_cast<const void*>(range.low), static_cast<std::size_t>(size));
  system_call(SYS_mremap, copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, static_cast<long>(range.low));
}

bool in_child() { return forks() && system_call(SYS_getpid) != engine_process; }

void run_in_child(void (*body)()) {
  const std::uintptr_t mark = private_pages_mark();
  has_arrived = !executes();
  has_concluded = false;
  child_body = body;
  worker_segment().result.renewal.contexts = static_cast<std::uint32_t>(pool_size());
  const long process = heddle_fork(child_stack, child_entry);
  if (process < 0) {
    denied("no more processes: are they limited (ulimit -u)?", "");
  }
  child = process;
  int status = 0;
  while (system_call(SYS_wait4, process, reinterpret_cast<long>(&status), 0, 0) == -EINTR) {
  }
  child = 0;
  forget_private_pages(mark);
  if (!has_arrived && worker_segment().result.phase.load() == segment::Phase::kRunning) {
    unsupported("exec reset of a program that does not come to its main function every time");
  }
  if (WIFEXITED(status) && (WEXITSTATUS(status) != 0 || !has_concluded)) {
    // It has said why, in the segment.
    system_call(SYS_exit_group, WEXITSTATUS(status));
  }
  if (WIFSIGNALED(status)) {
    describe_outcome("the process was killed");
    execution.outcome = {};
    execution.outcome.kind = OutcomeKind::kCrash;
    execution.outcome.signal = WTERMSIG(status);
  }
}

void leave_child(void (*conclude)()) {
  child_conclusion = conclude;
  Context abandoned;
  Context conclusion{.stack_pointer = 0, .thread_pointer = thread_pointer()};
  prepare_context(conclusion, child_stack, conclude_child);
  heddle_switch_context(&abandoned, &conclusion);
  fatal("an ended execution was continued", "");
}

bool forward_to_child(int signal) {
  if (!forks() || in_child() || child == 0) {
    return false;
  }
  system_call(SYS_kill, child, signal);
  return true;
}

}  // namespace heddle::runtime
