// An instructor's comment on one attempt at a lab, on a line or on the whole submission, and points
// given or deducted by hand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gradebook/sqlite.h"
#include "score/points.h"

namespace warpgrade {

struct Comment {
  std::int64_t id = 0;
  std::int64_t submission = 0;
  std::string lab;
  std::string file;              // in the submission; "": the whole submission
  int line = 0;                  // starting at 1; 0 without a file
  std::string text;              // with points: the reason for them
  std::optional<Points> points;  // to add, negative to deduct; unset: text only
  std::string author;
  std::string given;  // when, in UTC
  // A comment that gives a rubric item: `text` is the item's and its own, `points` are its own,
  // else the item's.
  std::string item = {};  // its name; "": none
  std::string own_text = {};
  std::optional<Points> own_points = {};
};

/// "dot.cu:31", or "" for the whole submission.
std::string comment_place(const Comment& comment);

/// "+2", "-0.5".
std::string signed_text(Points points);

/// Adds the comment, with its own text and points, and its checksum. Returns its id.
std::int64_t add_comment(Database& database, const Comment& comment);

/// Withdraws the comment; the gradebook keeps it.
void withdraw_comment(Database& database, std::int64_t comment, const std::string& author,
                      const std::string& when);

/// Active comments, in order of creation, on one `submission` or on all. GraderError: a comment
/// does not match its checksum.
std::vector<Comment> load_comments(const Database& database,
                                   std::optional<std::int64_t> submission = std::nullopt);

/// A change of the comments: one was added or withdrawn.
struct CommentEvent {
  Comment comment;
  std::string student;  // its hand-in's student
  int attempt = 1;
  bool withdrawn = false;    // otherwise added
  std::string author, when;  // who did it; in UTC
};

/// Every change ever made, in order of time.
std::vector<CommentEvent> load_comment_log(const Database& database);

/// The sum of the points in `comments`.
Points points_by_hand(const std::vector<Comment>& comments);

/// `graded` plus `by_hand`, limited to 0 and `most`.
Points with_points_by_hand(Points graded, Points by_hand, Points most);

}  // namespace warpgrade
