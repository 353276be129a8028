// An instructor's word about one attempt at a lab: a comment, at a line or about all of it, and
// points that are given or taken by hand.
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
  std::string file;              // of the submission; "": about all of it
  int line = 0;                  // from 1; 0 without a file
  std::string text;              // with points: the reason for them
  std::optional<Points> points;  // to be added, below 0 taken; nothing: words only
  std::string author;
  std::string given;  // UTC
};

/// Where it stands, "dot.cu:31", or "".
std::string place_of(const Comment& comment);

/// "+2", "-0.5".
std::string signed_text(Points points);

/// Adds it, with its id. Whoever reads the gradebook is told of damage by its checksum.
std::int64_t add_comment(Database& database, const Comment& comment);

/// It does not count any more; it stays in the gradebook.
void withdraw_comment(Database& database, std::int64_t comment, const std::string& author,
                      const std::string& when);

/// Those that were not withdrawn, in the order in which they were given; of one `submission`, or of
/// all. GraderError: one is not what was written.
std::vector<Comment> comments_in(const Database& database,
                                 std::optional<std::int64_t> submission = std::nullopt);

/// The points that all of `comments` give and take together.
Points points_by_hand(const std::vector<Comment>& comments);

/// What `graded` points become by them: never below 0, and never above `most`.
Points with_points_by_hand(Points graded, Points by_hand, Points most);

}  // namespace warpgrade
