#include "cli/target/watchdog.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace heddle::cli {
namespace {

// The part of a stat file behind the name, which is in parentheses and may contain anything.
std::optional<std::string> stat_fields(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) {
    return std::nullopt;
  }
  const std::size_t end_of_name = line.rfind(')');
  return end_of_name == std::string::npos ? std::nullopt : std::optional(line.substr(end_of_name + 1));
}

bool all_asleep(pid_t process) {
  std::error_code error;
  const std::filesystem::path tasks = "/proc/" + std::to_string(process) + "/task";
  for (std::filesystem::directory_iterator task(tasks, error), end; !error && task != end; task.increment(error)) {
    const auto fields = stat_fields(task->path() / "stat");
    if (!fields || fields->size() < 2 || ((*fields)[1] != 'S' && (*fields)[1] != 'D')) {
      return false;
    }
  }
  return !error;
}

}  // namespace

bool Watchdog::is_stuck(const Sample& sample) {
  if (!started_ || sample.heartbeat != last_.heartbeat) {
    started_ = true;
    processor_time_at_beat_ = sample.processor_time;
    asleep_since_beat_ = Milliseconds{0};
  } else if (sample.asleep && last_.asleep) {  // it may look around in between: only that does not count
    asleep_since_beat_ +=
        std::max(sample.now - last_.now - (sample.processor_time - last_.processor_time), Milliseconds{0});
  }
  last_ = sample;
  return sample.processor_time - processor_time_at_beat_ >= timeout_ || asleep_since_beat_ >= timeout_;
}

std::optional<Watchdog::Sample> sample_process(pid_t process) {
  const auto fields = stat_fields("/proc/" + std::to_string(process) + "/stat");
  if (!fields) {
    return std::nullopt;
  }
  std::istringstream stream(*fields);
  std::string skipped;
  for (int field = 3; field < 14; ++field) {  // proc(5): utime and stime are fields 14 and 15, the state is 3
    stream >> skipped;
  }
  std::int64_t user_ticks = 0;
  std::int64_t system_ticks = 0;
  stream >> user_ticks >> system_ticks;
  const std::int64_t milliseconds_per_tick = 1000 / ::sysconf(_SC_CLK_TCK);
  Watchdog::Sample sample;
  sample.processor_time = Watchdog::Milliseconds((user_ticks + system_ticks) * milliseconds_per_tick);
  sample.now = std::chrono::duration_cast<Watchdog::Milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
  sample.asleep = all_asleep(process);
  return sample;
}

std::uint64_t peak_memory_kib(pid_t process) {
  constexpr std::string_view kPeak = "VmHWM:";
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(kPeak)) {
      return std::strtoull(line.c_str() + kPeak.size(), nullptr, 10);
    }
  }
  return 0;
}

}  // namespace heddle::cli
