#include "find_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace heddle::bench {
namespace {

using nlohmann::ordered_json;

constexpr double kAllowance = 30;  // seconds that a search may take longer than one run with ThreadSanitizer

// By Verdict.
constexpr std::array kVerdicts{"found", "complete", "cap", "ended", "error"};
constexpr std::array kCells{"yes", "complete", "cap", "ended", "error"};

const char* name(Verdict verdict) { return kVerdicts.at(static_cast<std::size_t>(verdict)); }

// 1,234,567
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3; place -= 3) {
    digits.insert(place - 3, ",");
  }
  return digits;
}

struct Sum {
  std::size_t found = 0;
  std::uint64_t executions = 0;
  double exploring = 0;
  double seconds = 0;
};

Sum sum_of(const FindReport& report, std::size_t method) {
  Sum sum;
  for (const Row& row : report.rows) {
    const Hunted& hunted = row.hunted.at(method);
    sum.found += hunted.verdict == Verdict::kFound ? 1 : 0;
    sum.executions += hunted.executions;
    sum.exploring += hunted.exploring;
    sum.seconds += hunted.seconds;
  }
  return sum;
}

struct SanitizedSum {
  std::size_t once_found = 0;
  double once_seconds = 0;
  double once_hung = 0;  // seconds of those that did not end
  std::size_t repeated_found = 0;
  double repeated_seconds = 0;
};

SanitizedSum sanitized_sum_of(const FindReport& report) {
  SanitizedSum sum;
  for (const Row& row : report.rows) {
    sum.once_found += row.once.found ? 1 : 0;
    sum.once_seconds += row.once.seconds;
    sum.once_hung += row.once.stopped ? row.once.seconds : 0;
    sum.repeated_found += row.repeated.found > 0 ? 1 : 0;
    sum.repeated_seconds += row.repeated.seconds;
  }
  return sum;
}

// Names of the programs that ended so, and why, where that is known.
std::string names_with(const FindReport& report, std::size_t method, Verdict verdict) {
  std::string names;
  for (const Row& row : report.rows) {
    const Hunted& hunted = row.hunted.at(method);
    if (hunted.verdict == verdict) {
      names += (names.empty() ? "" : ", ") + row.subject.name;
      names += hunted.error.empty() ? "" : " (" + hunted.error + ")";
    }
  }
  return names;
}

bool is_alone(const FindReport& report) { return report.methods.size() == 1; }

std::string hunted_heading(const FindReport& report) {
  return is_alone(report) ? fmt::format("  {:>8}{:>12}{:>13}{:>11}{:>9}", "found", "executions", "preemptions",
                                        "exploring", "seconds")
                          : fmt::format("  {:>8}{:>12}{:>9}", "found", "executions", "seconds");
}

std::string hunted_cells(const FindReport& report, const Subject& subject, const Hunted& hunted) {
  const bool found = hunted.verdict == Verdict::kFound;
  const bool as_stated = !found || hunted.kind == subject.kind;
  const std::string how = as_stated ? kCells.at(static_cast<std::size_t>(hunted.verdict)) : "!" + hunted.kind;
  const std::string executions = (found ? "" : ">") + grouped(hunted.executions);
  if (!is_alone(report)) {
    return fmt::format("  {:>8}{:>12}{:>9.2f}", how, executions, hunted.seconds);
  }
  return fmt::format("  {:>8}{:>12}{:>13}{:>11.2f}{:>9.2f}", how, executions,
                     found ? std::to_string(hunted.preemptions) : "-", hunted.exploring, hunted.seconds);
}

std::string total_cells(const FindReport& report, const Sum& sum) {
  return is_alone(report) ? fmt::format("  {:>8}{:>12}{:>13}{:>11.2f}{:>9.2f}", sum.found, grouped(sum.executions), "",
                                        sum.exploring, sum.seconds)
                          : fmt::format("  {:>8}{:>12}{:>9.2f}", sum.found, grouped(sum.executions), sum.seconds);
}

