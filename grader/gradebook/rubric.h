// Rubric items: named comments with points. A change of an item applies to all comments that use
// it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gradebook/comment.h"
#include "gradebook/sqlite.h"
#include "score/points.h"

namespace warpgrade {

struct RubricItem {
  std::string lab, name, text;
  std::optional<Points> points;  // unset: text only
  std::string author, given;     // who defined or changed it; when, in UTC
};

/// The current items by lab and name.
using Rubric = std::map<std::pair<std::string, std::string>, RubricItem>;

Rubric load_rubric(const Database& database);

/// All definitions and changes, in order. GraderError: one does not match its checksum.
std::vector<RubricItem> load_item_versions(const Database& database);

/// Adds a version of the item; earlier ones stay in the gradebook.
void save_item(Database& database, const RubricItem& item);

/// Sets the comment's text and points from its own and, if it has one, its item's.
void use_item(Comment& comment, const Rubric& rubric);

}  // namespace warpgrade
