#include "sim/program.h"

#include "core/hash.h"

namespace heddle::sim {

namespace {

constexpr std::uintptr_t kFirstVariable = 0x1000;

ObjectId object_name(std::string_view name) { return {hash_bytes(name)}; }

}  // namespace

Variable Program::variable(std::string_view name, Value initial) {
  variables_.push_back({object_name(name), initial, kFirstVariable + sizeof(Value) * variables_.size(), sizeof(Value)});
  return {variables_.size() - 1};
}

Variable Program::part(std::string_view name, Variable whole, std::uint32_t offset, std::uint32_t size) {
  variables_.push_back({object_name(name), 0, variables_[whole.index].address + offset, size});
  return {variables_.size() - 1};
}

ReadWriteLock Program::read_write_lock(std::string_view name) {
  read_write_locks_.push_back(object_name(name));
  return {read_write_locks_.size() - 1};
}

Mutex Program::mutex(std::string_view name, MutexKind kind) {
  mutexes_.push_back({object_name(name), kind});
  return {mutexes_.size() - 1};
}

Condition Program::condition(std::string_view name) {
  conditions_.push_back(object_name(name));
  return {conditions_.size() - 1};
}

Semaphore Program::semaphore(std::string_view name, Value initial) {
  semaphores_.push_back({object_name(name), initial});
  return {semaphores_.size() - 1};
}

Barrier Program::barrier(std::string_view name, std::size_t count) {
  barriers_.push_back({object_name(name), count});
  return {barriers_.size() - 1};
}

}  // namespace heddle::sim
