#include "cli/story.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <utility>

#include "cli/event_describer.h"
#include "cli/hang_detail.h"

namespace heddle::cli {
namespace {

constexpr std::size_t kMostStoryLines = 1000;
constexpr std::size_t kMostOutput = 16384;
constexpr std::size_t kLongestSource = 200;

// Lines of source files, read when first asked for.
class Sources {
 public:
  // Without the blanks at its ends; empty where it cannot be read.
  std::string line(const std::string& file, std::uint32_t number) {
    const auto [entry, is_new] = files_.try_emplace(file);
    if (is_new) {
      std::ifstream stream(file);
      for (std::string text; std::getline(stream, text);) {
        entry->second.push_back(trimmed(text));
      }
    }
    return number >= 1 && number <= entry->second.size() ? entry->second[number - 1] : "";
  }

 private:
  static std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string::npos) {
      return "";
    }
    return text.substr(first, std::min(text.find_last_not_of(" \t\r") - first + 1, kLongestSource));
  }

  std::map<std::string, std::vector<std::string>> files_;
};

StoryEvent event_in_words(const segment::RecordedEvent& recorded, EventDescriber& describer, Sources& sources) {
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
      : segment_(segment), describer_(segment, program), finding_(finding) {}

  void tell() {
    (void)describer_.look_up_stacks();  // without it, places are modules and offsets
    tell_threads();
    const auto events = segment_.events();
    const std::vector<bool> relevant =
        find_relevant(events, {.all_synchronisation = finding_.kind == FindingKind::kDeadlock,
                               .accesses_are_shared = finding_.point_set == Points::kShared});
    for (std::size_t i = 0; i < events.size(); ++i) {
      const std::uint16_t thread = events[i].event.thread.value;
      if (events[i].waits != 0) {
        add_wait(events[i]);
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
      if (relevant[i]) {
        add(event_in_words(events[i], describer_, sources_));
      } else if (events[i].event.visible) {
        omit(thread);
      }
    }
    cut();
  }

  // A line for every thread that waits, at the end of a deadlock.
  [[nodiscard]] const std::string& waits() const { return waits_; }

 private:
  void tell_threads() {
    for (const std::string& path : thread_paths(segment_.threads())) {
      const segment::Thread& thread = segment_.threads()[finding_.threads.size()];
      finding_.threads.push_back({.path = path, .label = std::string(segment_.text(thread.name)), .created_at = {}});
    }
  }

  void note_creation(const segment::RecordedEvent& event) {
    const std::uint16_t created = event.event.other.value;
    if (created < finding_.threads.size()) {
      finding_.threads[created].created_at = to_text(describer_.describe(event).place);
    }
  }

  void add(StoryEvent event) {
    event.preempted = std::exchange(pending_preemption_, std::nullopt);
    finding_.story.push_back(std::move(event));
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
  Sources sources_;
  std::optional<std::uint16_t> pending_preemption_;
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
