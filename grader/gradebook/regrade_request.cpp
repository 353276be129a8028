#include "gradebook/regrade_request.h"

#include <fmt/format.h>

#include "gradebook/health.h"

namespace warpgrade {
namespace {

std::string request_checksum(const RegradeRequest& r) {
  return checksum_of_fields({std::to_string(r.submission), r.lab, r.student, r.text, r.received});
}

std::string answer_checksum(const RegradeRequest& r) {
  return checksum_of_fields({std::to_string(r.id), r.answer, r.author, r.answered});
}

}  // namespace

std::int64_t add_request(Database& database, const RegradeRequest& r) {
  Transaction transaction(database);
  Statement(database,
            "INSERT INTO requests (submission, lab, student, text, received, sum) VALUES (?, ?, ?, "
            "?, ?, ?)")
      .add(r.submission)
      .add(r.lab)
      .add(r.student)
      .add(r.text)
      .add(r.received)
      .add(request_checksum(r))
      .run();
  const std::int64_t id = database.last_row();
  transaction.commit();
  return id;
}

void answer_request(Database& database, const RegradeRequest& r) {
  Transaction transaction(database);
  Statement(database,
            "INSERT INTO answers (request, text, author, given, sum) VALUES (?, ?, ?, ?, ?)")
      .add(r.id)
      .add(r.answer)
      .add(r.author)
      .add(r.answered)
      .add(answer_checksum(r))
      .run();
  transaction.commit();
}

std::vector<RegradeRequest> load_requests(const Database& database) {
  Statement found(database,
                  "SELECT r.id, r.submission, r.lab, r.student, r.text, r.received, r.sum, a.text, "
                  "a.author, a.given, a.sum FROM requests r LEFT JOIN answers a ON a.request = "
                  "r.id ORDER BY r.id");
  std::vector<RegradeRequest> requests;
  while (found.step()) {
    RegradeRequest& r = requests.emplace_back();
    r = {found.number(0), found.number(1), found.text(2), found.text(3), found.text(4),
         found.text(5),   found.text(7),   found.text(8), found.text(9)};
    check_checksum(database, fmt::format("request {}", r.id), found.text(6), request_checksum(r));
    if (!r.is_open())
      check_checksum(database, fmt::format("the answer to request {}", r.id), found.text(10),
                     answer_checksum(r));
  }
  return requests;
}

}  // namespace warpgrade
