#include "runtime/kernel/descriptors.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "runtime/kernel/children.h"
#include "runtime/kernel/descriptor_table.h"
#include "runtime/kernel/free_mode.h"
#include "runtime/kernel/path_names.h"
#include "runtime/kernel/syscalls.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/models/threads.h"
#include "runtime/program/point_set.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/control.h"
#include "runtime/state/open_files.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kMostParts = 128;  // of one writev: of a stream, more are a short write, which is allowed

// The kernel would end the process. Every time: the execution may have a process of its own.
void ignore_broken_pipes() {
  const struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)();
    std::uint64_t mask;
  } ignore = {.handler = SIG_IGN, .flags = 0, .restorer = nullptr, .mask = 0};
  system_call(SYS_rt_sigaction, SIGPIPE, reinterpret_cast<long>(&ignore), 0, sizeof ignore.mask);
}

long make_pipe(Arguments a, int flags, const void* caller) {
  take_descriptor_turn(OperationKind::kDescriptorOpen, object_of_all(), caller);
  ignore_broken_pipes();
  const long result = system_call(SYS_pipe2, a[0], flags | O_NONBLOCK);
  if (result == 0) {
    const auto* ends = reinterpret_cast<const int*>(a[0]);
    const bool nonblocking = (flags & O_NONBLOCK) != 0;
    const OpenFile& reader = add_file(ends[0], FileKind::kPipe, nonblocking);
    add_file(ends[1], FileKind::kPipe, nonblocking, &reader).is_stream = (flags & O_DIRECT) == 0;
  }
  return result;
}

long make_events(Arguments a, int flags, const void* caller) {
  take_descriptor_turn(OperationKind::kDescriptorOpen, object_of_all(), caller);
  const long descriptor = system_call(SYS_eventfd2, a[0], flags | EFD_NONBLOCK);
  if (descriptor >= 0) {
    add_file(descriptor, FileKind::kEvents, (flags & EFD_NONBLOCK) != 0);
  }
  return descriptor;
}

long close_descriptor(long descriptor, const OpenFile& file, const void* caller) {
  take_descriptor_turn(OperationKind::kDescriptorClose, object_of_file(file), caller);
  if (file_of(descriptor) == nullptr) {
    return -EBADF;  // somebody else was faster
  }
  remove_descriptor(descriptor);
  return system_call(SYS_close, descriptor);
}

long duplicate(long number, Arguments a, const void* caller) {
  take_descriptor_turn(OperationKind::kDescriptorOpen, object_of_all(), caller);
  const bool onto = number == SYS_dup2 || number == SYS_dup3;
  const long descriptor = onto ? duplicate_onto(number, a) : duplicate_file(number, a);
  if (descriptor < 0 || (onto && a[0] == a[1])) {
    return descriptor;
  }
  if (onto && file_of(a[1]) != nullptr) {
    remove_descriptor(a[1]);
  }
  if (OpenFile* file = file_of(a[0]); file != nullptr) {
    add_descriptor(descriptor, *file);
  }
  return descriptor;
}

long control_file(Arguments a, OpenFile& file, const void* caller) {
  switch (a[1]) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      return duplicate(SYS_fcntl, a, caller);
    case F_GETFL: {
      const long flags = pass_call(SYS_fcntl, a);
      return flags < 0 || file.nonblocking ? flags : flags & ~O_NONBLOCK;
    }
    case F_SETFL: {
      take_descriptor_turn(OperationKind::kDescriptorControl, object_of_file(file), caller);
      file.nonblocking = (a[2] & O_NONBLOCK) != 0;
      return system_call(SYS_fcntl, a[0], F_SETFL, a[2] | O_NONBLOCK);
    }
    default:
      return pass_call(SYS_fcntl, a);
  }
}

long control_device(Arguments a, OpenFile& file, const void* caller) {
  take_descriptor_turn(OperationKind::kDescriptorControl, object_of_file(file), caller);
  if (a[1] == FIONBIO) {
    file.nonblocking = *reinterpret_cast<const int*>(a[2]) != 0;
    return 0;
  }
  return pass_call(SYS_ioctl, a);
}

