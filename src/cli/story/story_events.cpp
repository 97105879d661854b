#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "cli/story/story.h"
#include "cli/story/synchronisation.h"
#include "core/operation_traits.h"

namespace heddle::cli {
namespace {

using segment::RecordedEvent;

constexpr std::uint64_t kCell = 8;
// Of a range as long as this, the beginning stands for the rest.
constexpr std::uint64_t kMostCells = 4096;
// Of the lines of one thread on end, in a story that is too long.
constexpr std::size_t kKeptOfARun = 20;
// Fewer are told one by one: that is hardly longer.
constexpr std::size_t kFewestRounds = 4;
constexpr std::size_t kMostLinesOfARound = 8;

template <class Visit>
void each_cell(const Operation& operation, const Visit& visit) {
  const std::uint64_t first = operation.address / kCell;
  const std::uint64_t end = (operation.address + std::max<std::uint64_t>(operation.size, 1) - 1) / kCell + 1;
  for (std::uint64_t cell = first; cell < std::min(end, first + kMostCells); ++cell) {
    visit(cell);
  }
}

// By no atomic operation.
bool writes(OperationKind kind) {
  return traits(kind).memory == Effect::kWrites && !traits(kind).atomic && kind != OperationKind::kFree;
}

bool is_synchronisation(OperationKind kind) {
  return kind > OperationKind::kThreadCancel && kind != OperationKind::kFrameEnd;
}

// Who uses which memory.
class Users {
 public:
  explicit Users(std::span<const RecordedEvent> events) {
    std::map<std::uint16_t, std::size_t> creations;  // of threads, by the number of the event
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Event& event = events[i].event;
      if (event.operation.kind == OperationKind::kThreadCreate) {
        creations[event.other.value] = i;
      }
      each_cell(event.operation, [&](std::uint64_t cell) {
        Use& use = cells_[cell];
        use.several = use.several || (use.thread && *use.thread != event.thread.value);
        use.thread = event.thread.value;
        if (writes(event.operation.kind)) {
          use.contested = use.contested || (use.writer && *use.writer != event.thread.value);
          use.writer = event.thread.value;
          use.last_write = i;
        }
      });
    }
    for (const RecordedEvent& recorded : events) {
      const auto creation = creations.find(recorded.event.thread.value);
      each_cell(recorded.event.operation, [&](std::uint64_t cell) {
        Use& use = cells_.at(cell);
        use.contested = use.contested || (use.writer && *use.writer != recorded.event.thread.value &&
                                          (creation == creations.end() || creation->second < use.last_write));
      });
    }
  }
  // Memory that is no place to be preempted at is of interest where a thread writes it beside others: not where all
  // only read, nor where it is handed over to a thread that is created.
  [[nodiscard]] bool share(const Event& event) const {
    bool shared = false;
    each_cell(event.operation, [&](std::uint64_t cell) {
      const Use& use = cells_.at(cell);
      shared = shared || (event.visible ? use.several : use.contested);
    });
    return shared;
  }

 private:
  struct Use {
    std::optional<std::uint16_t> thread;  // the last
    bool several = false;
    std::optional<std::uint16_t> writer;  // the last
    std::size_t last_write = 0;
    bool contested = false;
  };
  std::unordered_map<std::uint64_t, Use> cells_;
};

// Locks that are held while something relevant happens to memory or another object.
void add_locks(std::span<const RecordedEvent> events, std::vector<bool>& relevant) {
  struct Section {
    std::size_t begin = 0;
    bool matters = false;
  };
  std::map<std::pair<std::uint16_t, std::uint64_t>, Section> held;  // by thread and address
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i].event;
    const auto lock = std::pair(event.thread.value, event.operation.address);
    if (releases_lock(event.operation.kind)) {
      if (const auto section = held.find(lock); section != held.end()) {
        relevant[i] = relevant[i] || section->second.matters;
        held.erase(section);
      }
    } else if (takes_lock(event.operation.kind) && event.succeeded) {
      held.insert_or_assign(lock, Section{.begin = i});
    } else if (relevant[i] && event.operation.address != 0 && !is_thread_lifecycle(event.operation.kind)) {
      for (auto& [key, section] : held) {
        if (key.first == event.thread.value && !section.matters) {
          section.matters = true;
          relevant[section.begin] = true;
        }
      }
    }
  }
}

}  // namespace

