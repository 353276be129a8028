// The grades of a class, as they count, in forms that are written anew.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "export/counting.h"
#include "export/ungraded.h"

namespace warpgrade {

using JsonOfEntry = std::function<std::string(const BookEntry&)>;

/// A line for each student and lab, and for those who are `absent`; no cell is a formula.
std::string class_csv(const std::vector<CountedGrade>& grades,
                      const std::vector<Ungraded>& absent = {});

/// docs/class.schema.json describes it.
std::string class_json(const std::vector<CountedGrade>& grades, const CountingRules& rules,
                       const JsonOfEntry& json_of, const std::vector<Ungraded>& absent = {});

/// JUnit XML: a suite for each student, a test case for each task. What is open is an error;
/// where nothing was handed in is one case that is skipped.
std::string class_junit(const std::vector<CountedGrade>& grades, const JsonOfEntry& json_of,
                        const std::vector<Ungraded>& absent = {});

/// FOLDER/STUDENT/LAB.json for each grade (Autolab: .txt), as a program that grades would have
/// written it for `format` (formats/exports.h), with the points that count. What is open is left
/// out; returns how many were written.
std::size_t write_student_results(const std::filesystem::path& folder,
                                  const std::vector<CountedGrade>& grades,
                                  const std::string& format, const JsonOfEntry& json_of);

}  // namespace warpgrade
