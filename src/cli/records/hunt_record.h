// What a hunt has to show: findings, as files and as text, suppressions, and the summary at its end.
#pragma once

#include <optional>
#include <string>

#include "cli/base/messages.h"
#include "cli/base/result_folder.h"
#include "cli/findings/suppressing.h"
#include "cli/options/hunt_options.h"
#include "cli/records/hunt_summary.h"
#include "report/suppressions.h"
#include "trace/finding_file.h"

namespace heddle::cli {

class HuntRecord {
 public:
  // The options must outlive this.
  HuntRecord(const HuntOptions& options, ResultFolder folder) : options_(options), folder_(std::move(folder)) {}

  // While nothing is lost yet: the places that will be written to, and what is suppressed.
  [[nodiscard]] std::optional<Refusal> prepare();
  [[nodiscard]] const ResultFolder& folder() const { return folder_; }
  [[nodiscard]] const Suppressions& suppressions() const { return suppressions_; }
  [[nodiscard]] HuntSummary& summary() { return summary_; }
  [[nodiscard]] const HuntSummary& summary() const { return summary_; }

  [[nodiscard]] bool generates_suppressions() const { return !options_.generated_suppressions.empty(); }
  // To be written at the end.
  void generate_suppression(const FindingFile& finding, const Suppressible& names);
  // Printed also where it cannot be written: nothing is lost.
  std::optional<Refusal> keep(FindingFile finding);
  // The summary, and why there is no verdict. Files are written with finish().
  void conclude(const std::optional<Refusal>& trouble, const std::string& detail);
  [[nodiscard]] ExitCode finish() const;

 private:
  const HuntOptions& options_;
  ResultFolder folder_;
  Suppressions suppressions_;
  std::string generated_suppressions_;
  HuntSummary summary_;
};

}  // namespace heddle::cli
