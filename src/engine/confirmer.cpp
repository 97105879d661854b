#include "engine/confirmer.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/access.h"
#include "engine/narrowed.h"
#include "engine/schedule_controller.h"

namespace heddle {

namespace {

// One of the two accesses: the n-th that a thread makes there.
struct Side {
  ThreadName thread;
  SiteId site;
  std::uint32_t number = 0;
};

[[nodiscard]] bool is_at(const Operation& operation, const Operation& access) {
  return is_memory_access(operation.kind) && operation.site == access.site &&
         overlap(range_of(operation), range_of(access));
}

// How often which thread has been at the two places, as far as those are scheduling points.
class Passages {
 public:
  Passages(SiteId one, SiteId other) : places_{one, other} {}

  void begin() {
    counts_.clear();
    names_.clear();
  }
  void observe(const Event& event) {
    if (names_.size() <= event.thread.value) {
      names_.resize(event.thread.value + std::size_t{1});
    }
    names_[event.thread.value] = event.thread_name;
    if (event.visible && std::ranges::find(places_, event.operation.site) != places_.end()) {
      ++at(event.thread_name, event.operation.site).number;
    }
  }
  // Of what has happened.
  [[nodiscard]] Side side_of(const Event& event) { return at(event.thread_name, event.operation.site); }
  [[nodiscard]] bool is(ThreadId thread, ThreadName name) const {
    return thread.value < names_.size() && names_[thread.value] == name;
  }
  // The thread is about to be there.
  [[nodiscard]] bool is_before(ThreadId thread, const Operation& pending, const Side& side) {
    return is(thread, side.thread) && is_memory_access(pending.kind) && pending.site == side.site &&
           at(side.thread, side.site).number + 1 == side.number;
  }

 private:
  [[nodiscard]] Side& at(ThreadName thread, SiteId site) {
    const auto same =
        std::ranges::find_if(counts_, [&](const Side& side) { return side.thread == thread && side.site == site; });
    return same != counts_.end() ? *same : counts_.emplace_back(Side{.thread = thread, .site = site});
  }

  std::array<SiteId, 2> places_;
  std::vector<Side> counts_;
  std::vector<ThreadName> names_;  // by thread
};

// Makes the execution that showed the race, and says which of its accesses make it.
class Finder final : public Controller {
 public:
  Finder(const Schedule& schedule, const Fault& race)
      : given_(schedule), race_(race), passages_(race.earlier().operation.site, race.last().operation.site) {}

  [[nodiscard]] Wants begin() override {
    (void)given_.begin();
    passages_.begin();
    has_earlier_ = has_later_ = false;
    points_ = 0;
    return {.watch = Watch::kEvents};
  }
  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override {
    points_ = point.number + 1;
    return has_later_ ? kDiverge : given_.choose(point);
  }
  void observe(const Event& event) override {
    passages_.observe(event);
    if (!event.visible || has_later_) {
      return;
    }
    if (event.thread == race_.earlier().thread && is_at(event.operation, race_.earlier().operation)) {
      earlier_ = passages_.side_of(event);
      has_earlier_ = true;
    } else if (has_earlier_ && event.thread == race_.last().thread && is_at(event.operation, race_.last().operation)) {
      later_ = passages_.side_of(event);
      has_later_ = true;
    }
  }

  [[nodiscard]] bool has_both() const { return has_later_; }
  [[nodiscard]] const Side& earlier() const { return earlier_; }
  [[nodiscard]] const Side& later() const { return later_; }
  [[nodiscard]] std::uint32_t points() const { return points_; }

 private:
  ScheduleController given_;
  const Fault& race_;
  Passages passages_;
  Side earlier_;
  Side later_;
  bool has_earlier_ = false;
  bool has_later_ = false;
  std::uint32_t points_ = 0;
};

// Holds the thread of one side, and waits for anybody before the other.
class Holder final : public Controller {
 public:
  // `leads`: the schedule comes to what is held. Otherwise its thread goes first.
  Holder(const Schedule& schedule, bool leads, const Side& held, const Side& other, std::uint32_t patience)
      : given_(schedule),
        leads_(leads),
        side_(held),
        other_(other),
        patience_(patience),
        passages_(held.site, other.site) {}

