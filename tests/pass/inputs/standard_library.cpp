// Much of the standard library in one file: it must build, run and print the same with and without instrumentation.
#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <condition_variable>
#include <coroutine>
#include <deque>
#include <exception>
#include <filesystem>
#include <forward_list>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <typeinfo>
#include <unordered_map>
#include <variant>
#include <vector>

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Square : Shape {
  explicit Square(double side) : side(side) {}
  double area() const override { return side * side; }
  double side;
};
struct Base {
  virtual ~Base() = default;
  int base = 1;
};
struct Left : virtual Base {
  int left = 2;
};
struct Right : virtual Base {
  int right = 3;
};
struct Diamond : Left, Right {
  virtual int total() { return base + left + right; }
};

struct Generator {
  struct promise_type {
    int value = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int next) {
      value = next;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

Generator squares(int count) {
  for (int i = 0; i < count; ++i) {
    co_yield i* i;
  }
}

struct Cleanup {
  explicit Cleanup(int& depth) : depth(depth) { ++depth; }
  ~Cleanup() { --depth; }
  int& depth;
};

int thrower(int level, int& depth) {
  Cleanup cleanup(depth);
  if (level == 0) {
    throw std::runtime_error("bottom");
  }
  return thrower(level - 1, depth) + 1;
}

__attribute__((noinline)) int variadic(int count, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, count);
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += __builtin_va_arg(list, int);
  }
  __builtin_va_end(list);
  return sum;
}

int computed_goto(int which) {
  static void* const labels[] = {&&zero, &&one, &&two};
  goto* labels[which];
zero:
  return 10;
one:
  return 11;
two:
  return 12;
}

thread_local std::string thread_name = "none";

__attribute__((always_inline)) inline int immediate(const int value) {
  int result;
  asm("movl %1, %0" : "=r"(result) : "r"(value));
  return result;
}

int accumulate_tail(int count, int sum) {
  if (count == 0) {
    return sum;
  }
  [[clang::musttail]] return accumulate_tail(count - 1, sum + count);
}

void containers() {
  std::map<std::string, std::vector<int>> groups;
  std::unordered_map<int, std::string> names;
  std::set<double> sorted;
  std::list<int> list;
  std::deque<int> deque;
  for (int i = 0; i < 50; ++i) {
    groups[i % 2 ? "odd" : "even"].push_back(i);
    names[i * 7] = std::to_string(i);
    sorted.insert(i * 0.5);
    list.push_front(i);
    deque.push_back(i);
  }
  list.sort();
  std::priority_queue<int> queue(deque.begin(), deque.end());
  std::cout << groups["odd"].size() << ' ' << names.at(49) << ' ' << *sorted.rbegin() << ' ' << list.back() << ' '
            << queue.top() << '\n';
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 0);
  std::mt19937 engine(42);
  std::shuffle(values.begin(), values.end(), engine);
  std::sort(values.begin(), values.end(), [](int a, int b) { return a > b; });
  std::cout << values.front() << ' ' << std::accumulate(values.begin(), values.end(), 0L) << '\n';
}

void text() {
  std::regex pattern("([a-z]+)=([0-9]+)");
  std::string input = "alpha=1 beta=22 gamma=333";
  for (std::sregex_iterator it(input.begin(), input.end(), pattern), end; it != end; ++it) {
    std::cout << (*it)[1] << ':' << (*it)[2] << ' ';
  }
  std::ostringstream stream;
  stream << std::setw(8) << std::setfill('0') << std::hex << 48879 << ' ' << std::complex<double>(1, 2);
  std::cout << stream.str() << ' ' << std::filesystem::path("/a/b/c.txt").extension() << '\n';
}

void objects() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>(3));
  Diamond diamond;
  Base* base = &diamond;
  std::variant<int, std::string> variant = std::string("text");
  std::any any = 7;
  std::optional<int> optional;
  std::cout << shapes[0]->area() << ' ' << diamond.total() << ' ' << (dynamic_cast<Left*>(base) != nullptr) << ' '
            << (typeid(*base) == typeid(Diamond)) << ' '
            << std::visit([](const auto& value) { return sizeof(value) > 0; }, variant) << ' '
            << std::any_cast<int>(any) << ' ' << optional.value_or(9) << '\n';
  int depth = 0;
  try {
    thrower(5, depth);
  } catch (const std::exception& error) {
    std::cout << error.what() << ' ' << depth << '\n';
  }
}

void threads() {
  std::mutex mutex;
  std::condition_variable ready;
  std::shared_mutex shared;
  std::atomic<int> counter{0};
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  bool go = false;
  long sum = 0;
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) {
    workers.emplace_back([&, i] {
      thread_name = "worker";
      std::unique_lock lock(mutex);
      ready.wait(lock, [&] { return go; });
      sum += i;
      counter.fetch_add(1, std::memory_order_relaxed);
      std::shared_lock reader(shared);
    });
  }
  {
    std::lock_guard lock(mutex);
    go = true;
  }
  ready.notify_all();
  for (std::thread& worker : workers) {
    worker.join();
  }
  auto future = std::async(std::launch::async, [] { return 5; });
  std::promise<int> promise;
  std::thread setter([&] { promise.set_value(6); });
  int expected = 4;
  const bool exchanged = counter.compare_exchange_strong(expected, 40);
  std::cout << sum << ' ' << counter << ' ' << exchanged << ' ' << future.get() << ' ' << promise.get_future().get()
            << ' ' << flag.test_and_set() << ' ' << thread_name << '\n';
  setter.join();
}

}  // namespace

int main() {
  containers();
  text();
  objects();
  threads();
  Generator generator = squares(4);
  int sum = 0;
  for (generator.handle.resume(); !generator.handle.done(); generator.handle.resume()) {
    sum += generator.handle.promise().value;
  }
  generator.handle.destroy();
  std::cout << sum << ' ' << variadic(4, 1, 2, 3, 4) << ' ' << computed_goto(2) << ' ' << immediate(17) << ' '
            << accumulate_tail(100000, 0) % 1000 << '\n';
}
