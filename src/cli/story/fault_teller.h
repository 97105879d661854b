// What a detector saw, for a report: its operations with stacks and locks, what came between the threads, the memory.
//
// Found in the recorded events of the execution that the fault ended.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/program/source_lines.h"
#include "cli/story/event_describer.h"
#include "cli/story/synchronisation.h"
#include "cli/target/shared_segment.h"
#include "detectors/finding_kinds.h"
#include "trace/finding_file.h"

namespace heddle::cli {

class FaultTeller {
 public:
  // All must outlive this.
  FaultTeller(const SharedSegment& segment, const FindingKind& kind, EventDescriber& describer, SourceLines& sources);

  // Whether there is such a fault.
  [[nodiscard]] bool is_there() const { return is_there_; }
  // Before stacks are looked up: those that will be needed.
  void want_stacks();
  // Events of its operations: in the order in which they happened, as far as they were recorded.
  [[nodiscard]] const std::vector<std::size_t>& parts() const { return parts_; }
  // Whether the last of them is the operation that the execution ended before.
  [[nodiscard]] bool has_last() const { return second_.has_value(); }
  // The earlier one where it had not happened yet, only was about to.
  [[nodiscard]] const std::optional<std::size_t>& pending() const { return pending_; }
  // Fills in all that the story does not; threads are there already.
  void tell(FindingFile& finding);

 private:
  using RecordedEvent = segment::RecordedEvent;

  void find_operations();
  void find_memory();
  void find_creations(std::size_t end);
  [[nodiscard]] std::optional<std::size_t> access_without_common_lock() const;
  [[nodiscard]] std::vector<std::size_t> locks_at(ThreadId thread, const std::optional<std::size_t>& event) const;
  [[nodiscard]] ReportedOperation reported(const RecordedEvent& event);
  [[nodiscard]] ReportedOperation earlier_operation();
  [[nodiscard]] std::string circle_in_words(const FindingFile& finding) const;
  void name_mutex_of_wait(FindingFile& finding);
  [[nodiscard]] std::string common_memory(const FindingFile& finding);
  [[nodiscard]] ReportedOperation with_locks(const RecordedEvent& event, const std::vector<std::size_t>& locks);

  const FindingKindRow& kind_;
  EventDescriber& describer_;
  SourceLines& sources_;
  std::span<const RecordedEvent> events_;
  const segment::DetectedFault& detected_;
  const Fault& fault_;
  bool is_there_ = false;
  std::optional<std::size_t> first_;    // the earlier operation
  std::optional<std::size_t> pending_;  // ... or it, where it had not happened yet
  std::optional<std::size_t> second_;   // the one that showed it
  std::optional<std::size_t> failed_;   // where the stack of the thread that showed it is
  std::optional<std::size_t> allocated_;
  std::optional<std::size_t> freed_;
  // All but the last, in order, where there may be more than the two that a detector names: threads of a possible
  // deadlock, an access without the lock that the others hold.
  std::vector<std::size_t> earlier_;
  std::vector<std::size_t> parts_;
  std::vector<std::size_t> first_locks_;
  std::vector<std::size_t> second_locks_;
  std::vector<std::size_t> creations_;
  std::optional<Handover> handover_;
  std::map<std::string, std::string> shown_as_;  // files of sources: what reports call them
};

}  // namespace heddle::cli
