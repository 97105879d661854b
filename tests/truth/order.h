// Happens-before along one interleaving, by the definition of C11 and C17 (with the release sequences and fences of
// src/detectors/happens_before.h), and the races there are. It keeps all accesses of every byte, and no idea of the
// detector.
//
// An atomic is its bytes: what a load reads of each is what the last atomic store to that byte released. So atomics of
// different sizes that overlap synchronise.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "program.h"

namespace heddle::truth {

// Of each thread: how many of its epochs are known.
using Clock = std::array<std::uint8_t, kMostThreads>;

// Objects that order what threads do.
enum class Lock : std::uint8_t { kMutex0, kMutex1, kSpin, kReadWrite };
inline constexpr std::size_t kLocks = 4;
enum class Channel : std::uint8_t { kSemaphore0, kSemaphore1, kBarrier };
inline constexpr std::size_t kChannels = 3;

struct Races {
  std::set<std::pair<int, int>> lines;  // of the two accesses, the lower first
  std::set<int> first;                  // of accesses with which a byte had its first race in some interleaving
};

class Order {
 public:
  Order();

  struct Access {
    int thread;
    int offset;
    int size;
    int line;
    bool writes;
    bool atomic;
  };
  void access(const Access& access, Races& races);
  // An atomic one: before and after what it does to memory.
  void load(int thread, int offset, int size, int order);
  void store(int thread, int offset, int size, int order, bool is_exchange);
  void fence(int thread, int order);

  void lock(int thread, Lock lock);
  void unlock(int thread, Lock lock);
  void lock_shared(int thread, Lock lock);
  void unlock_shared(int thread, Lock lock);
  void send(int thread, Channel channel);
  void receive(int thread, Channel channel);
  void renew(Channel channel) { sent_.at(static_cast<std::size_t>(channel)) = {}; }
  void create(int thread, int child);
  void join(int thread, int ended);

  // For telling states apart. `alive`: threads that can still do something.
  void append_to(std::string& key, const std::array<bool, kMostThreads>& alive);

 private:
  struct Past {
    std::uint8_t thread;
    std::uint8_t epoch;
    std::uint8_t writes;
    std::uint8_t atomic;
    std::int16_t line;
    friend auto operator<=>(const Past&, const Past&) = default;
  };
  Clock& clock(int thread) { return clocks_[static_cast<std::size_t>(thread)]; }
  std::uint8_t& epoch(int thread) { return clock(thread)[static_cast<std::size_t>(thread)]; }

  std::array<Clock, kMostThreads> clocks_{};
  std::array<Clock, kMostThreads> released_{};  // at the last release fence
  std::array<Clock, kMostThreads> loaded_{};    // for the next acquire fence
  // Of each byte, by thread: what the release sequences publish that the thread has begun and its last store belongs
  // to.
  std::array<std::array<Clock, kMostThreads>, kMemoryBytes> sequence_{};
  std::array<Clock, kLocks> unlocked_{};
  std::array<Clock, kLocks> unlocked_shared_{};
  std::array<Clock, kChannels> sent_{};
  std::array<std::set<Past>, kMemoryBytes> past_;
  std::uint32_t raced_ = 0;  // bytes with a race in this interleaving
};

}  // namespace heddle::truth
