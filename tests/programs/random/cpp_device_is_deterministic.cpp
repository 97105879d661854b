// std::random_device and addresses steer the program, so a run that repeats must see the same: the event hash tells.
// CHECK: passes
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <unordered_map>

static volatile int cells[16];

static void step(std::size_t value) { cells[value & 15] = cells[value & 15] + 1; }

static void draw() {
  std::random_device device;
  step(device());
  std::mt19937 engine(device());
  step(engine());
  auto pointer = std::make_unique<int>(1);
  step(reinterpret_cast<std::uintptr_t>(pointer.get()) >> 4);
  step(std::hash<std::thread::id>{}(std::this_thread::get_id()));
  std::unordered_map<std::string, int> map{{"a", 1}, {"b", 2}, {"c", 3}};
  for (const auto& [key, value] : map) step(static_cast<std::size_t>(key[0]) * 3U + static_cast<std::size_t>(value));
}

int main() {
  std::thread thread(draw);
  thread.join();
  draw();
}
