#include "runtime/observe/recorder.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "fakes.h"
#include "runtime/machine/link.h"
#include "runtime/observe/block_records.h"
#include "runtime/program/heap.h"
#include "runtime/state/control.h"
#include "runtime/state/open_files.h"
#include "runtime/state/primitives.h"

namespace heddle::runtime {
namespace {

class RecorderTest : public fakes::RuntimeTest {
 protected:
  RecorderTest() {
    map_heap();
    execution.recorded = true;
    begin_recording();
  }
  // A visible operation of the thread, at this address.
  static Event event_of(const Thread& who, OperationKind kind, const void* address, std::uint32_t size) {
    Event event;
    event.thread = who.id;
    event.thread_name = who.name;
    event.visible = true;
    event.operation.kind = kind;
    event.operation.address = reinterpret_cast<std::uintptr_t>(address);
    event.operation.size = size;
    return event;
  }
  static segment::Result& result() { return worker_segment().result; }
  static std::vector<segment::RecordedEvent> events() {
    const segment::RecordedEvent* first = segment::events(&worker_segment());
    return {first, first + result().event_count};
  }
  static std::string text(std::uint32_t reference) {
    return reference == 0 ? "" : segment::strings(&worker_segment()) + reference - 1;
  }
  static void fill_events_but(std::uint64_t count) { result().event_count = segment::kEventCapacity - count; }

  Thread& self = thread({0});
};

TEST_F(RecorderTest, AReadHasItsValueAndItsStack) {
  const std::uint32_t variable = 0x1234;
  record_event(event_of(self, OperationKind::kRead, &variable, sizeof variable), self);
  ASSERT_EQ(events().size(), 1U);
  const segment::RecordedEvent recorded = events()[0];
  EXPECT_EQ(recorded.value_size, 4);
  EXPECT_EQ(recorded.value[0], 0x1234U);
  EXPECT_EQ(recorded.has_before, 0);
  EXPECT_GT(recorded.frames, 0);
  EXPECT_EQ(result().stack_bytes, recorded.frames * sizeof(std::uint64_t));
}

TEST_F(RecorderTest, AWriteHasTheValuesBeforeAndAfter) {
  std::uint64_t variable[2] = {1, 2};
  record_event(event_of(self, OperationKind::kWrite, variable, sizeof variable), self);
  variable[1] = 5;
  complete_event(self);
  variable[1] = 6;
  complete_event(self);  // it was completed
  const segment::RecordedEvent recorded = events()[0];
  EXPECT_EQ(recorded.has_before, 1);
  EXPECT_EQ(recorded.before[1], 2U);
  EXPECT_EQ(recorded.value[0], 1U);
  EXPECT_EQ(recorded.value[1], 5U);
}

TEST_F(RecorderTest, WritesOfSeveralThreadsAreCompletedEachByItsOwn) {
  Thread& other = add_thread();
  int variable = 1;
  int another = 1;
  record_event(event_of(self, OperationKind::kWrite, &variable, sizeof variable), self);
  record_event(event_of(other, OperationKind::kWrite, &another, sizeof another), other);
  variable = another = 2;
  complete_event(other);
  EXPECT_EQ(events()[0].value[0], 1U);
  EXPECT_EQ(events()[1].value[0], 2U);
}

TEST_F(RecorderTest, OfLargeAndUnreadableMemoryThereIsNoValue) {
  const char large[17] = {};
  record_event(event_of(self, OperationKind::kReadRange, large, sizeof large), self);
  record_event(event_of(self, OperationKind::kRead, reinterpret_cast<const void*>(8), 4), self);
  for (const segment::RecordedEvent& recorded : events()) {
    EXPECT_EQ(recorded.value_size, 0);
  }
}

TEST_F(RecorderTest, ObjectsWithoutASourceNameAreDescribed) {
  execution.active = false;
  auto* block = static_cast<char*>(heap_allocate(24, 16, nullptr));
  execution.active = true;
  OpenFile& file = *new (&descriptor_table().files[0]) OpenFile{};
  file.kind = FileKind::kPipe;
  file.references = 1;
  descriptor_table().file_of[5] = 1;
  int local = 0;
  for (const void* address :
       {static_cast<const void*>(block), static_cast<const void*>(block + 8),
        reinterpret_cast<const void*>(kStacksLow + 100), static_cast<const void*>(&channel_of(file)),
        static_cast<const void*>(&state().children), static_cast<const void*>(&local)}) {
    record_event(event_of(self, OperationKind::kMutexLock, address, 0), self);
  }
  heap_free(block);
  record_event(event_of(self, OperationKind::kMutexLock, block, 0), self);
  std::vector<std::string> names;
  for (const segment::RecordedEvent& recorded : events()) {
    names.push_back(text(recorded.variable));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"heap block of 24 bytes", "heap block of 24 bytes + 8", "a thread's stack",
                                             "pipe 5", "the child processes", "", "heap block of 24 bytes (freed)"}));
}

