#include "runtime/kernel/syscalls.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

#include "fakes.h"
#include "refused.h"
#include "runtime/kernel/syscall_names.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

class SyscallsTest : public fakes::RuntimeTest {
 protected:
  // From one execution to the next: what the one before has mapped is gone.
  SyscallsTest() { note_initial_kernel_state(); }
  ~SyscallsTest() override { undo_system_calls(); }

  static long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
    return handle_system_call(number, {a, b, c, d, e, f}, nullptr);
  }
  static long map(std::size_t size, int flags = MAP_PRIVATE | MAP_ANONYMOUS, std::uintptr_t at = 0) {
    return call(SYS_mmap, static_cast<long>(at), static_cast<long>(size), PROT_READ | PROT_WRITE, flags, -1);
  }
};

TEST_F(SyscallsTest, WhatHeddleDoesNotHaveIsRefusedByName) {
  EXPECT_UNSUPPORTED(call(SYS_ptrace), "ptrace");
  EXPECT_UNSUPPORTED(call(SYS_io_uring_setup), "io_uring_setup");
  EXPECT_UNSUPPORTED(call(SYS_exit), "exit");
  EXPECT_UNSUPPORTED(call(9999), "system call 9999");
  EXPECT_EQ(worker_segment().result.phase.load(), segment::Phase::kUnsupported);
}

TEST_F(SyscallsTest, WhatOnlyTheEndOfTheProcessUndoesNeedsFork) {
  worker_segment().request.reset = segment::ResetMode::kAuto;
  for (const auto& [number, name] : {std::pair<long, const char*>{SYS_chdir, "chdir"},
                                     {SYS_umask, "umask"},
                                     {SYS_setuid, "setuid"},
                                     {SYS_setrlimit, "setrlimit"}}) {
    EXPECT_UNSUPPORTED(call(number), name);
    EXPECT_EQ(worker_segment().result.phase.load(), segment::Phase::kNeedsFork) << name;
  }
  worker_segment().request.reset = segment::ResetMode::kSnapshot;
  EXPECT_UNSUPPORTED(call(SYS_chdir), "chdir");
  EXPECT_EQ(worker_segment().result.phase.load(), segment::Phase::kUnsupported) << "the user has chosen";
  worker_segment().request.reset = segment::ResetMode::kFork;
  const long before = call(SYS_umask, 022);
  EXPECT_EQ(call(SYS_umask, before), 022) << "it is passed on";
}

TEST_F(SyscallsTest, HarmlessCallsArePassedOn) {
  EXPECT_EQ(call(SYS_getuid), static_cast<long>(getuid()));
  utsname name{};
  EXPECT_EQ(call(SYS_uname, reinterpret_cast<long>(&name)), 0);
  EXPECT_STREQ(name.sysname, "Linux");
}

TEST_F(SyscallsTest, ProcessesAndThreadsHaveTheSameNumbersInEveryExecution) {
  EXPECT_EQ(call(SYS_getpid), 1000);
  EXPECT_EQ(call(SYS_getppid), 999);
  EXPECT_EQ(call(SYS_gettid), 1000);
  run(add_thread());
  EXPECT_EQ(call(SYS_gettid), 1001);
}

