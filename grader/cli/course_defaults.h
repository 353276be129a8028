// The course's file as the commands' defaults (course/course.h).
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"

namespace warpgrade {

/// The global option --course.
void add_course_option(CLI::App& app);

/// What --course names; "": it was not given.
const std::filesystem::path& asked_course();

/// That of --course, else the one of this folder or above it; null: none. UsageError: it is wrong.
const Course* the_course(const std::filesystem::path& root);

/// Tells on standard error what was decided where the file can be read in two ways.
void say_remarks(const Course* course);

bool was_given(const CLI::App& command, const std::string& option);

/// `value` of `option`, else the course's. UsageError: there is none.
void require_path(std::filesystem::path& value, const std::string& option,
                  const std::filesystem::path& of_course, const std::string& key);

}  // namespace warpgrade