void note_parts(const iovec* parts, std::size_t count, long size, bool writes, const void* caller) {
  for (std::size_t index = 0; index < count && size > 0; ++index) {
    const long part = std::min(size, static_cast<long>(parts[index].iov_len));
    note_memory(parts[index].iov_base, part, writes, caller);
    size -= part;
  }
}

void note_received(long number, Arguments a, long size, const void* caller) {
  switch (number) {
    case SYS_readv:
      note_parts(reinterpret_cast<const iovec*>(a[1]), static_cast<std::size_t>(a[2]), size, true, caller);
      break;
    case SYS_recvmsg: {
      const auto& message = *reinterpret_cast<const msghdr*>(a[1]);
      note_parts(message.msg_iov, message.msg_iovlen, size, true, caller);
      break;
    }
    default:
      note_memory(reinterpret_cast<const void*>(a[1]), std::min(size, a[2]), true, caller);
      break;
  }
}

int receive_flags(long number, Arguments a) {
  return number == SYS_recvfrom ? static_cast<int>(a[3]) : number == SYS_recvmsg ? static_cast<int>(a[2]) : 0;
}

// read, readv, recvfrom, recvmsg.
long receive(long number, Arguments a, const void* caller) {
  const int flags = receive_flags(number, a);
  if ((flags & MSG_WAITALL) != 0 && number == SYS_recvmsg) {
    unsupported("recvmsg with MSG_WAITALL");
  }
  long moved[6] = {a[0], a[1], a[2], a[3], a[4], a[5]};
  long total = 0;
  for (;;) {
    OpenFile* file = file_of(a[0]);
    if (file == nullptr) {
      return total > 0 ? total : -EBADF;
    }
    const bool patient = !file->nonblocking && (flags & MSG_DONTWAIT) == 0;
    pollfd ready{.fd = static_cast<int>(a[0]), .events = POLLIN, .revents = 0};
    DescriptorWait wait{.at_once = !patient, .polled = &ready, .polled_count = 1};
    wait.own_deadline = deadline_of_timeout(file->receive_timeout);
    if (!take_descriptor_turn(OperationKind::kDescriptorRead, object_of_file(*file), wait, caller)) {
      return total > 0 ? total : wait.interrupted ? -EINTR : -EAGAIN;
    }
    file = file_of(a[0]);
    if (file == nullptr) {
      return total > 0 ? total : -EBADF;
    }
    expire_timers();
    const long result = file->kind == FileKind::kSignals
                            ? read_signals(*file, reinterpret_cast<void*>(a[1]), static_cast<std::size_t>(a[2]))
                            : pass_call(number, moved);
    if (result == -EAGAIN && patient && can_wait()) {
      continue;  // a timer of which another thread took what there was
    }
    if (result >= 0) {
      note_change(*file);
      note_received(number, moved, result, caller);
    }
    if (result == -EAGAIN) {
      found_nothing(object_of_file(*file), caller);
    }
    if (result <= 0) {
      return total > 0 ? total : result;
    }
    total += result;
    if ((flags & MSG_WAITALL) == 0 || !file->is_stream || !patient || result >= moved[2]) {
      return total;
    }
    moved[1] += result;
    moved[2] -= result;
  }
}

// What is still to be written.
struct Outgoing {
  iovec parts[kMostParts];
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t left = 0;
  msghdr message = {};
  int flags = 0;
  bool cut = false;

  void add(void* from, std::size_t size) {
    if (count == kMostParts) {
      cut = true;
      return;
    }
    parts[count++] = {.iov_base = from, .iov_len = size};
    left += size;
  }
  void advance(std::size_t size) {
    left -= size;
    while (size > 0) {
      iovec& part = parts[first];
      const std::size_t taken = std::min(size, part.iov_len);
      part.iov_base = static_cast<char*>(part.iov_base) + taken;
      part.iov_len -= taken;
      size -= taken;
      first += part.iov_len == 0 ? 1 : 0;
    }
  }
};

