// The parts of a grade's JSON that the class page needs.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "score/points.h"

namespace warpgrade {

struct DigestMistake {
  std::string task, kind, text, key;  // mistakes with the same key are counted as one
  bool advice = false;
  std::string file = {};  // "": unknown
  int line = 0;
};

struct DigestSpeed {
  std::string task, case_name, against, baseline;
  std::optional<double> ratio;  // unset: not measured, or it does not count
  double low = 0, high = 0, seconds = 0;
  bool in_doubt = false;
  double full_marks_at = 0, champion = 0;  // ratios; 0: unknown
  std::string champion_on;
};

struct DigestFlag {
  std::string task, what, detail;
};

struct GradeDigest {
  struct Task {
    std::string name, verdict;
    Points points, most, pending;
  };
  struct Case {
    std::string task, name;
    bool right = false;
  };
  std::vector<Task> tasks;
  std::vector<Case> cases;  // without those that were not decided
  std::vector<DigestMistake> mistakes;
  std::vector<DigestSpeed> speed;
  std::vector<DigestFlag> flags;
};

/// Reads JSON as described by docs/grade.schema.json; empty for anything else.
GradeDigest parse_digest(const std::string& json);

}  // namespace warpgrade
