#include "report/story_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "report/text_report.h"

namespace heddle {

std::string thread_number(std::uint16_t thread) { return fmt::format("T{}", thread); }

std::string thread_title(const FindingFile& finding, std::uint16_t thread) {
  if (thread >= finding.threads.size()) {
    return thread_number(thread);
  }
  // It stands on every line of a story.
  constexpr std::size_t kLongest = 100;
  const auto cut = [](const std::string& text) {
    return text.size() <= kLongest ? text : text.substr(0, kLongest - 3) + "...";
  };
  const StoryThread& known = finding.threads[thread];
  return fmt::format("T{} {}{}", thread, cut(known.path), known.label.empty() ? "" : " \"" + cut(known.label) + "\"");
}

std::string place_of(const StoryEvent& event) {
  if (event.file.empty()) {
    return "-";
  }
  return event.line == 0 ? event.file : fmt::format("{}:{}", event.file, event.line);
}

std::string in_words(FindingKind kind) {
  std::string words(name(kind));
  std::ranges::replace(words, '-', ' ');
  return words;
}

std::string what_of(const StoryEvent& event) {
  std::string text = event.object;
  if (!event.value.empty()) {
    text += (text.empty() ? "" : ": ") + event.value;
  }
  if (!event.remark.empty()) {
    text += (text.empty() ? "" : " ") + event.remark;
  }
  return text;
}

std::string omission_of(const StoryEvent& event) {
  if (event.rounds != 0) {
    const std::uint64_t lines = event.omitted / event.rounds;
    return fmt::format("... {} more round{} like {}", event.rounds, event.rounds == 1 ? "" : "s",
                       lines == 1 ? "this" : fmt::format("these {} lines", lines));
  }
  if (!event.remark.empty()) {
    return fmt::format("... {} operations {}", event.omitted, event.remark);
  }
  return event.omitted == 1 ? "... 1 operation on an object of its own"
                            : fmt::format("... {} operations on objects of its own", event.omitted);
}

std::string preemption_of(std::uint16_t thread) { return fmt::format("-- {} is preempted --", thread_number(thread)); }

bool ending_names_thread(const FindingFile& finding) {
  return finding.kind != FindingKind::kDeadlock && finding.outcome.kind != OutcomeKind::kDetected;
}

std::string ending_of(const FindingFile& finding) {
  if (finding.kind == FindingKind::kDeadlock) {
    return "-- nobody can continue --";
  }
  if (finding.outcome.kind == OutcomeKind::kDetected) {
    return fmt::format("-- {}{}: heddle ends the execution here --", finding.certain ? "" : "hint, ",
                       in_words(finding.kind));
  }
  return fmt::format("-- {} fails: {} --", thread_number(finding.outcome.thread.value), name(finding.kind));
}

bool shows_source(const StoryEvent& event, const StoryEvent* before) {
  return !event.source.empty() && (before == nullptr || before->thread != event.thread || before->file != event.file ||
                                   before->line != event.line);
}

std::string cut_line(const FindingFile& finding) {
  if (finding.story_cut == 0) {
    return "";
  }
  // The numbers of the finding are those of all lines.
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
  auto run = [&switches, last = std::optional<std::uint16_t>()](std::uint16_t thread) mutable {
    switches += last && *last != thread ? 1 : 0;
    last = thread;
  };
  for (const StoryEvent& event : finding.story) {
    preemptions += event.preempted ? 1 : 0;
    run(event.thread);
  }
  if (ending_names_thread(finding)) {
    run(finding.outcome.thread.value);
  }
  return fmt::format("... {} lines before this are not kept, with {} of the preemptions and {} of the switches\n",
                     finding.story_cut, finding.costs.preemptions - std::min(preemptions, finding.costs.preemptions),
                     finding.costs.switches - std::min(switches, finding.costs.switches));
}

}  // namespace heddle
