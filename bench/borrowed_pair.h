// Two contexts on one kernel thread that switch to each other: the runtime's own switch, without the runtime.
#pragma once

#include <semaphore>
#include <thread>
#include <vector>

#include "runtime/machine/arch.h"

namespace heddle::bench {

// One at a time in a process. The second context has the thread pointer of a real thread, which sleeps.
class BorrowedPair {
 public:
  BorrowedPair();
  BorrowedPair(const BorrowedPair&) = delete;
  BorrowedPair& operator=(const BorrowedPair&) = delete;
  ~BorrowedPair();

  // To the other context and back: two switches.
  void round_trip();

 private:
  static void other_entry();

  runtime::Context here_;
  runtime::Context there_;
  std::vector<char> stack_;
  std::binary_semaphore done_{0};
  std::thread lender_;
};

}  // namespace heddle::bench
