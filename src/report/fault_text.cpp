#include "report/fault_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <set>
#include <vector>

#include "detectors/finding_kinds.h"
#include "report/story_words.h"

namespace heddle {
namespace {

constexpr std::size_t kLongestFunction = 100;
constexpr std::string_view kIndent = "    ";

// What reports call the memory: "node->next", or where that is not known "heap block of 24 bytes + 8".
std::string subject(const FindingFile& finding) {
  if (!finding.subject.empty()) {
    return finding.subject;
  }
  for (const ReportedOperation& operation : std::views::reverse(finding.operations)) {
    if (!operation.variable.empty()) {
      return operation.variable;
    }
  }
  for (const ReportedOperation& operation : finding.operations) {
    if (!operation.memory.empty()) {
      return operation.memory;
    }
  }
  return "";
}

// "alice, bob and carol", each once.
std::string listed(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  std::set<std::string_view> seen;
  std::ranges::copy_if(names, std::back_inserter(known),
                       [&](const std::string& name) { return seen.insert(name).second; });
  std::string text;
  for (std::size_t i = 0; i < known.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == known.size() ? " and " : ", ") + known[i];
  }
  return text;
}

// All of them.
std::string subjects(const FindingFile& finding) {
  std::vector<std::string> names;
  for (const ReportedOperation& operation : finding.operations) {
    const std::string& name = operation.variable.empty() ? operation.memory : operation.variable;
    if (!name.empty()) {
      names.push_back(name);
    }
  }
  return listed(names);
}

std::string shortened(const std::string& function) {
  return function.size() <= kLongestFunction ? function : function.substr(0, kLongestFunction - 3) + "...";
}

std::string frame_text(const StackFrame& frame, const ShortPlaces& places) {
  std::string text = frame.function.empty() ? "?" : shortened(frame.function);
  if (!frame.file.empty()) {
    return text + " at " + places.place(frame.file, frame.line);
  }
  return text + fmt::format(" in {}+{:#x}", frame.module, frame.offset);
}

bool begins_with(const ReportedOperation& operation, std::string_view word) {
  return operation.operation.starts_with(word);
}
bool is_end_of_thread(const ReportedOperation& operation) { return begins_with(operation, "end of the thread"); }

// Of those that are no use of the memory, only where there are any. While threads run free nobody looks at locks.
std::string locks_text(const FindingFile& finding, const ReportedOperation& operation, const ShortPlaces& places) {
  if (operation.locks.empty()) {
    return !finding.replayable                                                   ? ""
           : begins_with(operation, "allocation") || is_end_of_thread(operation) ? ""
           : begins_with(operation, "lock")                                      ? "  holding no other lock\n"
                                                                                 : "  holding no lock\n";
  }
  std::string text;
  for (const ReportedLock& lock : operation.locks) {
    text += fmt::format("  holding {}{}, taken in\n", lock.name.empty() ? "a lock" : lock.name,
                        lock.shared ? " shared with other readers" : "");
    text += stack_text(lock.stack, places, kIndent);
  }
  return text;
}

// "write of 4 bytes, this->balance_ (alice+40): 100 -> 70".
std::string what_it_does(const ReportedOperation& operation) {
  std::string text = operation.operation;
  std::string object = operation.variable.empty() ? operation.memory : operation.variable;
  if (!operation.variable.empty() && !operation.memory.empty() && operation.memory != operation.variable) {
    object += " (" + operation.memory + ")";
  }
  if (!object.empty()) {
    text += ", " + object;
  }
  return text + (operation.value.empty() ? "" : ": " + operation.value);
}

std::string operation_text(const FindingFile& finding, std::size_t index, const ShortPlaces& places) {
  const ReportedOperation& operation = finding.operations[index];
  const bool at_once = finding.operations.front().pending;
  const std::string_view when = finding.operations.size() == 1 ? ""
                                : index == 0                   ? (at_once ? "about to happen, " : "first, ")
                                                               : (at_once ? "while, " : "then, ");
  std::string text =
      fmt::format("\n{}{}: {}\n", when, thread_title(finding, operation.thread), what_it_does(operation));
  if (operation.stack.empty() && !is_end_of_thread(operation)) {
    text += fmt::format("{}at {} (its stack was not kept)\n", kIndent, places.place(operation.file, operation.line));
  } else {
    text += stack_text(operation.stack, places, kIndent);
  }
  return text + locks_text(finding, operation, places);
}

// "T1's unlock of mutex at bank.cpp:12".
std::string end_text(const ReportedOperation& operation, const ShortPlaces& places) {
  const std::string object = operation.variable.empty() ? operation.memory : operation.variable;
  return fmt::format("{}'s {}{}{} at {}", thread_number(operation.thread), operation.operation,
                     object.empty() ? "" : " of ", object, places.place(operation.file, operation.line));
}

std::string handover_text(const FindingFile& finding, const ShortPlaces& places) {
  if (!finding.handover || finding.operations.empty()) {
    return "";
  }
  const std::string from = thread_number(finding.operations.front().thread);
  const std::string to = thread_number(finding.operations.back().thread);
  std::string text = fmt::format("\nlast synchronisation from {} to {}: ", from, to);
  const auto& [released, acquired] = *finding.handover;
  if (!released || !acquired) {
    const std::uint16_t thread = finding.operations.front().thread;
    const std::string created = thread < finding.threads.size() ? finding.threads[thread].created_at : "";
    return text + fmt::format("none{}; nothing that {} did is ordered before what {} does\n",
                              created.empty() ? "" : fmt::format(" since {} was created at {}", from, created), from,
                              to);
  }
  if (*released == *acquired) {
    return text + fmt::format("{} was created at {}, before the access of {}\n", to,
                              places.place(released->file, released->line), from);
  }
  return text + fmt::format("{}, then {}\n", end_text(*released, places), end_text(*acquired, places));
}

std::string block_text(const std::optional<ReportedOperation>& moment, std::string_view verb,
                       const FindingFile& finding, const ShortPlaces& places) {
  if (!moment) {
    return "";
  }
  constexpr std::string_view kFreed = " (freed)";
  std::string memory = moment->memory.empty() ? "memory" : moment->memory;
  if (memory.ends_with(kFreed)) {
    memory.erase(memory.size() - kFreed.size());  // at the end of the execution
  }
  return fmt::format("\nthe {} was {} by {} in\n{}", memory, verb, thread_title(finding, moment->thread),
                     stack_text(moment->stack, places, kIndent));
}

// An operation that is told already.
bool is_told(const FindingFile& finding, const std::optional<ReportedOperation>& moment) {
  return moment && std::ranges::any_of(finding.operations, [&moment](const ReportedOperation& operation) {
           return operation.operation == moment->operation && operation.stack == moment->stack;
         });
}

}  // namespace

