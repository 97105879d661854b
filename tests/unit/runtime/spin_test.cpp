#include "runtime/schedule/spin.h"

#include <vector>

#include "fakes.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/link.h"
#include "runtime/observe/watching.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

// What a hook of instrumented code shows: registers with the vector registers below them, and the stack of the thread.
class ShownRegisters {
 public:
  ShownRegisters() {
    general().target_stack = reinterpret_cast<std::uintptr_t>(stack_);
    heddle_hook_registers = &general();
  }
  ~ShownRegisters() { heddle_hook_registers = nullptr; }
  ShownRegisters(const ShownRegisters&) = delete;
  ShownRegisters& operator=(const ShownRegisters&) = delete;

  HookRegisters& general() { return *reinterpret_cast<HookRegisters*>(words_ + 66); }
  // Behind the return address of the hook's call.
  std::uint64_t& on_stack(std::size_t index) { return stack_[1 + index]; }
  [[nodiscard]] std::uintptr_t top() const { return reinterpret_cast<std::uintptr_t>(stack_ + 64); }

 private:
  alignas(16) std::uint64_t words_[66 + sizeof(HookRegisters) / 8] = {};
  alignas(16) std::uint64_t stack_[64] = {};
};

class SpinTest : public fakes::RuntimeTest {
 protected:
  SpinTest() {
    fakes::world.stack_top = registers.top();
    load_site.kind = HEDDLE_SITE_ATOMIC_LOAD;
    load_site.key = 1;
    other_site.kind = HEDDLE_SITE_ATOMIC_LOAD;
    other_site.key = 2;
  }
  ~SpinTest() override { heddle_hooks_watched = 0; }

  // The thread comes to an operation. True: it would only do again what it did, and waits.
  bool announce(OperationKind kind, const void* address, std::uint32_t size, const heddle_site& site) {
    registers.general().return_address = reinterpret_cast<std::uintptr_t>(&site);
    self.pending = {.kind = kind, .size = size, .address = reinterpret_cast<std::uintptr_t>(address)};
    spin_announced(self, kind, address, {.site = &site, .caller = nullptr});
    return self.spin.parks_as == Status::kSpinning;
  }
  void perform() { spin_granted(self); }
  bool look(const void* address) { return announce(OperationKind::kAtomicLoad, address, 4, load_site); }
  // As often as this, or until it is seen to spin. Says how often.
  template <typename Round>
  int rounds_until_spinning(int most, const Round& round) {
    for (int count = 1; count <= most; ++count) {
      if (round()) {
        return count;
      }
    }
    return 0;
  }
  int looks_until_spinning(int most) {
    return rounds_until_spinning(most, [&] {
      const bool spins = look(&cell);
      if (!spins) {
        perform();
      }
      return spins;
    });
  }

  ShownRegisters registers;
  heddle_site load_site = {};
  heddle_site other_site = {};
  std::uint32_t cell = 0;
  Thread& self = thread({0});
};

TEST_F(SpinTest, WhoLooksAtACellAgainAndAgainInTheSameStateSpins) {
  const int looks = looks_until_spinning(20);
  EXPECT_GT(looks, 2);
  EXPECT_LT(looks, 10);
  EXPECT_FALSE(spin_released(self)) << "the cell is as it was";
  cell = 1;
  EXPECT_TRUE(spin_released(self));
}

TEST_F(SpinTest, AfterItWasReleasedItSpinsAgainAfterARound) {
  ASSERT_NE(looks_until_spinning(20), 0);
  cell = 1;
  perform();
  EXPECT_EQ(self.spin.parks_as, Status::kParked);
  EXPECT_LE(looks_until_spinning(20), 2);
  EXPECT_FALSE(spin_released(self));
}

TEST_F(SpinTest, ACounterInARegisterIsNoSpinning) {
  EXPECT_EQ(rounds_until_spinning(2000,
                                  [&] {
                                    ++registers.general().rbx;
                                    const bool spins = look(&cell);
                                    perform();
                                    return spins;
                                  }),
            0);
}

TEST_F(SpinTest, ACounterOnTheStackIsNoSpinning) {
  EXPECT_EQ(rounds_until_spinning(2000,
                                  [&] {
                                    ++registers.on_stack(20);
                                    const bool spins = look(&cell);
                                    perform();
                                    return spins;
                                  }),
            0);
}

TEST_F(SpinTest, WhatHooksHaveNotSeenIsNoSpinning) {
  EXPECT_EQ(rounds_until_spinning(2000,
                                  [&] {
                                    const bool spins = look(&cell);
                                    perform();
                                    heddle_unseen = 1;
                                    return spins;
                                  }),
            0);
}

