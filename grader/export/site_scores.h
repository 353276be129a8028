// Tables that a course site imports without having exported one first.
#pragma once

#include <string>
#include <vector>

#include "export/class_export.h"
#include "export/fill_sheet.h"

namespace warpgrade {

struct SiteScores {
  std::string text;  // CSV
  std::size_t written = 0;
  std::vector<SheetRemark> left;  // students without a line, and why
};

/// `to`: autolab-scores, autolab-feedback or prairielearn-scores. `question`: PrairieLearn's qid.
/// `earned`: also grades with pending points, with the points earned so far.
SiteScores site_scores(const std::string& to, const std::vector<CountedGrade>& grades,
                       const std::string& question, bool earned, const LoadEntryJson& load_json);

bool is_site_scores(const std::string& to);

}  // namespace warpgrade
