// Scripted threads behind the seam.
#pragma once

#include "engine/seam.h"
#include "sim/machine.h"
#include "sim/program.h"

namespace heddle::sim {

class ScriptedExecutor final : public Executor {
 public:
  // The program must outlive the executor.
  explicit ScriptedExecutor(const Program& program, Options options = {}) : program_(program), options_(options) {}

  Outcome execute(Controller& controller) override {
    controller.begin();
    Machine machine(program_, options_, controller);
    const Outcome outcome = machine.run();
    controller.end(outcome);
    return outcome;
  }

 private:
  const Program& program_;
  Options options_;
};

}  // namespace heddle::sim
