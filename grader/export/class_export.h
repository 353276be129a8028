// Exports a class's counted grades to new files.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "export/counted_attempt.h"
#include "export/ungraded.h"

namespace warpgrade {

using LoadEntryJson = std::function<std::string(const BookEntry&)>;

/// A row for each student and lab, and for each of `absent`. No cell is a formula.
std::string class_csv(const std::vector<CountedGrade>& grades,
                      const std::vector<Ungraded>& absent = {});

/// JSON as described by docs/class.schema.json.
std::string class_json(const std::vector<CountedGrade>& grades, const CountingRules& rules,
                       const LoadEntryJson& load_json, const std::vector<Ungraded>& absent = {});

/// JUnit XML with a suite for each student and a test case for each task. Open grades are errors; a
/// missing hand-in is one skipped case.
std::string class_junit(const std::vector<CountedGrade>& grades, const LoadEntryJson& load_json,
                        const std::vector<Ungraded>& absent = {});

/// The report that the student reads, as text: remarks on lateness and by instructors, then the
/// report without hidden cases. The remarks alone if there is no grade.
std::string student_report(const CountedGrade& g, const LoadEntryJson& load_json);

/// The grade in `format` (formats/exports.h), with the counted points and the remarks; nothing for
/// a grade without points.
std::optional<std::string> student_result(const CountedGrade& g, const std::string& format,
                                          const LoadEntryJson& load_json);

/// Writes FOLDER/STUDENT/LAB.json for each grade (Autolab: .txt), in `format` (formats/exports.h),
/// with the counted points. Skips open grades. Returns the number of files.
std::size_t write_student_results(const std::filesystem::path& folder,
                                  const std::vector<CountedGrade>& grades,
                                  const std::string& format, const LoadEntryJson& load_json);

}  // namespace warpgrade