TEST_F(SyscallsTest, TimeIsVirtual) {
  timespec now{};
  EXPECT_EQ(call(SYS_clock_gettime, CLOCK_REALTIME, reinterpret_cast<long>(&now)), 0);
  EXPECT_EQ(now.tv_sec, 1'700'000'000);
  EXPECT_EQ(call(SYS_time), 1'700'000'000);
  EXPECT_EQ(call(SYS_nanosleep), -EINTR);
}

TEST_F(SyscallsTest, MappingsHaveTheSameAddressesInEveryExecution) {
  const long one = map(100);
  const long other = map(5000);
  EXPECT_GE(one, static_cast<long>(kMappingsLow));
  EXPECT_EQ(other, one + 2 * static_cast<long>(kPageSize)) << "with a gap";
  *reinterpret_cast<char*>(other + 4999) = 1;
  const long huge = map(std::size_t{2} << 20U);
  EXPECT_EQ(huge % (2L << 20U), 0);
  undo_system_calls();
  state().next_mapping = 0;
  EXPECT_EQ(map(100), one);
  EXPECT_EQ(*reinterpret_cast<char*>(map(5000) + 4999), 0);
}

TEST_F(SyscallsTest, MappingsOfNoBytesOrTooManyFail) {
  EXPECT_EQ(map(0), -EINVAL);
  EXPECT_EQ(map(kMappingsHigh - kMappingsLow + 1), -ENOMEM);
  EXPECT_EQ(map(~std::size_t{0} - 2 * kPageSize), -ENOMEM);
}

TEST_F(SyscallsTest, MappingsAtAnAddressOfTheProgramsOwnChoiceNeedFork) {
  const long own = map(4 * kPageSize);
  EXPECT_EQ(map(kPageSize, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, static_cast<std::uintptr_t>(own)), own);
  worker_segment().request.reset = segment::ResetMode::kSnapshot;
  EXPECT_UNSUPPORTED(map(kPageSize, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, kHeapLow), "a mapping at a fixed address");
}

TEST_F(SyscallsTest, MemoryOfTheInitialStateStaysMapped) {
  void* initial = mmap(nullptr, kPageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_EQ(call(SYS_munmap, reinterpret_cast<long>(initial), kPageSize), 0);
  *static_cast<char*>(initial) = 1;
  munmap(initial, kPageSize);
  const long own = map(kPageSize);
  EXPECT_EQ(call(SYS_munmap, own, kPageSize), 0);
  unsigned char resident = 0;
  EXPECT_NE(mincore(reinterpret_cast<void*>(own), kPageSize, &resident), 0);
}

TEST_F(SyscallsTest, MappingsThatGrowInPlaceOrMoveStayApartFromTheNext) {
  const long one = map(kPageSize);
  const long in_place = call(SYS_mremap, one, kPageSize, 3 * kPageSize, MREMAP_MAYMOVE);
  EXPECT_EQ(in_place, one);
  const long other = map(kPageSize);
  EXPECT_GE(other, one + 4 * static_cast<long>(kPageSize));
  *reinterpret_cast<char*>(one) = 7;
  const long moved = call(SYS_mremap, one, 3 * kPageSize, 10 * kPageSize, MREMAP_MAYMOVE);
  EXPECT_GT(moved, other);
  EXPECT_EQ(*reinterpret_cast<char*>(moved), 7);
  EXPECT_GE(map(kPageSize), moved + 11 * static_cast<long>(kPageSize));
  EXPECT_EQ(call(SYS_mremap, other, kPageSize, 100 * kPageSize, 0), -ENOMEM) << "it may not move";
}

TEST_F(SyscallsTest, TheBreakNeverMoves) {
  const long before = call(SYS_brk, 0);
  EXPECT_EQ(call(SYS_brk, before + 4096), before);
}

TEST_F(SyscallsTest, DescriptorsOfTheRuntimeAreClosedToTheProgram) {
  EXPECT_EQ(call(SYS_close, 1000), -EBADF);
  EXPECT_UNSUPPORTED(call(SYS_dup2, 0, 1000), "descriptors of 1000 and above");
}

TEST_F(SyscallsTest, DescriptorsFromOutsideStayOpen) {
  const int outside = open("/dev/null", O_RDONLY);
  ASSERT_GT(outside, 2);
  note_initial_kernel_state();
  EXPECT_EQ(call(SYS_close, outside), 0);
  EXPECT_NE(fcntl(outside, F_GETFD), -1);
  worker_segment().request.reset = segment::ResetMode::kSnapshot;
  EXPECT_UNSUPPORTED(call(SYS_dup2, 0, outside), "dup2 onto a descriptor from outside the program");
  EXPECT_FALSE(files_open());
  const long own = call(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/dev/null"), O_RDONLY);
  EXPECT_GT(own, outside);
  EXPECT_TRUE(files_open());
  undo_system_calls();
  EXPECT_EQ(fcntl(static_cast<int>(own), F_GETFD), -1) << "the execution's own are closed behind it";
  EXPECT_NE(fcntl(outside, F_GETFD), -1);
  close(outside);
}

TEST_F(SyscallsTest, ReadingFromForeignPipesIsRefused) {
  fakes::world.plain_files = false;
  char byte = 0;
  EXPECT_UNSUPPORTED(call(SYS_read, 50, reinterpret_cast<long>(&byte), 1), "reading from a pipe, socket or device");
  EXPECT_UNSUPPORTED(call(SYS_write, 50, reinterpret_cast<long>(&byte), 1), "writing to a pipe, socket or device");
}

TEST_F(SyscallsTest, AStreamIsNoTerminal) { EXPECT_EQ(call(SYS_ioctl, 1, TCGETS), -ENOTTY); }

TEST_F(SyscallsTest, ALoopOfSystemCallsHasAnEnd) {
  execution.step_limit = 10;
  int made = 0;
  try {
    for (; made < 100; ++made) {
      call(SYS_getuid);
    }
  } catch (const fakes::ExecutionEnded& end) {
    EXPECT_EQ(end.kind, OutcomeKind::kStepLimit);
  }
  EXPECT_EQ(made, 10);
  EXPECT_EQ(worker_segment().result.heartbeat.load(), 11U) << "each is a sign of life";
}

TEST_F(SyscallsTest, TheEndOfTheProcessIsThatOfTheExecution) {
  try {
    call(SYS_exit_group, 7);
    ADD_FAILURE() << "it went on";
  } catch (const fakes::ExecutionEnded& end) {
    EXPECT_EQ(end.exit_status, 7);
  }
}

}  // namespace
}  // namespace heddle::runtime
