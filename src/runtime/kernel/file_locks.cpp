#include "runtime/kernel/file_locks.h"

#include <sys/file.h>
#include <sys/syscall.h>

#include <cstdint>

#include "runtime/kernel/descriptor_table.h"
#include "runtime/machine/own_text.h"
#include "runtime/observe/watching.h"

namespace heddle::runtime {

namespace {

std::uint8_t all_locks;

// `locks`, `unlocks`: what the call does if it succeeds; to make a lock a shared one is both.
long call(long number, Arguments a, bool locks, bool unlocks, const void* caller) {
  if (dispatching()) {
    take_descriptor_turn(OperationKind::kDescriptorControl, &all_locks, caller);
  }
  if (unlocks) {
    watch_sync(SyncKind::kSend, &all_locks, caller);
  }
  const long result = pass_call(number, a);
  if (result == 0 && locks) {
    watch_sync(SyncKind::kReceive, &all_locks, caller);
  }
  return result;
}

}  // namespace

long lock_file(Arguments a, const void* caller) {
  const auto how = static_cast<unsigned long>(a[1]) & ~static_cast<unsigned long>(LOCK_NB);
  return call(SYS_flock, a, how != LOCK_UN, how != LOCK_EX, caller);
}

// What the program wants is in its memory, and not looked at.
long lock_part_of_file(Arguments a, const void* caller) {
  return call(SYS_fcntl, a, /*locks=*/true, /*unlocks=*/true, caller);
}

void give_back_file_locks(const void* caller) { watch_sync(SyncKind::kSend, &all_locks, caller); }

}  // namespace heddle::runtime
