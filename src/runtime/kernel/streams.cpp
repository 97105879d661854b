#include "runtime/kernel/streams.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "core/rng.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/link.h"
#include "runtime/machine/notes.h"
#include "runtime/machine/own_text.h"
#include "runtime/state/state.h"
#include "trace/segment.h"

namespace heddle::runtime {
namespace {

constexpr int kDescriptors = 1024;
constexpr int kStandardStreams = 3;
enum class Source : std::uint8_t { kOther, kInput, kOutput, kRandom };
Source sources[kDescriptors];
Source initial_sources[kDescriptors];
long saved_streams[kStandardStreams] = {-EBADF, -EBADF, -EBADF};
bool streams_changed = false;
bool output_kept = false;

Source source_of(long descriptor) {
  return descriptor >= 0 && descriptor < kDescriptors ? sources[descriptor] : Source::kOther;
}

void set_source(long descriptor, Source source) {
  if (descriptor >= 0 && descriptor < kDescriptors) {
    sources[descriptor] = source;
    streams_changed = streams_changed || descriptor < kStandardStreams;
  }
}

long read_input(void* to, std::size_t size) {
  segment::Segment& shared = worker_segment();
  std::uint64_t& offset = state().input_offset;
  const std::size_t left = shared.request.input_size - std::min(shared.request.input_size, offset);
  const std::size_t count = std::min(size, left);
  std::memcpy(to, segment::input(&shared) + offset, count);
  offset += count;
  if (count != 0) {
    note(LedgerRow::kInput);
  }
  return static_cast<long>(count);
}

long write_output(int descriptor, const void* from, std::size_t size) {
  segment::Segment& shared = worker_segment();
  if (shared.request.show_output != 0) {
    return system_call(SYS_write, descriptor, reinterpret_cast<long>(from), static_cast<long>(size));
  }
  if (output_kept) {
    return static_cast<long>(size);
  }
  std::uint64_t& used = shared.result.output_bytes;
  const std::size_t count = std::min(size, segment::kOutputCapacity - used);
  std::memcpy(segment::output(&shared) + used, from, count);
  used += count;
  return static_cast<long>(size);
}

long transfer(bool reading, int descriptor, void* buffer, std::size_t size) {
  if (!reading) {
    return write_output(descriptor, buffer, size);
  }
  if (source_of(descriptor) == Source::kInput) {
    return read_input(buffer, size);
  }
  fill_random(static_cast<unsigned char*>(buffer), size);
  return static_cast<long>(size);
}

bool readable_memory(const void* address) {
  // The kernel would say EFAULT where we would crash: ask it.
  unsigned char byte = 0;
  iovec local{.iov_base = &byte, .iov_len = 1};
  iovec remote{.iov_base = const_cast<void*>(address), .iov_len = 1};
  return system_call(SYS_process_vm_readv, system_call(SYS_getpid), reinterpret_cast<long>(&local), 1,
                     reinterpret_cast<long>(&remote), 1, 0) == 1;
}

void redirect(int descriptor, long source) {
  if (source >= 0 && source != descriptor) {
    system_call(SYS_dup3, source, descriptor, 0);
    system_call(SYS_close, source);
  }
}

}  // namespace

void set_up_streams() {
  segment::Segment& shared = worker_segment();
  // Also for system calls that are not dispatched: a file with the input, and nothing for the output.
  if (shared.request.input_size != 0) {
    const long input = system_call(SYS_memfd_create, reinterpret_cast<long>("heddle-input"), 0);
    std::size_t written = 0;
    while (written < shared.request.input_size) {
      const long count = system_call(SYS_write, input, reinterpret_cast<long>(segment::input(&shared) + written),
                                     static_cast<long>(shared.request.input_size - written));
      if (count <= 0) {
        break;
      }
      written += static_cast<std::size_t>(count);
    }
    system_call(SYS_lseek, input, 0, SEEK_SET);
    redirect(STDIN_FILENO, input);
  } else {
    redirect(STDIN_FILENO, system_call(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/dev/null"), O_RDONLY));
  }
  if (shared.request.show_output == 0) {
    for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
      redirect(descriptor, system_call(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/dev/null"), O_WRONLY));
    }
  }
  set_source(STDIN_FILENO, Source::kInput);
  set_source(STDOUT_FILENO, Source::kOutput);
  set_source(STDERR_FILENO, Source::kOutput);
}

void prepare_stdio() {
  // The first character makes libc allocate a buffer and ask what kind of file it is: once, not in every execution.
  std::fputc('\n', stdout);
  __fpurge(stdout);
}

void rewind_streams() {
  if (!output_kept) {
    worker_segment().result.output_bytes = 0;
  }
  if (!dispatching()) {
    system_call(SYS_lseek, STDIN_FILENO, 0, SEEK_SET);
    if (worker_segment().request.input_size != 0) {
      note(LedgerRow::kInput);  // whether it reads it is not seen
    }
  }
}

void note_duplicate(long from, long to) { set_source(to, source_of(from)); }
void note_close(long descriptor) { set_source(descriptor, Source::kOther); }

void note_initial_streams() {
  std::ranges::copy(sources, std::begin(initial_sources));
  for (int stream = 0; stream < kStandardStreams; ++stream) {
    if (saved_streams[stream] >= 0) {
      system_call(SYS_close, saved_streams[stream]);
    }
    saved_streams[stream] = system_call(SYS_fcntl, stream, F_DUPFD_CLOEXEC, kFirstOwnDescriptor);
  }
  streams_changed = false;
}

void restore_streams() {
  std::ranges::copy(initial_sources, std::begin(sources));
  if (!streams_changed && dispatching()) {
    return;
  }
  streams_changed = false;
  for (int stream = 0; stream < kStandardStreams; ++stream) {
    if (saved_streams[stream] >= 0) {
      system_call(SYS_dup3, saved_streams[stream], stream, 0);
    } else if (saved_streams[stream] == -EBADF) {
      system_call(SYS_close, stream);
    }
  }
}

void keep_output() { output_kept = true; }

bool stream_call(long number, const long (&arguments)[6], long& result) {
  const auto descriptor = static_cast<int>(arguments[0]);
  const bool reading = number == SYS_read || number == SYS_readv;
  const Source source = source_of(descriptor);
  const bool ours = reading ? source == Source::kInput || source == Source::kRandom : source == Source::kOutput;
  if (!ours) {
    return false;
  }
  if (!readable_memory(reinterpret_cast<const void*>(arguments[1]))) {
    result = arguments[2] == 0 ? 0 : -EFAULT;
    return true;
  }
  if (number == SYS_read || number == SYS_write) {
    result =
        transfer(reading, descriptor, reinterpret_cast<void*>(arguments[1]), static_cast<std::size_t>(arguments[2]));
    return true;
  }
  result = 0;
  const auto* parts = reinterpret_cast<const iovec*>(arguments[1]);
  for (long index = 0; index < arguments[2]; ++index) {
    const long count = transfer(reading, descriptor, parts[index].iov_base, parts[index].iov_len);
    if (count < 0) {
      result = result == 0 ? count : result;
      break;
    }
    result += count;
    if (static_cast<std::size_t>(count) < parts[index].iov_len) {
      break;
    }
  }
  return true;
}

void mark_random(int descriptor) { set_source(descriptor, Source::kRandom); }

bool is_plain_file(int descriptor) {
  struct stat status{};
  if (system_call(SYS_fstat, descriptor, reinterpret_cast<long>(&status)) != 0) {
    return true;  // EBADF: the call itself will say so
  }
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) {
    return true;
  }
  // Memory devices: null, zero, full, random, urandom.
  return S_ISCHR(status.st_mode) && major(status.st_rdev) == 1;
}

std::uint64_t next_random() {
  Rng generator(state().random);
  const std::uint64_t value = generator.next();
  state().random += 0x9e3779b97f4a7c15ULL;
  return value;
}

void fill_random(unsigned char* bytes, std::size_t size) {
  for (std::size_t index = 0; index < size; index += 8) {
    const std::uint64_t value = next_random();
    std::memcpy(bytes + index, &value, std::min<std::size_t>(8, size - index));
  }
}

}  // namespace heddle::runtime
