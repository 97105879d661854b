#include "runtime/contexts/carriers.h"

#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "runtime/contexts/pool.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/handed.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_memory.h"
#include "runtime/machine/own_text.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kParkingStack = std::size_t{64} << 10U;

// A kernel thread. It sleeps in one of two ways: in place, inside heddle_suspend_context on the stack of the context it
// carries; or parked, on a stack of its own, from where it continues any saved context.
struct Carrier {
  std::uint32_t turn = 0;             // what it sleeps on
  const Context* in_place = nullptr;  // the context it sleeps in; null: parked, or awake
  const Context* adopted = nullptr;   // to be continued from the parking place
  bool is_recalled = false;           // it is to leave its place for the parking place
  // To be continued on arrival in the parking place, when nobody is on the old stack any more.
  Carrier* follower = nullptr;
  const Context* followed_by = nullptr;
  Context parking;
  std::uintptr_t parking_stack = 0;  // its upper end
  long kernel_id = 0;
};

bool by_kernel = false;
char program_name[16];
constexpr std::size_t kAffinityWords = 128;
unsigned long affinity[kAffinityWords];
long affinity_size = 0;
std::uint32_t never = 0;
Carrier* carriers = nullptr;  // [kMaxThreads + 1], in memory that a forked process does not share

Carrier& engine_carrier() { return carriers[kEngineSlot]; }
Carrier& carrier_of(const Thread& carried) { return carriers[carried.slot]; }

void sleep(Carrier& self) {
  while (__atomic_load_n(&self.turn, __ATOMIC_ACQUIRE) == 0) {
    system_call(SYS_futex, reinterpret_cast<long>(&self.turn), FUTEX_WAIT_PRIVATE, 0);
  }
  __atomic_store_n(&self.turn, 0, __ATOMIC_RELAXED);
}

void parking_place();

void prepare_parking_place(Carrier& self, std::uintptr_t thread_pointer) {
  if (self.parking_stack == 0) {
    self.parking_stack = reinterpret_cast<std::uintptr_t>(own_private_pages(kParkingStack)) + kParkingStack;
  }
  self.parking.thread_pointer = thread_pointer;
  prepare_context(self.parking, self.parking_stack, parking_place);
}

// A forked process has one kernel thread: the others come as they are needed.
void make_kernel_thread(Carrier& missing) {
  const auto slot = static_cast<std::size_t>(&missing - carriers);
  const long made = heddle_clone(missing.parking_stack, thread_pointer_of_slot(slot), parking_place);
  if (made < 0) {
    denied("no more threads: are they limited (ulimit -u)?", "");
  }
  __atomic_store_n(&missing.kernel_id, made, __ATOMIC_RELEASE);
}

void wake(Carrier& other) {
  if (other.kernel_id == 0) [[unlikely]] {
    make_kernel_thread(other);
  }
  __atomic_store_n(&other.turn, 1, __ATOMIC_RELEASE);
  system_call(SYS_futex, reinterpret_cast<long>(&other.turn), FUTEX_WAKE_PRIVATE, 1);
}

void go_on(Carrier& other, const Context& context) {
  if (other.in_place != &context) {
    if (other.in_place != nullptr) {
      fatal("a kernel thread was to continue two threads", "");
    }
    other.adopted = &context;
  }
  wake(other);
}

struct HandOver {
  Carrier& self;
  const Context& own;
  Carrier& next;
  const Context& continued;
};

[[noreturn]] void go_to_parking_place(Carrier& self) {
  Context abandoned;
  heddle_switch_context(&abandoned, &self.parking);
  fatal("an abandoned context was continued", "");
}

// Below the saved registers of the context.
void sleep_in_place(void* argument) {
  const HandOver& hand_over = *static_cast<const HandOver*>(argument);
  Carrier& self = hand_over.self;
  self.in_place = &hand_over.own;
  go_on(hand_over.next, hand_over.continued);
  sleep(self);
  self.in_place = nullptr;
  if (self.is_recalled) {
    go_to_parking_place(self);
  }
}

