#include "runtime/reset/crash.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include <algorithm>
#include <csignal>

#include "core/hash.h"
#include "heddle/abi.h"
#include "runtime/contexts/carriers.h"
#include "runtime/contexts/pool.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/handed.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_text.h"
#include "runtime/machine/probing.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/observe/recorder.h"
#include "runtime/program/modules.h"
#include "runtime/reset/branches.h"
#include "runtime/reset/fork_reset.h"
#include "runtime/reset/hang_report.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"
#include "runtime/state/virtual_time.h"
#include "trace/segment.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kFramesToCaller = 8;

const char* describe_signal(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV: invalid memory access";
    case SIGBUS:
      return "SIGBUS: invalid memory access";
    case SIGFPE:
      return "SIGFPE: arithmetic error";
    case SIGILL:
      return "SIGILL: illegal instruction";
    case SIGTRAP:
      return "SIGTRAP: trap";
    default:
      return "SIGABRT: abort";
  }
}

// Of a pointer that is no address, as freed memory is full of, the processor does not say which it was.
bool is_no_address(const siginfo_t& info) { return info.si_signo == SIGSEGV && info.si_code == SI_KERNEL; }

bool faults_at(std::uintptr_t object, const siginfo_t& info) {
  if (is_no_address(info)) {
    constexpr unsigned kAddressBits = 47;
    const std::uintptr_t rest = object >> kAddressBits;
    return rest != 0 && rest != ~std::uintptr_t{0} >> kAddressBits;
  }
  return reinterpret_cast<std::uintptr_t>(info.si_addr) - object < kPageSize;
}

// A fault in our own code on the target's behalf: it handed us a bad pointer, and libc's function would have used it
// too.
bool is_target_access(std::uintptr_t instruction, const siginfo_t& info) {
  return is_for_program(instruction) || faults_at(current_thread().pending.address, info);
}

// What tells crashes apart. Code of libc and of ours serves many: there it is also who of the program called.
SiteId place_of_crash(const ucontext_t& context) {
  const auto* instruction = reinterpret_cast<const void*>(instruction_of(context));
  const SiteId place = site_of_code(instruction);
  if (is_instrumented(instruction)) {
    return place;
  }
  // The first is the return address where the function has no frame of its own yet, as those of libc's strings.
  std::uintptr_t frames[1 + kFramesToCaller] = {};
  (void)read_safely(stack_of(context), frames, sizeof frames[0]);
  const std::size_t count = 1 + walk_frames(frame_of(context), frames + 1, kFramesToCaller);
  const auto* caller = std::find_if(frames, frames + count, [](std::uintptr_t frame) {
    return called_from_instrumented_code(reinterpret_cast<const void*>(frame));
  });
  return caller == frames + count
             ? place
             : SiteId{combine(place.value, site_of_code(reinterpret_cast<const void*>(*caller)).value)};
}

// The time stamp counter is read by way of a fault, so that it tells virtual time. Outside of the program's own code it
// is libc that asks, for the real one.
bool reads_time_stamp(int signal, const siginfo_t& info, ucontext_t& context) {
  if (signal != SIGSEGV || info.si_code != SI_KERNEL) {
    return false;
  }
  const std::size_t size = time_stamp_instruction(instruction_of(context));
  if (size == 0) {
    return false;
  }
  if (controlled()) {
    heddle_unseen = 1;
    set_time_stamp(context, size, read_time_stamp());
  } else {
    system_call(SYS_prctl, PR_SET_TSC, PR_TSC_ENABLE);
    set_time_stamp(context, size, __builtin_ia32_rdtsc());
    system_call(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV);
  }
  return true;
}

void on_crash(int signal, siginfo_t* info, void* raw_context) {
  auto& context = *static_cast<ucontext_t*>(raw_context);
  if (reads_time_stamp(signal, *info, context)) {
    return;
  }
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const auto instruction = instruction_of(context);
  if (std::uintptr_t go_on = 0; is_probe(instruction, go_on)) {
    set_instruction(context, go_on);
    return;
  }
  if (!controlled() || (in_own_text(instruction) && !is_target_access(instruction, *info))) {
    char text[160];
    Line(text, sizeof text)
        .text(describe_signal(signal))
        .text(" in the runtime at ")
        .hex(instruction - own_text_base())
        .text(", address ")
        .hex(address)
        .text(", execution ")
        .number(executions_done());
    fatal(text, "");
  }
  // What crashed may lie on the side stack, and is looked at below; whoever runs next has one of its own.
  heddle_side_stack = 0;
  char text[160];
  Line line(text, sizeof text);
  // The overflowing access may come a little above the guard when a whole frame is pushed at once.
  const bool overflow = signal == SIGSEGV && is_stack_guard(address);
  if (overflow) {
    line.text("stack overflow");
  } else {
    line.text(describe_signal(signal));
    if (is_no_address(*info)) {
      line.text(" through a pointer that is no address");
    } else if (signal == SIGSEGV || signal == SIGBUS) {
      line.text(" at address ").hex(address);
    }
  }
  describe_outcome(text);
  record_fault(instruction, frame_of(context));
  if (!overflow && signal != SIGABRT) {
    note_fault_place(place_of_crash(context));
  }
  end_execution(OutcomeKind::kCrash, signal, 0);
}

void on_dump_request(int, siginfo_t*, void* raw_context) {
  if (forward_to_child(segment::kDumpSignal) || forward_to_branch(segment::kDumpSignal) ||
      forward_to_current(segment::kDumpSignal)) {
    return;
  }
  const auto& context = *static_cast<ucontext_t*>(raw_context);
  report_hang(instruction_of(context), frame_of(context));
}

}  // namespace

void install_crash_handlers() {
  use_crash_stack();
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) {
    install_handler(signal, on_crash, SA_ONSTACK | SA_NODEFER);
  }
  install_handler(segment::kDumpSignal, on_dump_request, SA_ONSTACK);
  // For threads and processes that come from this one, too. It outlives execve: whoever calls that has to take it back.
  system_call(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV);
}

}  // namespace heddle::runtime
