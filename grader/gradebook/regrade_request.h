// A student's request to look at a grade again, and an instructor's answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gradebook/sqlite.h"

namespace warpgrade {

struct RegradeRequest {
  std::int64_t id = 0;
  std::int64_t submission = 0;
  std::string lab;
  std::string student;                     // id of the requesting group member
  std::string text, received;              // received: in UTC
  std::string answer = {};                 // "": open
  std::string author = {}, answered = {};  // of the answer; when, in UTC

  bool is_open() const { return answered.empty(); }
};

/// Adds the request with its checksum. Returns its id.
std::int64_t add_request(Database& database, const RegradeRequest& request);

/// Answers an open request, by its `answer`, `author` and `answered`.
void answer_request(Database& database, const RegradeRequest& request);

/// In order of arrival. GraderError: one does not match its checksum.
std::vector<RegradeRequest> load_requests(const Database& database);

}  // namespace warpgrade
