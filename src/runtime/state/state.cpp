#include "runtime/state/state.h"

#include "runtime/machine/fatal.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kBlockSizes[] = {32, 64, 128, 256, 1024};

int class_of(std::size_t bytes) {
  for (int index = 0; index < 5; ++index) {
    if (bytes <= kBlockSizes[index]) {
      return index;
    }
  }
  fatal("block too large", "");
}

}  // namespace

void map_state() {
  map_fixed(kStateLow, page_up(sizeof(State)), "the thread models");
  map_fixed(kBlocksLow, kBlocksSize, "the thread models");
  state().block_next = reinterpret_cast<std::byte*>(kBlocksLow);
}

void* allocate_block(std::size_t bytes) {
  State& models = state();
  const int index = class_of(bytes);
  if (void* block = models.free_blocks[index]; block != nullptr) {
    models.free_blocks[index] = *static_cast<void**>(block);
    return block;
  }
  std::byte* block = models.block_next;
  models.block_next += kBlockSizes[index];
  if (reinterpret_cast<std::uintptr_t>(models.block_next) > kBlocksLow + kBlocksSize) {
    fatal("out of memory for the thread models", "");
  }
  return block;
}

void free_block(void* block, std::size_t bytes) {
  const int index = class_of(bytes);
  *static_cast<void**>(block) = state().free_blocks[index];
  state().free_blocks[index] = block;
}

}  // namespace heddle::runtime
