#include "cli/story/story.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "cli/program/source_lines.h"
#include "cli/story/event_describer.h"
#include "cli/story/fault_teller.h"
#include "cli/story/hang_detail.h"
#include "report/text_report.h"

namespace heddle::cli {
namespace {

constexpr std::size_t kMostStoryLines = 1000;
constexpr std::size_t kMostOutput = 16384;

StoryEvent event_in_words(const segment::RecordedEvent& recorded, EventDescriber& describer, SourceLines& sources) {
  const EventWords words = describer.describe(recorded);
  StoryEvent event;
  event.thread = recorded.event.thread.value;
  event.file = words.place.file.empty() ? words.place.module_offset : shown_path(words.place.file);
  event.line = words.place.line;
  event.source = words.place.line == 0 ? "" : sources.line(words.place.file, words.place.line);
  event.operation = words.operation;
  event.object = words.object;
  event.value = words.value;
  event.remark = words.remark;
  return event;
}

class StoryTeller {
 public:
  StoryTeller(const SharedSegment& segment, const std::filesystem::path& program, FindingFile& finding)
      : segment_(segment),
        describer_(segment, program),
        finding_(finding),
        fault_(segment, finding.kind, describer_, sources_) {}

  void tell() {
    if (fault_.is_there()) {
      fault_.want_stacks();
    }
    (void)describer_.look_up_stacks();  // without it, places are modules and offsets
    tell_threads();
    if (fault_.is_there()) {
      fault_.tell(finding_);
    }
    const auto events = segment_.events();
    const std::vector<bool> relevant =
        find_relevant(events, {.all_synchronisation = finding_.kind == FindingKind::kDeadlock,
                               .accesses_are_shared = finding_.point_set == Points::kShared,
                               .parts = fault_.parts()});
    for (std::size_t i = 0; i < events.size(); ++i) {
      const std::uint16_t thread = events[i].event.thread.value;
      if (events[i].waits != 0) {
        if (!fault_.is_there()) {  // of a fault it is one of the operations
          add_wait(events[i]);
        }
        continue;
      }
      if (events[i].block != 0) {
        continue;
      }
      if (events[i].fails != 0 && fault_.is_there()) {
        if (!fault_.has_last()) {
          add_last(events[i]);
        }
        continue;
      }
      if (events[i].fails != 0) {
        const StoryEvent words = event_in_words(events[i], describer_, sources_);
        finding_.file = words.file;
        finding_.line = words.line;
        continue;
      }
      if (events[i].preempts != 0) {
        pending_preemption_ = static_cast<std::uint16_t>(events[i].preempts - 1);
      }
      if (events[i].event.operation.kind == OperationKind::kThreadCreate) {
        note_creation(events[i]);
      }
      if (const auto part = std::ranges::find(fault_.parts(), i); part != fault_.parts().end()) {
        if (fault_.has_last() && part + 1 == fault_.parts().end()) {
          add_last(events[i]);
        } else {
          add_part(events[i], static_cast<std::size_t>(part - fault_.parts().begin()));
        }
      } else if (relevant[i]) {
        add(event_in_words(events[i], describer_, sources_));
      } else if (events[i].event.visible) {
        omit(thread);
      }
    }
    count();
    cut();
  }

  // A line for every thread that waits, at the end of a deadlock.
  [[nodiscard]] const std::string& waits() const { return waits_; }

 private:
  void tell_threads() {
    for (const std::string& path : thread_paths(segment_.threads())) {
      const segment::Thread& thread = segment_.threads()[finding_.threads.size()];
      finding_.threads.push_back(
          {.path = path, .label = std::string(segment_.text(thread.name)), .created_at = {}, .created_in = {}});
    }
  }

  void note_creation(const segment::RecordedEvent& event) {
    const std::uint16_t created = event.event.other.value;
    if (created < finding_.threads.size()) {
      finding_.threads[created].created_at = to_text(describer_.describe(event).place);
    }
  }

  // One of the operations of what a detector saw.
  void add_part(const segment::RecordedEvent& recorded, std::size_t operation) {
    StoryEvent event = event_in_words(recorded, describer_, sources_);
    event.part = static_cast<std::uint16_t>(operation);
    add(std::move(event));
  }

  void add_last(const segment::RecordedEvent& recorded) {
    if (const auto pending = fault_.pending()) {
      StoryEvent event = event_in_words(segment_.events()[*pending], describer_, sources_);
      event.remark = "(about to happen)";
      event.part = 0;
      finding_.story.push_back(std::move(event));  // whoever is preempted is so by the next one
    }
    add_part(recorded, finding_.operations.size() - 1);
  }

  void add(StoryEvent event) {
    event.preempted = std::exchange(pending_preemption_, std::nullopt);
    preemptions_ += event.preempted ? 1 : 0;
    run(event.thread);
    finding_.story.push_back(std::move(event));
  }

