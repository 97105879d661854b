#include "runtime/machine/own_text.h"

#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cstddef>

#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/own_memory.h"

namespace heddle::runtime {
namespace {

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif

constexpr std::size_t kSignalStack = std::size_t{256} << 10U;

volatile std::uint8_t selector = 0;  // the kernel reads it at every system call
bool started = false;
std::uintptr_t text_low = 0;
std::uintptr_t text_high = 0;

bool dispatch_here() {
  return system_call(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, 1, static_cast<long>(text_low),
                     static_cast<long>(text_high - text_low), reinterpret_cast<long>(&selector)) == 0;
}

}  // namespace

void set_own_text(std::uintptr_t low, std::uintptr_t high) {
  text_low = low;
  text_high = high;
}

bool in_own_text(std::uintptr_t address) { return address >= text_low && address < text_high; }
std::uintptr_t own_text_base() { return text_low; }

bool dispatch_to(void (*handler)(int, siginfo_t*, void*)) {
  if (started) {
    return true;
  }
  // SA_NODEFER, and the target's stack: a thread may be switched away from inside the handler.
  install_handler(SIGSYS, handler, SA_NODEFER);
  started = dispatch_here();
  return started;
}

void start_dispatch_here() {
  if (started && !dispatch_here()) {
    fatal("cannot dispatch the system calls of a thread", "");
  }
}

bool dispatching() { return started; }
void set_dispatch(bool on) { selector = on && started ? 1 : 0; }

void install_handler(int signal, void (*handler)(int, siginfo_t*, void*), unsigned long flags) {
  // The kernel's own structure: libc's sigaction would put its restorer there, outside the runtime's text.
  struct {
    void (*handler)(int, siginfo_t*, void*);
    unsigned long flags;
    void (*restorer)();
    std::uint64_t mask;
  } action = {.handler = handler,
              .flags = flags | SA_SIGINFO | 0x04000000 /* SA_RESTORER */,
              .restorer = heddle_sigaction_return,
              .mask = 0};
  if (system_call(SYS_rt_sigaction, signal, reinterpret_cast<long>(&action), 0, 8) != 0) {
    fatal("cannot install a signal handler", "");
  }
}

void use_crash_stack() {
  stack_t stack{};
  stack.ss_sp = own_private_pages(kSignalStack);
  stack.ss_size = kSignalStack;
  system_call(SYS_sigaltstack, reinterpret_cast<long>(&stack), 0);
}

}  // namespace heddle::runtime
