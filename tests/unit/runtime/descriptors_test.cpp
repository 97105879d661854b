#include "runtime/kernel/descriptors.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "fakes.h"
#include "refused.h"
#include "runtime/kernel/descriptor_table.h"
#include "runtime/state/open_files.h"
#include "runtime/state/virtual_time.h"

namespace heddle::runtime {
namespace {

class DescriptorsTest : public fakes::RuntimeTest {
 protected:
  ~DescriptorsTest() override {
    for (long descriptor = 0; descriptor < static_cast<long>(kMaxDescriptors); ++descriptor) {
      if (file_of(descriptor) != nullptr) {
        close(static_cast<int>(descriptor));
      }
    }
  }
  // What the system call says; it must be one of those that concern descriptors.
  static long call(long number, long a = 0, long b = 0, long c = 0, long d = 0) {
    long result = 0;
    EXPECT_TRUE(descriptor_call(number, {a, b, c, d, 0, 0}, nullptr, result)) << number;
    return result;
  }
  static std::vector<int> make_pipe(int flags = 0) {
    std::vector<int> ends(2);
    EXPECT_EQ(call(SYS_pipe2, reinterpret_cast<long>(ends.data()), flags), 0);
    return ends;
  }
  static long read_from(int descriptor, void* to, std::size_t size) {
    return call(SYS_read, descriptor, reinterpret_cast<long>(to), static_cast<long>(size));
  }
  static long write_to(int descriptor, const std::string& text) {
    return call(SYS_write, descriptor, reinterpret_cast<long>(text.data()), static_cast<long>(text.size()));
  }
};

TEST_F(DescriptorsTest, ThePipesEndsShareAChannel) {
  const std::vector<int> ends = make_pipe();
  ASSERT_NE(file_of(ends[0]), nullptr);
  ASSERT_NE(file_of(ends[1]), nullptr);
  EXPECT_EQ(&channel_of(*file_of(ends[0])), &channel_of(*file_of(ends[1])));
  EXPECT_EQ(descriptor_table().open_files, 2U);
  EXPECT_EQ(descriptor_of(*file_of(ends[1])), ends[1]);
  char buffer[8] = {};
  EXPECT_EQ(write_to(ends[1], "abc"), 3);
  EXPECT_EQ(read_from(ends[0], buffer, sizeof buffer), 3);
  EXPECT_STREQ(buffer, "abc");
  const std::vector<int> another = make_pipe();
  EXPECT_NE(&channel_of(*file_of(ends[0])), &channel_of(*file_of(another[0])));
}

TEST_F(DescriptorsTest, WhatIsClosedIsFreeAgain) {
  std::vector<int> ends = make_pipe();
  const std::uint16_t channel = file_of(ends[0])->channel;
  EXPECT_EQ(call(SYS_close, ends[0]), 0);
  EXPECT_EQ(file_of(ends[0]), nullptr);
  EXPECT_TRUE(descriptors_open());
  EXPECT_EQ(call(SYS_close, ends[1]), 0);
  EXPECT_FALSE(descriptors_open());
  long result = 0;
  EXPECT_FALSE(descriptor_call(SYS_read, {ends[0], 0, 0, 0, 0, 0}, nullptr, result));
  ends = make_pipe();
  EXPECT_EQ(file_of(ends[0])->channel, channel);
}

TEST_F(DescriptorsTest, NumbersOutsideOfTheTableAreNone) {
  EXPECT_EQ(file_of(-1), nullptr);
  EXPECT_EQ(file_of(kFirstOwnDescriptor), nullptr);
  EXPECT_EQ(file_of(1L << 40U), nullptr);
}

TEST_F(DescriptorsTest, AReaderThatWaitsGoesOnWhenThereIsSomething) {
  const std::vector<int> ends = make_pipe();
  Thread& self = thread({0});
  fakes::world.turn = [&] {
    EXPECT_NE(self.descriptor_wait, nullptr);
    EXPECT_FALSE(descriptors_ready(self));
    EXPECT_EQ(write(ends[1], "x", 1), 1);
    EXPECT_TRUE(descriptors_ready(self));
    return kProceed;
  };
  char byte = 0;
  EXPECT_EQ(read_from(ends[0], &byte, 1), 1);
  EXPECT_EQ(byte, 'x');
  EXPECT_EQ(self.descriptor_wait, nullptr);
}

TEST_F(DescriptorsTest, ANonblockingReaderDoesNotWaitAndIsRememberedToHaveAskedInVain) {
  const std::vector<int> ends = make_pipe(O_NONBLOCK);
  char byte = 0;
  EXPECT_EQ(read_from(ends[0], &byte, 1), -EAGAIN);
  EXPECT_EQ(fakes::world.announced.back().deadline, kNever);
  state().clock = 50;
  EXPECT_EQ(read_from(ends[0], &byte, 1), -EAGAIN);
  EXPECT_EQ(fakes::world.announced.back().deadline, 50U) << "to ask again costs as much as a timeout";
  EXPECT_EQ(write_to(ends[1], "x"), 1);
  EXPECT_EQ(read_from(ends[0], &byte, 1), 1);
  EXPECT_EQ(fakes::world.announced.back().deadline, kNever) << "something has changed";
}

TEST_F(DescriptorsTest, AHandlerInterruptsTheCall) {
  const std::vector<int> ends = make_pipe();
  fakes::world.turn = [] { return kInterrupted; };
  char byte = 0;
  EXPECT_EQ(read_from(ends[0], &byte, 1), -EINTR);
}

TEST_F(DescriptorsTest, ALargeWriteGoesOnUntilAllOfItIsWritten) {
  const std::vector<int> ends = make_pipe();
  const std::string text(300'000, 'x');
  std::size_t taken = 0;
  fakes::world.turn = [&] {
    std::vector<char> buffer(100'000);
    const ssize_t got = read(ends[0], buffer.data(), buffer.size());
    taken += got > 0 ? static_cast<std::size_t>(got) : 0;
    return kProceed;
  };
  EXPECT_EQ(write_to(ends[1], text), 300'000);
  fakes::world.turn = [] { return kProceed; };
  char rest[100'000];
  ssize_t got = 0;
  while ((got = read(ends[0], rest, sizeof rest)) > 0) {
    taken += static_cast<std::size_t>(got);
  }
  EXPECT_EQ(taken, text.size());
}

TEST_F(DescriptorsTest, PartsOfNoBytesAreSkipped) {
  const std::vector<int> ends = make_pipe();
  char text[] = "abcdef";
  std::vector<iovec> parts = {{text, 0}, {text, 2}, {text + 2, 0}, {text + 2, 4}, {text, 0}};
  EXPECT_EQ(call(SYS_writev, ends[1], reinterpret_cast<long>(parts.data()), static_cast<long>(parts.size())), 6);
  char buffer[8] = {};
  EXPECT_EQ(read_from(ends[0], buffer, sizeof buffer), 6);
  EXPECT_STREQ(buffer, "abcdef");
}

TEST_F(DescriptorsTest, ManyPartsAreAShortWriteToAStream) {
  const std::vector<int> ends = make_pipe();
  char byte = 'x';
  std::vector<iovec> parts(200, {&byte, 1});
  EXPECT_EQ(call(SYS_writev, ends[1], reinterpret_cast<long>(parts.data()), 200), 128);
}

TEST_F(DescriptorsTest, ManyPartsOfAMessageAreRefusedRatherThanCut) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, ends), 0);
  add_file(ends[0], FileKind::kSocket, false);
  add_file(ends[1], FileKind::kSocket, false);
  char byte = 'x';
  std::vector<iovec> parts(129, {&byte, 1});
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = 128;
  EXPECT_EQ(call(SYS_sendmsg, ends[0], reinterpret_cast<long>(&message)), 128);
  message.msg_iovlen = 129;
  EXPECT_UNSUPPORTED((void)call(SYS_sendmsg, ends[0], reinterpret_cast<long>(&message)),
                     "a message of more than 128 parts");
}

TEST_F(DescriptorsTest, WritingWithoutReadersRaisesASignal) {
  const std::vector<int> ends = make_pipe();
  call(SYS_close, ends[0]);
  EXPECT_THROW(write_to(ends[1], "x"), fakes::ExecutionEnded);
  EXPECT_EQ(fakes::words(), "SIGPIPE: nobody is left to read");
  state().signals.actions[SIGPIPE].handler = SIG_IGN;
  EXPECT_EQ(write_to(ends[1], "x"), -EPIPE);
}

TEST_F(DescriptorsTest, ToTheProgramBlockingDescriptorsAre) {
  const std::vector<int> ends = make_pipe();
  EXPECT_EQ(call(SYS_fcntl, ends[0], F_GETFL) & O_NONBLOCK, 0);
  EXPECT_NE(fcntl(ends[0], F_GETFL) & O_NONBLOCK, 0) << "to the kernel they are not";
  EXPECT_EQ(call(SYS_fcntl, ends[0], F_SETFL, O_NONBLOCK), 0);
  EXPECT_NE(call(SYS_fcntl, ends[0], F_GETFL) & O_NONBLOCK, 0);
  EXPECT_EQ(call(SYS_fcntl, ends[0], F_SETFL, 0), 0);
  EXPECT_NE(fcntl(ends[0], F_GETFL) & O_NONBLOCK, 0);
}

// Limits.

TEST_F(DescriptorsTest, AsManyFilesAsThereIsRoomForAndNoMore) {
  for (long descriptor = 0; descriptor < 512; ++descriptor) {
    add_file(100 + descriptor, FileKind::kEvents, false);
  }
  EXPECT_EQ(descriptor_table().open_files, 512U);
  EXPECT_UNSUPPORTED(add_file(700, FileKind::kEvents, false), "more than 512 pipes, sockets and event descriptors");
  remove_descriptor(300);
  add_file(700, FileKind::kEvents, false);
  EXPECT_EQ(descriptor_table().open_files, 512U);
  descriptor_table() = {};  // none of them is the kernel's
}

TEST_F(DescriptorsTest, DescriptorsOfTheRuntimeAreNotThePrograms) {
  add_file(999, FileKind::kEvents, false);
  EXPECT_UNSUPPORTED(add_file(1000, FileKind::kEvents, false), "descriptors of 1000 and above");
  descriptor_table() = {};
}

TEST_F(DescriptorsTest, AChannelIsFreeWhenTheLastOfItsFilesIsGone) {
  OpenFile& one = add_file(100, FileKind::kSocket, false);
  OpenFile& other = add_file(101, FileKind::kSocket, false);
  const std::uint16_t left = other.channel;
  join_channel(other, one);
  EXPECT_EQ(other.channel, one.channel);
  EXPECT_EQ(add_file(102, FileKind::kSocket, false).channel, left);
  add_descriptor(103, one);
  remove_descriptor(100);
  EXPECT_EQ(file_of(103), &one) << "its duplicate keeps it open";
  EXPECT_EQ(channel_of(one).files, 2U);
  descriptor_table() = {};
}

TEST_F(DescriptorsTest, AChannelIsCalledByItsDescriptors) {
  OpenFile& file = add_file(3, FileKind::kPipe, false);
  for (long descriptor = 4; descriptor < 9; ++descriptor) {
    add_descriptor(descriptor, file);
  }
  const auto address = reinterpret_cast<std::uintptr_t>(&channel_of(file));
  char text[64];
  EXPECT_EQ(describe_channel(address, text, sizeof text), 16U);
  EXPECT_STREQ(text, "pipe 3 4 5 6 7 8");
  add_descriptor(9, file);
  (void)describe_channel(address, text, sizeof text);
  EXPECT_STREQ(text, "pipe 3 4 5 6 7 8 ...");
  (void)describe_channel(reinterpret_cast<std::uintptr_t>(object_of_all()), text, sizeof text);
  EXPECT_STREQ(text, "descriptors");
  EXPECT_EQ(describe_channel(reinterpret_cast<std::uintptr_t>(text), text, sizeof text), 0U);
  descriptor_table() = {};
}

// Timers.

class DescriptorTimersTest : public DescriptorsTest {
 protected:
  static void set(int timer, long value, long interval) {
    const itimerspec wanted{.it_interval = {.tv_sec = 0, .tv_nsec = interval},
                            .it_value = {.tv_sec = 0, .tv_nsec = value}};
    EXPECT_EQ(call(SYS_timerfd_settime, timer, 0, reinterpret_cast<long>(&wanted)), 0);
  }
  int timer = static_cast<int>(call(SYS_timerfd_create, CLOCK_MONOTONIC, TFD_NONBLOCK));
};

TEST_F(DescriptorTimersTest, ExpirationsAreCountedByVirtualTime) {
  std::uint64_t count = 0;
  EXPECT_EQ(read_from(timer, &count, sizeof count), -EAGAIN);
  set(timer, 100, 10);
  state().clock = 99;
  EXPECT_EQ(read_from(timer, &count, sizeof count), -EAGAIN);
  state().clock = 125;
  EXPECT_EQ(read_from(timer, &count, sizeof count), 8);
  EXPECT_EQ(count, 3U);
  EXPECT_EQ(file_of(timer)->expiry, 130U);
}

TEST_F(DescriptorTimersTest, WhoeverPollsWaitsUntilItExpires) {
  set(timer, 100, 0);
  pollfd polled{.fd = timer, .events = POLLIN, .revents = 0};
  fakes::world.turn = [] {
    if (descriptors_ready(current_thread())) {
      return kProceed;
    }
    state().clock = fakes::world.announced.back().deadline;
    return kTimeout;
  };
  EXPECT_EQ(call(SYS_poll, reinterpret_cast<long>(&polled), 1, 1000), 1);
  EXPECT_EQ(state().clock, 100U);
  EXPECT_EQ(polled.revents, POLLIN);
}

TEST_F(DescriptorTimersTest, ATimeoutThatIsShorterIsOverFirst) {
  set(timer, 10'000'000, 0);
  pollfd polled{.fd = timer, .events = POLLIN, .revents = 99};
  fakes::world.turn = [] {
    state().clock = fakes::world.announced.back().deadline;
    return kTimeout;
  };
  EXPECT_EQ(call(SYS_poll, reinterpret_cast<long>(&polled), 1, 1), 0);
  EXPECT_EQ(state().clock, 1'000'000U);
  EXPECT_EQ(polled.revents, 0);
}

}  // namespace
}  // namespace heddle::runtime
