#include "runtime/models/thread_exit.h"

#include <unwind.h>

#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <new>

#include "runtime/machine/fatal.h"
#include "runtime/models/threads.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

// glibc's __pthread_unwind_buf_t: a jump buffer without the signal mask, and four words of its own. We use one of them.
struct CleanupBuffer {
  struct {
    __jmp_buf registers;
    int mask_saved;
  } jump[1];
  void* words[4];  // 0: the buffer pushed before; 1: the frame it was pushed in
};

CleanupBuffer* top_cleanup() { return static_cast<CleanupBuffer*>(current_thread().cleanup_buffers); }

// Jumps into the clean-up code of the innermost buffer; it calls __pthread_unwind_next when it is done.
[[noreturn]] void run_cleanup(CleanupBuffer* buffer) {
  pop_cleanup(buffer);
  // The layout is a prefix of sigjmp_buf, and mask_saved is 0: longjmp reads nothing behind it.
  longjmp(reinterpret_cast<__jmp_buf_tag*>(buffer->jump), 1);
}

_Unwind_Reason_Code at_frame(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                             _Unwind_Context* context, void*) {
  CleanupBuffer* buffer = top_cleanup();
  const bool end = (actions & _UA_END_OF_STACK) != 0;
  // A buffer belongs to the frame it was pushed in: run it when the unwinder has left all frames inside that one.
  if (buffer != nullptr && (end || _Unwind_GetCFA(context) > reinterpret_cast<std::uintptr_t>(buffer->words[1]))) {
    run_cleanup(buffer);
  }
  if (end) {
    finish_thread();
  }
  return _URC_NO_REASON;
}

void destroy_foreign(_Unwind_Reason_Code, _Unwind_Exception*) {}

[[noreturn]] void unwind() {
  Thread& self = current_thread();
  auto* header = new (self.unwind_header) _Unwind_Exception{};
  static_assert(sizeof(_Unwind_Exception) <= sizeof(self.unwind_header));
  header->exception_cleanup = destroy_foreign;
  _Unwind_ForcedUnwind(header, at_frame, nullptr);
  // The frames cannot be unwound (no tables): end the thread without running their destructors, as libc aborts here.
  finish_thread();
}

// As libc has it: a signal that the program cannot block or handle. So the point where the thread ends is a choice.
constexpr int kCancelSignal = 32;

void on_cancellation(int) {
  if (current_thread().cancel_asynchronous) {
    cancellation_point();
  }
}

void cancel_at_once(Thread& target) {
  state().signals.actions[kCancelSignal] = {
      .handler = on_cancellation, .flags = SA_RESTART, .restorer = nullptr, .mask = 0};
  SignalCause cause;
  cause.code = SI_TKILL;
  cause.sender = state().current;
  post_signal(kCancelSignal, cause, &target);
}

bool cancellation_due(const Thread& self) { return self.cancel_pending && !self.cancel_disabled && !self.cancelling; }

}  // namespace

void push_cleanup(void* buffer) {
  auto* pushed = static_cast<CleanupBuffer*>(buffer);
  Thread& self = current_thread();
  pushed->words[0] = self.cleanup_buffers;
  pushed->words[1] = buffer;  // the buffer is a local variable of its frame
  self.cleanup_buffers = pushed;
}

void pop_cleanup(void* buffer) { current_thread().cleanup_buffers = static_cast<CleanupBuffer*>(buffer)->words[0]; }

void continue_unwinding() { unwind(); }

void thread_exit(void* result) {
  Thread& self = current_thread();
  self.result = result;
  self.cancelling = true;
  unwind();
}

void cancellation_point() {
  if (cancellation_due(current_thread())) {
    thread_exit(PTHREAD_CANCELED);
  }
}

int thread_cancel(pthread_t handle, const void* caller) {
  Thread* target = thread_of(handle);
  if (target == nullptr) {
    return ESRCH;
  }
  visible(OperationKind::kThreadCancel, nullptr, {.site = nullptr, .caller = caller});
  target->cancel_pending = true;
  if (target == &current_thread() && target->cancel_asynchronous) {
    cancellation_point();
  } else if (target->cancel_asynchronous && cancellation_due(*target) && target->status != Status::kEnded) {
    cancel_at_once(*target);
    return 0;
  }
  if (!cancellation_due(*target) || target->status != Status::kBlocked) {
    return 0;
  }
  switch (target->pending.kind) {
    case OperationKind::kConditionWake:
      target->wait_cancelled = true;
      wake_condition_waiter(*target);
      break;
    case OperationKind::kThreadJoin:
      static_cast<Thread*>(target->object)->joined_by =
          kNoThread;  // it may end in this step, and would release it again
      release(*target);
      break;
    case OperationKind::kSleep:
      release(*target);
      break;
    default:
      break;  // not a cancellation point
  }
  return 0;
}

int set_cancel_state(int new_state, int* before) {
  Thread& self = current_thread();
  if (new_state != PTHREAD_CANCEL_ENABLE && new_state != PTHREAD_CANCEL_DISABLE) {
    return EINVAL;
  }
  if (before != nullptr) {
    *before = self.cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  }
  self.cancel_disabled = new_state == PTHREAD_CANCEL_DISABLE;
  if (self.cancel_asynchronous) {
    cancellation_point();
  }
  return 0;
}

}  // namespace heddle::runtime
