// Connections inside the target. Those of 127.0.0.1 are local sockets to the kernel, which delivers at once what is
// sent; addresses, local paths too, are ours, so that executions that run beside each other do not meet.
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runtime/kernel/descriptor_table.h"
#include "runtime/kernel/descriptors.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/state/control.h"
#include "runtime/state/open_files.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

constexpr int kTypeMask = 0xf;
constexpr std::uint16_t kFirstPort = 40000;

const sockaddr_in& internet(const SocketAddress& address) {
  return *reinterpret_cast<const sockaddr_in*>(address.bytes);
}

SocketAddress internet_address(std::uint16_t port) {
  SocketAddress address = {};
  sockaddr_in value = {};
  value.sin_family = AF_INET;
  value.sin_port = htons(port);
  value.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.length = sizeof value;
  std::memcpy(address.bytes, &value, sizeof value);
  return address;
}

SocketAddress unnamed(bool is_internet) {
  if (is_internet) {
    SocketAddress address = internet_address(0);
    std::memset(address.bytes + offsetof(sockaddr_in, sin_addr), 0, sizeof(in_addr));
    return address;
  }
  SocketAddress address = {};
  address.length = sizeof(sa_family_t);
  const sa_family_t family = AF_UNIX;
  std::memcpy(address.bytes, &family, sizeof family);
  return address;
}

std::uint16_t next_port() {
  std::uint16_t& next = descriptor_table().next_port;
  next = next == 0 ? kFirstPort : static_cast<std::uint16_t>(next + 1);
  return next;
}

// Of what the target gives; false: not an address of this kind of socket.
bool take_address(const OpenFile& file, const void* given, std::size_t length, SocketAddress& out) {
  sa_family_t family = 0;
  if (length < sizeof family || length > sizeof out.bytes) {
    return false;
  }
  std::memcpy(&family, given, sizeof family);
  out = {};
  if (file.is_internet) {
    if (family != AF_INET || length < sizeof(sockaddr_in)) {
      return false;
    }
    out.length = sizeof(sockaddr_in);
    std::memcpy(out.bytes, given, sizeof(sockaddr_in));
    return true;
  }
  if (family != AF_UNIX) {
    return false;
  }
  // A path ends with its first zero byte; an abstract name begins with one and is as long as given.
  const auto* path = static_cast<const char*>(given) + sizeof family;
  const std::size_t room = length - sizeof family;
  const bool is_path = room != 0 && path[0] != 0;
  const std::size_t used = is_path ? strnlen(path, room) : room;
  std::memcpy(out.bytes, given, sizeof family + used);
  out.length = static_cast<std::uint32_t>(sizeof family + used + (is_path ? 1 : 0));
  out.length = std::min<std::uint32_t>(out.length, sizeof out.bytes);
  return true;
}

void give_address(const SocketAddress& address, long where, long length_where) {
  if (where == 0 || length_where == 0) {
    return;
  }
  auto* length = reinterpret_cast<socklen_t*>(length_where);
  std::memcpy(reinterpret_cast<void*>(where), address.bytes, std::min<std::size_t>(*length, address.length));
  *length = address.length;
}

bool same_address(const OpenFile& file, const SocketAddress& address, bool is_internet) {
  if (file.is_internet != is_internet) {
    return false;
  }
  return is_internet
             ? internet(file.local).sin_port == internet(address).sin_port
             : file.local.length == address.length && std::memcmp(file.local.bytes, address.bytes, address.length) == 0;
}

OpenFile* bound_to(const SocketAddress& address, bool is_internet) {
  for (OpenFile& file : descriptor_table().files) {
    if (file.references != 0 && file.kind == FileKind::kSocket && file.bound &&
        same_address(file, address, is_internet)) {
      return &file;
    }
  }
  return nullptr;
}

void require_own_machine(const SocketAddress& address) {
  const std::uint32_t machine = ntohl(internet(address).sin_addr.s_addr);
  if (machine != INADDR_ANY && machine >> 24U != 127) {
    unsupported("sockets to other machines");
  }
}

[[noreturn]] void refuse_socket(long family, long type) {
  char text[200];
  Line line(text, sizeof text);
  if (type == SOCK_DGRAM) {
    line.text("datagram sockets (SOCK_DGRAM)");
  } else {
    line.text("socket of family ").number(static_cast<unsigned long>(family));
    line.text(" and type ").number(static_cast<unsigned long>(type));
  }
  line.text(" (only AF_UNIX and AF_INET streams are there; can an option of the program switch it off?)");
  unsupported(text);
}