TEST_F(SpinTest, ACellThatChangesInEveryRoundIsNoSpinning) {
  EXPECT_EQ(rounds_until_spinning(2000,
                                  [&] {
                                    const bool spins = look(&cell);
                                    perform();
                                    ++cell;
                                    return spins && !spin_released(self);
                                  }),
            0);
}

TEST_F(SpinTest, SeveralCellsInTurnAreAllWatched) {
  std::uint32_t another = 0;
  ASSERT_NE(rounds_until_spinning(40,
                                  [&] {
                                    if (look(&cell)) {
                                      return true;
                                    }
                                    perform();
                                    if (announce(OperationKind::kAtomicLoad, &another, 4, other_site)) {
                                      return true;
                                    }
                                    perform();
                                    return false;
                                  }),
            0);
  for (std::uint32_t* changed : {&cell, &another}) {
    ++*changed;
    EXPECT_TRUE(spin_released(self));
    --*changed;
    EXPECT_FALSE(spin_released(self));
  }
}

TEST_F(SpinTest, StoringWhatIsThereAlreadyIsSpinningStoringOtherValuesIsNot) {
  std::uint32_t flag = 0;
  const auto round = [&](std::uint32_t step) {
    if (look(&cell)) {
      return true;
    }
    perform();
    if (announce(OperationKind::kAtomicStore, &flag, 4, other_site)) {
      return true;
    }
    perform();
    flag += step;
    return false;
  };
  EXPECT_EQ(rounds_until_spinning(500, [&] { return round(1); }), 0);
  forget_spinning(self);
  EXPECT_NE(rounds_until_spinning(500, [&] { return round(0); }), 0);
}

TEST_F(SpinTest, MoreCellsThanAreKeptAreNoSpinning) {
  std::vector<std::uint32_t> cells(17);
  EXPECT_EQ(rounds_until_spinning(200,
                                  [&] {
                                    for (const std::uint32_t& next : cells) {
                                      if (look(&next)) {
                                        return true;
                                      }
                                      perform();
                                    }
                                    return false;
                                  }),
            0);
}

TEST_F(SpinTest, WithoutHooksNothingIsSuspected) {
  heddle_accesses.on = 0;
  EXPECT_EQ(looks_until_spinning(100), 0);
  EXPECT_EQ(self.spin.watch, nullptr);
}

TEST_F(SpinTest, MemoryThatGoesAwayReleasesEverybody) {
  ASSERT_NE(looks_until_spinning(20), 0);
  self.status = Status::kSpinning;
  EXPECT_TRUE(all_spin());
  release_spinners();
  EXPECT_EQ(self.status, Status::kParked);
  EXPECT_EQ(self.spin.stage, SpinStage::kIdle);
  EXPECT_FALSE(all_spin());
}

TEST_F(SpinTest, AllSpinIfOthersOnlyWaitForThem) {
  self.status = Status::kSpinning;
  Thread& joining = add_thread(OperationKind::kThreadJoin, &self);
  joining.status = Status::kBlocked;
  EXPECT_TRUE(all_spin());
  add_thread(OperationKind::kMutexLock, nullptr).status = Status::kBlocked;
  EXPECT_FALSE(all_spin());
}

TEST_F(SpinTest, AThreadThatEndsGivesItsBlockBack) {
  ASSERT_NE(looks_until_spinning(20), 0);
  SpinWatch* watch = self.spin.watch;
  forget_spinning(self);
  EXPECT_EQ(self.spin.watch, nullptr);
  EXPECT_EQ(allocate_block(sizeof(SpinWatch)), watch);
}

TEST_F(SpinTest, PollsAreToldEverMoreSeldom) {
  worker_segment().request.points = Points::kShared;
  std::vector<int> told;
  for (int read = 1; read <= 130; ++read) {
    if (spin_polls(self, {.site = &load_site, .caller = nullptr}, &cell)) {
      told.push_back(read);
    }
  }
  EXPECT_EQ(told, (std::vector{4, 12, 28, 60, 124}));
}

TEST_F(SpinTest, PollsAreNotToldWhereOnlySynchronisationCounts) {
  worker_segment().request.points = Points::kSync;
  for (int read = 0; read < 100; ++read) {
    EXPECT_FALSE(spin_polls(self, {.site = &load_site, .caller = nullptr}, &cell));
  }
}

TEST_F(SpinTest, WhoIsSuspectedOfPollingIsAskedAtSoManyReads) {
  EXPECT_FALSE(spin_may_poll(self, load_site));
  spin_suspect_polling(self);
  for (int read = 0; read < 1024; ++read) {
    ASSERT_TRUE(spin_may_poll(self, load_site)) << read;
  }
  EXPECT_FALSE(spin_may_poll(self, load_site));
  load_site.flags = HEDDLE_SITE_VOLATILE;
  EXPECT_TRUE(spin_may_poll(self, load_site));
}

}  // namespace
}  // namespace heddle::runtime
