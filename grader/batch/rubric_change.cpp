#include "batch/rubric_change.h"

#include "batch/class_files.h"
#include "batch/folder_lock.h"

namespace warpgrade {

bool is_changed(const RubricItem& kept, const RubricEntry& defined) {
  return kept.text != defined.text || kept.points != defined.points;
}

std::vector<ItemState> compare_rubric(const GradeHistory& history,
                                      const std::map<std::string, RubricEntries>& defined) {
  std::map<std::pair<std::string, std::string>, ItemState> items;
  for (const auto& [lab, entries] : defined)
    for (const auto& [name, entry] : entries) items[{lab, name}].defined = entry;
  for (const RubricItem& version : history.item_versions())
    items[{version.lab, version.name}].kept = version;
  for (const CommentEvent& event : history.comment_log()) {
    if (event.comment.item.empty()) continue;
    std::size_t& given = items[{event.comment.lab, event.comment.item}].given;
    given = event.withdrawn ? given - 1 : given + 1;
  }
  std::vector<ItemState> list;
  for (auto& [key, item] : items) {
    std::tie(item.lab, item.name) = key;
    list.push_back(std::move(item));
  }
  return list;
}

void change_rubric(const std::filesystem::path& out, const std::vector<ItemState>& items,
                   const std::string& author, const CountingRules& rules) {
  const FolderLock lock(out);
  Gradebook book(out / "gradebook.sqlite");
  for (const ItemState& item : items)
    if (item.kept && item.defined && is_changed(*item.kept, *item.defined))
      book.save_item({item.lab, item.name, item.defined->text, item.defined->points, author, ""});
  update_class_files(out, rules);
}

}  // namespace warpgrade
