#include "cli/story/fault_teller.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/base/text.h"
#include "core/operation_traits.h"

namespace heddle::cli {
namespace {

bool overlap(const Operation& one, const Operation& other) {
  const auto size = [](const Operation& operation) { return std::max<std::uint64_t>(operation.size, 1); };
  return one.address < other.address + size(other) && other.address < one.address + size(one);
}

// Not one of the notes behind the events.
bool happened(const segment::RecordedEvent& event) { return event.waits == 0 && event.fails == 0 && event.block == 0; }

// Nothing where it was not recorded.
std::optional<std::size_t> event_of(std::span<const segment::RecordedEvent> events, const Fault::Side& side) {
  const auto event = std::ranges::find_if(events, [&side](const segment::RecordedEvent& one) {
    return happened(one) && one.event.thread == side.thread && one.number == side.event;
  });
  return event == events.end() ? std::nullopt : std::optional(static_cast<std::size_t>(event - events.begin()));
}

std::string operation_in_words(const Operation& operation) {
  const auto sized = [&operation](std::string_view verb) {
    return fmt::format("{} of {}", verb, plural(operation.size, "byte"));
  };
  const auto atomic = [&](std::string_view verb) { return fmt::format("{} ({})", sized(verb), name(operation.order)); };
  switch (operation.kind) {
    case OperationKind::kRead:
    case OperationKind::kReadRange:
      return sized("read");
    case OperationKind::kWrite:
    case OperationKind::kWriteRange:
      return sized("write");
    case OperationKind::kVptrRead:
      return "read of a vtable pointer";
    case OperationKind::kVptrWrite:
      return "write of a vtable pointer";
    case OperationKind::kAtomicLoad:
      return atomic("atomic load");
    case OperationKind::kAtomicStore:
      return atomic("atomic store");
    case OperationKind::kAtomicReadModifyWrite:
      return atomic("atomic update");
    case OperationKind::kAtomicCompareExchange:
      return atomic("atomic compare-exchange");
    case OperationKind::kAllocate:
      return sized("allocation");
    case OperationKind::kFrameEnd:
      return "end of the variable's function";
    case OperationKind::kThreadEnd:
      return "end of the thread";
    case OperationKind::kThreadJoin:
      return "join";
    case OperationKind::kReadLock:
    case OperationKind::kTryReadLock:
    case OperationKind::kTimedReadLock:
      return "lock for reading";
    case OperationKind::kWriteLock:
    case OperationKind::kTryWriteLock:
    case OperationKind::kTimedWriteLock:
      return "lock for writing";
    case OperationKind::kConditionReacquire:
      return "lock again after a wait";
    case OperationKind::kMutexLock:
    case OperationKind::kMutexTryLock:
    case OperationKind::kMutexTimedLock:
    case OperationKind::kSpinLock:
    case OperationKind::kSpinTryLock:
      return "lock";
    case OperationKind::kMutexUnlock:
    case OperationKind::kSpinUnlock:
    case OperationKind::kReadWriteUnlock:
      return "unlock";
    case OperationKind::kMutexDestroy:
    case OperationKind::kReadWriteDestroy:
      return "destruction";
    case OperationKind::kConditionWait:
      return "wait on a condition variable";
    default:
      return std::string(name(operation.kind));
  }
}

// Nothing is known of its elements.
bool is_range(const Operation& operation) {
  return operation.kind == OperationKind::kReadRange || operation.kind == OperationKind::kWriteRange;
}

// "table[]" at "table+12" is "table[3]", where elements of 4 bytes are accessed whole.
std::string with_index(const std::string& variable, const std::string& memory, std::uint32_t size) {
  const std::string_view array =
      std::string_view(variable).substr(0, variable.size() - std::min<std::size_t>(variable.size(), 2));
  if (size == 0 || !variable.ends_with("[]") || !memory.starts_with(array)) {
    return variable;
  }
  const std::string_view rest = std::string_view(memory).substr(array.size());
  std::uint64_t offset = 0;
  if (!rest.empty()) {
    const char* end = rest.data() + rest.size();
    if (rest.front() != '+' || std::from_chars(rest.data() + 1, end, offset).ptr != end) {
      return variable;
    }
  }
  return offset % size == 0 ? fmt::format("{}[{}]", array, offset / size) : variable;
}

}  // namespace

FaultTeller::FaultTeller(const SharedSegment& segment, const FindingKind& kind, EventDescriber& describer,
                         SourceLines& sources)
    : kind_(row_of(kind)),
      describer_(describer),
      sources_(sources),
      events_(segment.events()),
      detected_(segment.result().detected),
      fault_(detected_.fault),
      is_there_(segment.result().outcome.kind == OutcomeKind::kDetected && detected_.seen != 0) {
  if (is_there_) {
    find_memory();
    find_operations();
  }
}

void FaultTeller::find_memory() {
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (events_[i].fails != 0) {
      failed_ = i;
    } else if (events_[i].block != 0) {
      (events_[i].event.operation.kind == OperationKind::kFree ? freed_ : allocated_) = i;
    }
  }
}