  void run(std::uint16_t thread) {
    switches_ += running_ && *running_ != thread ? 1 : 0;
    running_ = thread;
  }

  // The numbers of a finding are those of its story, unless that had no room for all events.
  void count() {
    const std::uint64_t events = segment_.result().event_count;
    if (finding_.story.empty() || events >= segment::kEventCapacity) {
      return;
    }
    if (ending_names_thread(finding_) && finding_.outcome.thread != kNoThread) {
      run(finding_.outcome.thread.value);
    }
    finding_.costs.preemptions = preemptions_;
    finding_.costs.switches = switches_;
    finding_.extras = segment_.result().extras;
  }

  // "T1 main.1 waits in lock bob held by T2 main.2 at bank.cpp:15: to.lock();"
  void add_wait(const segment::RecordedEvent& recorded) {
    const StoryEvent words = event_in_words(recorded, describer_, sources_);
    const auto title = [this](ThreadId thread) {
      return fmt::format("T{} {}", thread.value, describer_.path_of(thread));
    };
    const Event& event = recorded.event;
    // The place of the whole is the first wait for something else than the end of a thread.
    const bool joins = is_thread_lifecycle(event.operation.kind);
    if (words.line != 0 && (finding_.line == 0 || (placed_at_join_ && !joins))) {
      finding_.file = words.file;
      finding_.line = words.line;
      placed_at_join_ = joins;
    }
    waits_ += fmt::format("{} waits in {}", title(event.thread), words.operation);
    waits_ += words.object.empty() ? "" : " " + words.object;
    if (event.other != kNoThread) {
      waits_ += (joins ? " of " : " held by ") + title(event.other);
    }
    waits_ += words.line == 0 ? "" : fmt::format(" at {}:{}", words.file, words.line);
    waits_ += (words.source.empty() ? "" : ": " + words.source) + "\n";
  }

  // Many of one thread in a row are one line.
  void omit(std::uint16_t thread) {
    if (!pending_preemption_ && !finding_.story.empty() && finding_.story.back().thread == thread &&
        finding_.story.back().omitted != 0) {
      ++finding_.story.back().omitted;
      return;
    }
    StoryEvent event;
    event.thread = thread;
    event.omitted = 1;
    add(std::move(event));
  }

  // Where one thread goes on for long, its beginning and its end are what matters; and the end of the whole.
  void cut() {
    auto& story = finding_.story;
    story = without_rounds(std::move(story));
    if (story.size() > kMostStoryLines) {
      story = folded(std::move(story));
    }
    if (story.size() > kMostStoryLines) {
      finding_.story_cut = story.size() - kMostStoryLines;
      story.erase(story.begin(), story.end() - kMostStoryLines);
    }
  }

  const SharedSegment& segment_;
  EventDescriber describer_;
  FindingFile& finding_;
  SourceLines sources_;
  FaultTeller fault_;
  std::optional<std::uint16_t> pending_preemption_;
  std::optional<std::uint16_t> running_;
  std::uint32_t preemptions_ = 0;
  std::uint32_t switches_ = 0;
  std::string waits_;
  bool placed_at_join_ = false;
};

// "bank.cpp:49: int main(): Assertion `total == 200' failed" names its place.
bool take_place_from_message(FindingFile& finding) {
  const std::string& message = finding.message;
  const std::size_t colon = message.find(':');
  const std::size_t end = colon == std::string::npos ? colon : message.find(':', colon + 1);
  std::uint32_t line = 0;
  if (finding.outcome.kind != OutcomeKind::kAssertion || end == std::string::npos ||
      std::from_chars(message.data() + colon + 1, message.data() + end, line).ptr != message.data() + end) {
    return false;
  }
  finding.file = shown_path(message.substr(0, colon));
  finding.line = line;
  return true;
}

// The last place the failing thread was seen at.
void take_place_from_story(FindingFile& finding) {
  for (auto event = finding.story.rbegin(); event != finding.story.rend(); ++event) {
    if (event->line != 0 && event->thread == finding.outcome.thread.value) {
      finding.file = event->file;
      finding.line = event->line;
      return;
    }
  }
}

}  // namespace

void tell_story(const SharedSegment& segment, const std::filesystem::path& program, FindingFile& finding) {
  finding.threads.clear();
  finding.story.clear();
  finding.operations.clear();
  finding.subject.clear();
  finding.handover.reset();
  finding.allocated.reset();
  finding.freed.reset();
  finding.story_cut = 0;
  finding.file.clear();
  finding.line = 0;
  StoryTeller teller(segment, program, finding);
  teller.tell();
  finding.detail = teller.waits() + with_source_lines(segment.detail(), program);
  const std::string_view output = segment.output();
  finding.output = output.substr(output.size() - std::min(output.size(), kMostOutput));
  locate(finding);
}

void locate(FindingFile& finding) {
  if (!take_place_from_message(finding) && finding.line == 0) {
    take_place_from_story(finding);
  }
}

}  // namespace heddle::cli
