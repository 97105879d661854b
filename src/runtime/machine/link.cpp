#include "runtime/machine/link.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"

namespace heddle::runtime {

std::atomic<std::uint64_t>* heartbeat = nullptr;

namespace {

segment::Segment* shared = nullptr;
long shared_descriptor = -1;
Leaving before_end = nullptr;

}  // namespace

bool attach_segment(int descriptor) {
  if (shared != nullptr) {
    return true;
  }
  const long mapped =
      system_call(SYS_mmap, 0, static_cast<long>(segment::kSize), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (mapped < 0 && mapped > -4096) {
    return false;
  }
  shared = reinterpret_cast<segment::Segment*>(mapped);
  heartbeat = &shared->result.heartbeat;
  if (shared->magic != segment::kMagic || shared->size != segment::kSize) {
    shared = nullptr;
    return false;
  }
  if (shared->request.reset == segment::ResetMode::kExec && !executed_anew()) {
    shared_descriptor = descriptor;
    system_call(SYS_fcntl, descriptor, F_SETFD, FD_CLOEXEC);
  } else {
    system_call(SYS_close, descriptor);
  }
  if (!executed_anew()) {
    shared->result.phase.store(segment::Phase::kStarting);
  }
  return true;
}

segment::Segment& worker_segment() { return *shared; }
long segment_descriptor() { return shared_descriptor; }
std::uint64_t executions_done() { return shared->result.executions.load(std::memory_order_relaxed); }

bool forks() { return executes() || shared->request.reset == segment::ResetMode::kFork; }
bool executes() { return shared->request.reset == segment::ResetMode::kExec; }

bool executed_anew() {
  const std::int32_t engine = shared->result.renewal.engine_process;
  return engine != 0 && engine != system_call(SYS_getpid);
}

bool attach_by_environment() {
  if (const char* descriptor = std::getenv(segment::kEnvironmentName); descriptor != nullptr) {
    return attach_segment(std::atoi(descriptor));
  }
  return shared != nullptr;
}

void before_leaving(Leaving leaving) { before_end = leaving; }

void leave_process(segment::Phase phase, const char* message, int exit_code) {
  if (before_end != nullptr) {
    before_end(phase, message, exit_code);
  }
  if (!attach_by_environment()) {
    char text[600];
    Line line(text, sizeof text);
    line.text("heddle: ").text(message == nullptr ? "" : message).text("\n");
    system_call(SYS_write, STDERR_FILENO, reinterpret_cast<long>(text), static_cast<long>(line.size()));
    system_call(SYS_exit_group, exit_code);
  }
  if (message != nullptr) {
    Line line(shared->result.message, sizeof shared->result.message);
    line.text(message);
    shared->result.message_size = static_cast<std::uint32_t>(line.size());
  }
  shared->result.phase.store(phase);
  system_call(SYS_exit_group, exit_code);
  __builtin_unreachable();
}

}  // namespace heddle::runtime
