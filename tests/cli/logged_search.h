// Searches of scripted programs whose logs are as `heddle hunt` leaves them, without a compiled program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/search/search_header.h"
#include "cli/search/search_log.h"
#include "engine/strategy.h"
#include "engine/totals.h"
#include "sim/program.h"

namespace heddle::test {

// Explores until told to leave it.
class LoggedSearch {
 public:
  // Begins a search with these options; `header` names what it is of.
  LoggedSearch(const std::filesystem::path& log, const sim::Program& program, std::vector<std::string> options,
               cli::SearchHeader header = {});
  ~LoggedSearch();

  // So many executions, in leases of a few. Fewer where nothing is left.
  void explore(std::uint64_t executions);
  // As the command does when it ends.
  void end(const std::string& word);

  [[nodiscard]] const Totals& totals() const;
  [[nodiscard]] std::uint64_t left() const;
  [[nodiscard]] std::string guarantee() const;
  [[nodiscard]] const std::vector<Finding>& findings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heddle::test