void hand_over(Carrier& self, Context& own, Carrier& next, const Context& continued) {
  HandOver all{.self = self, .own = own, .next = next, .continued = continued};
  heddle_suspend_context(&own, sleep_in_place, &all);
}

[[noreturn]] void hand_over_for_good(Carrier& self, Carrier& next, const Context& continued) {
  self.follower = &next;
  self.followed_by = &continued;
  go_to_parking_place(self);
}

// A thread has all signals blocked when it is made, and neither a stack for crashes nor dispatched system calls.
void become_able_to_run_the_target() {
  constexpr std::uint64_t kNone = 0;
  system_call(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&kNone), 0, 8);
  use_crash_stack();
  start_dispatch_here();
}

// For debuggers and the like.
void name_kernel_thread(const char* name) { system_call(SYS_prctl, PR_SET_NAME, reinterpret_cast<long>(name)); }

[[noreturn]] void stay_in_parking_place(Carrier& self) {
  bool is_able = false;
  for (;;) {
    self.is_recalled = false;
    name_kernel_thread(&self == &engine_carrier() ? "heddle" : "heddle-idle");
    if (self.follower != nullptr) {
      Carrier& follower = *self.follower;
      self.follower = nullptr;
      if (self.followed_by == nullptr) {
        wake(follower);
      } else {
        go_on(follower, *self.followed_by);
      }
    }
    sleep(self);
    if (&self != &engine_carrier()) {
      name_kernel_thread(program_name);
    }
    if (!is_able) {
      is_able = true;
      become_able_to_run_the_target();
    }
    heddle_switch_context(&self.parking, self.adopted);
  }
}

// The parking place finds its carrier by the kernel's name of the thread.
void parking_place() {
  const long kernel_id = system_call(SYS_gettid);
  for (;;) {
    for (std::size_t slot = 0; slot <= kEngineSlot; ++slot) {
      if (__atomic_load_n(&carriers[slot].kernel_id, __ATOMIC_ACQUIRE) == kernel_id) {
        stay_in_parking_place(carriers[slot]);
      }
    }
    // Faster than whoever made it.
    system_call(SYS_sched_yield);
  }
}

}  // namespace

bool on_kernel_threads() { return by_kernel; }

// On one processor, where waking another takes a tenth of the time. The target sees those it had.
void use_kernel_threads() {
  by_kernel = true;
  touch_atomically();
  carriers = static_cast<Carrier*>(own_private_pages((kMaxThreads + 1) * sizeof(Carrier)));
  system_call(SYS_prctl, PR_GET_NAME, reinterpret_cast<long>(program_name));
  affinity_size = system_call(SYS_sched_getaffinity, 0, sizeof affinity, reinterpret_cast<long>(affinity));
  unsigned processor = 0;
  if (affinity_size > 0 && system_call(SYS_getcpu, reinterpret_cast<long>(&processor), 0) == 0) {
    constexpr unsigned kWordBits = 8 * sizeof(unsigned long);
    unsigned long one[kAffinityWords] = {};
    one[processor / kWordBits % kAffinityWords] = 1UL << processor % kWordBits;
    system_call(SYS_sched_setaffinity, 0, sizeof one, reinterpret_cast<long>(one));
  }
}

long get_affinity(void* to, std::size_t size) {
  if (affinity_size <= 0) {
    return affinity_size;
  }
  if (size < static_cast<std::size_t>(affinity_size)) {
    return -EINVAL;
  }
  std::memcpy(to, affinity, static_cast<std::size_t>(affinity_size));
  return affinity_size;
}

void return_processors() {
  if (affinity_size > 0) {
    system_call(SYS_sched_setaffinity, 0, affinity_size, reinterpret_cast<long>(affinity));
  }
}

bool uses_kernel_threads() { return by_kernel; }

