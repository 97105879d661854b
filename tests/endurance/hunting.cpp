#include "hunting.h"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kLook = 2ms;

// The fields of /proc/PID/stat behind the name, which may contain anything: state, parent, ...
std::vector<std::string> fields_of(pid_t process) {
  const std::string text = read_file("/proc/" + std::to_string(process) + "/stat");
  std::istringstream rest(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::vector<std::string> fields;
  for (std::string field; rest >> field;) {
    fields.push_back(field);
  }
  return fields;
}

std::vector<pid_t> all_processes() {
  std::vector<pid_t> all;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    pid_t process = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), process).ec == std::errc()) {
      all.push_back(process);
    }
  }
  return all;
}

}  // namespace

std::string program(const std::string& name) { return std::string(PROGRAM_FOLDER) + "/" + name; }

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children = all_processes();
  std::erase_if(children, [process](pid_t child) {
    const auto fields = fields_of(child);
    return fields.size() < 2 || fields[0] == "Z" || fields[1] != std::to_string(process);
  });
  return children;
}

std::vector<pid_t> processes_with(const std::string& variable) {
  std::vector<pid_t> found = all_processes();
  std::erase_if(found, [&variable](pid_t process) {
    const std::string environment = '\0' + read_file("/proc/" + std::to_string(process) + "/environ");
    return process == ::getpid() || environment.find('\0' + variable + '\0') == std::string::npos;
  });
  return found;
}

std::uint64_t resident_kib(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 1024;
}

bool is_alive(pid_t process) {
  const auto fields = fields_of(process);
  return !fields.empty() && fields[0] != "Z" && fields[0] != "X";
}

void Hunter::begin(const std::vector<std::string>& more, const std::map<std::string, std::string>& environment) {
  std::vector<std::string> words = {"hunt", "--summary=summary.json"};
  if (std::ranges::none_of(more, [](const std::string& word) { return word.starts_with("--time="); })) {
    words.emplace_back("--time=1h");
  }
  if (log().empty()) {
    words.insert(words.end(), options_.begin(), options_.end());
  } else {
    words.emplace_back("--resume");
  }
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), target_.begin(), target_.end());
  fs::remove(folder() / "summary.json");
  process_ = start(words, "", environment);
}

CommandResult Hunter::end() {
  const CommandResult result = finish(process_);
  process_ = 0;
  return result;
}

void Hunter::signal(int number) const { ::kill(process_, number); }

void Hunter::forget() const {
  for (const auto& entry : fs::directory_iterator(folder())) {
    fs::remove_all(entry.path());
  }
}

fs::path Hunter::log() const {
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder(), ignored)) {
    if (entry.path().filename() == "search.log") {
      return entry.path();
    }
  }
  return {};
}

std::uint64_t Hunter::log_size() const {
  std::error_code error;
  const fs::path path = log();
  const auto size = path.empty() ? 0 : fs::file_size(path, error);
  return error ? 0 : size;
}

bool Hunter::wait_until(const std::function<bool()>& condition) const {
  while (!condition()) {
    if (!is_running()) {
      return false;
    }
    std::this_thread::sleep_for(kLook);
  }
  return true;
}

bool Hunter::wait_for_commits(std::uint64_t bytes) const {
  const std::uint64_t least = log_size() + bytes;
  return wait_until([this, least] { return log_size() >= least; });
}

nlohmann::json Hunter::summary() const {
  return nlohmann::json::parse(read_file(folder() / "summary.json"), nullptr, false);
}

std::vector<std::uint64_t> records_of(const fs::path& log) {
  constexpr std::uint64_t kFileHeader = 16;
  constexpr std::uint64_t kRecordHeader = 40;
  constexpr std::uint64_t kSizeAt = 8;  // in the header of a record
  const std::string bytes = read_file(log);
  std::vector<std::uint64_t> places;
  std::uint64_t at = kFileHeader;
  while (at + kRecordHeader <= bytes.size()) {
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data() + at + kSizeAt, sizeof size);
    places.push_back(at);
    at += kRecordHeader + (size + 7) / 8 * 8;
  }
  places.push_back(at);
  return places;
}

}  // namespace heddle::test
