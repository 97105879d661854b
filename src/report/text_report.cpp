#include "report/text_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "detectors/finding_kinds.h"
#include "report/fault_text.h"
#include "report/short_places.h"
#include "report/story_words.h"

namespace heddle {
namespace {

std::string indented(std::string_view text, std::string_view indent) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    result.append(end == 0 ? "" : indent).append(text.substr(0, end)).append("\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::string counted(std::uint32_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string_view in_words(Minimality minimality) {
  switch (minimality) {
    case Minimality::kProved:
      return "no schedule with fewer preemptions shows it";
    case Minimality::kLocal:
      return "none of its preemptions can be left out";
    case Minimality::kBudget:
      break;
  }
  return "a shorter one may exist";
}

std::string variation(const FindingFile& finding) {
  return finding.variation.empty()
             ? ""
             : "  NOT REPRODUCED: in a fresh process the same schedule gave: " + finding.variation + "\n";
}

// "in this test it does harm: T1 first: passed; T2 first: assertion: x == 2".
std::string orders(const FindingFile& finding) {
  if (finding.orders.empty()) {
    return "";
  }
  std::string text;
  bool harms = false;
  for (const ReportedOrder& order : finding.orders) {
    harms = harms || order.failed;
    text += fmt::format("{}with T{} first: {}", text.empty() ? "" : "; ", order.first, order.outcome);
  }
  const bool either_way = finding.orders.size() > 1 && finding.orders.front().outcome == finding.orders.back().outcome;
  const std::string_view verdict = harms && either_way         ? "in this test the program fails either way"
                                   : harms                     ? "in this test it does harm"
                                   : finding.orders.size() > 1 ? "in this test it does no harm"
                                                               : "one order was run to its end";
  return fmt::format("  {}: {}\n", verdict, text);
}

std::string causes(const FindingFile& finding) {
  std::string text;
  for (const ReportedCause& cause : finding.causes) {
    text += fmt::format("  probable cause: finding {}, {}; it happens earlier in this execution\n", cause.number,
                        cause.title);
  }
  return text;
}

// Below the title: what it means, where that is not what the message says.
std::string meaning_of(const FindingFile& finding) {
  const Meaning& meaning = row_of(finding.kind).meaning;
  const bool is_pending = !finding.operations.empty() && finding.operations.front().pending;
  if (const auto says = is_pending        ? meaning.of_pending
                        : finding.certain ? meaning.usual
                                          : meaning.of_hint;
      !says.empty()) {
    return std::string(says);
  }
  // The title has said what it is.
  const std::size_t colon = finding.message.find(": ");
  const bool repeats = finding.message.starts_with(in_words(finding.kind)) && colon != std::string::npos;
  return repeats ? finding.message.substr(colon + 2) : finding.message;
}

std::string head_of_fault(const FindingFile& finding) {
  std::string text = fault_title(finding, ShortPlaces(finding)) + "\n" + indented(meaning_of(finding), "  ");
  if (!finding.certain) {
    text += "  a hint: it may go wrong, but has not in this execution\n";
    text += finding.provoked.empty() ? "" : "  " + finding.provoked + "\n";
  }
  return text;
}

std::string head(const FindingFile& finding) {
  if (!finding.operations.empty()) {
    return head_of_fault(finding) + orders(finding) + variation(finding);
  }
  std::string text = std::string(name(finding.kind)) + (finding.certain ? "" : " (a hint, not certain)");
  // The last operation of the story is what they are about.
  const bool of_misuse =
      (finding.kind == FindingKind::kLockMisuse || finding.kind == FindingKind::kDestroyedPrimitive) &&
      !finding.story.empty() && finding.story.back().thread == finding.outcome.thread.value &&
      finding.story.back().file == finding.file && finding.story.back().line == finding.line;
  if (of_misuse && !finding.story.back().object.empty()) {
    text += " on " + finding.story.back().object;
  }
  if (!finding.file.empty()) {
    // Of the others it is the last place the thread was seen at.
    const bool exact = finding.kind == FindingKind::kAssertion || finding.kind == FindingKind::kDeadlock || of_misuse;
    text += fmt::format(" {} {}:{}", exact ? "at" : "after", finding.file, finding.line);
  }
  text += "\n" + indented(finding.message, "  ");
  if (finding.outcome.thread.value < finding.threads.size() && finding.kind != FindingKind::kDeadlock) {
    text += fmt::format("  in thread {}\n", thread_title(finding, finding.outcome.thread.value));
  }
  return text + causes(finding) + variation(finding);
}

std::string threads(const FindingFile& finding) {
  const ShortPlaces places(finding);
  std::string text;
  for (std::size_t thread = 0; thread < finding.threads.size(); ++thread) {
    const StoryThread& known = finding.threads[thread];
    text += "  " + thread_title(finding, static_cast<std::uint16_t>(thread)) +
            (known.created_at.empty() ? "" : ", created at " + known.created_at) + "\n" +
            (known.created_in.size() < 2 ? "" : stack_text(known.created_in, places, "      "));
  }
  return text.empty() ? "" : "\nthreads:\n" + text;
}

std::string story(const FindingFile& finding, const TextReportOptions& options) {
  if (finding.story.empty()) {
    return "";
  }
  constexpr std::size_t kMargin = 2;
  std::string body = options.columns ? story_columns(finding, options.width - kMargin) : "";
  if (body.empty()) {
    body = story_lines(finding);
  }
  const std::string extras = finding.extras == 0
                                 ? ""
                                 : ", and " + counted(finding.extras, "untimely timeout, wake-up or signal",
                                                      "untimely timeouts, wake-ups or signals");
  return fmt::format("\nwhat happened, with {} and {}{} ({}):\n{}",
                     counted(finding.costs.preemptions, "preemption", "preemptions"),
                     counted(finding.costs.switches, "switch", "switches"), extras, in_words(finding.minimality),
                     indented(body, std::string(kMargin, ' ')));
}

// A terminal must not obey what a program has printed.
std::string without_controls(std::string_view text) {
  std::string shown;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    const bool is_control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f;
    shown += is_control ? fmt::format("\\x{:02x}", byte) : std::string(1, character);
  }
  return shown;
}

std::string section(std::string_view title, const std::string& text, std::string_view indent) {
  return text.empty() ? "" : fmt::format("\n{}:\n{}", title, indented(text, indent));
}

}  // namespace

std::string to_text(const FindingFile& finding, const TextReportOptions& options) {
  std::string text =
      head(finding) + fault_text(finding, ShortPlaces(finding)) + threads(finding) + story(finding, options);
  const bool waits = finding.kind == FindingKind::kDeadlock || finding.kind == FindingKind::kLivelock;
  text += section(waits ? "who waits for what" : "more", finding.detail, "  ");
  text += section("the program's output", without_controls(finding.output), "  | ");
  if (!finding.replayable) {
    text += "\nit cannot be replayed: the program's threads ran free (--free), in real time\n";
  }
  if (!finding.replay_command.empty()) {
    text += "\nreplay it: " + finding.replay_command + "\n";
  }
  return text;
}

}  // namespace heddle
