#include "sim/programs.h"

#include <string>

#include "sim/shapes.h"
#include "sim/thread.h"

namespace heddle::sim {

Program lost_update() {
  Program program;
  const Variable counter = program.variable("counter");
  const Body increment = [=](Thread& self) -> Script {
    const Value seen = co_await self.read(counter);
    co_await self.write(counter, seen + 1);
  };
  program.thread(increment);
  program.thread(increment);
  program.finally([=](const Memory& memory) { return memory.value(counter) == 2; });
  return program;
}

Program locked_update() {
  Program program;
  const Variable counter = program.variable("counter");
  const Mutex mutex = program.mutex("mutex");
  const Body increment = [=](Thread& self) -> Script {
    co_await self.lock(mutex);
    const Value seen = co_await self.read(counter);
    co_await self.write(counter, seen + 1);
    co_await self.unlock(mutex);
  };
  program.thread(increment);
  program.thread(increment);
  program.finally([=](const Memory& memory) { return memory.value(counter) == 2; });
  return program;
}

namespace {

Body locks_both(Mutex first, Mutex second) {
  return [=](Thread& self) -> Script {
    co_await self.lock(first);
    co_await self.lock(second);
    co_await self.unlock(second);
    co_await self.unlock(first);
  };
}

}  // namespace

Program opposite_locks() {
  Program program;
  const Mutex left = program.mutex("left");
  const Mutex right = program.mutex("right");
  program.thread(locks_both(left, right));
  program.thread(locks_both(right, left));
  return program;
}

Program ordered_locks() {
  Program program;
  const Mutex left = program.mutex("left");
  const Mutex right = program.mutex("right");
  program.thread(locks_both(left, right));
  program.thread(locks_both(left, right));
  return program;
}

Program lost_wakeup() {
  Program program;
  const Variable ready = program.variable("ready");
  const Mutex mutex = program.mutex("mutex");
  const Condition changed = program.condition("changed");
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    while (co_await self.read(ready) == 0) {
      co_await self.wait(changed, mutex);
    }
    co_await self.unlock(mutex);
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.write(ready, 1);
    co_await self.signal(changed);
  });
  return program;
}

Program kept_wakeup() {
  Program program;
  const Variable ready = program.variable("ready");
  const Mutex mutex = program.mutex("mutex");
  const Condition changed = program.condition("changed");
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    while (co_await self.read(ready) == 0) {
      co_await self.wait(changed, mutex);
    }
    co_await self.unlock(mutex);
  });
  program.thread([=](Thread& self) -> Script {
    co_await self.lock(mutex);
    co_await self.write(ready, 1);
    co_await self.signal(changed);
    co_await self.unlock(mutex);
  });
  return program;
}

Program wrong_waiter() {
  Program program;
  const Variable full = program.variable("full");
  const Mutex mutex = program.mutex("mutex");
  const Condition changed = program.condition("changed");
  const auto move_one = [=](Value from, Value to) -> Body {
    return [=](Thread& self) -> Script {
      co_await self.lock(mutex);
      while (co_await self.read(full) != from) {
        co_await self.wait(changed, mutex);
      }
      co_await self.write(full, to);
      co_await self.signal(changed);
      co_await self.unlock(mutex);
    };
  };
  program.thread(move_one(1, 0));
  program.thread(move_one(1, 0));
  program.thread(move_one(0, 1));
  program.thread(move_one(0, 1));
  return program;
}

Program reorder(std::size_t setters) {
  Program program;
  const Variable first = program.variable("first");
  const Variable second = program.variable("second");
  for (std::size_t setter = 0; setter < setters; ++setter) {
    program.thread([=](Thread& self) -> Script {
      co_await self.write(first, 1);
      co_await self.write(second, 1);
    });
  }
  program.thread([=](Thread& self) -> Script {
    const Value one = co_await self.read(first);
    const Value other = co_await self.read(second);
    co_await self.require(one == other);
  });
  return program;
}

Program independent_writers(Shape shape) {
  Program program;
  for (std::size_t thread = 0; thread < shape.threads; ++thread) {
    const Variable own = program.variable("own " + std::to_string(thread));
    program.thread([own, shape](Thread& self) -> Script {
      for (std::size_t step = 0; step < shape.steps; ++step) {
        co_await self.write(own, static_cast<Value>(step));
      }
    });
  }
  return program;
}

Program everything() {
  Program program;
  const Variable data = program.variable("data");
  const Variable flag = program.variable("flag");
  const Mutex mutex = program.mutex("mutex");
  const Mutex nested = program.mutex("nested", MutexKind::kRecursive);
  const Condition changed = program.condition("changed");
  const Semaphore slots = program.semaphore("slots", 0);
  const Barrier meeting = program.barrier("meeting", 2);
  const Body helper = [=](Thread& self) -> Script {
    if (co_await self.timed_lock(mutex, 50)) {
      co_await self.write(flag, 1);
      co_await self.broadcast(changed);
      co_await self.unlock(mutex);
    }
    co_await self.post(slots);
    co_await self.wait(meeting);
    if (co_await self.try_lock(nested)) {
      co_await self.unlock(nested);
    }
  };
  program.thread([=](Thread& self) -> Script {
    const ThreadId child = self.create(helper);
    co_await self.lock(mutex);
    if (co_await self.read(flag) == 0) {
      co_await self.timed_wait(changed, mutex, 20);
    }
    co_await self.unlock(mutex);
    if (!co_await self.timed_acquire(slots, 30)) {
      co_await self.sleep(5);
      co_await self.acquire(slots);
    }
    co_await self.wait(meeting);
    co_await self.lock(nested);
    co_await self.lock(nested);
    co_await self.unlock(nested);
    co_await self.unlock(nested);
    co_await self.yield();
    co_await self.join(child);
    const Value picked = co_await self.choose(3);
    co_await self.atomic_update(data, [picked](Value before) { return before + picked; });
    co_await self.require(!co_await self.try_acquire(slots));
    co_await self.require(co_await self.compare_exchange(data, picked, 7));
    co_await self.atomic_store(flag, 2);
    co_await self.exit(co_await self.atomic_load(data) == 7 ? 0 : 1);
  });
  return program;
}

}  // namespace heddle::sim