void collect(Outgoing& out, long number, Arguments a) {
  const iovec* parts = nullptr;
  std::size_t count = 0;
  switch (number) {
    case SYS_writev:
      parts = reinterpret_cast<const iovec*>(a[1]);
      count = static_cast<std::size_t>(a[2]);
      break;
    case SYS_sendmsg:
      out.message = *reinterpret_cast<const msghdr*>(a[1]);
      out.flags = static_cast<int>(a[2]);
      parts = out.message.msg_iov;
      count = out.message.msg_iovlen;
      if (out.message.msg_controllen != 0) {
        unsupported("control messages over a socket");
      }
      break;
    default:
      if (number == SYS_sendto) {
        out.flags = static_cast<int>(a[3]);
      }
      out.add(reinterpret_cast<void*>(a[1]), static_cast<std::size_t>(a[2]));
      break;
  }
  for (std::size_t index = 0; index < count; ++index) {
    out.add(parts[index].iov_base, parts[index].iov_len);
  }
}

long send_once(long descriptor, const OpenFile& file, Outgoing& out) {
  if (file.kind != FileKind::kSocket) {
    return system_call(SYS_writev, descriptor, reinterpret_cast<long>(out.parts + out.first),
                       static_cast<long>(out.count - out.first));
  }
  msghdr message = {};  // connected sockets only: no address
  message.msg_iov = out.parts + out.first;
  message.msg_iovlen = out.count - out.first;
  return system_call(SYS_sendmsg, descriptor, reinterpret_cast<long>(&message),
                     out.flags | MSG_NOSIGNAL | MSG_DONTWAIT);
}

// write, writev, sendto, sendmsg. When it blocks, a stream takes all of it, bit by bit. Whether something fits is only
// known by trying (poll wants more room than that), so there is a first try, and another when something has changed.
long send(long number, Arguments a, const void* caller) {
  Outgoing out;
  collect(out, number, a);
  long total = 0;
  bool tried = false;
  std::uint64_t seen_changes = 0;
  for (;;) {
    OpenFile* file = file_of(a[0]);
    if (file == nullptr) {
      return total > 0 ? total : -EBADF;
    }
    if (out.cut && !file->is_stream) {
      unsupported("a message of more than 128 parts");
    }
    const bool patient = !file->nonblocking && (out.flags & MSG_DONTWAIT) == 0;
    pollfd ready{.fd = static_cast<int>(a[0]), .events = POLLOUT, .revents = 0};
    DescriptorWait wait{.at_once = !patient || !tried,
                        .polled = &ready,
                        .polled_count = 1,
                        .changes = &channel_of(*file).changes,
                        .seen_changes = seen_changes};
    wait.own_deadline = deadline_of_timeout(file->send_timeout);
    if (!take_descriptor_turn(OperationKind::kDescriptorWrite, object_of_file(*file), wait, caller)) {
      return total > 0 ? total : wait.interrupted ? -EINTR : -EAGAIN;
    }
    file = file_of(a[0]);
    if (file == nullptr) {
      return total > 0 ? total : -EBADF;
    }
    note_parts(out.parts + out.first, out.count - out.first, static_cast<long>(out.left), false, caller);
    const long result = send_once(a[0], *file, out);
    if (result > 0) {
      note_change(*file);
      total += result;
      out.advance(static_cast<std::size_t>(result));
    }
    const bool goes_on = patient && can_wait() && (result == -EAGAIN || (result > 0 && file->is_stream));
    if (result == -EAGAIN && !goes_on) {
      found_nothing(object_of_file(*file), caller);
    }
    if (result == -EPIPE && (out.flags & MSG_NOSIGNAL) == 0) {
      raise_here(SIGPIPE, {.code = SI_USER, .value = 0, .timer = 0, .sender = state().current});
    }
    if (!goes_on || out.left == 0) {
      return total > 0 ? total : result;
    }
    tried = true;
    seen_changes = channel_of(*file).changes;
  }
}

bool asked_in_vain(const Thread& self, const void* object, const void* caller) {
  return execution.active && std::any_of(self.vain_calls, self.vain_calls + kVainCalls, [&](const VainCall& call) {
           return call.caller == caller && call.object == object && call.changes == descriptor_table().changes;
         });
}