long make_socket(Arguments a, const void* caller) {
  const bool is_internet = a[0] == AF_INET;
  if (a[0] == AF_INET6 || a[0] == AF_NETLINK) {
    return -EAFNOSUPPORT;  // the target's machine has no IPv6; libc asks the kernel for it, and can do without
  }
  const long type = a[1] & kTypeMask;
  if ((!is_internet && a[0] != AF_UNIX) || (type != SOCK_STREAM && (is_internet || type != SOCK_SEQPACKET))) {
    refuse_socket(a[0], type);
  }
  take_descriptor_turn(OperationKind::kDescriptorOpen, object_of_all(), caller);
  const long descriptor = system_call(SYS_socket, AF_UNIX, a[1] | SOCK_NONBLOCK, 0);
  if (descriptor >= 0) {
    OpenFile& file = add_file(descriptor, FileKind::kSocket, (a[1] & SOCK_NONBLOCK) != 0);
    file.is_internet = is_internet;
    file.is_stream = type == SOCK_STREAM;
    file.local = unnamed(is_internet);
  }
  return descriptor;
}

long make_socket_pair(Arguments a, const void* caller) {
  if (a[0] != AF_UNIX) {
    return -EOPNOTSUPP;
  }
  take_descriptor_turn(OperationKind::kDescriptorOpen, object_of_all(), caller);
  const long result = system_call(SYS_socketpair, a[0], a[1] | SOCK_NONBLOCK, a[2], a[3]);
  if (result == 0) {
    const auto* ends = reinterpret_cast<const int*>(a[3]);
    const OpenFile* first = nullptr;
    for (int index = 0; index < 2; ++index) {
      OpenFile& file = add_file(ends[index], FileKind::kSocket, (a[1] & SOCK_NONBLOCK) != 0, first);
      file.is_stream = (a[1] & kTypeMask) == SOCK_STREAM;
      file.local = file.peer = unnamed(false);
      first = &file;
    }
  }
  return result;
}

long bind_in_kernel(long descriptor, OpenFile& file) {
  sockaddr_un any = {};
  any.sun_family = AF_UNIX;
  const long result = system_call(SYS_bind, descriptor, reinterpret_cast<long>(&any), sizeof(sa_family_t));
  if (result == 0) {
    socklen_t length = sizeof file.kernel_name.bytes;
    system_call(SYS_getsockname, descriptor, reinterpret_cast<long>(file.kernel_name.bytes),
                reinterpret_cast<long>(&length));
    file.kernel_name.length = length;
    file.bound = true;
  }
  return result;
}

long bind_socket(Arguments a, OpenFile& file) {
  SocketAddress address;
  if (file.bound || !take_address(file, reinterpret_cast<const void*>(a[1]), static_cast<std::size_t>(a[2]), address)) {
    return -EINVAL;
  }
  if (file.is_internet) {
    require_own_machine(address);
    if (internet(address).sin_port == 0) {
      const std::uint16_t port = htons(next_port());
      std::memcpy(address.bytes + offsetof(sockaddr_in, sin_port), &port, sizeof port);
    }
  }
  if (!file.is_internet && address.length == sizeof(sa_family_t)) {
    // Any name: as the kernel makes them, a zero byte and five digits.
    std::uint16_t number = next_port();
    for (std::size_t place = sizeof(sa_family_t) + 5; place > sizeof(sa_family_t); --place, number /= 10) {
      address.bytes[place] = static_cast<unsigned char>('0' + number % 10);
    }
    address.length = sizeof(sa_family_t) + 6;
  }
  if (bound_to(address, file.is_internet) != nullptr) {
    return -EADDRINUSE;
  }
  const long result = bind_in_kernel(a[0], file);
  if (result == 0) {
    file.local = address;
  }
  return result;
}

long listen_on_socket(Arguments a, OpenFile& file) {
  if (!file.bound) {
    if (!file.is_internet) {
      return -EINVAL;
    }
    if (const long result = bind_in_kernel(a[0], file); result != 0) {
      return result;
    }
    file.local = internet_address(next_port());
  }
  // One more than asked for can wait, in the kernel as here.
  const long backlog = std::clamp<long>(static_cast<int>(a[1]), 0, kMaxBacklog - 1);
  const long result = system_call(SYS_listen, a[0], backlog);
  file.listening = result == 0;
  return result;
}

long connect_once(long descriptor, OpenFile& file, const SocketAddress& address, OpenFile*& listener) {
  listener = bound_to(address, file.is_internet);
  if (listener == nullptr || !listener->listening) {
    return listener == nullptr && !file.is_internet && address.bytes[sizeof(sa_family_t)] != 0 ? -ENOENT
                                                                                               : -ECONNREFUSED;
  }
  const long result = system_call(SYS_connect, descriptor, reinterpret_cast<long>(listener->kernel_name.bytes),
                                  listener->kernel_name.length);
  if (result == 0) {
    join_channel(file, *listener);
    note_change(file);
    if (file.is_internet && !file.bound) {
      file.local = internet_address(next_port());
    }
    file.peer = listener->local;
    if (file.is_internet) {
      file.peer = internet_address(ntohs(internet(listener->local).sin_port));
      const std::size_t place = (listener->next_arrival + listener->arrivals) % kMaxBacklog;
      listener->arrival_ports[place] = ntohs(internet(file.local).sin_port);
    }
    ++listener->arrivals;
  }
  return result;
}

