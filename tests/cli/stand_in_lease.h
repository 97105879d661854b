// The stand-in as a worker: takes leases and commits them (segment::LeaseSlot).
//
// Its targets are ranges of executions, and its executions are numbers: which of them are left is known exactly,
// whichever process had them before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/lease.h"
#include "stand_in.h"

namespace heddle::stand_in {

// Waits for the next lease; false: there will be none.
[[nodiscard]] bool await_lease();

inline constexpr std::uint64_t kNoExecution = 0;

// What a program that writes anywhere may do to a commit.
enum class Damage : std::uint8_t {
  kNone,
  kBytes,   // other bytes than the checksum says
  kCount,   // more chunks than fit
  kChunks,  // chunks that are not as long as all of them together
};

class Work {
 public:
  // What the lease asks for. A round has `size` executions, from 1 on.
  explicit Work(std::uint64_t size);

  // The next execution; kNoExecution where none is left, or the lease is wanted back.
  [[nodiscard]] std::uint64_t next();

  Tally tally;

  // Ends with the one store that makes it count.
  void commit(LeaseEnd end, Damage damage = Damage::kNone);
  // Where nothing happened that would end it early.
  void commit() { commit(stopped_ ? LeaseEnd::kStopped : LeaseEnd::kFinished); }

 private:
  // Of another size than what strategies keep there, so none of them divides it.
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };
  static void put(Range range, std::size_t pieces, std::vector<Range>& to);

  std::vector<Range> left_;  // the last one comes first
  std::uint64_t key_ = 0;
  std::uint64_t made_ = 0;
  bool stopped_ = false;
};

}  // namespace heddle::stand_in