bool is_cancellation_point(OperationKind kind) {
  return kind != OperationKind::kDescriptorOpen && kind != OperationKind::kDescriptorControl;
}

std::uint16_t free_channel() {
  DescriptorTable& table = descriptor_table();
  std::uint16_t index = 0;
  while (table.channels[index].files != 0) {
    ++index;  // there are as many as files
  }
  return index;
}

}  // namespace

const void* object_of_all() { return &descriptor_table(); }
const void* object_of_file(const OpenFile& file) { return &channel_of(file); }

OpenFile& add_file(long descriptor, FileKind kind, bool nonblocking, const OpenFile* with) {
  DescriptorTable& table = descriptor_table();
  OpenFile* file = std::find_if(table.files, table.files + kMaxOpenFiles,
                                [](const OpenFile& entry) { return entry.references == 0; });
  if (file == table.files + kMaxOpenFiles) {
    unsupported("more than 512 pipes, sockets and event descriptors");
  }
  *file = {};
  file->kind = kind;
  file->nonblocking = nonblocking;
  file->expiry = kNever;
  file->channel = with != nullptr ? with->channel : free_channel();
  ++channel_of(*file).files;
  ++table.open_files;
  add_descriptor(descriptor, *file);
  return *file;
}

void add_descriptor(long descriptor, OpenFile& file) {
  if (descriptor >= static_cast<long>(kMaxDescriptors)) {
    unsupported("descriptors of 1000 and above");
  }
  DescriptorTable& table = descriptor_table();
  table.file_of[descriptor] = static_cast<std::uint16_t>(&file - table.files + 1);
  ++file.references;
}

void remove_descriptor(long descriptor) {
  OpenFile& file = *file_of(descriptor);
  DescriptorTable& table = descriptor_table();
  table.file_of[descriptor] = 0;
  note_change(file);
  if (--file.references == 0) {
    --channel_of(file).files;
    --table.open_files;
  }
}

void join_channel(OpenFile& file, const OpenFile& with) {
  --channel_of(file).files;
  file.channel = with.channel;
  ++channel_of(file).files;
}

void note_change(const OpenFile& file) {
  ++channel_of(file).changes;
  ++descriptor_table().changes;
  note_step_for_children();
}

void found_nothing(const void* object, const void* caller) {
  Thread& self = current_thread();
  self.vain_calls[self.next_vain_call++ % kVainCalls] = {
      .caller = caller, .object = object, .changes = descriptor_table().changes};
}

long descriptor_of(const OpenFile& file) {
  const DescriptorTable& table = descriptor_table();
  const auto number = static_cast<std::uint16_t>(&file - table.files + 1);
  return std::find(table.file_of, table.file_of + kMaxDescriptors, number) - table.file_of;
}

