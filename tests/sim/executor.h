// Scripted threads behind the seam.
#pragma once

#include "engine/seam.h"
#include "sim/machine.h"
#include "sim/program.h"

namespace heddle::sim {

class ScriptedExecutor final : public Executor {
 public:
  // The program must outlive the executor, and so must whoever watches.
  explicit ScriptedExecutor(const Program& program, Options options = {}, Watcher* watcher = nullptr)
      : program_(program), options_(options), watcher_(watcher) {}

  Outcome execute(Controller& controller) override {
    const Wants wants = controller.begin();
    const Outcome outcome = Machine(program_, options_, controller, wants, watcher_).run();
    controller.end({.outcome = outcome});
    return outcome;
  }

  void look_for(const Looking& looking) override {
    options_.fault = looking.fault;
    if (watcher_ != nullptr) {
      watcher_->look_at(looking);
    }
  }

 private:
  const Program& program_;
  Options options_;
  Watcher* watcher_;
};

}  // namespace heddle::sim
