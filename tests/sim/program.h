// Programs of scripted threads: concurrency without a compiled target.
//
//   Program program;
//   const Variable counter = program.variable("counter");
//   const Body increment = [=](Thread& self) -> Script {
//     const Value seen = co_await self.read(counter);
//     co_await self.write(counter, seen + 1);
//   };
//   program.thread(increment);
//   program.thread(increment);
//   program.finally([=](const Memory& memory) { return memory.value(counter) == 2; });
//   ScriptedExecutor(program).execute(controller);
//
// What is visible, enabled and offered follows the words of src/engine/seam.h and the models of the real runtime, so a
// strategy or detector that works here works there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "sim/script.h"

namespace heddle::sim {

using Value = std::int64_t;

// Handles: index into the program's list of that sort.
struct Variable {
  std::size_t index;
};
struct Mutex {
  std::size_t index;
};
struct Condition {
  std::size_t index;
};
struct ReadWriteLock {
  std::size_t index;
};
struct Semaphore {
  std::size_t index;
};
struct Barrier {
  std::size_t index;
};

enum class MutexKind : std::uint8_t { kNormal, kRecursive };

// The values of the variables, for predicates.
class Memory {
 public:
  explicit Memory(const std::vector<Value>& values) : values_(values) {}
  [[nodiscard]] Value value(Variable variable) const { return values_[variable.index]; }

 private:
  const std::vector<Value>& values_;
};
using Predicate = std::function<bool(const Memory&)>;

class Program {
 public:
  // Objects are named by the hash of their name, which must be unique in the program.
  Variable variable(std::string_view name, Value initial = 0);
  // Some bytes of another one, for detectors; its value is its own.
  Variable part(std::string_view name, Variable whole, std::uint32_t offset, std::uint32_t size);
  Mutex mutex(std::string_view name, MutexKind kind = MutexKind::kNormal);
  ReadWriteLock read_write_lock(std::string_view name);
  Condition condition(std::string_view name);
  Semaphore semaphore(std::string_view name, Value initial);
  Barrier barrier(std::string_view name, std::size_t count);

  // Threads present from the start: numbers 0, 1, ... in this order. More come by Thread::create.
  void thread(Body body) { bodies_.push_back(std::move(body)); }

  // Must hold when all threads have ended; otherwise the outcome is an assertion failure of no thread.
  void finally(Predicate predicate) { finally_ = std::move(predicate); }

 private:
  friend class Machine;

  struct VariableDeclaration {
    ObjectId name;
    Value initial;
    std::uintptr_t address;
    std::uint32_t size;
  };
  struct MutexDeclaration {
    ObjectId name;
    MutexKind kind;
  };
  struct SemaphoreDeclaration {
    ObjectId name;
    Value initial;
  };
  struct BarrierDeclaration {
    ObjectId name;
    std::size_t count;
  };

  std::vector<VariableDeclaration> variables_;
  std::vector<MutexDeclaration> mutexes_;
  std::vector<ObjectId> read_write_locks_;
  std::vector<ObjectId> conditions_;
  std::vector<SemaphoreDeclaration> semaphores_;
  std::vector<BarrierDeclaration> barriers_;
  std::vector<Body> bodies_;
  Predicate finally_;
};

}  // namespace heddle::sim
