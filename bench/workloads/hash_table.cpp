// A chained hash table with a lock per stripe: inserts, look-ups and removals by four threads.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Table {
 public:
  explicit Table(std::size_t buckets) : buckets_(buckets) {}

  void add(std::uint64_t key, std::uint64_t amount) {
    std::unique_ptr<Node>* link = find(key);
    if (*link == nullptr) {
      *link = std::make_unique<Node>(Node{key, 0, nullptr});
    }
    (*link)->value += amount;
  }

  bool remove(std::uint64_t key) {
    std::unique_ptr<Node>* link = find(key);
    if (*link == nullptr) {
      return false;
    }
    *link = std::move((*link)->next);
    return true;
  }

  std::uint64_t get(std::uint64_t key) {
    const std::unique_ptr<Node>& node = *find(key);
    return node == nullptr ? 0 : node->value;
  }

 private:
  struct Node {
    std::uint64_t key;
    std::uint64_t value;
    std::unique_ptr<Node> next;
  };

  static std::uint64_t hash(std::uint64_t key) {
    key = (key ^ (key >> 33U)) * 0xff51afd7ed558ccdULL;
    return key ^ (key >> 29U);
  }

  std::unique_ptr<Node>* find(std::uint64_t key) {
    std::unique_ptr<Node>* link = &buckets_[hash(key) % buckets_.size()];
    while (*link != nullptr && (*link)->key != key) {
      link = &(*link)->next;
    }
    return link;
  }

  std::vector<std::unique_ptr<Node>> buckets_;
};

struct Stripe {
  std::mutex mutex;
  Table table{4096};
};

}  // namespace

int main(int argc, char** argv) {
  constexpr std::uint64_t kThreads = 4;
  constexpr std::uint64_t kBatch = 64;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  std::array<Stripe, 4> stripes;
  std::array<std::uint64_t, kThreads> sums{};
  std::vector<std::thread> threads;
  for (std::uint64_t id = 0; id < kThreads; ++id) {
    threads.emplace_back([&, id] {
      std::uint64_t random = id * 77 + 1;
      std::uint64_t sum = 0;
      for (int round = 0; round < rounds * 400; ++round) {
        Stripe& stripe = stripes[(id + static_cast<std::uint64_t>(round)) % stripes.size()];
        const std::lock_guard lock(stripe.mutex);
        for (std::uint64_t step = 0; step < kBatch; ++step) {
          random = random * 6364136223846793005ULL + 1442695040888963407ULL;
          const std::uint64_t key = (random >> 40U) % 16384;
          if (step % 8 == 0) {
            sum += stripe.table.remove(key) ? 1 : 0;
          } else if (step % 4 == 0) {
            stripe.table.add(key, id);
          } else {
            sum += stripe.table.get(key);
          }
        }
      }
      sums[id] = sum;
    });
  }
  std::uint64_t total = 0;
  for (std::uint64_t id = 0; id < kThreads; ++id) {
    threads[id].join();
    total += sums[id];
  }
  std::printf("%d\n", total != 0 ? 1 : 0);
}