void FaultTeller::find_operations() {
  second_ = event_of(events_, fault_.last());
  const std::size_t end = second_.value_or(events_.size());
  if (fault_.earlier().pending) {
    const auto pending = std::ranges::find_if(events_, [this](const auto& event) {
      return event.waits != 0 && event.event.thread == fault_.earlier().thread;
    });
    if (pending != events_.end()) {
      pending_ = static_cast<std::size_t>(pending - events_.begin());
    }
    first_locks_ = locks_held(events_, fault_.earlier().thread, end);
    handover_ = last_handover(events_, fault_.earlier().thread, fault_.last().thread, end);
  } else if (fault_.earlier().thread != kNoThread) {
    first_ = event_of(events_, fault_.earlier());
    first_locks_ = locks_at(fault_.earlier().thread, first_);
    handover_ = last_handover(events_, fault_.earlier().thread, fault_.last().thread, end);
  }
  second_locks_ = locks_held(events_, fault_.last().thread, end);
  if (kind_.is_circle && first_ && second_) {
    for (const Fault::Side& side : fault_.all().subspan(1)) {
      if (const auto part = event_of(events_, side)) {
        earlier_.push_back(*part);
      }
    }
  } else if (const auto access = access_without_common_lock(); access && first_) {
    earlier_ = {*first_, *access};
  }
  std::ranges::sort(earlier_);
  parts_ = earlier_;
  if (earlier_.empty() && first_) {
    parts_.push_back(*first_);
  }
  if (second_) {
    parts_.push_back(*second_);
  }
  find_creations(end);
}

// Two accesses under one lock do not show that it is missing elsewhere: the last one before them that does. Nothing
// where they have none in common.
std::optional<std::size_t> FaultTeller::access_without_common_lock() const {
  constexpr std::size_t kMostAccesses = 1000;
  if (kind_.kind != FindingKind::kNoCommonLock || !first_ || !second_) {
    return std::nullopt;
  }
  const auto has_one_of = [this](const std::vector<std::size_t>& locks, const std::vector<std::size_t>& others) {
    return std::ranges::any_of(locks, [&](std::size_t lock) {
      return std::ranges::any_of(others, [&](std::size_t other) {
        return events_[lock].event.operation.address == events_[other].event.operation.address;
      });
    });
  };
  if (!has_one_of(first_locks_, second_locks_)) {
    return std::nullopt;
  }
  std::size_t seen = 0;
  for (std::size_t i = *second_; i-- != 0 && seen < kMostAccesses;) {
    const Event& event = events_[i].event;
    if (!happened(events_[i]) || !is_plain_access(event.operation.kind) ||
        !overlap(event.operation, fault_.last().operation)) {
      continue;
    }
    ++seen;
    const std::vector<std::size_t> locks = locks_held(events_, event.thread, i);
    if (!has_one_of(locks, first_locks_) || !has_one_of(locks, second_locks_)) {
      return i;
    }
  }
  return std::nullopt;
}

void FaultTeller::find_creations(std::size_t end) {
  const auto has_to_do = [this](ThreadId thread) {
    return thread == fault_.last().thread || thread == fault_.earlier().thread ||
           std::ranges::any_of(earlier_, [&](std::size_t part) { return events_[part].event.thread == thread; });
  };
  for (std::size_t i = 0; i < end; ++i) {
    const Event& event = events_[i].event;
    if (event.operation.kind == OperationKind::kThreadCreate && has_to_do(event.other)) {
      creations_.push_back(i);
    }
  }
}

