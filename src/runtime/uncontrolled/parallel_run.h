// Executions that are not controlled (heddle hunt --free): the program's threads are the kernel's, run in parallel and
// in real time, and libc is libc. All that is done is to look at accesses, and to stop a thread before one of them for
// a while ([WP] Alg. 3 and 4 as printed, with a timeout).
//
// An execution is a process. It is either recorded, and says at its end which of its accesses conflict, or a suspect is
// provoked: the first thread that comes to one of the two accesses is held until another one is about to make an access
// that conflicts with it, or patience ends. What came of it goes into the segment.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>

#include "core/access.h"
#include "core/operation.h"
#include "heddle/abi.h"

namespace heddle::runtime {

// The value of heddle_atomics_on meanwhile.
inline constexpr std::uint8_t kInParallel = 2;
[[nodiscard]] inline bool runs_in_parallel() { return heddle_atomics_on == kInParallel; }

// Before the program's first instruction. False: the process was not started for this.
[[nodiscard]] bool start_parallel_run();
// The process is about to end: hands over.
void end_parallel_run();
// ... because of this.
void note_parallel_assertion(const char* expression, const char* file, unsigned line, const char* function);

// Called by the threads of such an execution, any number at once. `site` is the record of the place, or else `code` the
// address behind the call.
struct ParallelPlace {
  const heddle_site* site = nullptr;
  const void* code = nullptr;
};
void parallel_access(OperationKind kind, const void* address, std::size_t size, const ParallelPlace& place);
void parallel_call(const heddle_site* site, std::uintptr_t frame);
void parallel_return(std::uintptr_t frame);
void parallel_sync(SyncKind kind, const void* object);
void parallel_allocation(const void* block, std::size_t size);
// A variable's, or a heap block's: what lies there afterwards is something else.
void parallel_life_end(const void* address, std::size_t size);

[[nodiscard]] int parallel_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*),
                                  void* argument);
void parallel_joined(pthread_t handle);

}  // namespace heddle::runtime
