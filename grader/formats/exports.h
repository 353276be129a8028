// One grade in the forms that course sites and CI systems read from a program that grades.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"

namespace warpgrade {

/// Gradescope's results.json: a test for each task, the whole report as output. Points that are
/// open are no points of the score; the output says so and extra_data holds their number.
std::string gradescope_json(const GradeResult& grade);

/// JUnit XML: a test case for each case, check and measurement of speed. A student's fault is a
/// failure, a failure of ours an error, what needs a device that is not here is skipped.
std::string junit_xml(const GradeResult& grade);

/// PrairieLearn's results.json. What a failure of ours left open is not gradable.
std::string prairielearn_json(const GradeResult& grade);

/// What Autolab reads as a grader's last line of output: one score, by the lab's name.
std::string autolab_line(const GradeResult& grade);

/// Their names: "gradescope", "junit", "prairielearn", "autolab".
std::vector<std::string> export_formats();

/// One of the above by its name; throws UsageError for another.
std::string exported(const GradeResult& whole, const std::string& format);

}  // namespace warpgrade
