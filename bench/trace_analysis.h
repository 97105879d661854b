// The analysis of a trace on its own: of a made-up one, large.
#pragma once

#include <cstdint>

namespace heddle::bench {

struct Analysed {
  double accesses = 0;
  double bytes = 0;     // of the trace
  double seconds = 0;   // of processor time, for the analysis
  double peak_mib = 0;  // of this process, up to here
};

// Eight threads look up nodes of a table, follow chains, change a few, free some and allocate them again, by calls.
[[nodiscard]] Analysed analyse_table(std::uint64_t accesses);

}  // namespace heddle::bench
