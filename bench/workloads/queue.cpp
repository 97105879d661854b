// A bounded queue with a mutex and two condition variables: two threads put blocks of text in, two take them out and
// count their words.
#include <array>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace {

class Queue {
 public:
  void put(std::string block) {
    std::unique_lock lock(mutex_);
    not_full_.wait(lock, [&] { return blocks_.size() < kCapacity; });
    blocks_.push_back(std::move(block));
    not_empty_.notify_one();
  }

  bool take(std::string& block) {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [&] { return !blocks_.empty() || closed_; });
    if (blocks_.empty()) {
      return false;
    }
    block = std::move(blocks_.front());
    blocks_.pop_front();
    not_full_.notify_one();
    return true;
  }

  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    not_empty_.notify_all();
  }

 private:
  static constexpr std::size_t kCapacity = 32;
  std::mutex mutex_;
  std::condition_variable not_full_;
  std::condition_variable not_empty_;
  std::deque<std::string> blocks_;
  bool closed_ = false;
};

std::string make_block(std::uint32_t seed) {
  std::string block;
  for (int index = 0; index < 2000; ++index) {
    seed = seed * 1664525U + 1013904223U;
    block.push_back((seed >> 28U) < 3 ? ' ' : static_cast<char>('a' + (seed >> 24U) % 26));
  }
  return block;
}

std::uint64_t count_words(const std::string& block) {
  std::uint64_t words = 0;
  bool inside = false;
  for (const char letter : block) {
    words += letter != ' ' && !inside ? 1 : 0;
    inside = letter != ' ';
  }
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint32_t blocks = 200U * static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 1);
  Queue queue;
  std::array<std::uint64_t, 2> words{};
  const auto produce = [&](std::uint32_t id) {
    for (std::uint32_t index = 0; index < blocks; ++index) {
      queue.put(make_block(index * 2 + id));
    }
  };
  const auto consume = [&](std::size_t id) {
    std::string block;
    std::uint64_t sum = 0;
    while (queue.take(block)) {
      sum += count_words(block);
    }
    words[id] = sum;
  };
  std::thread first_producer(produce, 0);
  std::thread second_producer(produce, 1);
  std::thread first_consumer(consume, 0);
  std::thread second_consumer(consume, 1);
  first_producer.join();
  second_producer.join();
  queue.close();
  first_consumer.join();
  second_consumer.join();
  std::printf("%llu\n", static_cast<unsigned long long>(words[0] + words[1]));
}
