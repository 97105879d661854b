// Finding files: a failure with everything needed to show it and to repeat it, without the program's sources.
//
// JSON like schedule files (schedule_file.h), with the same kind of checksum. What a person reads, the threads and the
// story, is kept as text: addresses and debug information belong to one build on one machine, a report does not.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding.h"
#include "core/options.h"
#include "core/outcome.h"
#include "core/schedule.h"
#include "trace/atomic_file.h"
#include "trace/expected.h"
#include "trace/segment.h"

namespace heddle {

// Members may be added without raising it; readers ignore those they do not know. In version 1 the marks of preemptions
// were guesses.
inline constexpr int kFindingFileVersion = 2;
// Standard input up to this size is kept whole.
inline constexpr std::size_t kLargestKeptInput = 65536;

struct StoryThread {
  std::string path;        // "main", "main.1"
  std::string label;       // as the program named it; empty: not
  std::string created_at;  // "bank.cpp:47"; empty: main, or unknown
  Stack created_in;        // of a thread that has to do with what a detector saw

  friend bool operator==(const StoryThread&, const StoryThread&) = default;
};

// One line of the story: an operation, or several of no interest that follow each other.
struct StoryEvent {
  std::uint16_t thread = 0;
  std::optional<std::uint16_t> preempted;  // the thread that ran before, where it could have gone on
  std::uint64_t omitted = 0;               // not 0: so many operations on objects of its own stood here
  std::uint64_t rounds = 0;                // not 0: ... and they were so many repetitions of the lines before
  std::string file;                        // empty: unknown
  std::uint32_t line = 0;
  std::string source;  // the text of that line; empty: could not be read
  std::string operation;
  std::string object;
  std::string value;                  // "3", "3 -> 4"
  std::string remark;                 // "(times out)"
  std::optional<std::uint16_t> part;  // it is this one of the finding's operations

  friend bool operator==(const StoryEvent&, const StoryEvent&) = default;
};

// A lock that was held, and where it was taken.
struct ReportedLock {
  std::string name;
  bool shared = false;
  std::string file;
  std::uint32_t line = 0;
  Stack stack;

  friend bool operator==(const ReportedLock&, const ReportedLock&) = default;
};

// An operation that a finding is about, with all that is known of it.
struct ReportedOperation {
  std::uint16_t thread = 0;
  std::string operation;  // "write of 4 bytes", "atomic load of 4 bytes (relaxed)", "free"
  std::string variable;   // as the source calls it: "node->next"; empty: unknown
  std::string memory;     // where that lies: "table+56", "heap block of 24 bytes + 8"; empty: unknown
  std::string value;      // "3", "3 -> 4"; "3 -> ...": the execution was ended before the write
  std::string file;       // empty: unknown
  std::uint32_t line = 0;
  std::string source;
  Stack stack;  // empty: not kept
  std::vector<ReportedLock> locks;
  bool pending = false;  // the thread was about to do it when the other one did its own

  friend bool operator==(const ReportedOperation&, const ReportedOperation&) = default;
};

// Where the thread of the first operation last told that of the second one what it had done so far. Both are empty
// where it never did.
struct ReportedHandover {
  std::optional<ReportedOperation> released;
  std::optional<ReportedOperation> acquired;  // that of the creator, where it is the creation of the thread

  friend bool operator==(const ReportedHandover&, const ReportedHandover&) = default;
};

// Another finding of the same hunt that happens in the execution of this one, before it.
struct ReportedCause {
  std::uint64_t number = 0;  // of the finding, in the order of the hunt
  std::uint64_t signature = 0;
  std::string title;  // "data race on counter (loop.c:12)"

  friend bool operator==(const ReportedCause&, const ReportedCause&) = default;
};

// What comes of a race that was caught when one of its two accesses is made right before the other, and the execution
// goes on to its end.
struct ReportedOrder {
  std::uint16_t first = 0;  // the thread whose access comes first
  bool failed = false;
  std::string outcome;  // "passed", "assertion: counter == 2"

  friend bool operator==(const ReportedOrder&, const ReportedOrder&) = default;
};

struct FindingFile {
  // What it is.
  FindingKind kind = FindingKind::kAssertion;
  std::string message;
  std::string file;  // where it happened; empty: unknown
  std::uint32_t line = 0;
  std::uint64_t signature = 0;
  bool certain = true;
  bool replayable = true;
  std::string variation;  // what a fresh process did instead; empty: the same
  Outcome outcome;        // kind, thread, signal, exit status, event hash, fault
  std::string detail;     // lines: who waits for what
  // Of what a detector saw while the execution was under way: which detectors, and the places of its operations. Of
  // others, those that change where things are in memory.
  std::uint32_t detectors = 0;
  std::array<SiteId, 2> sites = {};

  std::vector<ReportedOperation> operations;  // in the order in which they happened, the last one not performed
  std::optional<ReportedHandover> handover;   // of what is about the order of two operations
  std::vector<ReportedCause> causes;          // of a failure: the data races that it may come from
  std::string provoked;                       // of a hint: what came of trying to make it true; empty: nobody tried
  std::vector<ReportedOrder> orders;          // of a race that was caught: both, where they could be made
  // Of the heap block that they are about.
  std::optional<ReportedOperation> allocated;
  std::optional<ReportedOperation> freed;

  // How to get there again.
  std::string program;  // path
  std::vector<std::string> arguments;
  std::string explore;  // which call of heddle_explore(), see segment::kExploreName; empty: the first
  std::string build_id;
  std::uint64_t input_bytes = 0;
  std::uint64_t input_hash = 0;
  std::optional<std::string> input;  // nothing: too large to be kept
  Points point_set = Points::kShared;
  std::vector<segment::Cell> cells;
  Schedule schedule;
  ExecutionLimits limits = kLargestLimits;  // of the execution
  segment::ResetMode reset = segment::ResetMode::kAuto;
  std::uint32_t warmup = 0;
  bool unseen_waits = false;  // threads that wait in code heddle does not see counted as blocked
  std::string replay_command;

  std::string subject;  // the memory that both operations touch, where it is not all that one of them does; or empty

  // How it was found, and how short it is.
  std::string strategy;
  std::uint64_t execution = 0;
  std::uint32_t bound = 0;
  // Where there is a story these are counted in it: its marks, and how often the thread changes from line to line.
  Costs costs;
  std::uint32_t extras = 0;  // timeouts, wake-ups and signals that a bound counts like preemptions (engine/counting.h)
  Minimality minimality = Minimality::kBudget;

  // What happened.
  std::vector<StoryThread> threads;
  std::vector<StoryEvent> story;
  std::uint64_t story_cut = 0;  // so many lines before the first are left out
  std::string output;           // the end of what the program printed
};

[[nodiscard]] std::string to_text(const FindingFile& finding);
// A file with a kind of which this is not true is no good.
using KnowsKind = bool (*)(const FindingKind& kind);
inline constexpr KnowsKind kKnowsAnyKind = [](const FindingKind& /*kind*/) { return true; };
// `name` is what errors call the text.
Expected<FindingFile> parse_finding(std::string_view text, std::string_view name, KnowsKind knows = kKnowsAnyKind);

Expected<FindingFile> read_finding(const std::filesystem::path& path, KnowsKind knows = kKnowsAnyKind);
Expected<Written> write_finding(const std::filesystem::path& path, const FindingFile& finding, IfExists if_exists);

}  // namespace heddle
