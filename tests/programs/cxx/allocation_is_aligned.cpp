// new, over-aligned new, nothrow new and polymorphic memory resources work from several threads.
// CHECK: passes
#include <cassert>
#include <cstdint>
#include <limits>
#include <list>
#include <memory_resource>
#include <new>
#include <string>
#include <thread>
#include <vector>

struct alignas(256) Aligned {
  char bytes[256];
};

static volatile std::size_t too_much = std::numeric_limits<std::ptrdiff_t>::max() / 2;

static void allocate(std::pmr::memory_resource* shared) {
  auto* one = new Aligned;
  auto* several = new Aligned[3];
  assert(reinterpret_cast<std::uintptr_t>(one) % 256 == 0 && reinterpret_cast<std::uintptr_t>(several) % 256 == 0);
  delete one;
  delete[] several;
  char* volatile refused = new (std::nothrow) char[too_much];
  assert(refused == nullptr);
  try {
    std::vector<char> vector(too_much);
    assert(!"too much");
  } catch (const std::bad_alloc&) {
  }
  std::pmr::vector<std::pmr::string> texts(shared);
  for (int i = 0; i < 8; ++i) texts.emplace_back("long enough to need memory of its own");
  assert(texts.back() == texts.front());
  std::pmr::monotonic_buffer_resource own;
  std::pmr::list<int> numbers({1, 2, 3}, &own);
  assert(numbers.size() == 3);
}

int main() {
  std::pmr::synchronized_pool_resource pool;
  std::thread one(allocate, &pool);
  std::thread two(allocate, &pool);
  allocate(&pool);
  one.join();
  two.join();
}