// It waits only while the listening socket has no room for one more.
long connect_socket(Arguments a, const void* caller) {
  DescriptorWait wait{.at_once = true};
  for (;;) {
    if (!take_descriptor_turn(OperationKind::kConnect, object_of_all(), wait, caller) && wait.interrupted) {
      return -EINTR;
    }
    OpenFile* file = file_of(a[0]);
    if (file == nullptr) {
      return -EBADF;
    }
    SocketAddress address;
    if (!take_address(*file, reinterpret_cast<const void*>(a[1]), static_cast<std::size_t>(a[2]), address)) {
      return -EINVAL;
    }
    if (file->is_internet) {
      require_own_machine(address);
    }
    OpenFile* listener = nullptr;
    const long result = connect_once(a[0], *file, address, listener);
    if (result == -EAGAIN && file->nonblocking) {
      found_nothing(object_of_all(), caller);
    }
    if (result != -EAGAIN || file->nonblocking || !can_wait()) {
      return result;
    }
    wait = {.at_once = false, .changes = &channel_of(*listener).changes, .seen_changes = channel_of(*listener).changes};
  }
}

long accept_connection(Arguments a, int flags, const void* caller) {
  OpenFile* listener = file_of(a[0]);
  for (;;) {
    if (listener == nullptr) {
      return -EBADF;
    }
    if (!listener->listening) {
      return -EINVAL;
    }
    pollfd ready{.fd = static_cast<int>(a[0]), .events = POLLIN, .revents = 0};
    const bool patient = !listener->nonblocking;
    DescriptorWait wait{.at_once = !patient, .polled = &ready, .polled_count = 1};
    wait.own_deadline = deadline_of_timeout(listener->receive_timeout);
    if (!take_descriptor_turn(OperationKind::kAccept, object_of_file(*listener), wait, caller)) {
      return wait.interrupted ? -EINTR : -EAGAIN;
    }
    listener = file_of(a[0]);
    const long descriptor = system_call(SYS_accept4, a[0], 0, 0, flags | SOCK_NONBLOCK);
    if (descriptor == -EAGAIN && patient && can_wait()) {
      continue;
    }
    if (descriptor == -EAGAIN) {
      found_nothing(object_of_file(*listener), caller);
    }
    if (descriptor < 0 || listener == nullptr) {
      return descriptor;
    }
    OpenFile& file = add_file(descriptor, FileKind::kSocket, (flags & SOCK_NONBLOCK) != 0, listener);
    note_change(file);
    file.is_internet = listener->is_internet;
    file.is_stream = listener->is_stream;
    file.local = listener->local;
    file.peer = unnamed(false);
    if (file.is_internet) {
      file.local = internet_address(ntohs(internet(listener->local).sin_port));
      // A child process that has connected is not in the books.
      file.peer =
          internet_address(listener->arrivals != 0 ? listener->arrival_ports[listener->next_arrival] : next_port());
    }
    if (listener->arrivals != 0) {
      listener->next_arrival = static_cast<std::uint16_t>((listener->next_arrival + 1) % kMaxBacklog);
      --listener->arrivals;
    }
    give_address(file.peer, a[1], a[2]);
    return descriptor;
  }
}

long set_option(Arguments a, OpenFile& file) {
  if (a[1] == SOL_SOCKET) {
    if (a[2] == SO_RCVTIMEO || a[2] == SO_SNDTIMEO) {
      const long result = pass_call(SYS_setsockopt, a);  // it knows what is valid, and what to say when asked
      if (result == 0) {
        const auto& timeout = *reinterpret_cast<const timeval*>(a[3]);
        (a[2] == SO_RCVTIMEO ? file.receive_timeout : file.send_timeout) =
            static_cast<std::uint64_t>(timeout.tv_sec) * kSecond + static_cast<std::uint64_t>(timeout.tv_usec) * 1000;
      }
      return result;
    }
    return file.is_internet && a[2] == SO_REUSEPORT ? 0 : pass_call(SYS_setsockopt, a);
  }
  return file.is_internet ? 0 : -EOPNOTSUPP;  // of TCP and IP: how, not what
}

