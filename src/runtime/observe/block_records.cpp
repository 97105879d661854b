#include "runtime/observe/block_records.h"

#include <unordered_map>
#include <vector>

#include "core/hash.h"
#include "runtime/observe/recorder.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kFrames = 32;
// Unwinding costs some microseconds: as many as take a few seconds. Of later ones nothing is known.
constexpr std::size_t kMostStacks = 300'000;

struct Moment {
  ThreadId thread = kNoThread;
  std::uint32_t stack = 0;  // index + 1; 0: none
};
struct Block {
  Moment begin;
  Moment end;
};

struct Records {
  std::unordered_map<std::uintptr_t, Block> blocks;
  // A program allocates at few places: each stack is kept once.
  std::vector<std::vector<std::uintptr_t>> stacks;
  std::unordered_map<std::uint64_t, std::uint32_t> stack_numbers;
  std::size_t captured = 0;
};
// Made when first needed, for the rest of the process.
Records* records = nullptr;

std::uint32_t number_of_stack() {
  if (++records->captured > kMostStacks) {
    return 0;
  }
  std::uintptr_t frames[kFrames];
  const std::size_t count = capture_stack(frames, kFrames);
  std::uint64_t hash = count;
  for (std::size_t index = 0; index < count; ++index) {
    hash = combine(hash, frames[index]);
  }
  const auto next = static_cast<std::uint32_t>(records->stacks.size() + 1);
  const auto [entry, is_new] = records->stack_numbers.try_emplace(hash, next);
  if (is_new) {
    records->stacks.emplace_back(frames, frames + count);
  }
  return entry->second;
}

BlockMoment moment_of(std::uintptr_t start, Moment Block::* which) {
  const auto found = records->blocks.find(start);
  const Moment moment = found == records->blocks.end() ? Moment{} : found->second.*which;
  return moment.stack == 0 ? BlockMoment{}
                           : BlockMoment{.thread = moment.thread, .frames = records->stacks[moment.stack - 1]};
}

}  // namespace

void forget_blocks() {
  if (records == nullptr) {
    records = new Records;
  }
  *records = {};
}

void note_block_begin(std::uintptr_t start, ThreadId thread) {
  records->blocks[start] = {.begin = {.thread = thread, .stack = number_of_stack()}, .end = {}};
}

void note_block_end(std::uintptr_t start, ThreadId thread) {
  records->blocks[start].end = {.thread = thread, .stack = number_of_stack()};
}

BlockMoment block_begin(std::uintptr_t start) { return moment_of(start, &Block::begin); }
BlockMoment block_end(std::uintptr_t start) { return moment_of(start, &Block::end); }

}  // namespace heddle::runtime
