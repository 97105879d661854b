// What libc and the C++ library do inside of themselves that orders threads: code that is not instrumented, so nobody
// sees its atomics. Models for what they leave to others to call.
#pragma once

#include <unwind.h>

#include <cstdio>

namespace heddle::runtime {

// flockfile and its kin: libc's own lock, seen from outside.
void stream_lock(std::FILE* stream, const void* caller);
[[nodiscard]] int stream_trylock(std::FILE* stream, const void* caller);
void stream_unlock(std::FILE* stream, const void* caller);

// Exceptions are counted. Before a thread takes one away, by leaving the handler or by the end of an exception_ptr: the
// last one destroys the exception after all that others did with it.
void drop_thrown(const _Unwind_Exception* thrown, const void* caller);

// What the C++ library does itself, and what it orders under control.
// Of an exception_ptr.
void release_exception(void** exception, const void* caller);
// The shared state of a future is to be made ready at the end of the current thread, by an element of its list.
void make_ready_at_exit(void* element);

}  // namespace heddle::runtime
