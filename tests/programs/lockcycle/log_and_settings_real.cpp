// The log asks the settings for its level, the settings log that they are changed.
// FAILS: deadlock
#include <mutex>
#include <string>
#include <thread>

static std::mutex log_mutex;
static std::mutex settings_mutex;
static std::string text;
static int level = 1;

static int wanted_level() {
  std::lock_guard held(settings_mutex);  // REPORTED
  return level;
}

static void log(const std::string& line, int importance) {
  std::lock_guard held(log_mutex);  // REPORTED
  if (importance > 2 || importance >= wanted_level()) {
    text += line;
  }
}

static void change(int value) {
  std::lock_guard held(settings_mutex);
  level = value;
  log("changed\n", 3);
}

int main() {
  std::thread worker([] { log("works\n", 1); });
  std::thread changer([] { change(2); });
  worker.join();
  changer.join();
}
