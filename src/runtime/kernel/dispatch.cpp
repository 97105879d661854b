#include <sys/syscall.h>
#include <ucontext.h>

#include <csignal>

#include "runtime/kernel/descriptors.h"
#include "runtime/kernel/free_mode.h"
#include "runtime/kernel/kernel_memory.h"
#include "runtime/kernel/syscalls.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/own_text.h"
#include "runtime/program/modules.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"

namespace heddle::runtime {
namespace {

// Most of libc's functions for these calls have no frame where they make them: whoever called them is on top of the
// stack. Of the others the top is what somebody left there, which must not make an event another one.
const void* calling_code(const ucontext_t& context) {
  const auto* instruction = reinterpret_cast<const void*>(instruction_of(context));
  const void* top = *reinterpret_cast<const void* const*>(stack_of(context));
  const bool is_caller = returns_at_once(instruction_of(context)) && called_from_instrumented_code(top);
  return is_caller && !called_from_instrumented_code(instruction) ? top : instruction;
}

void on_system_call(int, siginfo_t*, void* raw_context) {
  auto& context = *static_cast<ucontext_t*>(raw_context);
  if (is_free()) [[unlikely]] {
    free_system_call(context);
    return;
  }
  SystemCallFrame frame = system_call_of(context);
  // libc blocks and restores signals around many things. The kernel's mask stays as it is: SIGSYS and the fatal signals
  // are never blocked, or the next dispatched call would kill the process.
  if (frame.number == SYS_rt_sigprocmask) {
    const long error = memory_error(frame.number, frame.arguments);
    set_result(context, error != 0 ? error : change_signal_mask(frame.arguments));
    return;
  }
  const bool has_caller = may_be_descriptor_call(frame.number) || may_be_signal_call(frame.number);
  const auto* caller = has_caller ? calling_code(context) : reinterpret_cast<const void*>(instruction_of(context));
  set_result(context, handle_system_call(frame.number, frame.arguments, caller));
  if (is_free()) [[unlikely]] {
    begin_free_frame(context, frame.number == SYS_clone ? frame.arguments[1] : 0);
  }
}

}  // namespace

bool start_dispatch() { return dispatch_to(on_system_call); }

}  // namespace heddle::runtime
