// The functions that a thread is in, as their hooks tell, by frame and place: where one was left without its hook
// (longjmp, an exception), the frames of those entered later tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::runtime {

class CallFrames {
 public:
  // The function at `key` is entered, and has the frame at this address. Says how many of those before are over.
  std::size_t enter(std::uintptr_t frame, std::uint64_t key) {
    const std::size_t before = calls_.size();
    leave_deeper(frame);
    // A function that was inlined has the frame of the one it was inlined into, but the same one is not in it twice.
    for (std::size_t index = calls_.size(); index-- != 0 && calls_[index].frame == frame;) {
      if (calls_[index].key == key) {
        calls_.resize(index);
        break;
      }
    }
    const std::size_t over = before - calls_.size();
    calls_.push_back({.frame = frame, .key = key});
    return over;
  }
  // It is left. Says how many are over, itself included.
  std::size_t leave(std::uintptr_t frame) {
    const std::size_t before = calls_.size();
    leave_deeper(frame);
    if (!calls_.empty() && calls_.back().frame == frame) {
      calls_.pop_back();
    }
    return before - calls_.size();
  }

 private:
  struct Call {
    std::uintptr_t frame;
    std::uint64_t key;
  };

  void leave_deeper(std::uintptr_t frame) {
    while (!calls_.empty() && calls_.back().frame < frame) {
      calls_.pop_back();
    }
  }

  std::vector<Call> calls_;
};

}  // namespace heddle::runtime
