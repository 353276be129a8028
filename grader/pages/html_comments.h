// What an instructor says of a submission, on its student's page: in front, and beside its lines.
#pragma once

#include <string>
#include <vector>

namespace warpgrade {

struct PageComment {
  std::string file;  // "": about all of it
  int line = 0;
  std::string text;
  std::string points;         // "+2", or ""
  std::string author, given;  // given: UTC, ISO 8601
};

/// A regrade request, and an instructor's answer.
struct PageRequest {
  std::string text, received;            // received: UTC, ISO 8601
  std::string answer, author, answered;  // answered "": open
};

/// A page that html_page() made, with these comments and requests in place of those it had.
/// `total`: what lateness and the points by hand make of the grade, or "".
std::string page_with_comments(std::string page, const std::vector<PageComment>& comments,
                               const std::vector<PageRequest>& requests, const std::string& total);

}  // namespace warpgrade
