#include "runtime/models/threads.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <span>

#include "core/hash.h"
#include "runtime/contexts/pool.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/real.h"
#include "runtime/models/locks.h"
#include "runtime/models/process.h"
#include "runtime/models/thread_exit.h"
#include "runtime/observe/watching.h"
#include "runtime/program/point_set.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/signals.h"
#include "runtime/schedule/spin.h"
#include "runtime/state/control.h"
#include "runtime/state/thread_names.h"

namespace heddle::runtime {
namespace {

std::size_t free_slot() {
  const State& models = state();
  std::size_t slot = 1;
  while (slot < kMaxThreads && models.slot_thread[slot] != 0) {
    ++slot;
  }
  return slot;
}

void remove_from_live(ThreadId id) {
  State& models = state();
  std::uint16_t kept = 0;
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    if (models.live[index] != id) {
      models.live[kept++] = models.live[index];
    }
  }
  models.live_count = kept;
}

// The thread's context may serve another one now.
void give_back_slot(const Thread& gone) {
  State& models = state();
  models.slot_thread[gone.slot] = 0;
  models.slot_lowest[gone.slot] = gone.lowest_stack;
}

// The top of the stack the program provides, or 0.
std::uintptr_t apply_attributes(Thread& child, const pthread_attr_t* attributes) {
  if (attributes == nullptr) {
    return 0;
  }
  int detach_state = 0;
  pthread_attr_getdetachstate(attributes, &detach_state);
  child.detached = detach_state == PTHREAD_CREATE_DETACHED;
  void* stack = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(attributes, &stack, &size);
  // glibc keeps the top, which is 0 where none was given.
  const std::uintptr_t top = reinterpret_cast<std::uintptr_t>(stack) + size;
  if (top == 0 && size > stack_size_of_pool()) {
    unsupported("a thread stack larger than the limit of the main stack");
  }
  if (top != 0) {
    child.own_stack = stack;
    child.own_stack_size = size;
  }
  return top;
}

void thread_entry() {
  Thread& self = current_thread();
  watch_thread(SyncKind::kStart, self.id, kNoThread);
  invisible(OperationKind::kThreadStart, nullptr, {.site = nullptr, .caller = reinterpret_cast<void*>(self.start)});
  self.result = self.start(self.argument);
  if (is_free()) {
    exit_process(0);  // a child's only thread has ended
  }
  finish_thread();
}

Thread& add_thread(std::size_t slot) {
  State& models = state();
  const ThreadId id{models.thread_count++};
  Thread& added = thread(id);
  added = Thread{};
  added.id = id;
  added.slot = static_cast<std::uint16_t>(slot);
  added.lowest_stack = ~std::uintptr_t{0};
  added.side_stack = side_stack_of_slot(slot);
  models.live[models.live_count++] = id;
  models.slot_thread[slot] = static_cast<std::uint16_t>(id.value + 1);
  return added;
}

void finish_join(Thread& target, void** result, const void* caller) {
  invisible(OperationKind::kThreadJoin, nullptr, {.site = nullptr, .caller = caller}, target.id);
  aside([&target] { note_join(current_thread().id, target.id); });
  watch_thread(SyncKind::kJoin, current_thread().id, target.id);
  if (result != nullptr) {
    *result = target.result;
  }
  target.status = Status::kUnused;
  give_back_slot(target);
  handle_due_signals();  // those that the thread sent came before its end
}

int check_joinable(const Thread* target, const Thread& self) {
  if (target == nullptr) {
    return ESRCH;
  }
  if (target == &self) {
    return EDEADLK;
  }
  if (target->detached || target->joined_by != kNoThread) {
    return EINVAL;
  }
  const bool waits_for_us = target->status == Status::kBlocked && self.joined_by == target->id;
  return waits_for_us ? EDEADLK : 0;
}

}  // namespace

void begin_with_main(void (*entry)()) {
  State& models = state();
  Thread& main = add_thread(0);
  models.last = main.id;  // it runs first: going on with another before its first visible operation is a switch
  main.name = main_name();
  main.status = Status::kRunning;
  prepare_slot(0, main.context, 0, entry);
  models.current = main.id;
}

void restart_with_main() {
  State& models = state();
  Thread& main = thread({0});
  if (!models.exploring) {
    // The pass before has moved them on. Where memory was put back they are right, and no name is given twice.
    models.next_ticket = 0;
    models.clock = 0;
    main.allocations = 0;
    models.children = {};
  }
  models.thread_count = 1;
  models.live[0] = main.id;
  models.live_count = 1;
  models.last = main.id;
  models.run_length = 0;
  models.queue_head = models.queue_tail = 0;
  main.children = 0;
  main.events = 0;
  main.quiet = 0;
  main.just_yielded = false;
  main.side_stack = side_stack_of_slot(0);
  forget_spinning(main);
  if (!models.exploring) {
    forget_signals(main);
    forget_process_signals();
  }
}

Thread* thread_of(pthread_t handle) {
  const State& models = state();
  for (std::size_t slot = 0; slot < pool_size(); ++slot) {
    if (thread_pointer_of_slot(slot) == handle && models.slot_thread[slot] != 0) {
      return &thread({static_cast<std::uint16_t>(models.slot_thread[slot] - 1)});
    }
  }
  return nullptr;
}

