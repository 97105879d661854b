// Three stages, a thread each: one writes batches of log lines, one parses them, one sums up. Batches go through a
// bounded queue with a mutex and condition variables to the second stage, and through a lock-free ring to the third.
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using Lines = std::vector<std::string>;
struct Request {
  std::uint32_t client = 0;
  std::uint32_t bytes = 0;
};
using Requests = std::vector<Request>;

class Queue {
 public:
  void put(Lines lines) {
    std::unique_lock lock(mutex_);
    not_full_.wait(lock, [this] { return batches_.size() < 16; });
    batches_.push_back(std::move(lines));
    not_empty_.notify_one();
  }
  [[nodiscard]] Lines take() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return !batches_.empty(); });
    Lines lines = std::move(batches_.front());
    batches_.pop_front();
    not_full_.notify_one();
    return lines;
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_full_;
  std::condition_variable not_empty_;
  std::deque<Lines> batches_;
};

// For one thread that puts and one that takes.
class Ring {
 public:
  void put(Requests requests) {
    const std::uint32_t at = put_.load(std::memory_order_relaxed);
    for (std::uint32_t taken = taken_.load(std::memory_order_acquire); at - taken == slots_.size();
         taken = taken_.load(std::memory_order_acquire)) {
      taken_.wait(taken, std::memory_order_acquire);
    }
    slots_[at % slots_.size()] = std::move(requests);
    put_.store(at + 1, std::memory_order_release);
    put_.notify_one();
  }
  [[nodiscard]] Requests take() {
    const std::uint32_t at = taken_.load(std::memory_order_relaxed);
    put_.wait(at, std::memory_order_acquire);
    Requests requests = std::move(slots_[at % slots_.size()]);
    taken_.store(at + 1, std::memory_order_release);
    taken_.notify_one();
    return requests;
  }

 private:
  alignas(64) std::atomic<std::uint32_t> put_ = 0;
  alignas(64) std::atomic<std::uint32_t> taken_ = 0;
  alignas(64) std::array<Requests, 16> slots_;
};

Lines write(std::uint32_t batch) {
  Lines lines;
  std::uint32_t random = batch + 1;
  for (int line = 0; line < 40; ++line) {
    random = random * 1664525U + 1013904223U;
    lines.push_back("client=" + std::to_string((random >> 8U) % 1000) +
                    " GET /index.html bytes=" + std::to_string((random >> 16U) % 10000));
  }
  return lines;
}

Requests parse(const Lines& lines) {
  const auto number_behind = [](const std::string& line, char sign, std::size_t from) {
    std::uint32_t number = 0;
    for (std::size_t at = line.find(sign, from) + 1; at < line.size() && line[at] >= '0' && line[at] <= '9'; ++at) {
      number = number * 10 + static_cast<std::uint32_t>(line[at] - '0');
    }
    return number;
  };
  Requests requests;
  for (const std::string& line : lines) {
    requests.push_back({.client = number_behind(line, '=', 0), .bytes = number_behind(line, '=', line.rfind(' '))});
  }
  return requests;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint32_t batches = 100U * static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 1);
  Queue queue;
  Ring ring;
  std::vector<std::uint64_t> bytes_of(1000);
  std::thread writer([&] {
    for (std::uint32_t batch = 0; batch < batches; ++batch) {
      queue.put(write(batch));
    }
  });
  std::thread parser([&] {
    for (std::uint32_t batch = 0; batch < batches; ++batch) {
      ring.put(parse(queue.take()));
    }
  });
  std::thread counter([&] {
    for (std::uint32_t batch = 0; batch < batches; ++batch) {
      for (const Request& request : ring.take()) {
        bytes_of[request.client] += request.bytes;
      }
    }
  });
  writer.join();
  parser.join();
  counter.join();
  std::uint64_t sum = 0;
  for (std::size_t client = 0; client < bytes_of.size(); ++client) {
    sum += bytes_of[client] * client;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(sum));
}
