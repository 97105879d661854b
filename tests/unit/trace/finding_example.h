// A finding with something in every member.
#pragma once

#include <string>

#include "trace/finding_file.h"

namespace heddle {

inline FindingFile finding_example() {
  FindingFile finding;
  finding.kind = FindingKind::kDeadlock;
  finding.message = "nobody can continue";
  finding.file = "bank.cpp";
  finding.line = 14;
  finding.signature = 0xfedcba9876543210;
  finding.certain = false;
  finding.replayable = false;
  finding.variation = "passed";
  finding.provoked = "not reproduced";
  finding.outcome.kind = OutcomeKind::kDeadlock;
  finding.outcome.thread = ThreadId{2};
  finding.outcome.signal = 6;
  finding.outcome.exit_status = -3;
  finding.outcome.steps = 1234567890123;
  finding.outcome.events = 99;
  finding.outcome.event_hash = 0x89abcdef01234567;
  finding.outcome.fault = 0xfa;
  finding.detail = "T1 waits\nT2 waits\n";
  finding.program = "./bank";
  finding.arguments = {"-n", "4 threads"};
  finding.explore = "2 queue_test.cpp:31 --gtest_filter=Queue.*";
  finding.build_id = "0123456789abcdef";
  finding.input_bytes = 3;
  finding.input_hash = 7;
  finding.input = std::string("a\0\xff", 3);
  finding.point_set = Points::kShared;
  finding.cells = {{.object = 0xffffffffffffffff, .bytes = 15}, {.object = 1, .bytes = 256}};
  finding.schedule = {{.point = 2, .take = {.thread = ThreadId{1}, .variant = kProceed}, .check = 11},
                      {.point = 5, .take = {.thread = ThreadId{2}, .variant = kTimeout}, .check = 12}};
  finding.limits = {.steps = 5000, .threads = 70};
  finding.reset = segment::ResetMode::kLoop;
  finding.warmup = 3;
  finding.replay_command = "heddle replay 1.finding";
  finding.strategy = "cb";
  finding.execution = 41;
  finding.bound = 2;
  finding.costs.preemptions = 1;
  finding.costs.switches = 4;
  finding.costs.delays = 6;
  finding.extras = 2;
  finding.subject = "table[19]";
  finding.minimality = Minimality::kLocal;
  const Stack stack = {
      {.module = "bank",
       .offset = 77,
       .function = "transfer(int)",
       .file = "bank.cpp",
       .line = 14,
       .column = 3,
       .library = false},
      {.module = "libc.so.6", .offset = 8, .function = "", .file = "", .line = 0, .column = 0, .library = true}};
  finding.threads = {{.path = "main", .label = "", .created_at = "", .created_in = {}},
                     {.path = "main.1", .label = "clerk", .created_at = "bank.cpp:47", .created_in = stack}};
  finding.detectors = 5;
  finding.sites = {SiteId{0xabc}, SiteId{0xffffffffffffffff}};
  ReportedOperation operation;
  operation.thread = 1;
  operation.operation = "write of 4 bytes";
  operation.variable = "this->balance_";
  operation.memory = "alice+40";
  operation.value = "3 -> 4";
  operation.file = "bank.cpp";
  operation.line = 14;
  operation.source = "balance_ = 4;";
  operation.stack = stack;
  operation.locks = {{.name = "alice", .shared = true, .file = "bank.cpp", .line = 13, .stack = stack}};
  finding.operations = {ReportedOperation(), operation};
  finding.handover = ReportedHandover{.released = operation, .acquired = ReportedOperation()};
  finding.allocated = operation;
  finding.freed = operation;
  StoryEvent event;
  event.thread = 1;
  event.preempted = 0;
  event.file = "bank.cpp";
  event.line = 9;
  event.source = "x \"quoted\"";
  event.operation = "write";
  event.object = "balance";
  event.value = "3 -> 4";
  event.remark = "(fails)";
  event.part = 1;
  StoryEvent gap;
  gap.omitted = 12;
  gap.rounds = 4;
  finding.story = {event, gap};
  finding.story_cut = 40;
  finding.output = "hello\n";
  return finding;
}

}  // namespace heddle
