// A class's submissions, independent of the course site's format.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade {

struct Student {
  std::string id;  // stable key: the roster's, else the site's, else the folder's name
  std::string name, email, login, section;  // "" if unknown
  std::vector<std::string> others;          // ids of further group members
  std::string team = {};                    // its name; "" if unknown
  std::vector<Student> members = {};        // further group members whom the roster knows
  std::vector<std::string> other_ids = {};  // of the roster's further columns of ids
};

/// The further group members; of those whom the roster does not know, the ids alone.
inline std::vector<Student> other_members(const Student& student) {
  std::vector<Student> members;
  for (const std::string& id : student.others) {
    Student& member = members.emplace_back();
    member.id = id;
    for (const Student& known : student.members)
      if (known.id == id) member = known;
  }
  return members;
}

/// "ada (Ada L) + bob (Bob R)".
inline std::string student_title(const Student& student) {
  std::string title = student.id;
  if (!student.name.empty() && student.name != student.id) title += " (" + student.name + ")";
  for (const Student& other : other_members(student)) title += " + " + student_title(other);
  return title;
}

/// "Ada L, Bob R (team-1)"; ids where names are unknown.
inline std::string people_text(const Student& student) {
  std::string text = student.name.empty() ? student.id : student.name;
  for (const Student& other : other_members(student))
    text += ", " + (other.name.empty() ? other.id : other.name);
  return student.others.empty() || student.team.empty() ? text : text + " (" + student.team + ")";
}

struct Attempt {
  Student student;
  std::string source;            // folder or file name(s) on the site
  std::filesystem::path folder;  // contains <lab>.cu and its other files
  int number = 1;                // 1 is the student's first attempt
  std::string submitted_at;      // ISO 8601 or ""
  bool late = false;
  std::string taken;  // chosen by an instructor: "dot (1).cu as dot.cu"; or ""
};

/// A hand-in that cannot be graded. Its student is not absent.
struct Unusable {
  Student student;
  std::string source;
  std::vector<std::string> labs;  // labs that it may belong to
  std::string file;               // one or more; "": the hand-in is empty
  std::string reason;             // "not named dot.cu"
  std::string submitted_at;
  bool late = false;
};

/// "dot (1).cu: not named dot.cu".
inline std::string unusable_cause(const Unusable& one) {
  return one.file.empty() ? one.reason : one.file + ": " + one.reason;
}

/// A part of an export that was not used, and why.
struct Unmatched {
  std::string source, why;
};

struct Imported {
  std::string
      format;  // "folders", "canvas", "moodle", "gradescope", "autolab", "clones", "pattern"
  std::vector<Attempt> attempts;
  std::vector<Unmatched> unmatched;  // parts that belong to no known student
  std::vector<Unusable> unusable;    // hand-ins of students, ungradable for some or all labs
  std::vector<Unmatched> left_out;   // files of graded hand-ins that were left out or misnamed
  std::vector<std::string> remarks;  // about the whole import: how the roster was read
};

}  // namespace warpgrade
