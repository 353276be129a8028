// An instructor's comments on a student's page: at the top, and next to source lines.
#pragma once

#include <string>
#include <vector>

namespace warpgrade {

struct PageComment {
  std::string file;  // empty: about the whole submission
  int line = 0;
  std::string text;
  std::string points;         // "+2"; may be empty
  std::string author, given;  // given: UTC, ISO 8601
};

/// A regrade request, and an instructor's answer.
struct PageRequest {
  std::string text, received;            // received: UTC, ISO 8601
  std::string answer, author, answered;  // answered: empty while open
};

/// A page made by html_page(), with these comments and requests in place of earlier ones. `total`:
/// the result after lateness and points by hand; may be empty.
std::string page_with_comments(std::string page, const std::vector<PageComment>& comments,
                               const std::vector<PageRequest>& requests, const std::string& total);

}  // namespace warpgrade
