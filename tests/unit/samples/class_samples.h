// A class for the tests of its page: grades as `warpgrade grade --json` writes them, in a
// gradebook.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "export/class_tally.h"
#include "formats/json.h"
#include "tests/unit/samples/grade_samples.h"

namespace warpgrade::samples {

/// Times as an H200 gives them, with the noise of a real run: 7 calls of each in one round.
inline PerformanceResult measured(double ratio, double baseline_seconds, double most,
                                  const std::string& against = "solution") {
  PerformanceResult result = speed(against, most);
  result.baseline = against == "library" ? "cublas" : "";
  result.curve = {{0.2, 0}, {0.5, 0.4}, {0.9, 1}};
  result.ran = true;
  result.rounds = 1;
  result.ratio = ratio;
  result.low = 0.98 * ratio;
  result.high = 1.015 * ratio;
  result.seconds = baseline_seconds / ratio;
  result.baseline_seconds = baseline_seconds;
  for (const double noise : {0.996, 0.998, 0.999, 1.0, 1.002, 1.004, 1.21}) {
    result.samples.push_back(result.seconds * noise);
    result.baseline_samples.push_back(baseline_seconds * (2 - noise));
  }
  result.verdict = Verdict::ok;
  result.detail.clear();
  const double share = ratio >= 0.9 ? 1 : std::fmax(0, (ratio - 0.2) / 0.7);
  result.points = points(std::floor(2 * most * share) / 2);
  result.pending = {};
  return result;
}

/// One lab's grade with a task that is right and timed, and one with `detail` in a case.
inline GradeResult graded_with(const std::string& lab, double ratio, const Causes& detail) {
  GradeResult result = grade();
  result.lab = lab;
  result.backend = "cuda";
  result.environment["version"] = "0.2.0";
  TaskResult right = task(lab + "_naive", "one thread for each element", 16, 20);
  right.performance = {measured(ratio, 0.00194, 4)};
  right.points += right.performance[0].points;
  right.check.verdict = Verdict::ok;
  TaskResult wrong = task(lab + "_tiled", "tiles in shared memory", detail.empty() ? 20 : 5, 20);
  wrong.check.verdict = Verdict::ok;
  if (!detail.empty()) {
    wrong.verdict = Verdict::wrong;
    wrong.cases.push_back(failing(wrong.task, "31x33x32", Verdict::wrong, ""));
    wrong.cases.back().detail = detail;
  }
  result.tasks = {right, wrong};
  return result;
}

inline GradeResult graded_with(const std::string& lab, double ratio, const std::string& detail) {
  return graded_with(lab, ratio, as_text(detail));
}

inline GradebookRow make_row(const std::string& id, const std::string& name,
                             const GradeResult& grade, int attempt = 1) {
  GradebookRow row;
  row.student.id = id;
  row.student.name = name;
  row.content = id;
  row.attempt = attempt;
  row.grade.lab = grade.lab;
  row.grade.score = grade.score();
  row.grade.max_score = grade.max_score();
  row.grade.pending = grade.pending();
  for (const TaskResult& task : grade.tasks)
    row.grade.verdicts += (row.grade.verdicts.empty() ? "" : " ") + task.task + ":" +
                          std::string(warpgrade::name(task.verdict));
  row.grade.report = "reports/" + id + "/" + grade.lab;
  row.grade.json = json_text(grade);
  return row;
}

inline ClassSummary summarize(const std::vector<GradebookRow>& rows) {
  return warpgrade::summarize_class(
      rows, [](const GradebookRow& row) { return row.grade.json; },
      [](const GradebookRow&) { return true; });
}

inline Causes last_columns(int from, int of) {
  return {
      because("grid.missing-tail",
              {{"axis", std::string("column")}, {"count", of - from}, {"from", from}, {"of", of}})};
}

}  // namespace warpgrade::samples
