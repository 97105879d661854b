#include "runtime/contexts/handler_frames.h"

#include "runtime/contexts/side_stack.h"

namespace heddle::runtime {
namespace {

bool is_left(const Thread& self, const HandlerFrame& frame, std::uintptr_t position) {
  const bool alternate = on_signal_stack(self, position);
  return (frame.alternate && !alternate) || (frame.alternate == alternate && position > frame.stack);
}

void take_side_stack_back(Thread& self, std::uintptr_t side_stack) {
  if (is_aside()) {
    const std::uintptr_t target_stack = target_stack_slot();
    heddle_side_stack = self.side_stack = side_stack;
    target_stack_slot() = target_stack;
  } else {
    heddle_side_stack = self.side_stack = side_stack;
  }
}

// Of one that was left by a jump.
void drop_frame(Thread& self) {
  take_side_stack_back(self, self.signals.frames->side_stack);
  pop_handler_frame(self);
}

}  // namespace

void push_handler_frame(Thread& self, std::uintptr_t stack, bool alternate) {
  auto* frame = static_cast<HandlerFrame*>(allocate_block(sizeof(HandlerFrame)));
  *frame = {.next = self.signals.frames, .stack = stack, .alternate = alternate, .side_stack = self.side_stack};
  self.signals.frames = frame;
}

void pop_handler_frame(Thread& self) {
  HandlerFrame* gone = self.signals.frames;
  self.signals.frames = gone->next;
  free_block(gone, sizeof(HandlerFrame));
}

bool on_signal_stack(const Thread& self, std::uintptr_t position) {
  return self.signals.stack != 0 && position - self.signals.stack < self.signals.stack_size;
}

std::uintptr_t handler_stack(Thread& self) {
  if (self.signals.frames == nullptr) [[likely]] {
    return 0;
  }
  const std::uintptr_t position = target_stack_pointer();
  while (self.signals.frames != nullptr && is_left(self, *self.signals.frames, position)) {
    drop_frame(self);
  }
  return self.signals.frames == nullptr ? 0 : self.signals.frames->stack;
}

}  // namespace heddle::runtime
