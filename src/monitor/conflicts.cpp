#include "monitor/conflicts.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "monitor/conflict_pairs.h"
#include "monitor/page_table.h"
#include "monitor/shared_words.h"
#include "monitor/word_sets.h"

namespace heddle {

namespace {

// Of one group's accesses to one word in one life, the first and the last.
struct Fact {
  std::uint64_t word = 0;
  std::uint32_t life = 0;
  std::uint32_t group = 0;
  std::uint32_t use = 0;
  std::uint32_t first = 0;  // ordinal; 0: there is no fact here
  std::uint32_t last = 0;

  [[nodiscard]] auto place() const { return std::tuple(word, life, group); }
};

class Facts {
 public:
  Facts() : slots_(1024) {}

  void note(const Fact& fact) {
    Fact& there = slots_[slot_of(fact)];
    if (there.first != 0) {
      there.last = fact.last;
      return;
    }
    there = fact;
    if (++used_ * 2 > slots_.size()) {
      std::vector<Fact> old(slots_.size() * 2);
      old.swap(slots_);
      for (const Fact& other : old) {
        if (other.first != 0) {
          slots_[slot_of(other)] = other;
        }
      }
    }
  }
  // By place; the end of noting.
  [[nodiscard]] std::span<const Fact> sorted() {
    std::erase_if(slots_, [](const Fact& fact) { return fact.first == 0; });
    std::ranges::sort(slots_, {}, &Fact::place);
    return slots_;
  }

 private:
  [[nodiscard]] std::size_t slot_of(const Fact& fact) const {
    const std::uint64_t hash = combine(fact.word, std::uint64_t{fact.life} << 32U | fact.use);
    std::size_t at = static_cast<std::size_t>(hash) & (slots_.size() - 1);
    while (slots_[at].first != 0 &&
           (slots_[at].word != fact.word || slots_[at].life != fact.life || slots_[at].use != fact.use)) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }

  std::vector<Fact> slots_;  // open addressing; the size is a power of two
  std::size_t used_ = 0;
};

// An access to a word, in a life of it.
struct Kept {
  std::uint64_t word = 0;
  std::uint32_t life = 0;
  std::uint32_t group = 0;
  std::uint32_t use = 0;
  std::uint32_t ordinal = 0;
};

// A page with words that may be shared.
struct SharedPage {
  using Numbers = std::array<std::uint32_t, kWordsOfPage>;

  std::uint64_t number = 0;
  WordBits words{};                // those to be looked at
  std::size_t order = 0;           // among these
  bool is_looked_at = false;       // in this pass
  std::unique_ptr<Numbers> sets;   // of WordSets; none: all are empty
  std::unique_ptr<Numbers> lives;  // none: all are in their first

  [[nodiscard]] bool has(std::uint64_t index) const { return (words[index / 64] >> (index % 64) & 1U) != 0; }
};

class Finder {
 public:
  Finder(const TraceReader& reader, AccessGroups& groups, const ConflictOptions& options)
      : reader_(reader),
        groups_(groups),
        per_pair_(std::max(options.per_pair, 1U)),
        memory_(options.memory),
        pairs_(per_pair_, options.most_pairs) {}

  Conflicts find() {
    find_shared();
    // As many passes as memory needs, each over some pages.
    std::size_t begin = 0;
    std::size_t width = pages_.size();
    while (begin < pages_.size()) {
      const std::size_t end = std::min(begin + width, pages_.size());
      if (!find_pairs(begin, end)) {
        width = (end - begin) / 2;
        continue;
      }
      begin = end;
    }
    find_targets();
    return std::move(result_);
  }

 private:
  static constexpr std::uint64_t kLooks = 1024;  // accesses from one look at the memory to the next

  // --- First: words that may be shared ---

  void find_shared() {
    const auto words = std::make_unique<SharedWords>();  // too large for some stacks
    TraceCursor cursor(reader_);
    TraceEvent event;
    while (cursor.next(event)) {
      switch (event.kind) {
        case TraceKind::kAccess:
          ++result_.accesses;
          words->access(static_cast<std::uint32_t>(cursor.thread()), event);
          break;
        case TraceKind::kAllocate:
        case TraceKind::kFree:
          words->renew(event.address, event.size);
          break;
        default:
          break;
      }
    }
    result_.broken = cursor.is_broken();
    words->for_each_shared([this](std::uint64_t number, const WordBits& bits) {
      const std::size_t order = pages_.size();
      SharedPage& page = pages_.at(number);
      page.words = bits;
      page.order = order;
    });
  }

