// Defaults from the course file (course/course.h).
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"

namespace warpgrade {

/// The global option --course.
void add_course_option(CLI::App& app);

/// The value of --course; empty if it was not given.
const std::filesystem::path& course_option();

/// The course from --course, else from course.json in this folder or above it; null: none.
/// UsageError: the file is invalid.
const Course* active_course(const std::filesystem::path& root);

/// Prints to standard error how ambiguous entries of the file were read.
void print_remarks(const Course* course);

bool was_given(const CLI::App& command, const std::string& option);

/// Uses the value of `option`, else the course's value. UsageError: neither is given.
void require_path(std::filesystem::path& value, const std::string& option,
                  const std::filesystem::path& of_course, const std::string& key);

}  // namespace warpgrade
