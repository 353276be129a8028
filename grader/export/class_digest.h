// The few lines of a grade's JSON that a class's page is made of.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "score/points.h"

namespace warpgrade {

struct DigestMistake {
  std::string task, kind, text, key;  // key: equal for mistakes that are to be one
  bool advice = false;
  std::string file = {};  // "": not known
  int line = 0;
};

struct DigestSpeed {
  std::string task, case_name, against, baseline;
  std::optional<double> ratio;  // nothing: not measured, or it does not count
  double low = 0, high = 0, seconds = 0;
  bool in_doubt = false;
  double full_marks_at = 0, champion = 0;  // ratios; 0: not known
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
  std::vector<Task> tasks;
  std::vector<DigestMistake> mistakes;
  std::vector<DigestSpeed> speed;
  std::vector<DigestFlag> flags;
};

/// Of what docs/grade.schema.json describes; nothing of what is no grade.
GradeDigest digest_of(const std::string& json);

}  // namespace warpgrade