std::string columns(const FindReport& report, std::string_view name, std::string_view kind, std::string_view least) {
  return fmt::format("{:<{}}  {:<10}{:>5}", name, report.name_width, kind, least);
}

std::string lists(const FindReport& report, std::size_t method) {
  std::string text;
  const std::string of = is_alone(report) ? "" : report.methods[method].name + ", ";
  const std::string cap = fmt::format("stopped by the cap of {} s", report.cap);
  const auto endings = std::to_array<std::pair<Verdict, std::string>>({{Verdict::kCap, cap},
                                                                       {Verdict::kComplete, "complete without"},
                                                                       {Verdict::kEnded, "ended without"},
                                                                       {Verdict::kError, "no verdict"}});
  for (const auto& [verdict, words] : endings) {
    if (const std::string names = names_with(report, method, verdict); !names.empty()) {
      text += fmt::format("{}{}: {}\n", of, words, names);
    }
  }
  return text;
}

// Against ThreadSanitizer. Time in which its runs hung is not held against it.
std::string comparison(const FindReport& report) {
  const SanitizedSum tsan = sanitized_sum_of(report);
  std::string text = fmt::format(
      "ThreadSanitizer, one run of each: found {} in {:.1f} s, {:.1f} s of them in runs "
      "that were stopped after {} s\n",
      tsan.once_found, tsan.once_seconds, tsan.once_hung, report.run_limit);
  if (report.repetitions > 0) {
    text += fmt::format("ThreadSanitizer, {} more runs of each: found {} in {:.1f} s\n", report.repetitions,
                        tsan.repeated_found, tsan.repeated_seconds);
  }
  const double allowed = tsan.once_seconds - tsan.once_hung + kAllowance;
  for (std::size_t method = 0; method < report.methods.size(); ++method) {
    const Sum sum = sum_of(report, method);
    const std::string& name = report.methods[method].name;
    text += fmt::format(
        "{}: {:.1f} s, {} than one run of each with ThreadSanitizer (without those stopped) and {:.0f} s "
        "({:.1f} s)\n",
        name, sum.seconds, sum.seconds < allowed ? "less" : "NOT LESS", kAllowance, allowed);
    text += fmt::format("{}: found {}, {} than ThreadSanitizer's {}\n", name, sum.found,
                        sum.found > tsan.once_found ? "more" : "NOT MORE", tsan.once_found);
  }
  return text;
}

ordered_json to_json(const Method& method, const Sum& sum) {
  return {{"name", method.name},          {"options", method.options},          {"found", sum.found},
          {"executions", sum.executions}, {"exploring_seconds", sum.exploring}, {"seconds", sum.seconds}};
}

ordered_json to_json(const Method& method, const Hunted& hunted) {
  const bool found = hunted.verdict == Verdict::kFound;
  return {{"method", method.name},
          {"found", found},
          {"verdict", name(hunted.verdict)},
          {"kind", found ? ordered_json(hunted.kind) : ordered_json()},
          {"executions", hunted.executions},
          {"preemptions", found ? ordered_json(hunted.preemptions) : ordered_json()},
          {"exploring_seconds", hunted.exploring},
          {"seconds", hunted.seconds},
          {"error", hunted.error.empty() ? ordered_json() : ordered_json(hunted.error)}};
}

ordered_json to_json(const FindReport& report, const Row& row) {
  ordered_json results = ordered_json::array();
  for (std::size_t method = 0; method < report.methods.size(); ++method) {
    results.push_back(to_json(report.methods[method], row.hunted.at(method)));
  }
  ordered_json json{{"name", row.subject.name},
                    {"kind", row.subject.kind},
                    {"preemptions", row.subject.preemptions},
                    {"results", results}};
  if (report.sanitized) {
    json["tsan"] = {{"found", row.once.found},
                    {"how", row.once.how.empty() ? ordered_json() : ordered_json(row.once.how)},
                    {"stopped", row.once.stopped},
                    {"seconds", row.once.seconds}};
    json["tsan_repeated"] = {{"runs", row.repeated.runs},
                             {"found", row.repeated.found},
                             {"stopped", row.repeated.stopped},
                             {"seconds", row.repeated.seconds}};
  }
  return json;
}

}  // namespace

