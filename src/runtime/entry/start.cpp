#include "runtime/entry/start.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "detectors/detector_set.h"
#include "runtime/contexts/carriers.h"
#include "runtime/contexts/pool.h"
#include "runtime/entry/allocation.h"
#include "runtime/entry/libc_memory.h"
#include "runtime/kernel/path_names.h"
#include "runtime/kernel/streams.h"
#include "runtime/kernel/syscalls.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_text.h"
#include "runtime/machine/real.h"
#include "runtime/models/process.h"
#include "runtime/observe/watching.h"
#include "runtime/program/heap.h"
#include "runtime/program/library_constructors.h"
#include "runtime/program/modules.h"
#include "runtime/program/point_set.h"
#include "runtime/reset/crash.h"
#include "runtime/reset/exec_reset.h"
#include "runtime/reset/fork_reset.h"
#include "runtime/reset/snapshot.h"
#include "runtime/session/explore.h"
#include "runtime/session/hunt.h"
#include "runtime/session/target_executor.h"
#include "runtime/session/worker.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"
#include "runtime/uncontrolled/parallel_run.h"

extern "C" {
std::uint8_t heddle_slow_thread_pointer = 0;
}

namespace heddle::runtime {
namespace {

// Contexts to start with; an execution that needs more is repeated with twice as many.
constexpr std::size_t kInitialContexts = 9;
constexpr unsigned long kHasFsGsBase = 2;  // AT_HWCAP2

struct Program {
  int (*main)(int, char**, char**);
  int argc;
  char** argv;
};
Program program;

// The executable's constructors: part of every execution, so that threads they create are controlled too. libc is told
// there are none.
void run_constructors() {
  const auto* executable = static_cast<const link_map*>(dlopen(nullptr, RTLD_LAZY));
  using Constructor = void (*)(int, char**, char**);
  std::uintptr_t single = 0;
  std::uintptr_t array = 0;
  std::size_t array_size = 0;
  for (const ElfW(Dyn)* entry = executable->l_ld; entry->d_tag != DT_NULL; ++entry) {
    switch (entry->d_tag) {
      case DT_INIT:
        single = executable->l_addr + entry->d_un.d_ptr;
        break;
      case DT_INIT_ARRAY:
        array = executable->l_addr + entry->d_un.d_ptr;
        break;
      case DT_INIT_ARRAYSZ:
        array_size = entry->d_un.d_val;
        break;
      default:
        break;
    }
  }
  if (single != 0) {
    reinterpret_cast<Constructor>(single)(program.argc, program.argv, environ);
  }
  for (std::size_t index = 0; array != 0 && index < array_size / sizeof(Constructor); ++index) {
    reinterpret_cast<Constructor*>(array)[index](program.argc, program.argv, environ);
  }
}

// What main's context runs, from the constructors to exit.
void main_entry() {
  run_library_constructors(program.argc, program.argv, environ);
  run_constructors();
  exit_process(program.main(program.argc, program.argv, environ));
}

// Where system calls are not dispatched, libc's own _exit cannot be caught: the handler that runs last ends the
// execution.
void last_exit_handler() {
  if (controlled() && !dispatching()) {
    std::fflush(nullptr);
    end_process(state().exit_status, reinterpret_cast<const void*>(&last_exit_handler));
  }
}

// Not by setenv and unsetenv: shells have functions of these names, for variables of their own.
char** find_variable(const char* name) {
  const std::size_t length = std::strlen(name);
  char** variable = environ;
  while (*variable != nullptr && (std::strncmp(*variable, name, length) != 0 || (*variable)[length] != '=')) {
    ++variable;
  }
  return variable;
}

void remove_variable(const char* name) {
  for (char** variable = find_variable(name); *variable != nullptr; ++variable) {
    variable[0] = variable[1];
  }
}

// The saved name ends with the name itself.
void restore_variable(const char* name, const char* saved_name) {
  remove_variable(name);
  if (char** saved = find_variable(saved_name); *saved != nullptr) {
    *saved += std::strlen(saved_name) - std::strlen(name);
  }
}

// The target and its children see the user's environment, not ours.
void clean_environment() {
  remove_variable(segment::kEnvironmentName);
  take_explore_name();
  restore_variable("LD_BIND_NOW", segment::kSavedBindNowName);
  restore_variable("GLIBC_TUNABLES", segment::kSavedTunablesName);
  restore_variable("GOMP_SPINCOUNT", segment::kSavedSpinCountName);
  if (worker_segment().request.preloaded != 0) {
    restore_variable("LD_PRELOAD", segment::kSavedPreloadName);
  }
}

void engine_entry() {
  if (executed_anew()) {
    keep_output();  // what is there is another execution's
    TargetExecutor(main_entry).reach_explore();
    join_engine();
  }
  work(main_entry);
}

int take_over(int, char**, char**) {
  const segment::Request& request = worker_segment().request;
  segment::Result& result = worker_segment().result;
  clean_environment();
  // Not for programs that the target executes.
  for (const long inherited : {request.hunt.bell_descriptor, request.hunt.reached_descriptor}) {
    system_call(SYS_fcntl, inherited, F_SETFD, FD_CLOEXEC);
  }
  map_reached();
  own_path_names(request.hunt.worker);
  std::atexit(last_exit_handler);
  refresh_modules();
  prepare_allocation();
  (void)real_memory();
  (void)optional();
  find_own_text();
  const std::uint32_t detectors = request.hunt.options.detectors;
  set_gates({.open = request.no_gates == 0,
             .frame_ends = DetectorSet::needs_variables(detectors),
             .calls = (detectors & kMonitor) != 0});
  start_accesses(request.no_access_points == 0 && request.no_gates == 0);
  set_points(request.points,
             {segment::cells(&worker_segment()), std::min<std::size_t>(request.cell_count, segment::kCellCapacity)},
             /*grows=*/request.mode == segment::Mode::kHunt || request.mode == segment::Mode::kMinimise);
  if (!executed_anew()) {
    result.hunt.cell_count.store(request.cell_count);
  }
  map_state();
  map_heap();
  install_crash_handlers();
  heddle_slow_thread_pointer =
      request.no_fsgsbase != 0 || (getauxval(AT_HWCAP2) & kHasFsGsBase) == 0 ? std::uint8_t{1} : std::uint8_t{0};
  result.fsgsbase_used = heddle_slow_thread_pointer == 0 ? 1 : 0;
  set_up_streams();
  prepare_stdio();
  if (request.executor == segment::ExecutorKind::kKernel) {
    use_kernel_threads();
  }
  result.executor_used = request.executor == segment::ExecutorKind::kKernel ? segment::ExecutorKind::kKernel
                                                                            : segment::ExecutorKind::kBorrowed;
  const std::uint32_t contexts = executed_anew() ? result.renewal.contexts : request.contexts;
  grow_pool(contexts == 0 ? kInitialContexts : std::min<std::size_t>(contexts, kMaxThreads));
  result.userfaultfd_used = request.no_userfaultfd == 0 && !forks() && enable_write_tracking() ? 1 : 0;
  result.dispatch_used = request.no_dispatch == 0 && start_dispatch() ? 1 : 0;
  // Main starts some way below this frame, at the same place in every execution.
  set_main_stack(stack_pointer() - 16384);
  execution.engine.thread_pointer = engine_thread_pointer();
  prepare_context(execution.engine, engine_stack_top(), engine_entry);
  if (executes()) {
    compare_layout();
  }
  start_engine(execution.engine);
}

void no_constructors() {}

}  // namespace

int start_program(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                  void (*loader_fini)(), void* stack_end) {
  const auto& start = real().libc_start_main;
  (void)optional();
  (void)real_memory();  // resolved before the target can be in the middle of anything
  if (start_parallel_run()) {
    remove_variable(segment::kParallelName);
  }
  const char* descriptor = own_heap() ? std::getenv(segment::kEnvironmentName) : nullptr;
  if (descriptor == nullptr || !attach_segment(std::atoi(descriptor))) {
    return start(main, argc, argv, init, fini, loader_fini, stack_end);
  }
  if (worker_segment().request.reset == segment::ResetMode::kFork) {
    prepare_forking();
  } else if (worker_segment().request.reset == segment::ResetMode::kExec) {
    prepare_executing();
  }
  program = {.main = main, .argc = argc, .argv = argv};
  set_main_stack_top(reinterpret_cast<std::uintptr_t>(stack_end));
  return start(take_over, argc, argv, no_constructors, nullptr, loader_fini, stack_end);
}

}  // namespace heddle::runtime
