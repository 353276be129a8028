#include "batch/regrade_requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "base/fault.h"
#include "base/regex.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/time/instant.h"
#include "base/utf8.h"
#include "batch/class_files.h"
#include "batch/folder_lock.h"
#include "course/due_time.h"
#include "gradebook/gradebook.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_request = 4000, longest_file = 65536;

std::string request_key(const std::string& secret, const std::string& student,
                        const GradebookRow& row) {
  Sha256 hash;
  hash.add(fmt::format("{}\n{}\n{}\n{}", secret, student, row.grade.lab, row.submission));
  return hash.hex().substr(0, 24);
}

/// The rows and students by key.
std::map<std::string, std::pair<std::string, GradebookRow>> known_keys(
    const GradeHistory& history) {
  std::map<std::string, std::pair<std::string, GradebookRow>> keys;
  const std::string secret = history.secret(request_secret);
  if (secret.empty()) return keys;
  for (const BookEntry& e : history.entries()) {
    std::vector<std::string> students = e.row.student.others;
    students.push_back(e.row.student.id);
    for (const std::string& student : students)
      keys[request_key(secret, student, e.row)] = {student, e.row};
  }
  return keys;
}

struct FilledForm {
  std::string key, text;  // key "": no form
};

/// The form may be quoted, as in an answer to a mail.
FilledForm read_form(const fs::path& file) {
  static const std::regex key_line(R"([> \t]*Key: *([0-9a-f]{24})\b.*)");
  static const std::regex rule(R"([> \t]*-{20,}\s*)");
  FilledForm form;
  std::ifstream in(file, std::ios::binary);
  std::string bytes(longest_file, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  bool below = false;
  std::smatch match;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    std::string line = bytes.substr(at, end - at);
    at = end + 1;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (form.key.empty() && regex_match(line, match, key_line)) {
      form.key = match[1];
    } else if (!form.key.empty() && !below && regex_match(line, rule)) {
      below = true;
    } else if (below) {
      form.text += plain_text(line) + "\n";
    }
  }
  form.text = std::string(trimmed(form.text));
  return form;
}

std::vector<fs::path> forms_in(const std::vector<fs::path>& paths) {
  std::vector<fs::path> files;
  for (const fs::path& path : paths) {
    std::error_code error;
    if (!fs::exists(path, error)) throw UsageError("there is no " + path.string() + ".");
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
      const std::string name = lower(entry.path().filename().string());
      if (name.find("request") != name.npos && name.ends_with(".txt") && !entry.is_symlink(error) &&
          entry.is_regular_file(error) && !read_form(entry.path()).text.empty())
        found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

}  // namespace

std::string request_file(const std::string& lab) { return lab + "-request.txt"; }

std::string request_form(const std::string& secret, const std::string& student,
                         const GradebookRow& row, std::int64_t until) {
  return fmt::format(
      "Regrade request: {}, attempt {}\n\nUntil {}: write below the line which result is wrong, "
      "and why.\nThen hand this file in as your course says.\n\nKey: {} (do not change this "
      "line)\n------------------------------------------------------------\n\n",
      row.grade.lab, row.attempt, local_time(until), request_key(secret, student, row));
}

std::vector<FiledRequest> add_requests(const fs::path& out, const std::vector<fs::path>& paths,
                                       std::int64_t received, const CountingRules& rules) {
  using Result = FiledRequest::Result;
  const std::vector<fs::path> files = forms_in(paths);
  const FolderLock lock(out);
  std::vector<FiledRequest> filed;
  {
    const GradeHistory history(out);
    const auto keys = known_keys(history);
    std::vector<ListedRequest> known = list_requests(history);
    Gradebook book(out / "gradebook.sqlite");
    for (const fs::path& file : files) {
      FiledRequest& one = filed.emplace_back();
      one.file = file;
      const FilledForm form = read_form(file);
      one.result = Result::no_form;
      if (form.key.empty() || form.text.empty()) continue;
      one.result = Result::unknown;
      const auto target = keys.find(form.key);
      if (target == keys.end()) continue;
      const auto& [student, row] = target->second;
      one.student = student;
      one.lab = row.grade.lab;
      RegradeRequest request{0, row.submission, one.lab, student, form.text, utc_time(received)};
      const auto same = [&](const ListedRequest& other) {
        return other.request.submission == request.submission && other.request.lab == one.lab &&
               other.request.student == student && other.request.text == request.text;
      };
      const auto before = std::find_if(known.begin(), known.end(), same);
      const auto until = rules.of(one.lab).requests_until;
      if (before != known.end()) {
        one.result = Result::known;
        one.id = before->request.id;
      } else if (!until || received > *until) {
        one.result = Result::late;
      } else if (form.text.size() > longest_request) {
        one.result = Result::too_long;
      } else {
        one.result = Result::added;
        one.id = request.id = book.request(request);
        known.push_back({request, row});
      }
    }
  }
  update_class_files(out, rules);
  return filed;
}

bool is_filled_form(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && !read_form(file).text.empty();
}

std::vector<ListedRequest> list_requests(const GradeHistory& history) {
  std::map<std::int64_t, ListedRequest> requests;
  for (const BookEntry& e : history.entries())
    for (const RegradeRequest& one : e.row.requests) requests[one.id] = {one, e.row};
  std::vector<ListedRequest> list;
  for (auto& [id, one] : requests) list.push_back(std::move(one));
  return list;
}

ListedRequest answer_request(const CommentRequest& answer, std::int64_t id) {
  const auto find = [&] {
    for (ListedRequest& one : list_requests(GradeHistory(answer.out)))
      if (one.request.id == id) return one;
    throw UsageError(fmt::format("there is no request {}.", id),
                     "`warpgrade requests --all` shows their numbers.");
  };
  ListedRequest one = find();
  if (!one.request.is_open())
    throw UsageError(fmt::format("request {} is answered: {}", id, one.request.answer),
                     "`warpgrade comment` says more to the student.");
  const std::string text = plain_text(answer.text);
  if (trimmed(text).empty() || text.size() > longest_request)
    throw UsageError(fmt::format("the answer is empty or longer than {} bytes.", longest_request));
  if (answer.points) {
    CommentRequest comment = answer;
    comment.student = one.row.student.id;
    comment.lab = one.request.lab;
    comment.attempt = one.row.attempt;
    comment.text = fmt::format("Regrade request {}: {}", id, text);
    add_comments({comment});
  }
  {
    const FolderLock lock(answer.out);
    one.request.answer = text;
    one.request.author = answer.author;
    Gradebook(answer.out / "gradebook.sqlite").answer(one.request);
    update_class_files(answer.out, answer.counting);
  }
  return find();
}

}  // namespace warpgrade
