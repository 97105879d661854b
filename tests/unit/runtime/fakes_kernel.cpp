// What system calls go on to and is not compiled here: each says that it has nothing to do with the call, or what a test
// tells it to say.
#include <cerrno>
#include <cstring>

#include "fakes.h"
#include "runtime/contexts/carriers.h"
#include "runtime/kernel/children.h"
#include "runtime/kernel/file_locks.h"
#include "runtime/kernel/free_mode.h"
#include "runtime/kernel/kernel_memory.h"
#include "runtime/kernel/streams.h"
#include "runtime/models/clocks.h"
#include "runtime/models/process.h"
#include "runtime/models/waiting.h"
#include "runtime/program/modules.h"
#include "runtime/state/control.h"

namespace heddle::runtime {

// kernel
long memory_error(long /*number*/, const long (&)[6]) { return 0; }
bool child_call(long /*number*/, const long (&)[6], const void* /*caller*/, long& /*result*/) { return false; }
bool is_child(long /*number*/) { return false; }
long signal_child(long /*number*/, int /*signal*/, const void* /*caller*/) { return -ESRCH; }
bool any_children_left() { return false; }
bool children_unsettled = false;
void wait_until_settled() {}
bool stream_call(long /*number*/, const long (&)[6], long& /*result*/) { return false; }
bool is_plain_file(int /*descriptor*/) { return fakes::world.plain_files; }
void mark_random(int /*descriptor*/) {}
void fill_random(unsigned char* bytes, std::size_t size) { std::memset(bytes, 0x5a, size); }
void note_duplicate(long /*from*/, long /*to*/) {}
void note_close(long /*descriptor*/) {}
void note_initial_streams() {}
void restore_streams() {}
long lock_file(const long (&)[6], const void* /*caller*/) { return -ENOSYS; }
long lock_part_of_file(const long (&)[6], const void* /*caller*/) { return -ENOSYS; }
void give_back_file_locks(const void* /*caller*/) {}
void set_call_mask(const std::uint64_t* /*mask*/) {}

// models and contexts
long futex(const void* /*word*/, int /*operation*/, std::uint32_t /*value*/, long /*timeout_or_count*/,
           const void* /*second*/, std::uint32_t /*third*/, const void* /*caller*/) {
  return -ENOSYS;
}
int sleep_for(const timespec* /*duration*/, timespec* /*left*/, const void* /*caller*/) { return EINTR; }
int sleep_until(clockid_t /*clock*/, const timespec* /*absolute*/, const void* /*caller*/) { return EINTR; }
void yield(const void* /*caller*/) {}
void end_process(int status, const void* /*caller*/) { end_execution(OutcomeKind::kExit, 0, status); }
bool uses_kernel_threads() { return false; }
long get_affinity(void* /*to*/, std::size_t /*size*/) { return -ENOSYS; }

// program/modules
bool library_mapped = false;
void notice_libraries() {}

}  // namespace heddle::runtime
