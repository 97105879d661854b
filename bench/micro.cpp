// Parts of the execution core on their own, with Google Benchmark.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>

#include "borrowed_pair.h"
#include "core/event.h"
#include "engine/event_hash.h"
#include "engine/random_controller.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/plain_memory.h"

namespace heddle::bench {
namespace {

void switch_to_a_context_and_back(benchmark::State& state) {
  BorrowedPair pair;
  for (auto _ : state) {
    pair.round_trip();
  }
}
BENCHMARK(switch_to_a_context_and_back);

void hash_an_event(benchmark::State& state) {
  EventHash hash;
  Event event;
  for (auto _ : state) {
    ++event.ordinal;
    hash.add(event);
    benchmark::DoNotOptimize(hash);
  }
}
BENCHMARK(hash_an_event);

void choose_at_random(benchmark::State& state) {
  const auto threads = static_cast<std::size_t>(state.range(0));
  std::array<Choice, 64> choices;
  Operation pending;
  for (std::size_t index = 0; index < threads; ++index) {
    choices[index] = {.alternative = {.thread = {static_cast<std::uint16_t>(index)}, .variant = kProceed},
                      .pending = &pending};
  }
  RandomController controller(1);
  ChoicePoint point;
  point.last = {0};
  point.choices = {choices.data(), threads};
  for (auto _ : state) {
    ++point.number;
    benchmark::DoNotOptimize(controller.choose(point));
  }
}
BENCHMARK(choose_at_random)->Arg(2)->Arg(8)->Arg(64);

struct alignas(runtime::kPageSize) Page {
  std::array<std::byte, runtime::kPageSize> bytes{};
};

// By how many of its lines of 64 bytes have changed.
void restore_a_page(benchmark::State& state) {
  Page page;
  const Page copy;
  const auto lines = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    for (std::size_t line = 0; line < lines; ++line) {
      page.bytes[line * 64] = std::byte{1};
    }
    runtime::restore_page(&page, &copy);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(restore_a_page)->Arg(0)->Arg(1)->Arg(64);

}  // namespace
}  // namespace heddle::bench

BENCHMARK_MAIN();