long get_option(Arguments a, const OpenFile& file) {
  const bool tells_family = a[2] == SO_DOMAIN || a[2] == SO_PROTOCOL;
  if (a[1] != SOL_SOCKET || (file.is_internet && tells_family)) {
    unsupported("getsockopt of TCP and IP options");
  }
  return pass_call(SYS_getsockopt, a);
}

// The path of a local socket is no file here.
bool unlink_path(const char* path) {
  if (path == nullptr) {
    return false;
  }
  OpenFile like = {};
  sockaddr_un given = {};
  given.sun_family = AF_UNIX;
  const std::size_t length = strnlen(path, sizeof given.sun_path);
  if (length == 0 || length == sizeof given.sun_path) {
    return false;
  }
  std::memcpy(given.sun_path, path, length);
  SocketAddress address;
  if (!take_address(like, &given, sizeof given, address)) {
    return false;
  }
  OpenFile* file = bound_to(address, false);
  if (file == nullptr) {
    return false;
  }
  file->bound = false;
  return true;
}

bool is_for_sockets(long number) {
  switch (number) {
    case SYS_bind:
    case SYS_listen:
    case SYS_connect:
    case SYS_accept:
    case SYS_accept4:
    case SYS_shutdown:
    case SYS_getsockname:
    case SYS_getpeername:
    case SYS_setsockopt:
    case SYS_getsockopt:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_sendto:
    case SYS_sendmsg:
      return true;
    default:
      return false;
  }
}

// -EBADF or -ENOTSOCK; 0 for a socket from outside the program.
long why_no_socket(long descriptor) {
  int type = 0;
  socklen_t size = sizeof type;
  return system_call(SYS_getsockopt, descriptor, SOL_SOCKET, SO_TYPE, reinterpret_cast<long>(&type),
                     reinterpret_cast<long>(&size));
}

}  // namespace

bool socket_call(long number, Arguments a, const void* caller, long& result) {
  switch (number) {
    case SYS_socket:
      result = make_socket(a, caller);
      return true;
    case SYS_socketpair:
      result = make_socket_pair(a, caller);
      return true;
    case SYS_unlink:
      return descriptors_open() && unlink_path(reinterpret_cast<const char*>(a[0]));
    default:
      break;
  }
  OpenFile* file = file_of(a[0]);
  if (file == nullptr || file->kind != FileKind::kSocket) {
    result = is_for_sockets(number) ? why_no_socket(a[0]) : 0;
    return result != 0;
  }
  switch (number) {
    case SYS_bind:
    case SYS_listen:
      take_descriptor_turn(OperationKind::kDescriptorOpen, object_of_all(), caller);
      result = number == SYS_bind ? bind_socket(a, *file) : listen_on_socket(a, *file);
      return true;
    case SYS_connect:
      result = connect_socket(a, caller);
      return true;
    case SYS_accept:
      result = accept_connection(a, 0, caller);
      return true;
    case SYS_accept4:
      result = accept_connection(a, static_cast<int>(a[3]), caller);
      return true;
    case SYS_shutdown:
      take_descriptor_turn(OperationKind::kDescriptorControl, object_of_file(*file), caller);
      result = pass_call(number, a);
      note_change(*file);
      return true;
    case SYS_getsockname:
      give_address(file->local, a[1], a[2]);
      result = 0;
      return true;
    case SYS_getpeername:
      result = file->peer.length == 0 ? -ENOTCONN : 0;
      if (result == 0) {
        give_address(file->peer, a[1], a[2]);
      }
      return true;
    case SYS_setsockopt:
      result = set_option(a, *file);
      return true;
    case SYS_getsockopt:
      result = get_option(a, *file);
      return true;
    default:
      return false;
  }
}

bool may_be_descriptor_call(long number) {
  switch (number) {
    case SYS_pipe:
    case SYS_pipe2:
    case SYS_eventfd:
    case SYS_eventfd2:
    case SYS_timerfd_create:
    case SYS_timerfd_settime:
    case SYS_timerfd_gettime:
    case SYS_signalfd:
    case SYS_signalfd4:
    case SYS_socket:
    case SYS_socketpair:
    case SYS_poll:
    case SYS_ppoll:
    case SYS_select:
    case SYS_pselect6:
    case SYS_epoll_create:
    case SYS_epoll_create1:
    case SYS_epoll_ctl:
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
    case SYS_epoll_pwait2:
      return true;
    case SYS_read:
    case SYS_readv:
    case SYS_write:
    case SYS_writev:
    case SYS_close:
    case SYS_dup:
    case SYS_dup2:
    case SYS_dup3:
    case SYS_fcntl:
    case SYS_ioctl:
    case SYS_sendfile:
    case SYS_unlink:
      return descriptors_open();
    default:
      return is_for_sockets(number);
  }
}

}  // namespace heddle::runtime
