#include "runtime/machine/callbacks.h"
#include "runtime/models/waiting.h"
#include "runtime/observe/watching.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/state/primitives.h"

namespace heddle::runtime {
namespace {

struct OnceCall {
  OnceModel* model;
  const void* caller;
};

void undo_once(void* argument) {
  const auto& call = *static_cast<OnceCall*>(argument);
  visible(OperationKind::kOnceAbort, call.model, {.site = nullptr, .caller = call.caller});
  call.model->state = 0;
  watch_sync(SyncKind::kSend, call.model, call.caller);
}

// Instrumented code looks at the guard first, with an atomic load that acquires.
void tell_guard_released(const void* guard, const void* caller, int /*unused*/, int /*unused*/) {
  watching->access({.thread = state().current,
                    .kind = AccessKind::kWrite,
                    .atomic = true,
                    .order = MemoryOrder::kRelease,
                    .address = reinterpret_cast<std::uintptr_t>(guard),
                    .size = 1,
                    .site = site_of_code(caller)});
}

}  // namespace

int once(pthread_once_t* control, void (*routine)(), const void* caller) {
  OnceCall call{.model = &model_of<OnceModel>(static_cast<void*>(control)), .caller = caller};
  const Place place{.site = nullptr, .caller = caller};
  current_thread().once_is_guard = false;
  visible(OperationKind::kOnceEnter, control, place);
  if (call.model->state == 2) {
    watch_sync(SyncKind::kReceive, control, caller);
    return 0;
  }
  call.model->state = 1;
  watch_sync(SyncKind::kReceive, control, caller);  // from one that was given up
  heddle_call_or_undo(routine, undo_once, &call);
  visible(OperationKind::kOnceDone, control, place);
  call.model->state = 2;
  watch_sync(SyncKind::kSend, control, caller);
  return 0;
}

int guard_acquire(void* object, const void* caller) {
  auto& guard = model_of<GuardModel>(object);
  current_thread().once_is_guard = true;
  visible(OperationKind::kOnceEnter, object, {.site = nullptr, .caller = caller});
  watch_sync(SyncKind::kReceive, object, caller);
  if (guard.done != 0) {
    return 0;
  }
  guard.running = 1;
  return 1;
}

void guard_release(void* object, const void* caller) {
  visible(OperationKind::kOnceDone, object, {.site = nullptr, .caller = caller});
  auto& guard = model_of<GuardModel>(object);
  guard.done = 1;
  watch_sync(SyncKind::kSend, object, caller);
  call_aside(is_watched() ? tell_guard_released : nullptr, static_cast<const void*>(object), caller, 0, 0);
  guard.running = 0;
}

void guard_abort(void* object, const void* caller) {
  visible(OperationKind::kOnceAbort, object, {.site = nullptr, .caller = caller});
  model_of<GuardModel>(object).running = 0;
  watch_sync(SyncKind::kSend, object, caller);
}

}  // namespace heddle::runtime
