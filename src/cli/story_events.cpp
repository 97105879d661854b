#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "cli/story.h"

namespace heddle::cli {
namespace {

using segment::RecordedEvent;

constexpr std::uint64_t kCell = 8;
// Of a range as long as this, the beginning stands for the rest.
constexpr std::uint64_t kMostCells = 4096;

}  // namespace

std::vector<bool> find_relevant(std::span<const RecordedEvent> events, bool all_synchronisation) {
  constexpr std::uint32_t kSeveral = 0x10000;
  std::unordered_map<std::uint64_t, std::uint32_t> users;  // of each cell: a thread, or several
  const auto each_cell = [](const Operation& operation, const auto& visit) {
    const std::uint64_t first = operation.address / kCell;
    const std::uint64_t end = (operation.address + std::max<std::uint64_t>(operation.size, 1) - 1) / kCell + 1;
    for (std::uint64_t cell = first; cell < std::min(end, first + kMostCells); ++cell) {
      visit(cell);
    }
  };
  for (const RecordedEvent& event : events) {
    each_cell(event.event.operation, [&](std::uint64_t cell) {
      const auto [entry, is_new] = users.try_emplace(cell, event.event.thread.value);
      if (!is_new && entry->second != event.event.thread.value) {
        entry->second = kSeveral;
      }
    });
  }
  std::vector<bool> relevant(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Operation& operation = events[i].event.operation;
    if (operation.address == 0 || is_thread_lifecycle(operation.kind)) {
      relevant[i] = operation.kind != OperationKind::kThreadStart && operation.kind != OperationKind::kThreadEnd &&
                    operation.kind != OperationKind::kThreadDetach;
      continue;
    }
    relevant[i] = all_synchronisation && operation.kind > OperationKind::kThreadCancel;
    each_cell(operation, [&](std::uint64_t cell) { relevant[i] = relevant[i] || users.at(cell) == kSeveral; });
  }
  return relevant;
}

}  // namespace heddle::cli
