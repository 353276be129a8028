// The data of the class page.
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

/// The current grade of one lab of one attempt.
struct ClassRow {
  std::string student, name, section;
  std::vector<std::string> others;       // further members of a group
  std::vector<std::string> other_names;  // the same with their names
  std::string team;                      // the group's name; ""
  std::string lab;
  int attempt = 1;
  bool last = true;  // of this student's attempts at this lab
  bool late = false, open = false, flagged = false;
  bool absent = false;    // on the roster, but handed in nothing
  bool unusable = false;  // handed in, but cannot be graded
  std::string cause;      // why it is open or unusable, or the instructor's decision
  std::optional<Points> score, most, pending;                 // unset if nothing was graded
  std::string by_hand;                                        // points by hand, "+2"; "": none
  std::string late_cost;                                      // late penalty, "−3"; "": none
  std::size_t comments = 0;                                   // number of the instructor's comments
  std::vector<std::pair<std::string, std::string>> verdicts;  // task and verdict
  std::string report;  // path in --out, without extension; "": no page
};

/// The distribution of points of a lab, or of one of its tasks.
struct Distribution {
  std::string task;                      // "": the whole lab
  std::map<Points, std::size_t> maxima;  // number of grades by their maximum points
  std::size_t grades = 0, full = 0, none = 0;
  /// Grades by their share of their own maximum: [0, 10 %), [10 %, 20 %), …, [90 %, 100 %), 100 %.
  std::array<std::size_t, 11> bins{};
  Points most;  // the largest maximum; these are scaled to it:
  Points lowest, median, highest;
  Points pending;  // average
  std::map<std::string, std::size_t> verdicts;
};

struct SpeedEntry {
  std::size_t row = 0;  // index into ClassSummary::rows
  double ratio = 0, low = 0, high = 0, seconds = 0;
  bool in_doubt = false;  // too noisy to decide the last step of points
};

/// The ranking for one measured case of a task.
struct SpeedBoard {
  std::string lab, task, case_name, against, baseline;
  std::vector<SpeedEntry> entries;  // the largest ratio first; none: nothing was measured
  double median = 0;
  double full_marks_at = 0, champion = 0;  // ratios; 0: unknown
  std::string champion_on;                 // the device on which the champion was measured
};

/// The place of a mistake.
struct MistakePlace {
  std::size_t row = 0;
  std::string file;  // "": unknown
  int line = 0;
};

/// The same mistake of several students, independent of numbers.
struct Mistake {
  std::string lab;
  std::string kind;  // of a finding, or a verdict
  bool advice = false;
  std::string text;  // the text of one student's report
  std::set<std::string> tasks;
  std::size_t students = 0;
  std::vector<MistakePlace> places;  // one per student, the first few
};

/// Something an instructor should look at.
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
  std::map<std::string, std::vector<Distribution>> distributions;  // by lab; the whole lab first
  std::vector<SpeedBoard> boards;
  std::vector<Mistake> mistakes;  // by lab, most frequent first
  std::vector<Flag> flags;
  std::vector<std::vector<std::size_t>> same_files;            // rows of different students
  std::vector<std::pair<std::string, std::string>> requests;   // open: number and student; text
  std::vector<std::pair<std::string, std::string>> unusable;   // student and reason
  std::vector<std::pair<std::string, std::string>> unmatched;  // source and reason
  std::vector<std::pair<std::string, std::string>>
      left_out;               // ignored files of graded hand-ins, and why
  std::size_t remaining = 0;  // not graded, because the run was stopped
  bool similar = false;       // similar.html exists next to the page
  std::vector<std::pair<std::string, std::string>> copies;  // similar hand-ins, and how similar
};

}  // namespace warpgrade