TEST_F(RecorderTest, APreemptionIsToldOnce) {
  execution.preempted = {0};
  const int variable = 0;
  record_event(event_of(self, OperationKind::kRead, &variable, 4), self);
  record_event(event_of(self, OperationKind::kRead, &variable, 4), self);
  EXPECT_EQ(events()[0].preempts, 1);
  EXPECT_EQ(events()[1].preempts, 0);
}

TEST_F(RecorderTest, AChoiceHasTheValueItStandsFor) {
  record_choice("nothing is recorded yet");
  const int variable = 0;
  record_event(event_of(self, OperationKind::kRead, &variable, 4), self);
  record_choice("the last one was no choice");
  record_event(event_of(self, OperationKind::kChoose, nullptr, 0), self);
  record_choice("-17");
  EXPECT_EQ(text(events()[0].variable), "");
  EXPECT_EQ(text(events()[1].variable), "-17");
}

// Limits.

TEST_F(RecorderTest, AsManyEventsAreKeptAsThereIsRoomFor) {
  const int variable = 0;
  fill_events_but(1);
  record_event(event_of(self, OperationKind::kRead, &variable, 4), self);
  record_event(event_of(self, OperationKind::kRead, &variable, 4), self);
  EXPECT_EQ(result().event_count, segment::kEventCapacity) << "and the command line says that there were more";
  const auto* behind =
      reinterpret_cast<const unsigned char*>(segment::events(&worker_segment()) + segment::kEventCapacity);
  EXPECT_TRUE(std::all_of(behind, reinterpret_cast<const unsigned char*>(segment::stacks(&worker_segment())),
                          [](unsigned char byte) { return byte == 0; }));
}

TEST_F(RecorderTest, AnEventWithoutRoomForItsStackIsKeptWithoutIt) {
  const int variable = 7;
  result().stack_bytes = segment::kStackCapacity - 8;
  record_event(event_of(self, OperationKind::kRead, &variable, 4), self);
  EXPECT_EQ(events()[0].frames, 0);
  EXPECT_EQ(events()[0].value[0], 7U);
  EXPECT_LE(result().stack_bytes, segment::kStackCapacity);
}

TEST_F(RecorderTest, ANameWithoutRoomIsLeftOut) {
  result().string_bytes = segment::kStringCapacity - 4;
  record_event(event_of(self, OperationKind::kChoose, nullptr, 0), self);
  record_choice("1234");
  EXPECT_EQ(events()[0].variable, 0U);
  record_choice("123");
  EXPECT_EQ(text(events()[0].variable), "123");
  EXPECT_EQ(result().string_bytes, segment::kStringCapacity);
}

