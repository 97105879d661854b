// Hunts in the stand-in, which behaves as its argument says (stand_in_hunt.cpp).
#pragma once

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "command.h"

namespace heddle::test {

class HuntFixture : public CommandTest {
 protected:
  // heddle hunt --summary=... with one worker, and the summary.
  [[nodiscard]] std::pair<CommandResult, nlohmann::json> hunt(const std::string& how,
                                                              std::vector<std::string> options = {},
                                                              const std::string& input = "") const {
    const CommandResult result = heddle(command(how, std::move(options)), input);
    return {result, summary()};
  }

  // Sends the signal when the target is at work, and has found what it finds.
  [[nodiscard]] CommandResult interrupted(const std::string& how, int signal,
                                          std::vector<std::string> options = {}) const {
    std::filesystem::remove(folder() / "at-work");
    const pid_t process = start(command(how, std::move(options)));
    for (int i = 0; i < 3000 && !std::filesystem::exists(folder() / "at-work"); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ::kill(process, signal);
    return finish(process);
  }

  [[nodiscard]] nlohmann::json summary() const {
    return nlohmann::json::parse(read_file(folder() / "summary.json"), nullptr, false);
  }

  // The only finding left behind.
  [[nodiscard]] std::string finding() const {
    for (const std::string& name : left_behind()) {
      if (name.ends_with(".finding")) {
        return name;
      }
    }
    return "";
  }

 private:
  [[nodiscard]] static std::vector<std::string> command(const std::string& how, std::vector<std::string> options) {
    options.insert(options.begin(), {"hunt", "-j1", "--summary=summary.json"});
    options.insert(options.end(), {stand_in("good"), "hunt-" + how});
    return options;
  }
};

}  // namespace heddle::test