  // --- Second: which groups meet there ---

  // At pages [begin, end). False: that is too much at once.
  bool find_pairs(std::size_t begin, std::size_t end) {
    pages_.for_each([&](SharedPage& page) {
      page.is_looked_at = page.order >= begin && page.order < end;
      page.sets.reset();
    });
    sets_.clear();
    set_pages_ = 0;
    waits_ = 0;
    const std::size_t kept_before = kept_.size();
    std::uint64_t shared = 0;
    std::uint64_t unknown = 0;
    std::uint64_t time = 0;
    const bool fits = walk([&](const TraceEvent& event, AccessRef access) {
      ++time;
      bool is_shared = false;
      const AccessGroups::Group& group = groups_[access.group];
      for_each_word(event, [&](SharedPage& page, std::uint64_t word, std::uint8_t from, std::uint8_t to) {
        is_shared = true;
        if (is_usable(access)) {
          const std::uint32_t use = use_of(event, group, access.group, from, to);
          meet(page, word, use, time);
          keep({.word = word,
                .life = life_of(page, word % kWordsOfPage),
                .group = access.group,
                .use = use,
                .ordinal = access.ordinal});
        }
      });
      shared += is_shared ? 1 : 0;
      unknown += is_shared && !is_usable(access) ? 1 : 0;
      return time % kLooks != 0 || end - begin == 1 ||
             set_pages_ * sizeof(SharedPage::Numbers) + sets_.bytes() <= memory_;
    });
    settle();
    ++result_.passes;
    if (!fits) {
      kept_.resize(std::min(kept_before, kept_.size()));
      return false;
    }
    result_.shared_accesses += shared;
    result_.unknown_stacks += unknown;
    for (const WordSets::Step& step : sets_.steps()) {
      const WordUse& use = uses_[step.use];
      sets_.for_each_use(step.set, [&](std::uint32_t other) {
        if (conflict(use, uses_[other])) {
          pairs_.add(use.group, uses_[other].group, step);
        }
      });
    }
    return true;
  }

  // Words are far apart, so they are asked for some time before they are needed, and so are the steps from their sets.
  struct Waiting {
    std::uint32_t* set = nullptr;
    std::uint32_t use = 0;
    WordMoment moment;
  };

  void meet(SharedPage& page, std::uint64_t word, std::uint32_t use, std::uint64_t time) {
    const std::size_t index = word % kWordsOfPage;
    if (page.sets == nullptr) {
      page.sets = std::make_unique<SharedPage::Numbers>();
      ++set_pages_;
    }
    std::uint32_t& set = (*page.sets)[index];
    __builtin_prefetch(&set, 1);
    waiting_[waits_++] = {
        .set = &set, .use = use, .moment = {.time = time, .word = word, .life = life_of(page, index)}};
    if (waits_ == waiting_.size()) {
      settle();
    }
  }
  void settle() {
    const std::span<const Waiting> waiting = std::span(waiting_).first(waits_);
    for (const Waiting& one : waiting) {
      sets_.prefetch(*one.set, one.use);
    }
    for (const Waiting& one : waiting) {
      *one.set = sets_.add(*one.set, one.use, one.moment);
    }
    waits_ = 0;
  }

  // All accesses to those words, while there are not too many: then the third pass need not read the trace.
  void keep(const Kept& access) {
    if (!keeps_) {
      return;
    }
    if ((kept_.size() + 1) * sizeof(Kept) > memory_ / 4) {
      keeps_ = false;
      kept_ = {};
      return;
    }
    kept_.push_back(access);
  }

  // --- Third: which of their accesses met ---

