#include "gradebook/comment.h"

#include <fmt/format.h>

#include <algorithm>

#include "gradebook/health.h"
#include "gradebook/points_column.h"
#include "gradebook/rubric.h"

namespace warpgrade {
namespace {

/// The text stored in the row, without the item's text.
const std::string& stored_text(const Comment& c) { return c.item.empty() ? c.text : c.own_text; }
std::optional<Points> stored_points(const Comment& c) {
  return c.item.empty() ? c.points : c.own_points;
}

std::string comment_checksum(const Comment& c) {
  const std::optional<Points> points = stored_points(c);
  std::vector<std::string> fields = {std::to_string(c.submission),
                                     c.lab,
                                     c.file,
                                     std::to_string(c.line),
                                     stored_text(c),
                                     points ? std::to_string(points->hundredths()) : "none",
                                     c.author,
                                     c.given};
  if (!c.item.empty()) fields.push_back(c.item);  // older comments have none
  return checksum_of_fields(fields);
}

}  // namespace

std::string comment_place(const Comment& comment) {
  return comment.file.empty() ? "" : fmt::format("{}:{}", comment.file, comment.line);
}

std::string signed_text(Points points) { return (points > Points{} ? "+" : "") + points.text(); }

std::int64_t add_comment(Database& database, const Comment& c) {
  Transaction transaction(database);
  Statement insert(
      database,
      "INSERT INTO comments (submission, lab, file, line, text, points, author, given, "
      "sum, item) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.add(c.submission).add(c.lab).add(c.file).add(std::int64_t{c.line}).add(stored_text(c));
  add_points(insert, stored_points(c));
  insert.add(c.author).add(c.given).add(comment_checksum(c)).add(c.item).run();
  const std::int64_t id = database.last_row();
  transaction.commit();
  return id;
}

void withdraw_comment(Database& database, std::int64_t comment, const std::string& author,
                      const std::string& when) {
  Transaction transaction(database);
  Statement(database, "INSERT INTO withdrawals (comment, author, given) VALUES (?, ?, ?)")
      .add(comment)
      .add(author)
      .add(when)
      .run();
  transaction.commit();
}

namespace {

/// The first columns of a row, in the order of `comment_columns`.
Comment read_comment(const Database& database, const Statement& found, const Rubric& rubric) {
  Comment c;
  c.id = found.number(0);
  c.submission = found.number(1);
  c.lab = found.text(2);
  c.file = found.text(3);
  c.line = static_cast<int>(found.number(4));
  c.text = c.own_text = found.text(5);
  c.points = c.own_points = read_points(found, 6);
  c.author = found.text(7);
  c.given = found.text(8);
  c.item = found.text(10);
  check_checksum(database, fmt::format("comment {}", c.id), found.text(9), comment_checksum(c));
  use_item(c, rubric);
  return c;
}

constexpr const char* comment_columns =
    "c.id, c.submission, c.lab, c.file, c.line, c.text, c.points, c.author, c.given, c.sum, c.item";

}  // namespace

std::vector<Comment> load_comments(const Database& database,
                                   std::optional<std::int64_t> submission) {
  Statement found(database,
                  fmt::format("SELECT {} FROM comments c WHERE id NOT IN (SELECT comment FROM "
                              "withdrawals){} ORDER BY id",
                              comment_columns, submission ? " AND submission = ?" : ""));
  if (submission) found.add(*submission);
  const Rubric rubric = load_rubric(database);
  std::vector<Comment> comments;
  while (found.step()) comments.push_back(read_comment(database, found, rubric));
  return comments;
}

std::vector<CommentEvent> load_comment_log(const Database& database) {
  std::vector<CommentEvent> log;
  const Rubric rubric = load_rubric(database);
  Statement found(database,
                  fmt::format("SELECT {}, s.student, s.attempt, w.author, w.given FROM comments c "
                              "JOIN submissions s ON s.id = c.submission LEFT JOIN withdrawals w "
                              "ON w.comment = c.id ORDER BY c.id",
                              comment_columns));
  while (found.step()) {
    CommentEvent added;
    added.comment = read_comment(database, found, rubric);
    added.student = found.text(11);
    added.attempt = static_cast<int>(found.number(12));
    added.author = added.comment.author;
    added.when = added.comment.given;
    log.push_back(added);
    if (found.is_null(13)) continue;
    added.withdrawn = true;
    added.author = found.text(13);
    added.when = found.text(14);
    log.push_back(added);
  }
  std::stable_sort(log.begin(), log.end(),
                   [](const CommentEvent& a, const CommentEvent& b) { return a.when < b.when; });
  return log;
}

Points points_by_hand(const std::vector<Comment>& comments) {
  Points all;
  for (const Comment& comment : comments) all += comment.points.value_or(Points{});
  return all;
}

Points with_points_by_hand(Points graded, Points by_hand, Points most) {
  return std::clamp(graded + by_hand, Points{}, std::max(most, graded));
}

}  // namespace warpgrade