TEST_F(RecorderTest, OfQuietAccessesSoManyAreKeptAndThoseThatAreLookedFor) {
  add_thread();
  const int variable = 0;
  Event event = event_of(self, OperationKind::kRead, &variable, 0);
  event.visible = false;
  event.operation.site = {5};
  std::uint64_t kept = 0;
  while (record_quiet_access(event, self, nullptr) != nullptr) {
    ++kept;
  }
  EXPECT_EQ(kept, 50'000U);
  fakes::world.looks_at = [](SiteId site) { return site == SiteId{5}; };
  EXPECT_NE(record_quiet_access(event, self, nullptr), nullptr);
  event.operation.site = {6};
  EXPECT_EQ(record_quiet_access(event, self, nullptr), nullptr);
  EXPECT_EQ(result().event_count, 50'001U);
}

TEST_F(RecorderTest, QuietAccessesOfAThreadAloneAreOfNoInterest) {
  const int variable = 0;
  EXPECT_EQ(record_quiet_access(event_of(self, OperationKind::kRead, &variable, 4), self, nullptr), nullptr);
}

// The end of an execution.

TEST_F(RecorderTest, ADeadlockEndsWithWhatEveryThreadWaitsFor) {
  MutexModel mutex{.locked = 1, .count = 0, .owner = owner_mark(self), .users = 0, .kind = 0};
  Thread& waiting = add_thread(OperationKind::kMutexLock, &mutex);
  add_thread().status = Status::kEnded;
  note_pending(waiting);
  finish_recording({.kind = OutcomeKind::kDeadlock});
  ASSERT_EQ(events().size(), 1U) << "the running thread and the ended one wait for nothing";
  EXPECT_EQ(events()[0].waits, 1);
  EXPECT_EQ(events()[0].event.thread, waiting.id);
  EXPECT_EQ(events()[0].event.other, self.id);
  EXPECT_EQ(events()[0].event.operation.kind, OperationKind::kMutexLock);
  EXPECT_GT(events()[0].frames, 0);
}

TEST_F(RecorderTest, AFailureEndsWithTheStackOfTheThreadThatFailed) {
  record_fault();
  finish_recording({.kind = OutcomeKind::kAssertion, .thread = self.id});
  ASSERT_EQ(events().size(), 1U);
  EXPECT_EQ(events()[0].fails, 1);
  EXPECT_GT(events()[0].frames, 0);
}

TEST_F(RecorderTest, WhereEventsAreFullTheEndIsLeftOut) {
  fill_events_but(0);
  record_fault();
  finish_recording({.kind = OutcomeKind::kAssertion, .thread = self.id});
  EXPECT_EQ(result().event_count, segment::kEventCapacity);
}

TEST_F(RecorderTest, TheLastWriteIsCompletedAtTheEnd) {
  int variable = 1;
  record_event(event_of(self, OperationKind::kWrite, &variable, sizeof variable), self);
  variable = 2;
  finish_recording({.kind = OutcomeKind::kExit});
  EXPECT_EQ(events()[0].value[0], 2U);
}

TEST_F(RecorderTest, AWriteThatIsTheFaultWasNotPerformed) {
  int variable = 1;
  record_event(event_of(self, OperationKind::kWrite, &variable, sizeof variable), self);
  Fault fault;
  fault.last() = {.thread = self.id, .operation = events()[0].event.operation, .event = events()[0].number};
  record_detected(fault);
  finish_recording({.kind = OutcomeKind::kDetected, .thread = self.id});
  EXPECT_EQ(events()[0].has_before, 2);
}

TEST_F(RecorderTest, ThreadsAndModulesAreListed) {
  Thread& other = add_thread();
  other.parent = 0;
  other.ordinal_in_parent = 4;
  std::strcpy(other.title, "worker");
  fakes::world.modules = {{.number = 1,
                           .low = 0x1000,
                           .high = 0x2000,
                           .base = 0x800,
                           .path = "/lib/some.so",
                           .instrumented = true,
                           .marked = false,
                           .own = false,
                           .unseen = false,
                           .quiet = false}};
  finish_recording({.kind = OutcomeKind::kExit});
  ASSERT_EQ(result().thread_count, 2U);
  EXPECT_EQ(worker_segment().threads[1].ordinal, 4);
  EXPECT_EQ(text(worker_segment().threads[1].name), "worker");
  ASSERT_EQ(result().module_count, 1U);
  EXPECT_EQ(worker_segment().modules[0].base, 0x800U);
  EXPECT_EQ(text(worker_segment().modules[0].path), "/lib/some.so");
  EXPECT_EQ(worker_segment().modules[0].instrumented, 1);
}

TEST_F(RecorderTest, MoreModulesThanThereIsRoomForAreCut) {
  Module module{};
  module.path = "";
  fakes::world.modules.assign(segment::kModuleCapacity + 1, module);
  finish_recording({.kind = OutcomeKind::kExit});
  EXPECT_EQ(result().module_count, segment::kModuleCapacity);
}

// Blocks of the heap.

TEST_F(RecorderTest, TheBlockOfAFaultHasItsAllocationAndItsEnd) {
  void* block = heap_allocate(40, 16, nullptr);
  const auto start = reinterpret_cast<std::uintptr_t>(block);
  Thread& other = add_thread();
  run(other);
  record_free(start, nullptr, true);
  heap_free(block);
  EXPECT_EQ(block_begin(start).thread, self.id);
  EXPECT_EQ(block_end(start).thread, other.id);
  Fault fault;
  fault.last() = {.thread = self.id, .operation = {.kind = OperationKind::kRead, .size = 4, .address = start + 4}};
  record_detected(fault);
  finish_recording({.kind = OutcomeKind::kDetected, .thread = self.id});
  ASSERT_EQ(events().size(), 2U);
  EXPECT_EQ(events()[0].event.operation.kind, OperationKind::kAllocate);
  EXPECT_EQ(events()[1].event.operation.kind, OperationKind::kFree);
  EXPECT_EQ(events()[1].event.thread, other.id);
  EXPECT_EQ(events()[1].event.operation.size, 40U);
  EXPECT_EQ(events()[1].block, 1);
}

TEST_F(RecorderTest, ANewBlockForgetsTheOneThatWasThere) {
  note_block_begin(64, {1});
  note_block_end(64, {2});
  note_block_begin(64, {3});
  EXPECT_EQ(block_begin(64).thread, ThreadId{3});
  EXPECT_EQ(block_end(64).thread, kNoThread);
  EXPECT_TRUE(block_end(64).frames.empty());
  EXPECT_EQ(block_begin(80).thread, kNoThread);
}

// Memory and stacks.

TEST_F(RecorderTest, UnreadableMemoryIsNotRead) {
  auto* pages = static_cast<char*>(mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  munmap(pages + 4096, 4096);
  pages[4095] = 'x';
  char byte = 0;
  EXPECT_TRUE(read_safely(reinterpret_cast<std::uintptr_t>(pages) + 4095, &byte, 1));
  EXPECT_EQ(byte, 'x');
  char two[2];
  EXPECT_FALSE(read_safely(reinterpret_cast<std::uintptr_t>(pages) + 4095, two, 2));
  munmap(pages, 4096);
}

TEST_F(RecorderTest, FramesAreWalkedUntilTheyMakeNoSense) {
  std::uintptr_t words[10] = {};
  const auto address = [&](std::size_t index) { return reinterpret_cast<std::uintptr_t>(&words[index]); };
  words[0] = address(4);
  words[1] = 0x111;
  words[4] = address(8);
  words[5] = 0x222;
  words[8] = address(0);  // back: a circle
  words[9] = 0x333;
  std::uintptr_t frames[8];
  EXPECT_EQ(walk_frames(address(0), frames, 8), 3U);
  EXPECT_EQ(frames[2], 0x333U);
  EXPECT_EQ(walk_frames(address(0), frames, 2), 2U) << "no more than there is room for";
  words[5] = 0;
  EXPECT_EQ(walk_frames(address(0), frames, 8), 1U);
  EXPECT_EQ(walk_frames(address(0) + 4, frames, 8), 0U) << "not aligned";
  EXPECT_EQ(walk_frames(64, frames, 8), 0U) << "not there";
}

}  // namespace
}  // namespace heddle::runtime
