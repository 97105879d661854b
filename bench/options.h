// What all benches are asked for, on the command line.
#pragma once

namespace heddle::bench {

struct Options {
  bool json = false;
  bool quick = false;   // little work: shows that everything runs, not how fast
  int repetitions = 1;  // of each measurement
};

struct About {
  const char* bench;
  int repetitions = 0;      // unless told otherwise; 0: it is not for the user to say
  const char* counts = "";  // which of them
};

// Reads the options and runs `bench` with them; or says what is wrong with them. The exit status.
[[nodiscard]] int run_with_options(int argc, char** argv, const About& about, int (*bench)(const Options&));

}  // namespace heddle::bench
