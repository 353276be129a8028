// Compares the gradebook's rubric items with the course file's, and changes them for all who have
// them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "course/course.h"
#include "export/counted_attempt.h"
#include "gradebook/grade_history.h"

namespace warpgrade {

/// An item as the gradebook and as the course file have it.
struct ItemState {
  std::string lab, name;
  std::optional<RubricItem> kept;      // in the gradebook; nothing: it was never given
  std::optional<RubricEntry> defined;  // in the course file
  std::size_t given = 0;               // active comments that give it
};

/// True if text or points of the gradebook's item are not those of the course file.
bool is_changed(const RubricItem& kept, const RubricEntry& defined);

/// By lab and name: the items of `defined`, by lab, and those that only the gradebook has.
std::vector<ItemState> compare_rubric(const GradeHistory& history,
                                      const std::map<std::string, RubricEntries>& defined);

/// Changes the changed ones of `items` in the gradebook of the batch's folder `out`, and updates
/// the pages and lists of all who have them. The gradebook keeps the earlier versions.
void change_rubric(const std::filesystem::path& out, const std::vector<ItemState>& items,
                   const std::string& author, const CountingRules& rules);

}  // namespace warpgrade
