// Makes a leaderboard from gradebooks.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "class_pages/board.h"
#include "gradebook/grade_history.h"

namespace warpgrade {

/// A grade in JSON whose ratios are shown on the board as marks with a name.
struct MarkGrade {
  std::string name, json;
};

/// `shown`: whether a lab is on the board. The last grade of each attempt counts.
Leaderboard make_leaderboard(const std::deque<GradeHistory>& books,
                             const std::map<std::string, std::string>& aliases,
                             const std::vector<MarkGrade>& marks,
                             const std::function<bool(const std::string& lab)>& shown);

}  // namespace warpgrade
