// A grade in the formats that course sites and CI systems expect from an autograder.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"

namespace warpgrade {

/// Gradescope's results.json: a test per task, with the whole report as output. Pending points are
/// not part of the score; the output mentions them and extra_data has their number.
std::string gradescope_json(const GradeResult& grade);

/// JUnit XML: a test case per case, check and speed measurement. A student's fault is a failure, a
/// grader's fault an error, and what needs a missing device is skipped.
std::string junit_xml(const GradeResult& grade);

/// PrairieLearn's results.json. A grade left open by a failure of the grader is not gradable.
std::string prairielearn_json(const GradeResult& grade);

/// The line that Autolab reads last from a grader's output: one score, with the lab's name.
std::string autolab_line(const GradeResult& grade);

/// The names of these formats: "gradescope", "junit", "prairielearn", "autolab".
std::vector<std::string> export_formats();

/// The grade in one of these formats. Throws UsageError for an unknown name.
std::string exported(const GradeResult& whole, const std::string& format);

}  // namespace warpgrade
