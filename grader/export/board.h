// A leaderboard of all that gradebooks hold.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "class_pages/board.h"
#include "gradebook/grade_history.h"

namespace warpgrade {

/// A grade in JSON whose ratios stand on the board as marks, under a name.
struct MarkGrade {
  std::string name, json;
};

/// `shown`: whether a lab is on the board. Of each attempt the grade that was given last counts.
Leaderboard leaderboard_of(const std::deque<GradeHistory>& books,
                           const std::map<std::string, std::string>& aliases,
                           const std::vector<MarkGrade>& marks,
                           const std::function<bool(const std::string& lab)>& shown);

}  // namespace warpgrade
