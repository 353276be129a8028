#include "gradebook/comment.h"

#include <fmt/format.h>

#include <algorithm>

#include "gradebook/health.h"

namespace warpgrade {
namespace {

std::string comment_checksum(const Comment& c) {
  std::string all;
  for (const std::string& field :
       {std::to_string(c.submission), c.lab, c.file, std::to_string(c.line), c.text,
        c.points ? std::to_string(c.points->hundredths()) : std::string("none"), c.author, c.given})
    all += std::to_string(field.size()) + ":" + field;
  return checksum(all);
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
      "sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.add(c.submission).add(c.lab).add(c.file).add(std::int64_t{c.line}).add(c.text);
  if (c.points) {
    insert.add(static_cast<std::int64_t>(c.points->hundredths()));
  } else {
    insert.add_null();
  }
  insert.add(c.author).add(c.given).add(comment_checksum(c)).run();
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
Comment read_comment(const Database& database, const Statement& found) {
  Comment c;
  c.id = found.number(0);
  c.submission = found.number(1);
  c.lab = found.text(2);
  c.file = found.text(3);
  c.line = static_cast<int>(found.number(4));
  c.text = found.text(5);
  if (!found.is_null(6)) c.points = Points::hundredths(found.number(6));
  c.author = found.text(7);
  c.given = found.text(8);
  check_checksum(database, fmt::format("comment {}", c.id), found.text(9), comment_checksum(c));
  return c;
}

constexpr const char* comment_columns =
    "c.id, c.submission, c.lab, c.file, c.line, c.text, c.points, c.author, c.given, c.sum";

}  // namespace

std::vector<Comment> load_comments(const Database& database,
                                   std::optional<std::int64_t> submission) {
  Statement found(database,
                  fmt::format("SELECT {} FROM comments c WHERE id NOT IN (SELECT comment FROM "
                              "withdrawals){} ORDER BY id",
                              comment_columns, submission ? " AND submission = ?" : ""));
  if (submission) found.add(*submission);
  std::vector<Comment> comments;
  while (found.step()) comments.push_back(read_comment(database, found));
  return comments;
}

std::vector<CommentEvent> load_comment_log(const Database& database) {
  std::vector<CommentEvent> log;
  Statement found(database,
                  fmt::format("SELECT {}, s.student, s.attempt, w.author, w.given FROM comments c "
                              "JOIN submissions s ON s.id = c.submission LEFT JOIN withdrawals w "
                              "ON w.comment = c.id ORDER BY c.id",
                              comment_columns));
  while (found.step()) {
    CommentEvent added;
    added.comment = read_comment(database, found);
    added.student = found.text(10);
    added.attempt = static_cast<int>(found.number(11));
    added.author = added.comment.author;
    added.when = added.comment.given;
    log.push_back(added);
    if (found.is_null(12)) continue;
    added.withdrawn = true;
    added.author = found.text(12);
    added.when = found.text(13);
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
