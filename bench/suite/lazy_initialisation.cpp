// Two threads both find that the settings are not loaded yet, and each goes on with a copy of its own.
// FINDS: assertion first == second
// PREEMPTIONS: 1
// FIXED: loads by std::call_once
#include <cassert>
#include <mutex>
#include <thread>

struct Settings {
  int volume = 11;
};

static Settings* settings;

static Settings* get_settings() {
#ifdef FIXED
  static std::once_flag loaded;
  std::call_once(loaded, [] { settings = new Settings; });
#else
  if (settings == nullptr) settings = new Settings;
#endif
  return settings;
}

static Settings* first;
static Settings* second;

int main() {
  std::thread one([] { first = get_settings(); });
  std::thread two([] { second = get_settings(); });
  one.join();
  two.join();
  assert(first == second);  // REPORTED
  delete settings;
}