std::string heading(const FindReport& report) {
  std::string text;
  if (!is_alone(report)) {
    text += columns(report, "", "", "");
    for (const Method& method : report.methods) {
      text += fmt::format("  {:>29}", method.name);
    }
    text += "\n";
  }
  text += columns(report, "program", "kind", "least");
  for (std::size_t method = 0; method < report.methods.size(); ++method) {
    text += hunted_heading(report);
  }
  if (report.sanitized) {
    text += fmt::format("  {:>21}{:>9}{:>8}{:>9}", "TSan once", "seconds", fmt::format("of {}", report.repetitions),
                        "seconds");
  }
  return text + "\n";
}

std::string line(const FindReport& report, const Row& row) {
  const Subject& subject = row.subject;
  std::string text = columns(report, subject.name, subject.kind, std::to_string(subject.preemptions));
  for (const Hunted& hunted : row.hunted) {
    text += hunted_cells(report, subject, hunted);
  }
  if (report.sanitized) {
    text += fmt::format("  {:>21}{:>9.2f}{:>8}{:>9.2f}", row.once.found ? row.once.how : "-", row.once.seconds,
                        row.repeated.found, row.repeated.seconds);
  }
  return text + "\n";
}

std::string totals(const FindReport& report) {
  std::string text =
      columns(report, fmt::format("{} program{}", report.rows.size(), report.rows.size() == 1 ? "" : "s"), "", "");
  for (std::size_t method = 0; method < report.methods.size(); ++method) {
    text += total_cells(report, sum_of(report, method));
  }
  if (report.sanitized) {
    const SanitizedSum tsan = sanitized_sum_of(report);
    text += fmt::format("  {:>21}{:>9.2f}{:>8}{:>9.2f}", tsan.once_found, tsan.once_seconds, tsan.repeated_found,
                        tsan.repeated_seconds);
  }
  text += "\n\n";
  for (std::size_t method = 0; method < report.methods.size(); ++method) {
    text += lists(report, method);
  }
  if (report.sanitized) {
    text += comparison(report);
  }
  text += fmt::format("load average at the beginning: {:.1f}\n", report.load);
  return text + (report.interrupted ? "interrupted: this is what there was until then\n" : "");
}

bool has_error(const FindReport& report) {
  return std::ranges::any_of(report.rows, [](const Row& row) {
    return std::ranges::find(row.hunted, Verdict::kError, &Hunted::verdict) != row.hunted.end();
  });
}

std::string to_json(const FindReport& report) {
  ordered_json methods = ordered_json::array();
  for (std::size_t method = 0; method < report.methods.size(); ++method) {
    methods.push_back(to_json(report.methods[method], sum_of(report, method)));
  }
  ordered_json programs = ordered_json::array();
  for (const Row& row : report.rows) {
    programs.push_back(to_json(report, row));
  }
  ordered_json json{{"cap_seconds", report.cap}, {"methods", methods}, {"programs", programs}};
  if (report.sanitized) {
    const SanitizedSum tsan = sanitized_sum_of(report);
    json["tsan"] = {{"found", tsan.once_found},
                    {"seconds", tsan.once_seconds},
                    {"stopped_seconds", tsan.once_hung},
                    {"run_limit_seconds", report.run_limit}};
    json["tsan_repeated"] = {
        {"runs", report.repetitions}, {"found", tsan.repeated_found}, {"seconds", tsan.repeated_seconds}};
  }
  json["load_average"] = report.load;
  json["interrupted"] = report.interrupted;
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::bench
