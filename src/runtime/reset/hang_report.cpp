#include "runtime/reset/hang_report.h"

#include <algorithm>

#include "core/operation.h"
#include "runtime/kernel/children.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/machine/own_text.h"
#include "runtime/observe/recorder.h"
#include "runtime/program/modules.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"

namespace heddle::runtime {
namespace {

constexpr std::size_t kFrames = 12;

void add_address(Line& line, std::uintptr_t address) {
  line.text("    ");
  if (const Module* module = module_of(address); module != nullptr) {
    // The executable has no path of its own in the loader's list.
    line.text(module->path[0] == '\0' ? "main program" : module->path).text("+").hex(address - module->base);
  } else {
    line.hex(address);
  }
  line.text("\n");
}

void add_thread(Line& line, const Thread& described, std::uintptr_t instruction, std::uintptr_t frame) {
  line.text("  T").number(described.id.value);
  std::uintptr_t frames[kFrames];
  std::size_t count = 0;
  if (described.pending.kind == OperationKind::kUnseenWait && described.unseen_at != 0 &&
      (described.id != state().current || in_own_text(instruction))) {
    line.text(" waits in code that heddle does not see\n");
    add_address(line, described.unseen_at);
    count = walk_frames(described.unseen_frame, frames, kFrames);
  } else if (described.id == state().current && describe_busy_child(line)) {
    line.text("\n");
    count = walk_frames(frame, frames, kFrames);
    count = static_cast<std::size_t>(std::remove_if(frames, frames + count, in_own_text) - frames);
  } else if (described.id == state().current) {
    line.text(" is running\n");
    add_address(line, instruction);
    count = walk_frames(frame, frames, kFrames);
  } else {
    // All names are literals.
    const char* operation = name(described.pending.kind).data();  // NOLINT(bugprone-suspicious-stringview-data-usage)
    const char* how = described.status == Status::kBlocked    ? " waits in "
                      : described.status == Status::kSpinning ? " spins before "
                                                              : " is before ";
    line.text(how).text(operation).text("\n");
    count = walk_frames(resume_frame(described.context), frames, kFrames);
  }
  for (std::size_t index = 0; index < count; ++index) {
    add_address(line, frames[index]);
  }
}

}  // namespace

std::size_t describe_threads(char* buffer, std::size_t capacity, std::uintptr_t instruction, std::uintptr_t frame) {
  Line line(buffer, capacity);
  const State& models = state();
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    add_thread(line, models.threads[models.live[index].value], instruction, frame);
  }
  return line.size();
}

void note_where_threads_are(std::uintptr_t instruction, std::uintptr_t frame) {
  segment::Result& result = worker_segment().result;
  result.detail_size =
      static_cast<std::uint32_t>(describe_threads(result.detail, sizeof result.detail, instruction, frame));
}

void report_hang(std::uintptr_t instruction, std::uintptr_t frame) {
  set_dispatch(false);
  if (controlled()) {
    note_where_threads_are(instruction, frame);
    char text[64];
    Line(text, sizeof text).text("after step ").number(execution.steps).text(" of an execution");
    leave_process(segment::Phase::kHang, text, 3);
  }
  leave_process(segment::Phase::kHang, "", 3);
}

}  // namespace heddle::runtime
