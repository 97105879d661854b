// A pool of four threads with one queue of tasks: main submits small computations on pieces of a signal, and takes
// their results from futures.
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace {

class Pool {
 public:
  explicit Pool(int threads) {
    for (int index = 0; index < threads; ++index) {
      threads_.emplace_back([this] { work(); });
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }

  [[nodiscard]] std::future<double> submit(std::function<double()> computation) {
    auto task = std::make_shared<std::packaged_task<double()>>(std::move(computation));
    std::future<double> result = task->get_future();
    {
      const std::lock_guard lock(mutex_);
      tasks_.emplace_back([task] { (*task)(); });
    }
    changed_.notify_one();
    return result;
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return !tasks_.empty() || closed_; });
      if (tasks_.empty()) {
        return;
      }
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

// How much of a frequency is in a piece (Goertzel's algorithm).
double power(std::span<const float> piece, double frequency) {
  const double factor = 2 * std::cos(frequency);
  double last = 0;
  double before = 0;
  for (const float sample : piece) {
    const double next = sample + factor * last - before;
    before = last;
    last = next;
  }
  return last * last + before * before - factor * last * before;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::size_t kPiece = 512;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  std::vector<float> signal(64 * kPiece);
  for (std::size_t index = 0; index < signal.size(); ++index) {
    signal[index] = static_cast<float>((index * 37 + index * index / 91) % 255) / 255;
  }
  Pool pool(4);
  double sum = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::future<double>> results;
    for (std::size_t piece = 0; piece < signal.size(); piece += kPiece) {
      results.push_back(pool.submit([&signal, piece, round] {
        return power(std::span(signal).subspan(piece, kPiece), 0.01 * (round % 300 + 1));
      }));
    }
    for (std::future<double>& result : results) {
      sum += result.get();
    }
  }
  std::printf("%.6g\n", sum);
}