  void find_targets() {
    result_.pairs = pairs_.pairs().size() + pairs_.left_out();
    result_.pairs_left_out = pairs_.left_out();
    if (pairs_.pairs().empty()) {
      return;
    }
    pages_.for_each([](SharedPage& page) {
      page.sets.reset();
      page.words = {};
      page.is_looked_at = true;
    });
    for (std::size_t index = 0; index < pairs_.pairs().size(); ++index) {
      look_at(pairs_.pairs()[index].first);
      look_at(pairs_.pairs()[index].last);
      if (per_pair_ > 2) {
        std::ranges::for_each(pairs_.early(index), [this](const WordMoment& moment) { look_at(moment); });
      }
    }
    Facts facts;
    const auto note = [&](const Kept& access) {
      facts.note({.word = access.word,
                  .life = access.life,
                  .group = access.group,
                  .use = access.use,
                  .first = access.ordinal,
                  .last = access.ordinal});
    };
    if (keeps_) {
      for (const Kept& access : kept_) {
        if (pages_.find(access.word / kWordsOfPage)->has(access.word % kWordsOfPage)) {
          note(access);
        }
      }
      kept_ = {};
    } else {
      walk([&](const TraceEvent& event, AccessRef access) {
        const AccessGroups::Group& group = groups_[access.group];
        for_each_word(event, [&](SharedPage& page, std::uint64_t word, std::uint8_t from, std::uint8_t to) {
          if (is_usable(access)) {
            note({.word = word,
                  .life = life_of(page, word % kWordsOfPage),
                  .group = access.group,
                  .use = use_of(event, group, access.group, from, to),
                  .ordinal = access.ordinal});
          }
        });
        return true;
      });
    }
    choose(facts.sorted());
  }

  void look_at(const WordMoment& moment) {
    const std::size_t index = moment.word % kWordsOfPage;
    pages_.at(moment.word / kWordsOfPage).words[index / 64] |= std::uint64_t{1} << (index % 64);
  }

  void choose(std::span<const Fact> facts) {
    std::vector<Conflict> chosen;
    for (std::size_t index = 0; index < pairs_.pairs().size(); ++index) {
      const ConflictPairs::Pair& pair = pairs_.pairs()[index];
      chosen.clear();
      chosen.push_back(conflict_at(facts, pair, pair.first, false));
      const auto add = [&](const Conflict& conflict) {
        if (chosen.size() < per_pair_ && std::ranges::find(chosen, conflict) == chosen.end()) {
          chosen.push_back(conflict);
        }
      };
      add(conflict_at(facts, pair, pair.last, true));
      if (per_pair_ > 2) {
        for (const WordMoment& moment : pairs_.early(index)) {
          add(conflict_at(facts, pair, moment, false));
        }
      }
      result_.targets.insert(result_.targets.end(), chosen.begin(), chosen.end());
      result_.meetings_left_out += pair.meetings > chosen.size() ? pair.meetings - chosen.size() : 0;
    }
    std::ranges::sort(result_.targets, {}, [](const Conflict& target) {
      return std::tuple(target.first.group, target.second.group, target.first.ordinal, target.second.ordinal);
    });
  }

  // The first accesses of both there that conflict, or the last.
  [[nodiscard]] Conflict conflict_at(std::span<const Fact> facts, const ConflictPairs::Pair& pair,
                                     const WordMoment& moment, bool last) const {
    const auto of = [&](std::uint32_t group) {
      return std::ranges::equal_range(facts, std::tuple(moment.word, moment.life, group), {}, &Fact::place);
    };
    Conflict best{.first = {.group = pair.one, .ordinal = 0}, .second = {.group = pair.other, .ordinal = 0}};
    for (const Fact& one : of(pair.one)) {
      for (const Fact& other : of(pair.other)) {
        if (!conflict(uses_[one.use], uses_[other.use])) {
          continue;
        }
        Conflict found = best;
        found.first.ordinal = last ? one.last : one.first;
        found.second.ordinal = last ? other.last : other.first;
        if (best.first.ordinal == 0 || (last ? found > best : found < best)) {
          best = found;
        }
      }
    }
    return best;
  }

  // --- What passes have in common ---

