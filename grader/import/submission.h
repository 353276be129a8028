// Who handed in what: how a class's submissions look once a course site's format is left behind.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade {

struct Student {
  std::string id;  // stable key: the roster's, else the site's, else the folder's name
  std::string name, email, login, section;  // "" where nobody told
  std::vector<std::string> others;          // further members of a group: their ids
};

struct Attempt {
  Student student;
  std::string source;            // as the site named it: folder or file name(s)
  std::filesystem::path folder;  // holds <lab>.cu (and files beside it)
  int number = 1;                // 1 is the first that this student handed in
  std::string submitted_at;      // ISO 8601 or ""
  bool late = false;
};

/// What became no attempt, or not in full: never dropped silently.
struct Unmatched {
  std::string source, why;
};

struct Imported {
  std::string format;  // "folders", "pattern", "canvas", "moodle", "gradescope", "clones"
  std::vector<Attempt> attempts;
  std::vector<Unmatched> unmatched;
};

}  // namespace warpgrade
