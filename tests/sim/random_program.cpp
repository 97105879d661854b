#include "sim/random_program.h"

#include <cstdint>

#include "sim/thread.h"

namespace heddle::sim {

namespace {

struct World {
  std::vector<Variable> variables;
  std::vector<Mutex> mutexes;
  Condition condition;
  Semaphore semaphore;
  std::shared_ptr<Sights> sights;
};

// Steps drawn from the seed.
Script random_thread(Thread& self, World world, std::size_t number, std::uint64_t seed, std::uint32_t length) {
  Rng rng(seed);
  Value seen = static_cast<Value>(number) + 1;
  for (std::uint32_t step = 0; step < length; ++step) {
    const Variable variable = world.variables[rng.below(2)];
    const Mutex mutex = world.mutexes[rng.below(2)];
    switch (rng.below(12)) {
      case 0:
      case 1:
      case 2:
        seen = seen * 31 + co_await self.read(variable);
        break;
      case 3:
      case 4:
        co_await self.write(variable, seen);
        break;
      case 5:
        seen = seen * 31 + co_await self.atomic_update(variable, [](Value value) { return value + 1; });
        break;
      case 6:
        seen = seen * 31 + (co_await self.compare_exchange(variable, 0, seen) ? 1 : 0);
        break;
      case 7:
        co_await self.lock(mutex);
        seen = seen * 31 + co_await self.read(variable);
        co_await self.unlock(mutex);
        break;
      case 8:
        if (co_await self.try_lock(mutex)) {
          seen = seen * 31 + 7;
          co_await self.unlock(mutex);
        }
        break;
      case 9:
        co_await self.lock(world.mutexes[0]);
        seen = seen * 31 + static_cast<Value>(co_await self.timed_wait(world.condition, world.mutexes[0], 5));
        co_await self.unlock(world.mutexes[0]);
        break;
      case 10:
        co_await self.signal(world.condition);
        break;
      default:
        seen = seen * 31 + (co_await self.try_acquire(world.semaphore) ? 1 : 0);
        co_await self.post(world.semaphore);
        break;
    }
    (*world.sights)[number].push_back(seen);
  }
}

}  // namespace

RandomProgram random_program(Rng& rng) {
  RandomProgram made;
  World world{.variables = {made.program.variable("a"), made.program.variable("b")},
              .mutexes = {made.program.mutex("m"), made.program.mutex("n")},
              .condition = made.program.condition("c"),
              .semaphore = made.program.semaphore("s", 1),
              .sights = made.sights};
  const std::size_t threads = 2 + rng.below(2);
  for (std::size_t number = 0; number < threads; ++number) {
    const std::uint64_t seed = rng.next();
    const std::uint32_t length = 1 + rng.below(threads == 2 ? 4 : 2);
    made.program.thread([=](Thread& self) { return random_thread(self, world, number, seed, length); });
  }
  return made;
}

}  // namespace heddle::sim
