#include "trace_analysis.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "core/hash.h"
#include "core/rng.h"
#include "monitor/ranking.h"
#include "monitor/trace_reader.h"
#include "monitor/trace_writer.h"
#include "processes.h"

namespace heddle::bench {
namespace {

constexpr std::uint16_t kThreads = 8;
constexpr std::uint64_t kNodes = std::uint64_t{1} << 18U;
constexpr std::uint64_t kNodeBytes = 64;
constexpr int kLooksInATurn = 200;

rusage usage() {
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  return own;
}

double processor_seconds() {
  const rusage own = usage();
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(own.ru_utime) + seconds(own.ru_stime);
}

std::uint64_t node(std::uint64_t random) { return 0x1'0000'0000 + random % kNodes * kNodeBytes; }

void look_up(TraceWriter& writer, std::uint64_t random) {
  writer.call(SiteId{1 + (random & 1U)});
  const std::uint64_t first = node(random >> 8U);
  writer.access(SiteId{30}, first, 8, kAccessReads);
  writer.access(SiteId{31}, first + 8, 4, kAccessReads);
  for (std::uint64_t link = 0; link < (random >> 40U) % 5; ++link) {
    const std::uint64_t next = node(mix(random + link));
    writer.access(SiteId{32}, next, 8, kAccessReads);
    writer.access(SiteId{33}, next + 8, 4, kAccessReads);
  }
  if ((random >> 50U & 3U) == 0) {
    writer.access(SiteId{40 + (random >> 52U & 63U)}, first + 16, 8, kAccessWrites);
  }
  if (random >> 60U == 0) {
    writer.free(first, kNodeBytes);
    writer.allocate(first, kNodeBytes);
  }
  writer.leave();
}

}  // namespace

Analysed analyse_table(std::uint64_t accesses) {
  const std::filesystem::path file = working_folder() / "trace";
  TraceWriter writer({.memory = std::size_t{64} << 20U, .file = file.string()});
  for (std::uint16_t thread = 1; thread <= kThreads; ++thread) {
    writer.create(ThreadId{thread}, ThreadName{thread * std::uint64_t{77}});
  }
  Rng random(1);
  for (std::uint16_t thread = 1; writer.totals().accesses < accesses; thread = thread % kThreads + 1) {
    writer.switch_to(ThreadId{thread});
    for (int look = 0; look < kLooksInATurn; ++look) {
      look_up(writer, random.next());
    }
  }
  Analysed analysed;
  if (!writer.finish()) {
    return analysed;
  }
  const auto reader = TraceReader::of(writer);
  if (!reader) {
    return analysed;
  }
  const double start = processor_seconds();
  const Prediction prediction = predict(*reader, {});
  analysed.seconds = processor_seconds() - start;
  analysed.accesses = static_cast<double>(prediction.conflicts.accesses);
  analysed.bytes = static_cast<double>(writer.totals().bytes);
  analysed.peak_mib = static_cast<double>(usage().ru_maxrss) / 1024;
  std::filesystem::remove(file);
  return analysed;
}

}  // namespace heddle::bench
