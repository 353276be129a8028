// `warpgrade requests`: students' regrade requests.
#include <fmt/format.h>

#include <ctime>

#include "base/fault.h"
#include "base/text.h"
#include "batch/regrade_requests.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "course/due_time.h"
#include "gradebook/pseudonym.h"
#include "returns/returned.h"

namespace warpgrade {
namespace {

std::string result_words(FiledRequest::Result result) {
  switch (result) {
    case FiledRequest::Result::added:
      return "";
    case FiledRequest::Result::known:
      return "is there already";
    case FiledRequest::Result::late:
      return "came after the lab's requests_until; --received gives the time at which it came";
    case FiledRequest::Result::no_form:
      return "is no filled form";
    case FiledRequest::Result::unknown:
      return "its key belongs to no hand-in of this gradebook";
    case FiledRequest::Result::too_long:
      return "is longer than 4000 bytes";
  }
  return "";
}

int add(const RequestsCommand& command) {
  std::int64_t received = std::time(nullptr);
  if (!command.received.empty()) {
    const auto instant = parse_instant(command.received);
    if (!instant)
      throw UsageError("--received: " + command.received + " is not a time.", time_examples);
    received = *instant;
  }
  std::size_t added = 0, refused = 0;
  for (const FiledRequest& one :
       add_requests(command.answer.out, command.add, received, command.answer.counting)) {
    if (one.result == FiledRequest::Result::added) {
      ++added;
      print_line(fmt::format("Request {}: {} {}", one.id, one.student, one.lab));
      continue;
    }
    refused += one.result != FiledRequest::Result::known;
    print_line(one.file.string() + ": " + result_words(one.result) + ".");
  }
  print_line(many(added, "request") + " added.");
  return refused > 0 ? points_lost : full_marks;
}

std::string request_text(const ListedRequest& one, const std::string& who) {
  const RegradeRequest& r = one.request;
  std::string text =
      fmt::format("{}  {} {}, attempt {}, {}  {}\n   {}", r.id, who, r.lab, one.row.attempt,
                  r.received.substr(0, 10), r.is_open() ? "open" : "answered", r.text);
  if (!r.is_open())
    text += fmt::format("\n   {} ({}, {})", r.answer, r.author, r.answered.substr(0, 10));
  return text;
}

}  // namespace

int requests_command(const RequestsCommand& command) {
  if (!command.add.empty()) return add(command);
  if (command.number) {
    CommentRequest answer = command.answer;
    answer.author = grader_name(command.course, answer.author);
    const GradeHistory history(answer.out);
    for (const ListedRequest& one : list_requests(history))
      if (one.request.id == *command.number)
        if (const std::string name = other_student_in(history, one.row, answer.text); !name.empty())
          throw UsageError("the answer names " + name + ", another student.",
                           "An answer stays, and would never be returned: write it without names.");
    const ListedRequest one = answer_request(answer, *command.number);
    print_line(request_text(one, one.request.student));
    return full_marks;
  }
  const std::string secret =
      command.anonymous ? make_pseudonym_secret(command.answer.out) : std::string();
  const GradeHistory history(command.answer.out);
  std::size_t open = 0, all = 0;
  for (const ListedRequest& one : list_requests(history)) {
    ++all;
    open += one.request.is_open();
    if (one.request.is_open() || command.all)
      print_line(request_text(
          one, command.anonymous ? pseudonym(secret, one.row.student.id) : one.request.student));
  }
  print_line(fmt::format("{}, {} open.", many(all, "request"), open));
  return full_marks;
}

}  // namespace warpgrade
