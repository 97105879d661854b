// What the models know of descriptors (descriptors.h), and of a thread that waits for one.
#pragma once

#include <poll.h>
#include <sys/select.h>

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

struct ChildWait;

inline constexpr std::size_t kMaxOpenFiles = 512;
inline constexpr long kFirstOwnDescriptor = 1000;  // from here on they are the runtime's
inline constexpr std::size_t kMaxDescriptors = kFirstOwnDescriptor;
inline constexpr std::size_t kMaxBacklog = 64;

enum class FileKind : std::uint8_t { kPipe, kSocket, kEvents, kPollSet, kTimer, kSignals };

struct SocketAddress {
  std::uint32_t length;
  std::uint32_t unused;
  alignas(8) unsigned char bytes[112];
};

// What the kernel calls an open file description.
struct OpenFile {
  std::uint16_t references;  // descriptors; 0: the entry is free
  std::uint16_t channel;
  FileKind kind;
  bool nonblocking;  // as the target sees it
  bool is_internet;  // a socket of 127.0.0.1, which the kernel has as a local one
  bool is_stream;
  bool bound;
  bool listening;
  std::uint16_t next_arrival, arrivals;  // of a listening socket: connected, not yet accepted
  SocketAddress local, peer;             // as the target sees them
  SocketAddress kernel_name;             // of a bound socket
  std::uint16_t arrival_ports[kMaxBacklog];
  std::uint64_t receive_timeout, send_timeout;  // of a socket, in nanoseconds; 0: none
  int timer_clock;
  std::uint64_t expiry;    // of a timer, in virtual time; kNever: not set
  std::uint64_t interval;  // 0: expires once
  std::uint64_t signals;   // of a signalfd: its set
  bool has_signals;        // ... and one of them is pending
};

// Files that can make each other ready: the ends of a pipe or connection; a listening socket and all its connections.
struct Channel {
  std::uint64_t changes;  // of what can be read or written
  std::uint64_t files;
};

struct DescriptorTable {
  std::uint64_t open_files;
  std::uint64_t changes;       // of any channel
  std::uint64_t poll_sets;     // ever made
  std::uint64_t timers;        // ever made
  std::uint64_t signal_files;  // ever made
  std::uint16_t next_port;
  std::uint16_t file_of[kMaxDescriptors];  // number + 1; 0: not one of these
  Channel channels[kMaxOpenFiles];
  OpenFile files[kMaxOpenFiles];
};

// What a thread before a descriptor operation waits for: one of these.
struct DescriptorWait {
  bool at_once = false;                    // it does not wait
  pollfd* polled = nullptr;                // one of them is ready
  std::size_t polled_count = 0;            //
  fd_set* selected[3] = {};                // ... of `select`
  int selected_limit = 0;                  //
  const std::uint64_t* changes = nullptr;  // this counter has changed since
  std::uint64_t seen_changes = 0;          //
  std::uint64_t own_deadline = ~std::uint64_t{0};
  bool interrupted = false;          // by a signal handler
  const ChildWait* child = nullptr;  // it waits for a child process
};

// A call that found nothing and did not wait. As long as nothing has changed, to ask again there leads nowhere, and
// costs as much as a timeout: so a loop that does it has an end within every bound.
inline constexpr std::size_t kVainCalls = 4;
struct VainCall {
  const void* caller;
  const void* object;
  std::uint64_t changes;
};

}  // namespace heddle::runtime
