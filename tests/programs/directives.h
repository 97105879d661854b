// What a test program's comments say of its verdict (README.md in this folder).
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace heddle::test {

struct Directives {
  bool passes = false;
  bool loop_safe = false;
  bool waits_unseen = false;
  std::string hangs;  // in the list of threads
  std::string fails;  // kind
  std::string text;   // in its message
  std::string unsupported;
  std::vector<std::string> varies;  // words of the message
  std::string needs;
  std::string reset;  // the weakest one that serves
  int executions = 0;
  int runs = 500;  // at random
  std::set<std::string> states;
  std::string input;
  std::vector<int> reported;            // lines a finding names
  std::string variable;                 // that it names
  std::string minimality;               // what it says of its own length
  int findings = 0;                     // of a hunt for all; 0: any number
  std::string hint;                     // a kind
  std::string detectors;                // not empty: the verdict is theirs, and the program is hunted with them
  std::vector<std::string> strategies;  // of that hunt, each; empty: any
  std::string hb;  // what this detector says of a program without a race: errs or silent; empty: anything
};

Directives read_directives(const std::filesystem::path& source);

}  // namespace heddle::test
