// What bench/find runs: heddle hunt and ThreadSanitizer on the programs of the suite.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

// A program of the suite.
struct Subject {
  std::string name;
  std::string kind;     // of its bug
  int preemptions = 0;  // the least that show it
};

// A strategy with its options: one column.
struct Method {
  std::string name;                  // as asked for: "cb:bound=2"
  std::vector<std::string> options;  // of heddle hunt
};

enum class Verdict : std::uint8_t {
  kFound,
  kComplete,  // nothing is left within the bound, and it was not there
  kCap,       // time was up
  kEnded,     // another limit, without being complete
  kError,     // no verdict; see `error`
};

struct Hunted {
  Verdict verdict = Verdict::kError;
  std::string kind;              // of the finding
  std::uint64_t executions = 0;  // to the finding, those of lower bounds included; without one, all that were made
  int preemptions = 0;           // of the finding, made short
  double exploring = 0;          // seconds, of the exploration alone
  double seconds = 0;            // of the whole command: with making the finding short and repeating it
  std::string error;
};

// One run of a program built for ThreadSanitizer. Found: a report, a failed assertion, another crash or exit status, or
// a run that does not end (a deadlock).
struct Sanitized {
  bool found = false;
  bool stopped = false;  // it did not end
  std::string how;       // "data race", "assertion", "hangs" ...
  double seconds = 0;
};

struct SanitizedRuns {
  int runs = 0;
  int found = 0;    // runs that showed it
  int stopped = 0;  // ... by not ending
  double seconds = 0;
};

struct Row {
  Subject subject;
  std::vector<Hunted> hunted;  // by method
  // Where these runs were asked for.
  Sanitized once;
  SanitizedRuns repeated;
};

class Runs {
 public:
  // heddle's binary, the folder with the programs, seconds for each hunt and for each run with ThreadSanitizer.
  Runs(std::filesystem::path heddle, std::filesystem::path suite, double hunt_seconds, double run_seconds);

  // Nothing where heddle refuses the options; its words are in `refusal` then.
  [[nodiscard]] std::optional<Hunted> hunt(const Subject& subject, const Method& method, std::string& refusal) const;
  [[nodiscard]] Sanitized run_sanitized(const Subject& subject) const;
  [[nodiscard]] SanitizedRuns run_sanitized(const Subject& subject, int times) const;

 private:
  std::filesystem::path heddle_;
  std::filesystem::path suite_;
  double hunt_seconds_;
  double run_seconds_;
};

}  // namespace heddle::bench