std::vector<bool> find_relevant(std::span<const RecordedEvent> events, const StorySettings& settings) {
  const Users users(events);
  std::unordered_set<std::uint64_t> timed;  // where time ran out, or a wait ended for no reason
  for (const RecordedEvent& event : events) {
    if (event.event.variant >= kTimeout) {
      timed.insert(event.event.operation.address);
    }
  }
  std::vector<bool> relevant(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i].event;
    const Operation& operation = event.operation;
    if (operation.address == 0 || is_thread_lifecycle(operation.kind)) {
      relevant[i] = operation.kind != OperationKind::kThreadStart && operation.kind != OperationKind::kThreadEnd &&
                    operation.kind != OperationKind::kThreadDetach;
      continue;
    }
    if (is_signal_operation(operation.kind)) {
      relevant[i] = operation.kind != OperationKind::kSignalMask && operation.kind != OperationKind::kSignalAction;
      continue;
    }
    const bool synchronises = is_synchronisation(operation.kind);
    relevant[i] = users.share(event) || (synchronises && settings.all_synchronisation) ||
                  (synchronises && timed.contains(operation.address)) ||
                  (settings.accesses_are_shared && event.visible && is_plain_access(operation.kind));
  }
  for (const std::size_t part : settings.parts) {
    relevant[part] = true;
  }
  add_locks(events, relevant);
  return relevant;
}

namespace {

// The end of what one thread does from here on without a mark.
std::size_t end_of_run(std::span<const StoryEvent> story, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < story.size() && story[end].thread == story[begin].thread && !story[end].preempted && !story[end].part) {
    ++end;
  }
  return end;
}

struct Rounds {
  std::size_t lines = 0;  // of each
  std::size_t count = 0;  // the first included
};

// How often the lines from `begin` on come, one round after the other, up to `end`.
Rounds rounds_from(std::span<const StoryEvent> story, std::size_t begin, std::size_t end) {
  for (std::size_t lines = 1; lines <= kMostLinesOfARound; ++lines) {
    std::size_t same = begin;
    while (same + lines < end && story[same] == story[same + lines]) {
      ++same;
    }
    const std::size_t count = (same - begin) / lines + 1;
    if (count >= kFewestRounds) {
      return {.lines = lines, .count = count};
    }
  }
  return {};
}

}  // namespace

std::vector<StoryEvent> without_rounds(std::vector<StoryEvent> story) {
  std::vector<StoryEvent> shorter;
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < story.size();) {
    end = begin < end ? end : end_of_run(story, begin);
    // A line with a mark differs from those after it.
    const bool stands_alone = story[begin].preempted || story[begin].part;
    const Rounds rounds = stands_alone ? Rounds{} : rounds_from(story, begin, end);
    const std::size_t kept = std::max<std::size_t>(rounds.lines, 1);
    std::move(story.begin() + static_cast<std::ptrdiff_t>(begin),
              story.begin() + static_cast<std::ptrdiff_t>(begin + kept), std::back_inserter(shorter));
    begin += kept;
    if (rounds.count != 0) {
      StoryEvent more;
      more.thread = shorter.back().thread;
      more.rounds = rounds.count - 1;
      more.omitted = more.rounds * rounds.lines;
      begin += more.omitted;
      shorter.push_back(std::move(more));
    }
  }
  return shorter;
}

std::vector<StoryEvent> folded(std::vector<StoryEvent> story) {
  std::vector<StoryEvent> shorter;
  for (std::size_t begin = 0; begin < story.size();) {
    std::size_t end = begin + 1;
    while (end < story.size() && story[end].thread == story[begin].thread && !story[end].preempted) {
      ++end;
    }
    const bool is_long = end - begin > 2 * kKeptOfARun + 1;
    StoryEvent between;
    between.thread = story[begin].thread;
    between.remark = "in between";
    for (std::size_t index = begin; index < end; ++index) {
      if (is_long && index >= begin + kKeptOfARun && index < end - kKeptOfARun && !story[index].part) {
        between.omitted += std::max<std::uint64_t>(story[index].omitted, 1);
      } else {
        if (between.omitted != 0) {
          shorter.push_back(between);
          between.omitted = 0;
        }
        shorter.push_back(std::move(story[index]));
      }
    }
    begin = end;
  }
  return shorter;
}

}  // namespace heddle::cli
