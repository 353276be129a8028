#include "gradebook/rubric.h"

#include <fmt/format.h>

#include "gradebook/health.h"
#include "gradebook/points_column.h"

namespace warpgrade {
namespace {

std::string item_checksum(const RubricItem& item) {
  return checksum_of_fields({item.lab, item.name, item.text,
                             item.points ? std::to_string(item.points->hundredths()) : "none",
                             item.author, item.given});
}

}  // namespace

std::vector<RubricItem> load_item_versions(const Database& database) {
  Statement found(database,
                  "SELECT lab, name, text, points, author, given, sum, id FROM rubric ORDER BY id");
  std::vector<RubricItem> items;
  while (found.step()) {
    items.push_back({found.text(0), found.text(1), found.text(2), read_points(found, 3),
                     found.text(4), found.text(5)});
    check_checksum(database, fmt::format("rubric item {}", found.number(7)), found.text(6),
                   item_checksum(items.back()));
  }
  return items;
}

Rubric load_rubric(const Database& database) {
  Rubric rubric;
  for (RubricItem& item : load_item_versions(database))
    rubric.insert_or_assign({item.lab, item.name}, std::move(item));
  return rubric;
}

void save_item(Database& database, const RubricItem& item) {
  Statement insert(database,
                   "INSERT INTO rubric (lab, name, text, points, author, given, sum) VALUES (?, ?, "
                   "?, ?, ?, ?, ?)");
  insert.add(item.lab).add(item.name).add(item.text);
  add_points(insert, item.points);
  insert.add(item.author).add(item.given).add(item_checksum(item)).run();
}

void use_item(Comment& comment, const Rubric& rubric) {
  const auto item = rubric.find({comment.lab, comment.item});
  if (comment.item.empty() || item == rubric.end()) return;
  comment.text = item->second.text + (comment.own_text.empty() ? "" : " " + comment.own_text);
  comment.points = comment.own_points ? comment.own_points : item->second.points;
}

}  // namespace warpgrade
