// One thread hands out words, another counts them in a map.
#include <array>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace {

class Words {
 public:
  void put(std::string word) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(word));
    changed_.notify_one();
  }

  std::string take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !waiting_.empty(); });
    std::string word = std::move(waiting_.front());
    waiting_.pop_front();
    return word;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
};

constexpr std::array kText = {"a", "thread of the warp", "a", "thread of the weft"};

}  // namespace

int main() {
  Words words;
  std::map<std::string, int> counts;
  std::thread reader([&] {
    for (const char* word : kText) {
      words.put(word);
    }
  });
  std::thread counter([&] {
    for (std::size_t index = 0; index < kText.size(); ++index) {
      ++counts[words.take()];
    }
  });
  reader.join();
  counter.join();
  assert(counts.size() == 3 && counts["a"] == 2);
}
