// In recorded executions: where each heap block was allocated and freed, for the report of a fault that is about one.
#pragma once

#include <cstdint>
#include <span>

#include "core/ids.h"

namespace heddle::runtime {

struct BlockMoment {
  ThreadId thread = kNoThread;
  std::span<const std::uintptr_t> frames;  // empty: not known
};

void forget_blocks();
// By the address that heap_block() gives. A new block forgets the one that was there before.
void note_block_begin(std::uintptr_t start, ThreadId thread);
void note_block_end(std::uintptr_t start, ThreadId thread);
// Valid until the next note.
[[nodiscard]] BlockMoment block_begin(std::uintptr_t start);
[[nodiscard]] BlockMoment block_end(std::uintptr_t start);

}  // namespace heddle::runtime
