// A process of the target: started as the runtime wants it, looked after by whoever needs it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/base/descriptor.h"
#include "cli/base/messages.h"
#include "cli/program/target_file.h"
#include "cli/target/shared_segment.h"

namespace heddle::cli {

struct ProcessEnd {
  bool exited = false;  // by itself, with `status`; otherwise by signal `status`
  int status = 0;
};

class TargetProcess {
 public:
  // With the request in the segment. The environment, the descriptors and the personality are as the runtime wants
  // them. `own_group`: ^C is for us, and what its children leave behind can be ended with it.
  static std::variant<TargetProcess, Refusal> start(const TargetFile& target, const std::vector<std::string>& arguments,
                                                    const SharedSegment& segment, bool own_group);

  [[nodiscard]] pid_t id() const { return id_; }
  // Becomes readable when it has ended; -1: the kernel has none.
  [[nodiscard]] int handle() const { return handle_.number(); }
  // Once it has ended. What its children have left behind is ended too.
  [[nodiscard]] std::optional<ProcessEnd> reap();
  void kill() const;
  // What it wrote to standard error before the runtime took over.
  [[nodiscard]] std::string early_error() const;

 private:
  TargetProcess(pid_t id, bool own_group, Descriptor early_error);

  pid_t id_;
  bool own_group_;
  Descriptor handle_;
  Descriptor early_error_;
  std::optional<ProcessEnd> end_;
};

// The environment of the target: ours plus what the runtime and the loader need. What the user had set of it is handed
// over under other names, so that the runtime can put it back for the target and its children.
// `preload`: the runtime, where the program is not linked with it; or empty.
[[nodiscard]] std::vector<std::string> target_environment(char** ours, int segment_descriptor,
                                                          const std::string& preload = "");

}  // namespace heddle::cli
