#include "cli/records/hunt_record.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "cli/base/printing.h"
#include "cli/base/text.h"
#include "cli/findings/report_page.h"
#include "report/text_report.h"
#include "trace/atomic_file.h"

namespace heddle::cli {

std::optional<Refusal> HuntRecord::prepare() {
  if (!options_.summary.empty()) {
    if (const auto check = check_writable(options_.summary); !check) {
      return Refusal{kExitUsage, check.error()};
    }
  }
  if (const std::string& file = options_.generated_suppressions; !file.empty() && file != "-") {
    if (const auto check = check_writable(file); !check) {
      return Refusal{kExitUsage, check.error()};
    }
  }
  auto suppressions = read_suppressions(options_.suppressions);
  if (!suppressions) {
    return Refusal{kExitUsage, suppressions.error()};
  }
  suppressions_ = std::move(*suppressions);
  return std::nullopt;
}

void HuntRecord::generate_suppression(const FindingFile& finding, const Suppressible& names) {
  const std::string line = suppression_for(names);
  generated_suppressions_ +=
      fmt::format("# {}\n{}\n", finding.message, line.empty() ? "# nothing is known about it" : line);
}

std::optional<Refusal> HuntRecord::keep(FindingFile finding) {
  const auto path = folder_.keep(".finding", [&finding](const std::filesystem::path& name) {
    if (finding.replayable) {
      finding.replay_command = "heddle replay " + shell_quoted(name.string());
    }
    return write_finding(name, finding, IfExists::kFail);
  });
  if (!path) {
    finding.replay_command.clear();
  }
  if (!options_.quiet) {
    print("{} {}: {}\n", finding.certain ? "finding" : "hint", summary_.findings.size() + 1,
          to_text(finding, report_page(false)));
    std::fflush(stdout);
  }
  summary_.findings.push_back({.finding = std::move(finding), .path = path ? path->string() : ""});
  return path ? std::nullopt : std::optional(Refusal{kExitUsage, path.error()});
}

void HuntRecord::conclude(const std::optional<Refusal>& trouble, const std::string& detail) {
  for (const KeptFinding& kept : summary_.findings) {
    if (kept.finding.certain) {
      summary_.exit_code = kExitFailed;
    }
  }
  if (trouble) {
    summary_.exit_code = trouble->code;
    summary_.error = trouble->line;
  }
  const bool started = summary_.executions + summary_.re_executions + summary_.beyond_bound != 0;
  if (!options_.quiet && (started || !trouble)) {
    print("{}", to_text(summary_));
  }
  if (trouble) {
    fail(*trouble);
    print_error("{}", detail);
  }
}

ExitCode HuntRecord::finish() const {
  if (!options_.summary.empty()) {
    if (const auto written = write_atomically(options_.summary, to_json_text(summary_), IfExists::kReplace); !written) {
      return fail(kExitUsage, written.error());
    }
  }
  if (options_.generated_suppressions == "-") {
    print("{}", generated_suppressions_);
    std::fflush(stdout);
  } else if (!options_.generated_suppressions.empty()) {
    const auto written = write_atomically(options_.generated_suppressions, generated_suppressions_, IfExists::kReplace);
    if (!written) {
      return fail(kExitUsage, written.error());
    }
  }
  return summary_.exit_code;
}

}  // namespace heddle::cli