long pass_call(long number, Arguments a) {
  return path_owner != 0 ? call_with_own_names(number, a) : system_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

void note_memory(const void* address, long size, bool writes, const void* caller) {
  if (execution.active && size > 0 &&
      is_visible_access(reinterpret_cast<std::uintptr_t>(address), static_cast<std::size_t>(size), writes)) {
    invisible(writes ? OperationKind::kWriteRange : OperationKind::kReadRange, address,
              {.site = nullptr, .caller = caller}, kNoThread, static_cast<std::uint32_t>(size));
  }
}

bool take_descriptor_turn(OperationKind kind, const void* object, DescriptorWait& wait, const void* caller) {
  if (is_free()) {
    return wait_freely(kind, wait);
  }
  Thread& self = current_thread();
  if (is_cancellation_point(kind)) {
    cancellation_point();
  }
  if (wait.at_once && asked_in_vain(self, object, caller)) {
    DescriptorWait change{.changes = &descriptor_table().changes,
                          .seen_changes = descriptor_table().changes,
                          .own_deadline = state().clock};
    self.descriptor_wait = &change;
    visible(kind, object, {.site = nullptr, .caller = caller}, 1, change.own_deadline);
    self.descriptor_wait = nullptr;
    return true;
  }
  for (;;) {
    self.descriptor_wait = &wait;
    if (!execution.active && !descriptors_ready(self)) {
      unsupported("waiting for a pipe or socket between two passes of the test loop");
    }
    const Variant granted = visible(kind, object, {.site = nullptr, .caller = caller}, 1,
                                    wait.at_once ? kNever : deadline_with_timers(wait));
    self.descriptor_wait = nullptr;
    if (is_cancellation_point(kind)) {
      cancellation_point();
    }
    if (granted == kInterrupted) {
      wait.interrupted = true;
      return false;
    }
    if (granted != kTimeout) {
      return true;
    }
    if (wait.own_deadline <= state().clock) {
      return false;
    }
    expire_timers();  // it was one of those, and not the call's own timeout
  }
}

void take_descriptor_turn(OperationKind kind, const void* object, const void* caller) {
  DescriptorWait wait{.at_once = true};
  take_descriptor_turn(kind, object, wait, caller);
}

bool descriptors_ready(const Thread& self) {
  const DescriptorWait* wait = self.descriptor_wait;
  expire_timers();
  refresh_signal_files(self);
  if (wait == nullptr || wait->at_once || (wait->changes != nullptr && *wait->changes != wait->seen_changes)) {
    return true;
  }
  if (wait->child != nullptr) {
    return child_wait_is_over(*wait->child);
  }
  if (wait->selected_limit != 0) {
    fd_set sets[3];
    long given[3];
    for (int index = 0; index < 3; ++index) {
      given[index] = 0;
      if (wait->selected[index] != nullptr) {
        sets[index] = *wait->selected[index];
        given[index] = reinterpret_cast<long>(&sets[index]);
      }
    }
    timespec none{};
    return system_call(SYS_pselect6, wait->selected_limit, given[0], given[1], given[2], reinterpret_cast<long>(&none),
                       0) != 0;
  }
  return wait->polled_count != 0 &&
         system_call(SYS_poll, reinterpret_cast<long>(wait->polled), static_cast<long>(wait->polled_count), 0) != 0;
}

bool descriptors_open() { return descriptor_table().open_files != 0; }

bool descriptor_call(long number, Arguments a, const void* caller, long& result) {
  switch (number) {
    case SYS_pipe:
      result = make_pipe(a, 0, caller);
      return true;
    case SYS_pipe2:
      result = make_pipe(a, static_cast<int>(a[1]), caller);
      return true;
    case SYS_eventfd:
      result = make_events(a, 0, caller);
      return true;
    case SYS_eventfd2:
      result = make_events(a, static_cast<int>(a[1]), caller);
      return true;
    default:
      break;
  }
  if (socket_call(number, a, caller, result) || polling_call(number, a, caller, result) ||
      timer_call(number, a, caller, result) || signal_file_call(number, a, caller, result)) {
    return true;
  }
  OpenFile* file = file_of(a[0]);
  if (number == SYS_dup2 || number == SYS_dup3) {
    if (file == nullptr && file_of(a[1]) == nullptr) {
      return false;
    }
    result = duplicate(number, a, caller);
    return true;
  }
  if (file == nullptr) {
    return false;
  }
  switch (number) {
    case SYS_read:
    case SYS_readv:
    case SYS_recvfrom:
    case SYS_recvmsg:
      result = receive(number, a, caller);
      return true;
    case SYS_write:
    case SYS_writev:
    case SYS_sendto:
    case SYS_sendmsg:
      result = send(number, a, caller);
      return true;
    case SYS_close:
      result = close_descriptor(a[0], *file, caller);
      return true;
    case SYS_dup:
      result = duplicate(number, a, caller);
      return true;
    case SYS_fcntl:
      result = control_file(a, *file, caller);
      return true;
    case SYS_ioctl:
      result = control_device(a, *file, caller);
      return true;
    case SYS_sendfile:
      unsupported("sendfile to a pipe or socket");
    default:
      return false;
  }
}

// By the descriptors that are open there now.
}  // namespace heddle::runtime