int thread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*), void* argument,
                  const void* caller) {
  State& models = state();
  const std::uint64_t identity = own_identity(start, argument);
  const std::size_t slot = free_slot();
  if (models.thread_count >= execution.thread_limit || slot == kMaxThreads) {
    end_execution(OutcomeKind::kThreadLimit, 0, 0);
  }
  if (slot >= pool_size()) {
    end_execution(OutcomeKind::kMoreThreads, 0, 0);
  }
  Thread& parent = current_thread();
  Thread& child = add_thread(slot);
  child.parent = parent.id.value;
  child.ordinal_in_parent = parent.children++;
  const std::span before(models.threads, child.id.value);
  child.name = name_of_child(parent.name, child.ordinal_in_parent, identity, [before](ThreadName name) {
    return std::ranges::find(before, name, &Thread::name) != before.end();
  });
  child.start = start;
  child.argument = argument;
  child.signals.mask = parent.signals.mask;
  const bool was_used = models.slot_used[slot] != SlotUse::kFresh;
  prepare_slot(slot, child.context, apply_attributes(child, attributes), thread_entry);
  if (was_used) {
    const MemoryRange memory = memory_of_slot(slot);
    watch_new_memory(memory.address, memory.size);
  }
  *handle = thread_pointer_of_slot(slot);
  invisible(OperationKind::kThreadCreate, nullptr, {.site = nullptr, .caller = caller}, child.id);
  aside([&] { note_creation(parent.id, child.id); });
  watch_thread(SyncKind::kCreate, parent.id, child.id);
  aside([caller] {
    if (is_watched() && comes_from_foreign_library(caller)) {
      distrust_order();
    }
  });
  make_runnable(child);
  return 0;
}

int thread_join(pthread_t handle, void** result, std::uint64_t deadline, const void* caller) {
  cancellation_point();
  Thread& self = current_thread();
  Thread* target = thread_of(handle);
  if (const int error = check_joinable(target, self); error != 0) {
    return error;
  }
  while (target->status != Status::kEnded) {
    target->joined_by = self.id;
    const Variant how = wait(OperationKind::kThreadJoin, target, {.site = nullptr, .caller = caller}, deadline);
    if (target->status != Status::kEnded) {
      target->joined_by = kNoThread;  // timed out, interrupted, or to be cancelled
      cancellation_point();
      if (how != kInterrupted) {
        return how == kTimeout ? ETIMEDOUT : EINTR;
      }
    }
  }
  finish_join(*target, result, caller);
  return 0;
}

int thread_try_join(pthread_t handle, void** result, const void* caller) {
  Thread* target = thread_of(handle);
  if (target == nullptr) {
    return ESRCH;
  }
  // Whether the thread has ended yet depends on the schedule: a scheduling point.
  visible(OperationKind::kYield, nullptr, {.site = nullptr, .caller = caller});
  if (target->status != Status::kEnded) {
    return EBUSY;
  }
  if (const int error = check_joinable(target, current_thread()); error != 0) {
    return error;
  }
  finish_join(*target, result, caller);
  return 0;
}

int thread_detach(pthread_t handle, const void* caller) {
  Thread* target = thread_of(handle);
  if (target == nullptr) {
    return ESRCH;
  }
  if (target->detached) {
    return EINVAL;
  }
  target->detached = true;
  invisible(OperationKind::kThreadDetach, nullptr, {.site = nullptr, .caller = caller}, target->id);
  if (target->status == Status::kEnded) {
    target->status = Status::kUnused;
    give_back_slot(*target);
  }
  return 0;
}

void finish_thread() {
  Thread& self = current_thread();
  self.cancelling = true;  // no cancellation while ending
  run_thread_local_destructors(self);
  run_key_destructors();
  handle_due_signals();
  abandon_mutexes(self);
  if (state().live_count == 1) {
    exit_process(0);  // POSIX: the last thread ends the process
  }
  watch_thread(SyncKind::kEnd, self.id, kNoThread);
  watch_gone_stack(self);
  invisible(OperationKind::kThreadEnd, nullptr, {.site = nullptr, .caller = reinterpret_cast<void*>(self.start)});
  remove_from_live(self.id);
  forget_spinning(self);
  forget_signals(self);
  self.status = Status::kEnded;
  if (self.joined_by != kNoThread) {
    release(thread(self.joined_by));
  }
  if (self.detached) {
    give_back_slot(self);
  }
  leave_ended_thread();
}

void register_destructor(void (*function)(void*), void* object) {
  Thread& self = current_thread();
  auto* entry = static_cast<Destructor*>(allocate_block(sizeof(Destructor)));
  *entry = {.function = function, .object = object, .next = self.destructors};
  self.destructors = entry;
}

void run_thread_local_destructors(Thread& self) {
  while (self.destructors != nullptr) {
    const Destructor entry = *self.destructors;
    free_block(self.destructors, sizeof(Destructor));
    self.destructors = entry.next;
    entry.function(entry.object);
  }
}

int key_create(pthread_key_t* key, void (*destructor)(void*)) {
  const int error = real().pthread_key_create(key, nullptr);
  if (error == 0 && *key < kKeys) {
    state().keys[*key].destructor = destructor;
    state().key_limit = std::max(state().key_limit, *key + 1);
  }
  return error;
}

int key_delete(pthread_key_t key) {
  if (key < kKeys) {
    state().keys[key].destructor = nullptr;
  }
  return real().pthread_key_delete(key);
}

void run_key_destructors() {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round) {
    bool again = false;
    for (std::size_t key = 0; key < state().key_limit; ++key) {
      if (state().keys[key].destructor == nullptr) {
        continue;
      }
      void* value = pthread_getspecific(static_cast<pthread_key_t>(key));
      if (value != nullptr) {
        pthread_setspecific(static_cast<pthread_key_t>(key), nullptr);
        state().keys[key].destructor(value);
        again = true;
      }
    }
    if (!again) {
      return;
    }
  }
}

}  // namespace heddle::runtime