// Nothing is known of the locks where the event was not recorded.
std::vector<std::size_t> FaultTeller::locks_at(ThreadId thread, const std::optional<std::size_t>& event) const {
  return event ? locks_held(events_, thread, *event) : std::vector<std::size_t>();
}

void FaultTeller::want_stacks() {
  const auto want = [this](std::size_t index) { describer_.want_stack(events_[index]); };
  for (const auto& single : {first_, pending_, second_, failed_, allocated_, freed_}) {
    if (single) {
      want(*single);
    }
  }
  for (const auto* several : {&first_locks_, &second_locks_, &creations_, &earlier_}) {
    std::ranges::for_each(*several, want);
  }
  for (const std::size_t part : earlier_) {
    std::ranges::for_each(locks_at(events_[part].event.thread, part), want);
  }
  if (handover_) {
    want(handover_->released);
    want(handover_->acquired);
  }
}

ReportedOperation FaultTeller::reported(const RecordedEvent& event) {
  const EventWords words = describer_.describe(event);
  ReportedOperation operation;
  operation.thread = event.event.thread.value;
  operation.operation = operation_in_words(event.event.operation);
  operation.memory = describer_.memory(event);
  operation.variable = words.object == operation.memory ? ""
                       : is_range(event.event.operation)
                           ? words.object
                           : with_index(words.object, operation.memory, event.event.operation.size);
  operation.value = words.value;
  operation.file = words.place.file.empty() ? words.place.module_offset : shown_path(words.place.file);
  if (!words.place.file.empty()) {
    shown_as_[words.place.file] = operation.file;
  }
  operation.line = words.place.line;
  operation.source = words.place.line == 0 ? "" : sources_.line(words.place.file, words.place.line);
  operation.stack = describer_.stack(event);
  if (event.event.operation.kind == OperationKind::kThreadEnd) {
    operation.memory.clear();  // what it had still to do with
    operation.variable.clear();
  }
  return operation;
}

ReportedOperation FaultTeller::with_locks(const RecordedEvent& event, const std::vector<std::size_t>& locks) {
  ReportedOperation operation = reported(event);
  for (const std::size_t lock : locks) {
    ReportedOperation taken = reported(events_[lock]);
    operation.locks.push_back({.name = taken.variable.empty() ? taken.memory : taken.variable,
                               .shared = takes_shared_lock(events_[lock].event.operation.kind),
                               .file = taken.file,
                               .line = taken.line,
                               .stack = std::move(taken.stack)});
  }
  return operation;
}

namespace {

// Of what was not recorded: at least its place.
segment::RecordedEvent stand_in(ThreadId thread, const Operation& operation, std::uint64_t site) {
  segment::RecordedEvent event{};
  event.event.thread = thread;
  event.event.operation = operation;
  event.site_record = site;
  return event;
}

}  // namespace

ReportedOperation FaultTeller::earlier_operation() {
  const bool is_end = fault_.earlier().operation.kind == OperationKind::kFree && freed_;
  const bool is_begin = fault_.earlier().operation.kind == OperationKind::kAllocate && allocated_;
  return with_locks(first_     ? events_[*first_]
                    : pending_ ? events_[*pending_]
                    : is_end   ? events_[*freed_]
                    : is_begin
                        ? events_[*allocated_]
                        : stand_in(fault_.earlier().thread, fault_.earlier().operation, detected_.site_records[1]),
                    first_locks_);
}

// "T0 takes alice while it holds bob, and T1 takes bob while it holds alice: each may come to wait for the other".
std::string FaultTeller::circle_in_words(const FindingFile& finding) const {
  std::vector<std::string> clauses;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::vector<std::size_t> locks = locks_at(events_[parts_[i]].event.thread, parts_[i]);
    std::string holds;
    for (std::size_t k = 0; k < locks.size(); ++k) {
      const bool is_wanted = std::ranges::any_of(parts_, [&](std::size_t part) {
        return events_[part].event.operation.address == events_[locks[k]].event.operation.address;
      });
      if (is_wanted) {
        holds = finding.operations[i].locks[k].name;
      }
    }
    const ReportedOperation& wanting = finding.operations[i];
    const std::string& wants = wanting.variable.empty() ? wanting.memory : wanting.variable;
    clauses.push_back(fmt::format("T{} takes {} while it holds {}", wanting.thread, wants.empty() ? "a lock" : wants,
                                  holds.empty() ? "another one" : holds));
  }
  const std::string last = std::move(clauses.back());
  clauses.pop_back();
  return fmt::format("possible deadlock: {}, and {}: each may come to wait for the {}", fmt::join(clauses, ", "), last,
                     clauses.size() == 1 ? "other" : "next");
}

