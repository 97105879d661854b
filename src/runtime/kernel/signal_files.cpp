// signalfd. To the kernel it is an event counter, kept at 1 while a signal of its set is pending for whoever asks.
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/kernel/descriptor_table.h"
#include "runtime/machine/arch.h"
#include "runtime/schedule/signals.h"
#include "runtime/state/open_files.h"

namespace heddle::runtime {

namespace {

void describe(signalfd_siginfo& to, int signal, const SignalCause& cause) {
  siginfo_t info;
  fill_info(info, signal, cause);
  to = {};
  to.ssi_signo = static_cast<std::uint32_t>(signal);
  to.ssi_code = info.si_code;
  if (cause.timer != 0) {
    to.ssi_tid = static_cast<std::uint32_t>(info.si_timerid);
    to.ssi_overrun = static_cast<std::uint32_t>(info.si_overrun);
  } else {
    to.ssi_pid = static_cast<std::uint32_t>(info.si_pid);
    to.ssi_uid = info.si_uid;
  }
  if (cause.code == SI_QUEUE || cause.code == SI_TIMER) {
    to.ssi_int = info.si_value.sival_int;
    to.ssi_ptr = reinterpret_cast<std::uint64_t>(info.si_value.sival_ptr);
  }
}

}  // namespace

bool signal_file_call(long number, Arguments a, const void* caller, long& result) {
  if (number != SYS_signalfd && number != SYS_signalfd4) {
    return false;
  }
  const auto set = *reinterpret_cast<const std::uint64_t*>(a[1]);
  const long flags = number == SYS_signalfd4 ? a[3] : 0;
  take_descriptor_turn(OperationKind::kDescriptorOpen, object_of_all(), caller);
  if (const auto known = static_cast<int>(a[0]); known >= 0) {
    OpenFile* file = file_of(known);
    if (file == nullptr || file->kind != FileKind::kSignals) {
      result = -EINVAL;
      return true;
    }
    file->signals = set;
    result = known;
    return true;
  }
  static_assert(int{SFD_NONBLOCK} == int{EFD_NONBLOCK} && int{SFD_CLOEXEC} == int{EFD_CLOEXEC});
  result = system_call(SYS_eventfd2, 0, flags | EFD_NONBLOCK);
  if (result >= 0) {
    add_file(result, FileKind::kSignals, (flags & SFD_NONBLOCK) != 0).signals = set;
    ++descriptor_table().signal_files;
  }
  return true;
}

void refresh_signal_files(const Thread& asking) {
  DescriptorTable& table = descriptor_table();
  if (table.signal_files == 0) {
    return;
  }
  const std::uint64_t pending = asking.signals.pending.set | state().signals.pending.set;
  for (OpenFile& file : table.files) {
    const bool ready = (pending & file.signals) != 0;
    if (file.references == 0 || file.kind != FileKind::kSignals || file.has_signals == ready) {
      continue;
    }
    file.has_signals = ready;
    std::uint64_t count = 1;
    system_call(ready ? SYS_write : SYS_read, descriptor_of(file), reinterpret_cast<long>(&count), sizeof count);
    note_change(file);
  }
}

long read_signals(const OpenFile& file, void* to, std::size_t size) {
  const std::size_t room = size / sizeof(signalfd_siginfo);
  if (room == 0) {
    return -EINVAL;
  }
  Thread& self = current_thread();
  std::size_t count = 0;
  SignalCause cause;
  while (count < room) {
    const int signal = take_pending(self, file.signals, cause);
    if (signal == 0) {
      break;
    }
    describe(static_cast<signalfd_siginfo*>(to)[count++], signal, cause);
  }
  refresh_signal_files(self);
  return count == 0 ? -EAGAIN : static_cast<long>(count * sizeof(signalfd_siginfo));
}

}  // namespace heddle::runtime
