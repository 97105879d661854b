#include "monitor/descriptors.h"

#include <gtest/gtest.h>

#include <vector>

#include "naive_accesses.h"
#include "scripts.h"

namespace heddle {
namespace {

// The accesses of a script that descriptors mean, as indices of its steps: for each descriptor, all that match.
std::vector<std::vector<std::size_t>> matches(const Script& script, const std::vector<AccessDescriptor>& descriptors) {
  std::vector<std::vector<std::size_t>> found(descriptors.size());
  DescriptorMatcher matcher(descriptors);
  matcher.begin();
  matcher.start(ThreadId{0}, name_of(0));
  for (std::size_t step = 0; step < script.size(); ++step) {
    const auto& [thread, event] = script[step];
    if (event.kind == TraceKind::kCall) {
      matcher.call(thread, event.site);
    } else if (event.kind == TraceKind::kReturn) {
      matcher.leave(thread);
    } else if (event.kind == TraceKind::kSync && event.sync == SyncKind::kCreate) {
      matcher.start(event.other, event.name);
    } else if (event.kind == TraceKind::kAccess) {
      const std::uint32_t matched = matcher.access(thread, event.site);
      for (std::size_t index = 0; index < descriptors.size(); ++index) {
        if ((matched >> index & 1U) != 0) {
          found[index].push_back(step);
        }
      }
    }
  }
  return found;
}

// Of all accesses of a script, in order.
std::vector<AccessDescriptor> descriptors_of(const Script& script) {
  const Recorded recorded(script);
  AccessGroups groups;
  std::vector<AccessRef> accesses;
  TraceWalk walk(recorded.reader(), groups);
  for (TraceEvent event; walk.next(event);) {
    if (event.kind == TraceKind::kAccess) {
      accesses.push_back(walk.access());
    }
  }
  Descriptors descriptors(recorded.reader(), groups);
  std::vector<AccessDescriptor> all;
  for (const AccessRef access : accesses) {
    all.push_back(descriptors.of(access));
  }
  return all;
}

AccessDescriptor last_of(const Scripted& made) { return descriptors_of(made.script()).back(); }

std::vector<SiteId> frames(std::initializer_list<std::uint64_t> values) {
  std::vector<SiteId> sites;
  for (const std::uint64_t value : values) {
    sites.push_back(SiteId{value});
  }
  return sites;
}

TEST(Descriptors, FindTheirAccessAgain) {
  std::size_t checked = 0;
  std::size_t with_stacks = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Script script = random_script(seed, {.threads = 1 + static_cast<std::uint32_t>(seed % 4),
                                               .steps = 400,
                                               .sites = 1 + static_cast<std::uint32_t>(seed % 7),
                                               .functions = 1 + static_cast<std::uint32_t>(seed % 3),
                                               .returns = 15});
    const std::vector<NaiveAccess> accesses = naive_accesses(script);
    const std::vector<AccessDescriptor> descriptors = descriptors_of(script);
    ASSERT_EQ(descriptors.size(), accesses.size());
    for (std::size_t begin = 0; begin < descriptors.size(); begin += DescriptorMatcher::kMost) {
      const std::size_t count = std::min(DescriptorMatcher::kMost, descriptors.size() - begin);
      const std::vector<AccessDescriptor> some(descriptors.begin() + static_cast<std::ptrdiff_t>(begin),
                                               descriptors.begin() + static_cast<std::ptrdiff_t>(begin + count));
      const std::vector<std::vector<std::size_t>> found = matches(script, some);
      for (std::size_t index = 0; index < count; ++index) {
        EXPECT_EQ(found[index], std::vector{accesses[begin + index].step}) << "seed " << seed;
        with_stacks += some[index].stack.empty() ? 0 : 1;
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 10'000U);
  EXPECT_GT(with_stacks, checked / 4);
}

TEST(Descriptors, StackIsTheShortestThatTellsThemApart) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Script script = random_script(seed, {.threads = 2, .steps = 300, .sites = 3, .functions = 2, .returns = 20});
    const std::vector<NaiveAccess> accesses = naive_accesses(script);
    const std::vector<AccessDescriptor> descriptors = descriptors_of(script);
    // Innermost first, and with its end.
    const auto whole = [](const NaiveAccess& access) {
      std::vector<SiteId> stack(access.stack.rbegin(), access.stack.rend());
      stack.push_back(kStackEnd);
      return stack;
    };
    for (std::size_t index = 0; index < accesses.size(); ++index) {
      const std::vector<SiteId> own = whole(accesses[index]);
      std::size_t needed = 0;
      bool elsewhere = false;
      for (const NaiveAccess& other : accesses) {
        if (other.event.site != accesses[index].event.site) {
          continue;
        }
        elsewhere = elsewhere || other.thread != accesses[index].thread;
        const std::vector<SiteId> stack = whole(other);
        if (other.thread == accesses[index].thread && stack != own) {
          const auto [here, there] = std::ranges::mismatch(own, stack);
          needed = std::max(needed, static_cast<std::size_t>(here - own.begin()) + 1);
        }
      }
      EXPECT_EQ(descriptors[index].stack, std::vector(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(needed)));
      EXPECT_EQ(descriptors[index].this_thread, elsewhere);
      EXPECT_EQ(descriptors[index].thread, name_of(accesses[index].thread.value));
      EXPECT_EQ(descriptors[index].ordinal, accesses[index].ref.ordinal);
    }
  }
}

TEST(Descriptors, NeedNothingButTheSiteOfASingleAccess) {
  EXPECT_EQ(
      last_of(Scripted().create(1).call(1).call(2).read(10, 100).thread(1).read(11, 100)),
      (AccessDescriptor{.thread = name_of(1), .this_thread = false, .site = SiteId{11}, .stack = {}, .ordinal = 1}));
  EXPECT_EQ(
      last_of(Scripted().create(1).call(1).read(10, 100).thread(1).call(2).read(10, 100)),
      (AccessDescriptor{.thread = name_of(1), .this_thread = true, .site = SiteId{10}, .stack = {}, .ordinal = 1}));
}

// Algorithm 11 stops before the frame that differs: its S would be [3], which both stacks have.
TEST(Descriptors, StackHasTheFrameThatDiffers) {
  const auto made =
      Scripted().call(1).call(3).read(10, 100).leave().leave().call(2).call(3).read(10, 100).leave().leave();
  const std::vector<AccessDescriptor> descriptors = descriptors_of(made.script());
  ASSERT_EQ(descriptors.size(), 2U);
  EXPECT_EQ(descriptors[0].stack, frames({3, 1}));
  EXPECT_EQ(descriptors[1].stack, frames({3, 2}));
  EXPECT_EQ(descriptors[1].ordinal, 1U);
  // Where they differ at once, one frame does.
  EXPECT_EQ(last_of(Scripted().call(1).call(3).read(10, 100).leave().call(4).read(10, 100)).stack, frames({4}));
}

TEST(Descriptors, EqualStacksAreToldApartByNumber) {
  const auto made = Scripted()
                        .call(1)
                        .call(3)
                        .read(10, 100)
                        .read(10, 104)
                        .leave()
                        .call(3)
                        .read(10, 108)
                        .leave()
                        .leave()
                        .call(2)
                        .call(3)
                        .read(10, 100)
                        .leave()
                        .leave()
                        .call(1)
                        .call(3)
                        .read(10, 112);
  const std::vector<AccessDescriptor> descriptors = descriptors_of(made.script());
  ASSERT_EQ(descriptors.size(), 5U);
  EXPECT_EQ(descriptors[2].stack, frames({3, 1}));
  EXPECT_EQ(descriptors[2].ordinal, 3U);
  EXPECT_EQ(descriptors[3].stack, frames({3, 2}));
  EXPECT_EQ(descriptors[3].ordinal, 1U);
  EXPECT_EQ(descriptors[4].ordinal, 4U);
}

TEST(Descriptors, RecursionIsToldByItsEnd) {
  // f, f called by f, and f called by that one: the tops of the one are the whole of the other.
  const auto made = Scripted().call(7).read(10, 100).call(7).read(10, 100).call(7).read(10, 100);
  const std::vector<AccessDescriptor> descriptors = descriptors_of(made.script());
  EXPECT_EQ(descriptors[0].stack, frames({7, 0}));
  EXPECT_EQ(descriptors[1].stack, frames({7, 7, 0}));
  EXPECT_EQ(descriptors[2].stack, frames({7, 7, 7}));
  const auto found = matches(made.script(), descriptors);
  EXPECT_EQ(found, (std::vector<std::vector<std::size_t>>{{1}, {3}, {5}}));
  // Outside of all functions.
  EXPECT_EQ(last_of(Scripted().call(7).read(10, 100).leave().read(10, 100)).stack, frames({0}));
}

TEST(Descriptors, ReturnsFromBeforeTheTraceAreNone) {
  EXPECT_EQ(last_of(Scripted().leave().leave().call(7).read(10, 100).leave().leave().read(10, 100)).stack, frames({0}));
}

TEST(DescriptorMatcher, CountsForEachThread) {
  const std::vector<AccessDescriptor> wanted = {
      {.thread = {}, .this_thread = false, .site = SiteId{10}, .stack = {}, .ordinal = 2},
      {.thread = name_of(1), .this_thread = true, .site = SiteId{10}, .stack = {}, .ordinal = 1}};
  const auto made =
      Scripted().create(1).read(10, 1).thread(1).read(10, 1).thread(0).read(11, 1).read(10, 1).thread(1).read(10, 1);
  // The first means the second access of whichever thread.
  EXPECT_EQ(matches(made.script(), wanted), (std::vector<std::vector<std::size_t>>{{4, 5}, {2}}));
  DescriptorMatcher matcher(wanted);
  EXPECT_EQ(matcher.sites().size(), 1U);
  EXPECT_FALSE(matcher.needs_stacks());
  // A new execution begins with nothing.
  for (int execution = 0; execution < 2; ++execution) {
    matcher.begin();
    matcher.start(ThreadId{1}, name_of(1));
    EXPECT_EQ(matcher.access(ThreadId{1}, SiteId{11}), 0U);
    EXPECT_EQ(matcher.access(ThreadId{1}, SiteId{10}), 2U);
    EXPECT_EQ(matcher.access(ThreadId{1}, SiteId{10}), 1U);
    EXPECT_EQ(matcher.access(ThreadId{1}, SiteId{10}), 0U);
  }
}

}  // namespace
}  // namespace heddle
