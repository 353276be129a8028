// What an instructor wants to know of a graded class: plain data, read by the class's page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "score/points.h"

namespace warpgrade {

/// One lab of one attempt, as it stands in the gradebook.
struct ClassRow {
  std::string student, name, section;
  std::vector<std::string> others;  // further members of a group
  std::string lab;
  int attempt = 1;
  bool last = true;  // of this student's attempts at this lab
  bool late = false, open = false, flagged = false;
  bool absent = false;                         // of the roster, and nothing was handed in
  bool unusable = false;                       // handed in, and nobody can grade it
  std::string cause;                           // why it is open or unusable, or what was decided
  std::optional<Points> score, most, pending;  // nothing where nothing was graded
  std::string by_hand;                         // of the score, "+2"; "": none
  std::string late_cost;                       // points that lateness takes of it; "": none
  std::size_t comments = 0;                    // of the instructor
  std::vector<std::pair<std::string, std::string>> verdicts;  // task and verdict
  std::string report;  // below --out, without its ending; "": no page
};

/// How the points of a lab, or of one task of it, are distributed.
struct Spread {
  std::string task;                      // "": the whole lab
  std::map<Points, std::size_t> maxima;  // how many grades are out of how many points
  std::size_t grades = 0, full = 0, none = 0;
  /// Grades by their share of their own maximum: [0, 10 %), [10 %, 20 %), …, [90 %, 100 %), 100 %.
  std::array<std::size_t, 11> bins{};
  Points most;  // the largest maximum; these are scaled to it:
  Points lowest, median, highest;
  Points pending;  // on average
  std::map<std::string, std::size_t> verdicts;
};

struct SpeedEntry {
  std::size_t row = 0;  // of ClassSummary::rows
  double ratio = 0, low = 0, high = 0, seconds = 0;
  bool in_doubt = false;  // too noisy for the last step of points
};

/// Who is fastest at one measured case of a task.
struct SpeedBoard {
  std::string lab, task, case_name, against, baseline;
  std::vector<SpeedEntry> entries;  // the largest ratio first; none: nothing was measured
  double median = 0;
  double full_marks_at = 0, champion = 0;  // ratios; 0: not known
  std::string champion_on;                 // the device on which ours reached it
};

/// Where a mistake is seen.
struct MistakePlace {
  std::size_t row = 0;
  std::string file;  // "": not known
  int line = 0;
};

/// What goes wrong in the same way at several students', whatever the numbers.
struct Mistake {
  std::string lab;
  std::string kind;  // of a finding, or a verdict
  bool advice = false;
  std::string text;  // one of them, as its student reads it
  std::set<std::string> tasks;
  std::size_t students = 0;
  std::vector<MistakePlace> places;  // one a student, the first few
};

/// What an instructor should look at.
struct Flag {
  std::size_t row = 0;
  std::string task, what, detail;
};

struct ClassSummary {
  std::string title;    // of the course; ""
  std::string started;  // of the run
  std::uint64_t seed = 0;
  std::string backend, real;
  std::vector<std::string> labs;
  std::vector<ClassRow> rows;
  std::map<std::string, std::vector<Spread>> spreads;  // by lab; the whole lab first
  std::vector<SpeedBoard> boards;
  std::vector<Mistake> mistakes;  // by lab, what most students have first
  std::vector<Flag> flags;
  std::vector<std::vector<std::size_t>> same_files;           // rows of different students
  std::vector<std::pair<std::string, std::string>> unusable;  // whose hand-in, and why
  std::vector<std::pair<std::string, std::string>>
      unmatched;  // what belongs to no student, and why
  std::vector<std::pair<std::string, std::string>>
      left_out;               // files beside what is graded, and why
  std::size_t remaining = 0;  // not graded: the run was stopped
  bool similar = false;       // similar.html lies beside the page
};

}  // namespace warpgrade
