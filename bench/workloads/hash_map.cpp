// Visits counted by page in a sharded std::unordered_map with strings as keys: each shard has a std::shared_mutex; four
// threads look pages up, count visits, and now and then take a page out.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {

class Visits {
 public:
  [[nodiscard]] std::uint64_t of(const std::string& page) const {
    const Shard& shard = shard_of(page);
    const std::shared_lock lock(shard.mutex);
    const auto found = shard.counts.find(page);
    return found == shard.counts.end() ? 0 : found->second;
  }

  void count(const std::string& page, std::uint64_t visits) {
    Shard& shard = shard_of(page);
    const std::lock_guard lock(shard.mutex);
    shard.counts[page] += visits;
  }

  [[nodiscard]] std::uint64_t take(const std::string& page) {
    Shard& shard = shard_of(page);
    const std::lock_guard lock(shard.mutex);
    const auto taken = shard.counts.extract(page);
    return taken.empty() ? 0 : taken.mapped();
  }

  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const Shard& shard : shards_) {
      const std::shared_lock lock(shard.mutex);
      for (const auto& [page, visits] : shard.counts) {
        sum += visits;
      }
    }
    return sum;
  }

 private:
  struct Shard {
    mutable std::shared_mutex mutex;
    std::unordered_map<std::string, std::uint64_t> counts;
  };

  [[nodiscard]] static std::size_t index(const std::string& page) {
    return (std::hash<std::string>{}(page) >> 40U) % 16;
  }
  [[nodiscard]] Shard& shard_of(const std::string& page) { return shards_[index(page)]; }
  [[nodiscard]] const Shard& shard_of(const std::string& page) const { return shards_[index(page)]; }

  std::array<Shard, 16> shards_;
};

}  // namespace

int main(int argc, char** argv) {
  constexpr std::uint64_t kThreads = 4;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  Visits visits;
  std::array<std::uint64_t, kThreads> seen{};
  std::array<std::uint64_t, kThreads> taken{};
  std::vector<std::thread> threads;
  for (std::uint64_t id = 0; id < kThreads; ++id) {
    threads.emplace_back([&, id] {
      std::uint64_t random = id * 77 + 1;
      for (int step = 0; step < rounds * 1000; ++step) {
        random = random * 6364136223846793005ULL + 1442695040888963407ULL;
        const std::string page = "/articles/" + std::to_string((random >> 40U) % 20000) + "/index.html";
        if (step % 32 == 0) {
          taken[id] += visits.take(page);
        } else if (step % 4 == 0) {
          visits.count(page, step % 7 + 1);
        } else {
          seen[id] += visits.of(page) != 0 ? 1 : 0;
        }
      }
    });
  }
  std::uint64_t sum = 0;
  for (std::uint64_t id = 0; id < kThreads; ++id) {
    threads[id].join();
    sum += taken[id];
  }
  // What was counted is still there or was taken out, whoever came first.
  std::printf("%llu\n", static_cast<unsigned long long>(sum + visits.total()));
  return seen[0] + seen[1] + seen[2] + seen[3] > 0 ? 0 : 1;
}