  [[nodiscard]] Wants begin() override {
    (void)given_.begin();
    passages_.begin();
    held_ = kNoThread;
    waited_ = 0;
    has_met_ = is_over_ = false;
    return {.watch = Watch::kEvents};
  }
  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override {
    if (is_over_) {
      return kDiverge;
    }
    if (held_ == kNoThread) {
      for (const Choice& choice : point.choices) {
        if (choice.alternative.variant == kProceed &&
            passages_.is_before(choice.alternative.thread, *choice.pending, side_)) {
          held_ = choice.alternative.thread;
        }
      }
    }
    if (held_ == kNoThread) {
      return leads_ ? given_.choose(point) : choose_leading(point);
    }
    return choose_another(point);
  }
  void observe(const Event& event) override {
    passages_.observe(event);
    is_over_ = is_over_ || (event.visible && event.thread == held_);  // nobody else could do anything
  }

  [[nodiscard]] bool has_met() const { return has_met_; }

 private:
  // The thread that is to be held; if it cannot go on, anybody but the other one.
  [[nodiscard]] std::size_t choose_leading(const ChoicePoint& point) {
    for (const bool own : {true, false}) {
      narrowed_.narrow(point, [&](std::size_t index) {
        const Alternative alternative = point.choices[index].alternative;
        const bool is_wanted =
            own ? passages_.is(alternative.thread, side_.thread) : !passages_.is(alternative.thread, other_.thread);
        return is_wanted && !costs_extra(alternative);
      });
      if (!narrowed_.empty()) {
        return narrowed_.index(default_choice(narrowed_.point()));
      }
    }
    return default_choice(point);
  }
  [[nodiscard]] std::size_t choose_another(const ChoicePoint& point) {
    const auto own = std::ranges::find_if(
        point.choices, [&](const Choice& choice) { return choice.alternative == Alternative{.thread = held_}; });
    if (own == point.choices.end() || ++waited_ > patience_) {
      is_over_ = true;
      return kDiverge;
    }
    has_met_ = std::ranges::any_of(point.choices, [&](const Choice& choice) {
      return choice.alternative.thread != held_ && choice.alternative.variant == kProceed &&
             choice.pending->site == other_.site && is_memory_access(choice.pending->kind) &&
             conflict(*own->pending, *choice.pending);
    });
    narrowed_.narrow(point, [&](std::size_t index) {
      const Alternative alternative = point.choices[index].alternative;
      return alternative.thread != held_ && alternative.variant != kSpurious;
    });
    is_over_ = has_met_ || narrowed_.empty();
    return is_over_ ? kDiverge : narrowed_.index(default_choice(narrowed_.point()));
  }

  ScheduleController given_;
  bool leads_;
  const Side& side_;
  const Side& other_;
  std::uint32_t patience_;
  Passages passages_;
  NarrowedPoint narrowed_;
  ThreadId held_ = kNoThread;
  std::uint32_t waited_ = 0;  // points
  bool has_met_ = false;
  bool is_over_ = false;
};

// The others may go on for ever, waiting for whoever is held in a way that nobody sees.
constexpr std::uint32_t kLeastPatience = 1000;
constexpr std::uint32_t kMostPatience = 100'000;

}  // namespace

Confirmation confirm(Executor& executor, const Schedule& schedule, const Fault& race, std::uint64_t& runs) {
  Finder finder(schedule, race);
  (void)executor.execute(finder);
  ++runs;
  if (!finder.has_both()) {
    return Confirmation::kNoPoint;
  }
  const std::uint32_t patience = std::max(kLeastPatience, std::min(finder.points(), kMostPatience / 2) * 2);
  for (const bool leads : {true, false}) {
    const Side& held = leads ? finder.earlier() : finder.later();
    const Side& other = leads ? finder.later() : finder.earlier();
    Holder holder(schedule, leads, held, other, patience);
    (void)executor.execute(holder);
    ++runs;
    if (holder.has_met()) {
      return Confirmation::kMet;
    }
  }
  return Confirmation::kNotMet;
}

}  // namespace heddle
