// A search of a real program that is interrupted, killed and damaged from outside while it runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "cli/command.h"

namespace heddle::test {

[[nodiscard]] std::string program(const std::string& name);

// Processes whose parent this is.
[[nodiscard]] std::vector<pid_t> children_of(pid_t process);
// Those with this variable in their environment.
[[nodiscard]] std::vector<pid_t> processes_with(const std::string& variable);
[[nodiscard]] std::uint64_t resident_kib(pid_t process);
// Not a zombie either.
[[nodiscard]] bool is_alive(pid_t process);

// A place where hunts are made, one at a time, each going on with the one before.
class Hunter : public CommandTest {
 public:
  // The options of the search; those of the first hunt are what it is.
  Hunter(std::vector<std::string> options, std::vector<std::string> target)
      : options_(std::move(options)), target_(std::move(target)) {}

  using CommandTest::folder;
  using CommandTest::left_behind;

  // Begins the search, or goes on with it where there is a log.
  void begin(const std::vector<std::string>& more = {}, const std::map<std::string, std::string>& environment = {});
  // Until it has ended.
  CommandResult end();
  void signal(int number) const;
  // What the searches so far left: the next one is the first.
  void forget() const;
  [[nodiscard]] bool is_running() const { return process_ > 0 && is_alive(process_); }
  [[nodiscard]] pid_t process() const { return process_; }
  [[nodiscard]] std::vector<pid_t> workers() const { return children_of(process_); }

  [[nodiscard]] std::filesystem::path log() const;  // empty: there is none
  [[nodiscard]] std::uint64_t log_size() const;
  // Until the log has so many bytes more than now, or it has ended. False: that.
  [[nodiscard]] bool wait_for_commits(std::uint64_t bytes = 1) const;
  [[nodiscard]] bool wait_until(const std::function<bool()>& condition) const;
  [[nodiscard]] nlohmann::json summary() const;
  [[nodiscard]] std::string errors() const { return read_file(folder().parent_path() / "error"); }  // so far

 private:
  void TestBody() override {}

  std::vector<std::string> options_;
  std::vector<std::string> target_;
  pid_t process_ = 0;
};

// Places of the records of a log, and its end.
[[nodiscard]] std::vector<std::uint64_t> records_of(const std::filesystem::path& log);

}  // namespace heddle::test
