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

/// "ada (Ada L) + bob".
inline std::string title_of(const Student& student) {
  std::string title = student.id;
  if (!student.name.empty() && student.name != student.id) title += " (" + student.name + ")";
  for (const std::string& other : student.others) title += " + " + other;
  return title;
}

struct Attempt {
  Student student;
  std::string source;            // as the site named it: folder or file name(s)
  std::filesystem::path folder;  // holds <lab>.cu (and files beside it)
  int number = 1;                // 1 is the first that this student handed in
  std::string submitted_at;      // ISO 8601 or ""
  bool late = false;
  std::string taken;  // by the instructor's decision: "dot (1).cu as dot.cu"; "": named as it is
};

/// What a student handed in and nobody can grade. The student did not hand in nothing.
struct Unusable {
  Student student;
  std::string source;
  std::vector<std::string> labs;  // that it may be for
  std::string file;               // or several; "": the hand-in is empty
  std::string reason;             // "not named dot.cu"
  std::string submitted_at;
  bool late = false;
};

/// "dot (1).cu: not named dot.cu".
inline std::string cause_of(const Unusable& one) {
  return one.file.empty() ? one.reason : one.file + ": " + one.reason;
}

/// A part of an export, and what is wrong with it: never dropped silently.
struct Unmatched {
  std::string source, why;
};

struct Imported {
  std::string
      format;  // "folders", "canvas", "moodle", "gradescope", "autolab", "clones", "pattern"
  std::vector<Attempt> attempts;
  std::vector<Unmatched> unmatched;  // belongs to no known student
  std::vector<Unusable> unusable;    // belongs to a student; some or all labs cannot be graded
  std::vector<Unmatched> left_out;   // of a graded hand-in: files left out, names not as wanted
  std::vector<std::string> remarks;  // about all of it: how the roster was read
};

}  // namespace warpgrade