// Of a wait with a mutex that the thread does not hold.
void FaultTeller::name_mutex_of_wait(FindingFile& finding) {
  constexpr std::string_view kNameless = "with a mutex that";
  const std::size_t at = finding.message.find(kNameless);
  if (fault_.earlier().thread != kNoThread || fault_.earlier().operation.address == 0 || at == std::string::npos) {
    return;
  }
  if (const std::string mutex = describer_.memory(stand_in(fault_.last().thread, fault_.earlier().operation, 0));
      !mutex.empty()) {
    finding.message.replace(at, kNameless.size(), fmt::format("with {}, which", mutex));
  }
}

// A range and an element of it, or two ranges: what is in both.
std::string FaultTeller::common_memory(const FindingFile& finding) {
  if (finding.operations.size() != 2 || !kind_.is_of_order) {
    return "";
  }
  const Operation& one = first_     ? events_[*first_].event.operation
                         : pending_ ? events_[*pending_].event.operation
                                    : fault_.earlier().operation;
  const Operation& other = second_ ? events_[*second_].event.operation : fault_.last().operation;
  if (!overlap(one, other) || (!is_range(one) && !is_range(other)) ||
      (one.address == other.address && one.size == other.size)) {
    return "";
  }
  const std::uint64_t begin = std::max(one.address, other.address);
  const std::uint64_t end = std::min(one.address + one.size, other.address + other.size);
  for (const auto& [operation, words] :
       {std::pair(&one, &finding.operations.front()), std::pair(&other, &finding.operations.back())}) {
    if (operation->address == begin && operation->address + operation->size == end) {
      return words->variable;
    }
  }
  Operation both = one;
  both.address = begin;
  const std::string memory = describer_.memory(stand_in(fault_.last().thread, both, 0));
  return memory.empty() ? "" : fmt::format("{} at {}", plural(end - begin, "byte"), memory);
}

void FaultTeller::tell(FindingFile& finding) {
  if (!earlier_.empty()) {
    for (const std::size_t part : earlier_) {
      finding.operations.push_back(with_locks(events_[part], locks_at(events_[part].event.thread, part)));
    }
  } else if (fault_.earlier().thread != kNoThread) {
    finding.operations.push_back(earlier_operation());
    finding.operations.back().pending = fault_.earlier().pending;
  }
  RecordedEvent last = second_   ? events_[*second_]
                       : failed_ ? events_[*failed_]
                                 : stand_in(fault_.last().thread, fault_.last().operation, detected_.site_records[0]);
  finding.operations.push_back(with_locks(last, second_locks_));
  if (kind_.is_circle && !earlier_.empty()) {
    finding.message = circle_in_words(finding);
  }
  name_mutex_of_wait(finding);
  finding.subject = common_memory(finding);
  const ReportedOperation& second = finding.operations.back();
  if (finding.operations.size() == 2 && kind_.is_of_order) {
    finding.handover = ReportedHandover{};
    if (handover_) {
      finding.handover = {.released = reported(events_[handover_->released]),
                          .acquired = reported(events_[handover_->acquired])};
    }
  }
  if (allocated_) {
    finding.allocated = reported(events_[*allocated_]);
  }
  if (freed_) {
    finding.freed = reported(events_[*freed_]);
  }
  finding.file = second.file;
  finding.line = second.line;
  for (const std::size_t creation : creations_) {
    if (const std::uint16_t created = events_[creation].event.other.value; created < finding.threads.size()) {
      finding.threads[created].created_in = describer_.stack(events_[creation]);
    }
  }
  for (const auto& [file, shown] : shown_as_) {
    for (std::size_t at = 0; (at = finding.message.find(file + ":", at)) != std::string::npos; at += shown.size()) {
      finding.message.replace(at, file.size(), shown);
    }
  }
}

}  // namespace heddle::cli