  // Visits every access; ends where that returns false, and returns false then.
  template <typename Visit>
  bool walk(Visit&& visit) {
    pages_.for_each([](SharedPage& page) { page.lives.reset(); });
    lives_ = 0;
    TraceWalk walk(reader_, groups_);
    TraceEvent event;
    while (walk.next(event)) {
      if (event.kind == TraceKind::kAccess) [[likely]] {
        if (!visit(event, walk.access())) [[unlikely]] {
          return false;
        }
      } else if (event.kind == TraceKind::kAllocate || event.kind == TraceKind::kFree) {
        renew(event);
      }
    }
    result_.broken = result_.broken || walk.is_broken();
    return true;
  }

  void renew(const TraceEvent& event) {
    settle();
    ++lives_;
    for_each_word_range(pages_, event.address, event.size,
                        [this](SharedPage& page, std::uint32_t begin, std::uint32_t end) {
                          if (page.lives == nullptr) {
                            page.lives = std::make_unique<SharedPage::Numbers>();
                          }
                          std::fill(page.lives->begin() + begin, page.lives->begin() + end, lives_);
                          if (page.sets != nullptr) {
                            std::fill(page.sets->begin() + begin, page.sets->begin() + end, WordSets::kEmpty);
                          }
                        });
  }

  static std::uint32_t life_of(const SharedPage& page, std::size_t index) {
    return page.lives == nullptr ? 0 : (*page.lives)[index];
  }

  [[nodiscard]] bool is_usable(AccessRef access) const {
    return groups_[access.group].stack != CallStacks::kUnknown && access.ordinal != AccessGroups::kMostAccesses;
  }

  std::uint32_t use_of(const TraceEvent& event, const AccessGroups::Group& group, std::uint32_t number,
                       std::uint8_t from, std::uint8_t to) {
    return uses_.number_of({.group = number,
                            .thread = static_cast<std::uint16_t>(group.thread),
                            .begin = from,
                            .end = to,
                            .bits = event.bits});
  }

  // Of those that are looked at: the page, the word, and which of its bytes.
  template <typename Visit>
  void for_each_word(const TraceEvent& event, Visit&& visit) {
    const std::uint64_t from = event.address % kNotedWord;
    if (from + event.size <= kNotedWord) [[likely]] {
      const std::uint64_t word = event.address / kNotedWord;
      SharedPage* const page = pages_.find(word / kWordsOfPage);
      if (page != nullptr && page->is_looked_at && page->has(word % kWordsOfPage)) {
        visit(*page, word, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(from + event.size));
      }
      return;
    }
    for_each_part(event.address, event.size, [&](const PagePart& part) {
      SharedPage* const page = pages_.find(part.page);
      if (page == nullptr || !page->is_looked_at) {
        return;
      }
      const std::uint64_t last = (part.end - 1) / kNotedWord;
      for (std::uint64_t index = part.begin / kNotedWord; index <= last; ++index) {
        const std::uint64_t bits = page->words[index / 64] >> (index % 64);
        if ((bits & 1U) != 0) {
          const std::uint64_t start = index * kNotedWord;
          visit(*page, part.page * kWordsOfPage + index,
                static_cast<std::uint8_t>(part.begin > start ? part.begin - start : 0),
                static_cast<std::uint8_t>(std::min<std::uint64_t>(part.end - start, kNotedWord)));
        } else if (bits == 0) {
          index |= 63U;  // none up to the next multiple
        }
      }
    });
  }

  const TraceReader& reader_;
  AccessGroups& groups_;
  std::uint32_t per_pair_;
  std::size_t memory_;
  ConflictPairs pairs_;
  PageTable<SharedPage> pages_;
  WordUses uses_;
  WordSets sets_;
  std::size_t set_pages_ = 0;
  std::array<Waiting, 32> waiting_{};
  std::size_t waits_ = 0;
  std::uint32_t lives_ = 0;  // blocks that began or ended so far
  std::vector<Kept> kept_;   // by the second pass, for the third
  bool keeps_ = true;        // all of them
  Conflicts result_;
};

}  // namespace

Conflicts find_conflicts(const TraceReader& reader, AccessGroups& groups, const ConflictOptions& options) {
  return std::make_unique<Finder>(reader, groups, options)->find();  // too large for some stacks
}

}  // namespace heddle
