// Handlers are called on the stack of the thread they interrupt, by the scheduler.
#include <ucontext.h>

#include <bit>
#include <csignal>
#include <cstring>

#include "runtime/contexts/handler_frames.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/machine/arch.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/signals.h"
#include "runtime/schedule/spin.h"
#include "runtime/state/state.h"

namespace heddle::runtime {
namespace {

using Handler = void (*)(int, siginfo_t*, void*);

// The operation that the thread was about to perform, or waits in.
struct Interrupted {
  explicit Interrupted(const Thread& self)
      : pending(self.pending),
        once_is_guard(self.once_is_guard),
        in_focus(self.in_focus),
        granted(self.granted),
        variants(self.variants),
        wake_count(self.wake_count),
        deadline(self.deadline),
        object(self.object),
        bits(self.bits),
        caller(self.caller),
        site_record(self.site_record),
        mutex(self.mutex),
        expected_low(self.expected[0]),
        expected_high(self.expected[1]),
        descriptor_wait(self.descriptor_wait),
        call_mask(self.signals.call_mask),
        awaited(self.signals.awaited),
        sent(self.signals.sent) {}

  void restore(Thread& self) const {
    self.pending = pending;
    self.once_is_guard = once_is_guard;
    self.in_focus = in_focus;
    self.granted = granted;
    self.variants = variants;
    self.wake_count = wake_count;
    self.deadline = deadline;
    self.object = object;
    self.bits = bits;
    self.caller = caller;
    self.site_record = site_record;
    self.mutex = mutex;
    self.expected[0] = expected_low;
    self.expected[1] = expected_high;
    self.descriptor_wait = descriptor_wait;
    self.signals.call_mask = call_mask;
    self.signals.awaited = awaited;
    self.signals.sent = sent;
  }

  Operation pending;
  bool once_is_guard;
  bool in_focus;
  Variant granted;
  std::uint32_t variants;
  std::uint32_t wake_count;
  std::uint64_t deadline;
  void* object;
  std::uint32_t bits;
  const void* caller;
  const void* site_record;
  void* mutex;
  std::uint64_t expected_low;
  std::uint64_t expected_high;
  DescriptorWait* descriptor_wait;
  std::uint64_t call_mask;
  std::uint64_t awaited;
  int sent;
};

// What a handler may use of the side stack: below the frames of ours that wait for it to return.
[[gnu::always_inline]] inline void leave_side_stack_to_handler(Thread& self) {
  constexpr std::uintptr_t kFrames = 256;  // of what calls the handler
  if (is_aside()) {
    heddle_side_stack = self.side_stack = ((lowest_stack_pointer() - kFrames) & ~std::uintptr_t{15}) + 8;
  }
}

// On the target's stack, as the kernel puts it there.
struct SignalFrame {
  siginfo_t info;
  ucontext_t context;
};

void call(Thread& self, const SignalAction& action, int signal, const SignalCause& cause, std::uint64_t mask) {
  constexpr std::uintptr_t kRedZone = 128;
  const auto handler = std::bit_cast<Handler>(action.handler);
  const std::uintptr_t position = is_aside() ? target_stack_slot() : lowest_stack_pointer();
  const bool on_it = on_signal_stack(self, position);
  const bool changes = (action.flags & SA_ONSTACK) != 0 && self.signals.stack != 0 && !on_it;
  const std::uintptr_t end = changes ? self.signals.stack + self.signals.stack_size : position - kRedZone;
  auto& frame = *reinterpret_cast<SignalFrame*>((end - sizeof(SignalFrame)) & ~std::uintptr_t{63});
  frame.context = {};
  fill_info(frame.info, signal, cause);
  std::memcpy(&frame.context.uc_sigmask, &mask, sizeof mask);
  push_handler_frame(self, end, changes || on_it);
  const std::uintptr_t side_stack = self.side_stack;
  leave_side_stack_to_handler(self);
  heddle_call_on_stack(reinterpret_cast<std::uintptr_t>(&frame), handler, signal, &frame.info, &frame.context);
  heddle_side_stack = self.side_stack = side_stack;
}

}  // namespace

void call_handler(Thread& self, int signal, const SignalCause& cause) {
  SignalAction& installed = state().signals.actions[signal];
  const SignalAction action = installed;
  if ((action.flags & SA_RESETHAND) != 0) {
    installed.handler = SIG_DFL;
  }
  const Interrupted interrupted(self);
  const std::uint64_t mask = self.signals.mask;
  forget_spinning(self);      // whatever it looked at, it is doing something else now
  (void)handler_stack(self);  // those that were left by a jump are gone
  self.descriptor_wait = nullptr;
  self.signals.call_mask = 0;
  self.signals.awaited = 0;
  self.signals.held = false;
  set_signal_mask(self, mask | action.mask | ((action.flags & SA_NODEFER) != 0 ? 0 : signal_bit(signal)));
  call(self, action, signal, cause, mask);
  pop_handler_frame(self);
  interrupted.restore(self);
  self.signals.restarts = (action.flags & SA_RESTART) != 0;
  set_signal_mask(self, mask);
}

}  // namespace heddle::runtime
