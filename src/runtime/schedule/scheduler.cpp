#include "runtime/schedule/scheduler.h"

#include <algorithm>
#include <csignal>

#include "core/operation_traits.h"
#include "engine/seam.h"
#include "runtime/contexts/carriers.h"
#include "runtime/contexts/handler_frames.h"
#include "runtime/contexts/pool.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/kernel/children.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/machine/notes.h"
#include "runtime/observe/recorder.h"
#include "runtime/observe/watching.h"
#include "runtime/program/modules.h"
#include "runtime/program/point_set.h"
#include "runtime/schedule/alternatives.h"
#include "runtime/schedule/focus.h"
#include "runtime/schedule/misuse.h"
#include "runtime/schedule/readiness.h"
#include "runtime/schedule/seeking.h"
#include "runtime/schedule/signals.h"
#include "runtime/schedule/spin.h"
#include "runtime/schedule/unseen_waits.h"
#include "runtime/schedule/waits.h"
#include "runtime/state/control.h"
#include "runtime/state/primitives.h"

namespace heddle::runtime {
namespace {

// A turn that is no step (wait_unseen): how many there are depends on time.
constexpr Variant kUncounted = kInterrupted - 1;

// An atomic section may take this part of all steps. One that waits for others by looking at memory, and changes
// something of its own meanwhile, so that it is not seen to spin, would take them all: nobody else runs.
constexpr std::uint64_t kSectionShare = 10;

void continue_thread(Thread& self, Thread& next) {
  state().current = next.id;
  next.status = Status::kRunning;
  heddle_side_stack = next.side_stack;
  if (quick_watch != nullptr) {
    quick_watch->run(next.id);
  }
  if (&self == &next) {
    return;
  }
  if (self.status == Status::kEnded) [[unlikely]] {
    pass_turn_for_good(self, next);
  }
  pass_turn(self, next);
}

void grant(Thread& next, Variant variant) {
  State& models = state();
  next.granted = variant;
  if (models.last == next.id) {
    ++models.run_length;
  } else {
    execution.switches += models.last != kNoThread ? 1 : 0;
    models.last = next.id;
    models.run_length = 1;
  }
  if (lets_time_pass(variant)) {
    models.clock = std::max(models.clock, deadline_of(next, variant));
  }
  if (++execution.steps > execution.step_limit) {
    end_execution(OutcomeKind::kStepLimit, 0, 0);
  }
}

[[noreturn]] void nobody_goes_on() {
  if (all_spin()) {
    describe_outcome("every thread spins on memory that no thread will write");
    end_execution(OutcomeKind::kLivelock, 0, 0);
  }
  describe_waits();
  end_execution(OutcomeKind::kDeadlock, 0, 0);
}

// The current thread has parked, blocked or ended: continue whoever is next. Returns when `self` is continued.
void pick_next(Thread& self) {
  State& models = state();
  execution.steady_steps = 0;
  const bool alone = stays_alone(self);
  if (alone && ++self.alone_steps > execution.step_limit / kSectionShare) {
    note(LedgerRow::kAtomicSection);
    end_execution(OutcomeKind::kStepLimit, 0, 0);
  }
  if (!alone && models.queue_head != models.queue_tail) {
    const ThreadId next = models.queue[models.queue_head++ % kMaxThreads];
    continue_thread(self, thread(next));
    return;
  }
  settle_children();
  if (closes_cycle(self)) {
    nobody_goes_on();  // whatever else can happen, a watchdog's alarm included
  }
  const std::size_t count = collect_alternatives(self, alone);
  if (count == 0) {
    Thread* const unseen = waits_unseen_after(self);
    if (unseen == nullptr) {
      nobody_goes_on();
    }
    unseen->granted = kUncounted;
    models.last = unseen->id;
    continue_thread(self, *unseen);
    return;
  }
  const Alternative alternative = choose(count);
  Thread& next = thread(alternative.thread);
  grant(next, alternative.variant);
  continue_thread(self, next);
}

// While invisible accesses are observed. A wild address reads as 0.
std::uint64_t value_read(OperationKind kind, std::uintptr_t address, std::size_t size) {
  std::uint64_t value = 0;
  if (execution.is_quietly_observed() && kind == OperationKind::kRead && size <= sizeof value &&
      !read_safely(address, &value, size)) {
    value = 0;
  }
  return value;
}

// To those who want to see events.
void show(Thread& self, const Operation& operation, Variant variant, bool is_visible, ThreadId other) {
  Event event;
  event.thread = self.id;
  event.thread_name = self.name;
  event.ordinal = self.events;
  event.variant = variant;
  event.visible = is_visible;
  event.succeeded = self.succeeded;
  event.operation = operation;
  event.other = other;
  event.value = value_read(operation.kind, operation.address, operation.size);
  if (is_condition_wait(operation.kind)) [[unlikely]] {
    event.also = object_of(self.mutex);
  } else if ((is_descriptor_operation(operation.kind) &&
              (state().descriptors.poll_sets != 0 || state().children.made != 0)) ||
             is_child_operation(operation.kind)) [[unlikely]] {
    // The order in which an epoll set names what is ready, and what a child does, depend on the order of all that
    // happened.
    event.also = object_of(&state().descriptors);
  } else if (is_signal_operation(operation.kind)) [[unlikely]] {
    event.also = object_of(&state().signals);
  }
  if (execution.is_observed()) {
    execution.controller->observe(event);
  }
  if (execution.recorded) {
    record_event(event, self);
  }
}

void emit(Thread& self, const Operation& operation, Variant variant, bool is_visible, ThreadId other) {
  ++execution.events;
  execution.hash.add(self.name, self.events, operation, variant);
  if (execution.is_observed() || execution.recorded) {
    show(self, operation, variant, is_visible, other);
  }
  ++self.events;
}

// It is the thread's turn: the operation happens now.
void perform(Thread& self) {
  self.succeeded = will_succeed(self);
  set_quiet(self, 0);
  self.just_yielded = self.granted == kTimeout || self.pending.kind == OperationKind::kYield;
  emit(self, self.pending, self.granted, true, kNoThread);
  if (watching != nullptr && (is_descriptor_operation(self.pending.kind) || is_signal_operation(self.pending.kind)))
      [[unlikely]] {
    watch_channel(self);
  }
  if (const Misuse misuse = misuse_of(self); misuse != Misuse::kNone) [[unlikely]] {
    end_by_misuse(self, misuse);
  }
}

// The thread is before an access. Is it sure to go on, without a choice?
bool goes_on_steadily(const Thread& self) {
  const State& models = state();
  return execution.steady_steps != 0 && models.queue_head == models.queue_tail && self.spin.stage == SpinStage::kIdle &&
         !models.signals.active;
}

// What choosing, granting and performing come to then. Nobody wants to see the event.
[[gnu::always_inline]] inline void take_steady_turn(Thread& self) {
  --execution.steady_steps;
  execution.points += execution.steady_points ? 1 : 0;
  execution.steady_taken += execution.steady_points ? 1 : 0;
  ++execution.steps;
  ++state().run_length;
  heddle_hooks_watched = 0;
  self.granted = kProceed;
  set_quiet(self, 0);
  self.just_yielded = false;
  if (self.pending.kind == OperationKind::kAtomicCompareExchange) {
    self.succeeded = will_succeed(self);
  }
  ++execution.events;
  execution.hash.add(self.name, self.events++, self.pending, kProceed);
}

// Into accesses, the most frequent operations, this is inlined: most of it falls away there.
[[gnu::always_inline]] inline void announce_inline(Thread& self, OperationKind kind, const void* object, Place place) {
  check_stack(self);
  beat();
  if (libraries_to_notice()) [[unlikely]] {
    notice_libraries();
  }
  if (execution.recorded) {
    complete_event(self);
  }
  Operation& pending = self.pending;
  pending.kind = kind;
  pending.address = reinterpret_cast<std::uintptr_t>(object);
  pending.object = object == nullptr ? ObjectId{} : object_of(object);
  if (place.site != nullptr) {
    pending.site = {place.site->key};
    pending.order = static_cast<MemoryOrder>(place.site->order & 15U);
    pending.failure_order = static_cast<MemoryOrder>(place.site->order >> 4U);
    pending.size = place.site->size;
  } else {
    pending.site = site_of_code(place.caller);
    if (!called_from_marked_code(place.caller)) {
      heddle_unseen = 1;
    }
    pending.order = MemoryOrder::kNone;
    pending.failure_order = MemoryOrder::kNone;
    pending.size = 0;
  }
  self.site_record = place.site;
  self.caller = place.caller;
  self.object = const_cast<void*>(object);
  self.succeeded = true;
  if (execution.focused) [[unlikely]] {
    self.in_focus = is_in_focus(place);
  }
  if (seeking) [[unlikely]] {
    self.sought = kind == OperationKind::kYield ? 0 : seek(self, pending.site);
  }
  if (execution.recorded) {
    note_pending(self);
  }
  spin_announced(self, kind, object, {.site = place.site, .caller = place.caller});
}

void announce(Thread& self, OperationKind kind, const void* object, Place place) {
  announce_inline(self, kind, object, place);
}

// It puts its signal off and performs its operation; there may be several ways to do so.
void hold_signal(Thread& self) {
  self.signals.held = true;
  note_signal(self, OperationKind::kSignalHold, first_signal(due_signals(self)), kLateSignal, true);
  self.granted = choose(collect_variants(self)).variant;
}

enum class SignalTurn : std::uint8_t {
  kNothing,  // it was a timer's, for another thread that waits for it
  kHandled,
  kInterrupts,  // ... and the call returns EINTR
};

// It is the thread's turn to handle a signal. `enabled`: its operation could be performed.
SignalTurn take_signal(Thread& self, bool enabled) {
  if (self.granted == kTimerSignal) {
    expire_signal_timers(&self);
    if (!enabled && may_come_early(self) && choose(collect_deliveries(self)).variant == kEarlySignal) {
      self.granted = kEarlySignal;
    }
  }
  const Variant how = self.granted;
  // Early: not those that the call itself lets in.
  const std::uint64_t allowed = how == kEarlySignal ? ~self.signals.call_mask : ~std::uint64_t{0};
  if ((due_signals(self) & allowed) == 0) {
    return SignalTurn::kNothing;
  }
  const int signal = first_signal(due_signals(self) & allowed);
  const bool was_let_in = (self.signals.call_mask & signal_bit(signal)) != 0;
  note_signal(self, OperationKind::kSignalDeliver, signal, how, true);
  handle_signal(self, signal_bit(signal));
  const bool restarts = self.signals.restarts;  // the first handler decides
  handle_due_signals(allowed);                  // a handler that returns lets the next one run
  self.signals.restarts = restarts;
  if (execution.recorded) {
    complete_event(self);
    note_pending(self);
  }
  const bool interrupts = (!enabled || was_let_in) && how != kEarlySignal && is_interruptible(self) &&
                          (!self.signals.restarts || is_never_restarted(self));
  return interrupts ? SignalTurn::kInterrupts : SignalTurn::kHandled;
}

Variant take_turn(Thread& self) {
  for (;;) {
    self.status = self.spin.parks_as;
    pick_next(self);
    if (!concerns_signal(self.granted)) [[likely]] {
      break;
    }
    if (self.granted == kLateSignal) {
      hold_signal(self);
      break;
    }
    if (take_signal(self, ordinary_variants(self) != 0) == SignalTurn::kInterrupts) {
      return self.granted = kInterrupted;
    }
  }
  perform(self);
  spin_granted(self);
  return self.granted;
}

// The same where the operation is an access to memory, which is always possible.
[[gnu::always_inline]] inline void take_access_turn(Thread& self) {
  if (goes_on_steadily(self)) {
    take_steady_turn(self);
  } else {
    take_turn(self);
  }
}

// The same for a thread that is blocked in a wait. False: that has ended the wait. A wait that was turned into a parked
// operation goes on as that.
bool handle_in_wait(Thread& self, OperationKind kind, bool spurious) {
  if (self.granted == kLateSignal) {
    hold_signal(self);
    return true;
  }
  const bool parked = self.pending.kind == OperationKind::kConditionReacquire;
  const std::uint64_t deadline = self.deadline;
  self.can_wake_spuriously = false;
  if (kind == OperationKind::kThreadJoin) {
    static_cast<Thread*>(self.object)->joined_by = kNoThread;  // if the thread ends now, nobody is to be released
  }
  if (take_signal(self, parked && ordinary_variants(self) != 0) != SignalTurn::kNothing && !parked &&
      self.granted != kEarlySignal) {
    self.deadline = kNever;
    return false;
  }
  self.deadline = deadline;
  self.can_wake_spuriously = spurious && !parked;
  self.status = parked ? Status::kParked : Status::kBlocked;
  self.granted = kProceed;
  pick_next(self);
  return true;
}

Variant wait_aside(Thread& self, OperationKind kind, const void* object, Place place, std::uint64_t deadline,
                   bool spurious) {
  announce(self, kind, object, place);
  self.variants = 0;
  self.ticket = state().next_ticket++;
  self.deadline = deadline;
  self.can_wake_spuriously = spurious;
  self.signalled = false;
  self.status = Status::kBlocked;
  self.granted = kProceed;
  pick_next(self);
  while (concerns_signal(self.granted)) {
    if (!handle_in_wait(self, kind, spurious)) {
      return self.granted = kInterrupted;
    }
  }
  self.can_wake_spuriously = false;
  self.deadline = kNever;
  // Released: no operation of its own. Timed out, woken spuriously, or turned into a parked operation: one happens now.
  if (self.granted >= kTimeout || self.pending.kind == OperationKind::kConditionReacquire) {
    perform(self);
  }
  return self.granted;
}

// No beat: a thread that only waits is no sign of life.
void wait_unseen_aside(Thread& self) {
  check_stack(self);
  if (execution.recorded) {
    complete_event(self);
  }
  heddle_unseen = 1;
  self.pending = Operation{};
  self.pending.kind = OperationKind::kUnseenWait;
  self.site_record = nullptr;
  self.caller = nullptr;
  self.object = nullptr;
  self.in_focus = true;
  self.variants = 1;
  self.deadline = kNever;
  if (execution.recorded) {
    note_pending(self);
  }
  self.status = Status::kParked;
  pick_next(self);
  if (self.granted == kLateSignal) {
    hold_signal(self);
  } else if (concerns_signal(self.granted)) {
    (void)take_signal(self, /*enabled=*/true);
    return;
  }
  if (self.granted != kUncounted) {
    perform(self);
  }
}

// The access is not visible.
void pass_quietly(Thread& self, OperationKind kind, const void* address, std::size_t size, Place place) {
  check_stack(self);
  const std::uint64_t site = place.site != nullptr ? place.site->key : site_of_code(place.caller).value;
  execution.quiet_hash = (execution.quiet_hash + site + self.name.value) * 0xbf58476d1ce4e5b9ULL;
  const std::uint32_t ordinal = quiet_of(self);
  set_quiet(self, ordinal + 1);
  segment::RecordedEvent* recorded = nullptr;
  if (execution.is_quietly_observed() || execution.recorded) [[unlikely]] {
    Event event;
    event.thread = self.id;
    event.thread_name = self.name;
    event.ordinal = ordinal;
    event.operation.kind = kind;
    event.operation.site = {site};
    if (execution.is_quietly_observed()) {
      event.value = value_read(kind, reinterpret_cast<std::uintptr_t>(address), size);
      execution.controller->observe(event);
    }
    if (execution.recorded) {
      event.visible = false;
      event.succeeded = true;
      event.operation.address = reinterpret_cast<std::uintptr_t>(address);
      event.operation.size = static_cast<std::uint32_t>(size);
      recorded = record_quiet_access(event, self, place.site);
    }
  }
  if (seeking) [[unlikely]] {
    (void)seek(self, {site});
  }
  const bool many = self.quiet == kQuietAccesses;
  execution.quiet_accesses += many && quick_watch != nullptr ? kQuietAccesses : 1;
  if (execution.quiet_accesses > execution.quiet_limit) [[unlikely]] {
    end_execution(OutcomeKind::kStepLimit, 0, 0);
  }
  bool polls = false;
  if (kind != OperationKind::kRead) {
    self.spin.polls = 0;
  } else if (place.site != nullptr && spin_may_poll(self, *place.site)) [[unlikely]] {
    polls = spin_polls(self, {.site = place.site, .caller = nullptr}, address);
  }
  if (self.quiet == kManyQuietAccesses) [[unlikely]] {
    spin_suspect_polling(self);
  }
  if (many || polls) {
    announce(self, OperationKind::kYield, nullptr, place);
    self.variants = 1;
    self.deadline = kNever;
    take_turn(self);
    ++self.ends;  // the access counts as made now, behind the event
    if (recorded != nullptr) {
      recorded->number = event_number(self);
    }
  } else if (self.spin.stage != SpinStage::kIdle) [[unlikely]] {
    spin_passed(self, kind, address, size);
  }
  if (watching != nullptr) {
    watch_access(self, writes_memory(kind) ? AccessKind::kWrite : AccessKind::kRead,
                 reinterpret_cast<std::uintptr_t>(address), size, {site});
  }
}

// It is the thread's turn, and it accesses memory.
[[gnu::always_inline]] inline void tell_access(const Thread& self) {
  if (watching == nullptr) {
    return;
  }
  if (watching->watches_meetings()) [[unlikely]] {
    watch_meetings(self);
  }
  if (is_plain_access(self.pending.kind)) {
    watch_access(self, writes_memory(self.pending.kind) ? AccessKind::kWrite : AccessKind::kRead, self.pending.address,
                 self.pending.size, self.pending.site);
  } else if (self.pending.kind != OperationKind::kFree) {
    watch_atomic(self);
  }
}

}  // namespace

void check_stack(Thread& self) {
  const std::uintptr_t position = target_stack_pointer();
  if (position < self.lowest_stack && !on_signal_stack(self, position)) {
    self.lowest_stack = position;
    if (is_stack_end(self, position)) {
      describe_outcome("stack overflow");
      end_execution(OutcomeKind::kCrash, SIGSEGV, 0);
    }
  }
}

Variant visible(OperationKind kind, const void* object, Place place, std::uint32_t variants, std::uint64_t deadline) {
  Thread& self = current_thread();
  if (!execution.active) {
    return kProceed;
  }
  return aside([&] {
    if (place.site == nullptr && called_from_quiet_code(place.caller)) {
      return kProceed;
    }
    if (object != nullptr) {
      note_primitive(reinterpret_cast<std::uintptr_t>(object));
    }
    announce(self, kind, object, place);
    self.variants = variants;
    self.deadline = deadline;
    const Variant how = take_turn(self);
    if (kind == OperationKind::kFence && watching != nullptr) {
      watch_atomic(self);
    }
    return how;
  });
}

void visible_access(OperationKind kind, const void* address, std::size_t size, const heddle_site* site) {
  if (!execution.active) {
    return;
  }
  Thread& self = current_thread();
  if (!is_plain_access(kind)) {
    note_atomic_access(reinterpret_cast<std::uintptr_t>(address), size, kind != OperationKind::kAtomicLoad);
  } else if (!is_visible_access(reinterpret_cast<std::uintptr_t>(address), size, writes_memory(kind))) {
    pass_quietly(self, kind, address, size, {.site = site, .caller = nullptr});
    return;
  }
  announce_inline(self, kind, address, {.site = site, .caller = nullptr});
  self.pending.size = static_cast<std::uint32_t>(size);
  self.variants = 1;
  self.deadline = kNever;
  take_access_turn(self);
  tell_access(self);
}

void visible_range(OperationKind kind, const void* address, std::size_t size, const void* caller) {
  if (!execution.active) {
    return;
  }
  aside([&] {
    Thread& self = current_thread();
    if (is_plain_access(kind) &&
        !is_visible_access(reinterpret_cast<std::uintptr_t>(address), size, writes_memory(kind))) {
      pass_quietly(self, kind, address, size, {.site = nullptr, .caller = caller});
      return;
    }
    announce(self, kind, address, {.site = nullptr, .caller = caller});
    self.pending.size = static_cast<std::uint32_t>(size);
    self.variants = 1;
    self.deadline = kNever;
    take_access_turn(self);
    tell_access(self);
  });
}

void visible_compare_exchange(const void* address, const heddle_site* site, std::uint64_t low, std::uint64_t high) {
  if (!execution.active) {
    return;
  }
  Thread& self = current_thread();
  note_atomic_access(reinterpret_cast<std::uintptr_t>(address), site->size, true);
  announce(self, OperationKind::kAtomicCompareExchange, address, {.site = site, .caller = nullptr});
  self.expected[0] = low;
  self.expected[1] = high;
  self.variants = 1;
  self.deadline = kNever;
  take_access_turn(self);
  tell_access(self);
}

void visible_atomic(const AtomicCall& call) {
  if (!execution.active) {
    return;
  }
  aside([&] {
    Thread& self = current_thread();
    if (call.address != nullptr) {
      note_atomic_access(reinterpret_cast<std::uintptr_t>(call.address), call.size,
                         call.kind != OperationKind::kAtomicLoad);
    }
    announce(self, call.kind, call.address, {.site = nullptr, .caller = call.caller});
    self.pending.size = static_cast<std::uint32_t>(call.size);
    self.pending.order = call.order;
    self.pending.failure_order = call.failure_order;
    self.expected[0] = call.expected[0];
    self.expected[1] = call.expected[1];
    self.variants = 1;
    self.deadline = kNever;
    take_access_turn(self);
    tell_access(self);
  });
}

Variant visible_signal(OperationKind kind, int signal, const void* caller, std::uint64_t deadline) {
  if (!execution.active) {
    return kProceed;
  }
  return aside([&] {
    Thread& self = current_thread();
    announce(self, kind, &state().signals.actions[signal], {.site = nullptr, .caller = caller});
    self.pending.size = static_cast<std::uint32_t>(signal);
    self.variants = 1;
    self.deadline = deadline;
    return take_turn(self);
  });
}

void note_signal(Thread& self, OperationKind kind, int signal, Variant variant, bool is_visible) {
  if (!execution.active) {
    return;
  }
  aside([&] {
    if (execution.recorded) {
      complete_event(self);
    }
    Operation operation;
    operation.kind = kind;
    operation.site = self.pending.site;
    operation.size = static_cast<std::uint32_t>(signal);
    operation.address = reinterpret_cast<std::uintptr_t>(&state().signals.actions[signal]);
    operation.object = object_of(&state().signals.actions[signal]);
    emit(self, operation, variant, is_visible, kNoThread);
  });
  if (kind == OperationKind::kSignalDeliver) {
    watch_sync(SyncKind::kReceive, &state().signals.actions[signal], nullptr);
  }
}

Variant wait(OperationKind kind, const void* object, Place place, std::uint64_t deadline, bool spurious) {
  Thread& self = current_thread();
  const Variant how = aside([&] { return wait_aside(self, kind, object, place, deadline, spurious); });
  if (how == kInterrupted) {
    return how;
  }
  // The kernel would have told it of its signals on the way back.
  if (self.pending.kind != OperationKind::kConditionReacquire && state().signals.active) {
    handle_due_signals();
  }
  return self.granted;
}

void wait_unseen() {
  Thread& self = current_thread();
  aside([&self] { wait_unseen_aside(self); });
}

void make_runnable(Thread& newcomer) {
  State& models = state();
  newcomer.status = Status::kRunnable;
  models.queue[models.queue_tail++ % kMaxThreads] = newcomer.id;
}

void release(Thread& waiter) {
  waiter.signalled = true;
  waiter.granted = kProceed;
  make_runnable(waiter);
}

void invisible(OperationKind kind, const void* object, Place place, ThreadId other, std::uint32_t size) {
  if (!execution.active) {
    return;
  }
  aside([&] {
    Thread& self = current_thread();
    check_stack(self);
    beat();
    if (execution.recorded) {
      complete_event(self);
    }
    Operation operation;
    operation.kind = kind;
    operation.site = site_of_code(place.caller);
    operation.size = size;
    operation.address = reinterpret_cast<std::uintptr_t>(object);
    operation.object = object == nullptr ? ObjectId{} : object_of(object);
    self.site_record = place.site;
    self.caller = place.caller;
    self.succeeded = true;
    emit(self, operation, kProceed, false, other);
  });
}

void leave_ended_thread() {
  Thread& self = current_thread();
  self.status = Status::kEnded;
  aside([&self] { pick_next(self); });
  fatal("an ended thread was continued", "");
}

}  // namespace heddle::runtime