std::string stack_text(const Stack& stack, const ShortPlaces& places, std::string_view indent) {
  std::string text;
  for (std::size_t i = 0; i < stack.size();) {
    std::size_t end = i;
    while (end < stack.size() && stack[end].library) {
      ++end;
    }
    // What the user's code called is shown, what the library does inside is not.
    const std::size_t shown = end < stack.size() && end > i ? end - 1 : end;
    if (shown > i && (shown < stack.size() || i != 0)) {
      text += shown == i + 1 ? fmt::format("{}#{} of a library\n", indent, i)
                             : fmt::format("{}#{} to #{} of libraries\n", indent, i, shown - 1);
      i = shown;
      continue;
    }
    text += fmt::format("{}#{} {}\n", indent, i, frame_text(stack[i], places));
    ++i;
  }
  return text;
}

std::string fault_title(const FindingFile& finding, const ShortPlaces& places) {
  std::string text = in_words(finding.kind);
  const FindingKindRow& kind = row_of(finding.kind);
  if (const std::string what = kind.is_circle ? subjects(finding) : subject(finding); !what.empty()) {
    text += fmt::format(" {} {}", kind.preposition, what);
  }
  std::vector<std::string> where;
  for (const ReportedOperation& operation : finding.operations) {
    if (operation.line != 0) {
      where.push_back(places.place(operation.file, operation.line));
    }
  }
  return text + (where.empty() ? "" : " (" + listed(where) + ")");
}

std::string fault_text(const FindingFile& finding, const ShortPlaces& places) {
  std::string text;
  for (std::size_t i = 0; i < finding.operations.size(); ++i) {
    text += operation_text(finding, i, places);
  }
  text += handover_text(finding, places);
  if (!is_told(finding, finding.allocated)) {
    text += block_text(finding.allocated, "allocated", finding, places);
  }
  if (!is_told(finding, finding.freed)) {
    text += block_text(finding.freed, "freed", finding, places);
  }
  return text;
}

}  // namespace heddle
