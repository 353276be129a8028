#include "cli/course_defaults.h"

#include <cstdio>
#include <optional>

#include "base/fault.h"

namespace warpgrade {
namespace {

std::filesystem::path& course_option_value() {
  static std::filesystem::path file;
  return file;
}

}  // namespace

void add_course_option(CLI::App& app) {
  app.add_option_function<std::string>(
         "--course", [](const std::string& file) { course_option_value() = file; },
         "Take defaults from this course file (default: course.json in this folder or above it; "
         "none: from no file)")
      ->type_name("FILE")
      ->trigger_on_parse();
}

const std::filesystem::path& course_option() { return course_option_value(); }

const Course* active_course(const std::filesystem::path& root) {
  static const std::optional<Course> course = [&]() -> std::optional<Course> {
    if (course_option_value() == "none") return std::nullopt;
    if (!course_option_value().empty()) return read_course(course_option_value(), root);
    const auto found = course_file(std::filesystem::current_path());
    if (!found) return std::nullopt;
    return read_course(*found, root);
  }();
  return course ? &*course : nullptr;
}

void print_remarks(const Course* course) {
  if (course == nullptr) return;
  for (const std::string& remark : course->remarks) std::fprintf(stderr, "%s\n", remark.c_str());
}

bool was_given(const CLI::App& command, const std::string& option) {
  const CLI::Option* const known = command.get_option_no_throw(option);
  return known != nullptr && known->count() > 0;
}

void require_path(std::filesystem::path& value, const std::string& option,
                  const std::filesystem::path& of_course, const std::string& key) {
  if (value.empty()) value = of_course;
  if (value.empty())
    throw UsageError(option + " is required", "Or let course.json name it as \"" + key + "\".");
}

}  // namespace warpgrade