void prepare_carrier(std::size_t slot) {
  if (by_kernel) {
    carriers[slot].kernel_id = system_call(SYS_gettid);
    prepare_parking_place(carriers[slot], thread_pointer());
  }
}

void carry(std::size_t slot) {
  if (by_kernel) {
    go_to_parking_place(carriers[slot]);
  }
  for (;;) {
    system_call(SYS_futex, reinterpret_cast<long>(&never), FUTEX_WAIT_PRIVATE, 0);
  }
}

void start_engine(const Context& engine) {
  if (by_kernel) {
    prepare_carrier(0);
    hand_over_for_good(carriers[0], engine_carrier(), engine);
  }
  Context abandoned;
  heddle_switch_context(&abandoned, &engine);
  fatal("the engine returned", "");
}

void pass_turn(Thread& self, const Thread& next) {
  if (by_kernel) [[unlikely]] {
    hand_over(carrier_of(self), self.context, carrier_of(next), next.context);
  } else {
    heddle_switch_context(&self.context, &next.context);
  }
}

void pass_turn_for_good(const Thread& self, const Thread& next) {
  if (by_kernel) {
    hand_over_for_good(carrier_of(self), carrier_of(next), next.context);
  }
  Context abandoned;
  heddle_switch_context(&abandoned, &next.context);
  fatal("an ended thread was continued", "");
}

void enter_target(const Thread& next) {
  heddle_side_stack = next.side_stack;
  execution.engine.thread_pointer = engine_thread_pointer();
  if (by_kernel) {
    hand_over(engine_carrier(), execution.engine, carrier_of(next), next.context);
  } else {
    heddle_switch_context(&execution.engine, &next.context);
  }
}

void enter_target_for_good(const Thread& next) {
  heddle_side_stack = next.side_stack;
  if (by_kernel) {
    if (executes()) {
      hand_over_for_good(engine_carrier(), carrier_of(next), next.context);
    }
    // A forked process has none of the kernel threads.
    for (std::size_t slot = 0; slot < pool_size(); ++slot) {
      Carrier& carrier = carriers[slot];
      const std::uintptr_t stack = carrier.parking_stack;
      carrier = Carrier{};
      carrier.parking_stack = stack;
      prepare_parking_place(carrier, thread_pointer_of_slot(slot));
    }
    carrier_of(next).kernel_id = system_call(SYS_gettid);
    name_kernel_thread(program_name);
    become_able_to_run_the_target();
  }
  Context abandoned;
  heddle_switch_context(&abandoned, &next.context);
  fatal("an ended execution was continued", "");
}

void return_to_engine(Thread& self) {
  if (by_kernel) {
    hand_over(carrier_of(self), self.context, engine_carrier(), execution.engine);
  } else {
    heddle_switch_context(&self.context, &execution.engine);
  }
}

void leave_for_engine(const Thread& self) {
  if (by_kernel) {
    hand_over_for_good(carrier_of(self), engine_carrier(), execution.engine);
  }
  Context abandoned;
  heddle_switch_context(&abandoned, &execution.engine);
  fatal("an ended execution was continued", "");
}

void clear_target_stacks() {
  if (!by_kernel) {
    return;
  }
  for (std::size_t slot = 0; slot < pool_size(); ++slot) {
    Carrier& carrier = carriers[slot];
    if (carrier.in_place != nullptr) {
      carrier.is_recalled = true;
      carrier.follower = &engine_carrier();
      carrier.followed_by = nullptr;
      wake(carrier);
      sleep(engine_carrier());
    }
  }
}

bool forward_to_current(int signal) {
  if (!by_kernel || !controlled()) {
    return false;
  }
  const long kernel_id = carrier_of(current_thread()).kernel_id;
  if (kernel_id == system_call(SYS_gettid)) {
    return false;
  }
  system_call(SYS_tgkill, system_call(SYS_getpid), kernel_id, signal);
  return true;
}

}  // namespace heddle::runtime
