#include "borrowed_pair.h"

#include <pthread.h>
#include <sys/auxv.h>

#include <cstdlib>

// What the architecture's file refers to besides the switch.
extern "C" {
std::uint8_t heddle_slow_thread_pointer = 0;
}

namespace heddle::bench {
namespace {

constexpr unsigned long kHasFsGsBase = 2;  // AT_HWCAP2
constexpr std::size_t kStackSize = 65536;

BorrowedPair* current = nullptr;

}  // namespace

BorrowedPair::BorrowedPair() : stack_(kStackSize), lender_([this] { done_.acquire(); }) {
  heddle_slow_thread_pointer = (getauxval(AT_HWCAP2) & kHasFsGsBase) == 0 ? std::uint8_t{1} : std::uint8_t{0};
  current = this;
  here_.thread_pointer = runtime::thread_pointer();
  // glibc's pthread_t is the thread pointer.
  there_.thread_pointer = static_cast<std::uintptr_t>(lender_.native_handle());
  runtime::prepare_context(there_, reinterpret_cast<std::uintptr_t>(stack_.data() + stack_.size()), other_entry);
}

BorrowedPair::~BorrowedPair() {
  done_.release();
  lender_.join();
}

void BorrowedPair::round_trip() { heddle_switch_context(&here_, &there_); }

void BorrowedPair::other_entry() {
  for (;;) {
    heddle_switch_context(&current->there_, &current->here_);
  }
}

}  // namespace heddle::bench
