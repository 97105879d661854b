#include "sim/program.h"

#include "core/hash.h"

namespace heddle::sim {

namespace {

ObjectId object_name(std::string_view name) { return {hash_bytes(name)}; }

}  // namespace

Variable Program::variable(std::string_view name, Value initial) {
  variables_.push_back({object_name(name), initial});
  return {variables_.size() - 1};
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
