#include "returns/return_reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "base/fault.h"
#include "base/regex.h"
#include "base/sha256.h"
#include "base/text.h"
#include "batch/content.h"
#include "batch/regrade_requests.h"
#include "gradebook/gradebook.h"
#include "gradebook/named_student.h"
#include "import/folding.h"
#include "report/html_text.h"
#include "returns/mail.h"
#include "returns/returned.h"
#include "returns/zip_archive.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

/// The parts of a source, which lists a hand-in's files: "ada_1_2_dot.cu, ada_1_3_dot.h".
std::vector<std::string> source_parts(const std::string& source) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= source.size();) {
    const std::size_t end = std::min(source.find(", ", at), source.size());
    parts.push_back(source.substr(at, end - at));
    at = end + 2;
  }
  return parts;
}

class Planner {
 public:
  explicit Planner(const ReturnRequest& request) : request_(request), history_(request.from) {}

  ReturnPlan plan() {
    Gradebook book(request_.from / "gradebook.sqlite");
    ReturnedClass all = returned_reports(history_, request_.from, request_.labs, request_.counting,
                                         request_.secret_paths, book.secret(request_secret));
    if (all.reports.empty() && all.left.empty())
      throw UsageError("There is nothing to return.",
                       "The gradebook contains no grade of these labs.");
    plan_.left = std::move(all.left);
    class_ = all.students;
    for (const Returned& one : all.reports) class_.push_back(one.grade.student);
    // Of a team's file that only one member can get, it is the one whose name it has.
    std::stable_partition(all.reports.begin(), all.reports.end(), [&](const Returned& one) {
      return is_named_for(one.source, one.grade.student) || !names_another_member(one);
    });
    keep_only(all.reports, all.students);
    if (request_.to == "folder") {
      secret_ = book.secret("returns");
      for (const Student& student : all.students)
        plan_.links.emplace_back(student, opaque_name(student.id));
    }
    for (const Returned& one : all.reports) add(one);
    if (request_.to == "gradescope" && !plan_.files.empty()) add_autograder();
    if (request_.to == "folder" && !plan_.files.empty()) add_indexes();
    return std::move(plan_);
  }

 private:
  void keep_only(std::vector<Returned>& reports, std::vector<Student> students) {
    if (request_.only.empty()) return;
    std::set<std::string> with_report;
    for (const Returned& one : reports) {
      students.push_back(one.grade.student);
      with_report.insert(one.grade.student.id);
    }
    ListedStudents only = find_students(request_.only, StudentNames(students), "--only");
    for (const std::string& id : only.ids)
      if (with_report.count(id) == 0) only.unknown.push_back(id);
    if (!only.unknown.empty())
      throw UsageError(
          fmt::format("--only: there is no report for {}.", fmt::join(only.unknown, ", ")));
    std::erase_if(reports,
                  [&](const Returned& one) { return only.ids.count(one.grade.student.id) == 0; });
    plan_.left.clear();
  }

  /// The student and the other members of the team, by whom the hand-in is.
  std::set<std::string> members(const Returned& one) const {
    std::set<std::string> ids = {one.grade.student.id};
    const bool graded = one.grade.state != CountedGrade::State::unusable;
    const Student& first = graded ? one.grade.entry.row.student : one.grade.student;
    ids.insert(first.id);
    ids.insert(first.others.begin(), first.others.end());
    return ids;
  }

  /// Whether a site's name of a hand-in, or a part of it, ends with the student's name: "Group
  /// 3-Ada Lovelace", "lovelaceada_1234_56789_dot.cu".
  static bool is_named_for(const std::string& source, const Student& student) {
    for (const std::string& part : source_parts(source)) {
      static const std::regex number("_[0-9].*");
      const std::string who = without_accents(regex_replace(part, number, ""));
      for (const std::string& name : spellings(student.name))
        if (const std::string own = without_accents(name); !own.empty() && who.ends_with(own))
          return true;
    }
    return false;
  }

  /// Whether the site's name of the hand-in is that of another member of the team.
  bool names_another_member(const Returned& one) const {
    const std::set<std::string> ids = members(one);
    return std::any_of(class_.begin(), class_.end(), [&](const Student& other) {
      return other.id != one.grade.student.id && ids.count(other.id) != 0 &&
             is_named_for(one.source, other);
    });
  }

  void leave(const Returned& one, const std::string& why) {
    plan_.left.push_back({student_title(one.grade.student) + ", " + one.grade.lab, why});
  }

  /// One file for all members where the site has one hand-in per group.
  void add_file(const Returned& one, const std::string& path, std::string contents) {
    for (ReturnedFile& file : plan_.files) {
      if (file.path != path) continue;
      if (file.contents == contents)
        file.recipient += " + " + student_title(one.grade.student);
      else
        leave(one, fmt::format("{} is also the file of {}, whose lateness or points differ", path,
                               file.recipient));
      return;
    }
    Student student = one.grade.student;
    student.others.clear();
    plan_.files.push_back({path, std::move(contents), student_title(student), one.what, false});
  }

  void add(const Returned& one) {
    const std::string& to = request_.to;
    if (to == "moodle") return add_moodle(one);
    if (to == "canvas") return add_canvas(one);
    if (to == "gradescope") return add_gradescope(one);
    if (to == "classroom") return add_classroom(one);
    if (to == "folder") return add_to_folder(one);
    add_mail(one);
  }

  std::string report_text(const Returned& one) const {
    if (one.grade.state == CountedGrade::State::unusable)
      return "Your hand-in was not graded: " + one.grade.why + ".\n";
    return student_report(one.grade, [&](const BookEntry& e) { return history_.json(e.row.id); });
  }

  /// Moodle's importer (mod/assign/feedback/file/importziplib.php) splits the folder's name at '_'
  /// and reads participant, plugin type and plugin from the 2nd to 4th part.
  void add_moodle(const Returned& one) {
    static const std::regex folder(R"(([^/]+?)_(\d+)_assignsubmission_.*)");
    static const std::regex identifier(R"(\D*[ /]\D*(\d+))");  // "Teilnehmer/in41001"
    const Student& student = one.grade.student;
    std::smatch match;
    std::string who = student.name.empty() ? student.id : student.name, number;
    const std::string own = regex_match(student.id, match, identifier) ? match[1].str() : "";
    std::replace(who.begin(), who.end(), '_', ' ');
    std::replace(who.begin(), who.end(), '/', ' ');
    const bool alone = members(one).size() == 1;
    for (const std::string& part : source_parts(one.source)) {
      if (!regex_match(part, match, folder)) continue;
      // The member's own one: by the number, else by the name.
      if (own.empty() ? !is_named_for(match[1], student) && (!alone || !number.empty())
                      : match[2] != own)
        continue;
      who = match[1];
      number = match[2];
    }
    if (number.empty()) number = own;
    if (number.empty())
      return leave(one,
                   "Moodle's participant number is unknown. Import with the grading worksheet "
                   "as the roster");
    const std::string folder_name = fmt::format("{}_{}_assignsubmission_file_/", who, number);
    add_file(one, folder_name + one.grade.lab + ".html", one.page);
    add_form(one, folder_name);
  }

  /// Adds the regrade request form, if there is one, next to the report. It does not count as a
  /// report.
  void add_form(const Returned& one, const std::string& folder) {
    if (!one.form.empty())
      plan_.files.push_back({folder + request_file(one.grade.lab), one.form, "", "", false});
  }

  /// The student's file with the report in front, as a comment: Canvas shows an upload under the
  /// name of the file that was handed in.
  std::string commented_source(const Returned& one) const {
    const GradebookRow& row = one.grade.entry.row;
    std::string text;
    std::string report = report_text(one);
    for (std::size_t at = 0; at < report.size();) {
      const std::size_t end = std::min(report.find('\n', at), report.size());
      const std::string line = report.substr(at, end - at);
      text += "//" + (line.empty() ? "" : " " + line) + "\n";
      at = end + 1;
    }
    std::ifstream in(
        content_folder(request_.from / "content", row.content) / (one.grade.lab + ".cu"),
        std::ios::binary);
    return text + "//\n\n" + std::string(std::istreambuf_iterator<char>(in), {});
  }

  /// Canvas (Assignment#infer_comment_context_from_filename) takes the first two numbers between
  /// underscores for the user and the file that was handed in.
  void add_canvas(const Returned& one) {
    static const std::regex form(R"((?:anon|.+?)_(?:LATE_)?[0-9A-Za-z]+_(?:LATE_)?\d+_(.+))");
    std::smatch match;
    std::string path, name;
    for (const std::string& part : source_parts(one.source)) {
      if (!regex_match(part, match, form)) continue;
      const std::string own = lower(match[1].str());
      const bool is_lab = own.rfind(lower(one.grade.lab), 0) == 0 && own.ends_with(".cu");
      if (!path.empty() && !is_lab) continue;
      path = part;
      name = own;
    }
    if (path.empty()) return leave(one, "the hand-in's file has no name of Canvas: " + one.source);
    if (name.ends_with(".zip")) {
      std::vector<ZipEntry> entries = {{one.grade.lab + ".html", one.page}};
      if (!one.form.empty()) entries.push_back({request_file(one.grade.lab), one.form});
      return add_file(one, path, zip_archive(entries));
    }
    if (!name.ends_with(".cu"))
      return leave(one, "Canvas would show the report under the name " + name);
    add_file(one, path, commented_source(one));
  }

  void add_gradescope(const Returned& one) {
    static const std::regex form(R"(submission_(\d+))");
    std::smatch match;
    if (!regex_match(one.source, match, form))
      return leave(one, "Gradescope's submission number is unknown: " + one.source);
    const auto result = student_result(one.grade, "gradescope",
                                       [&](const BookEntry& e) { return history_.json(e.row.id); });
    if (!result) return leave(one, one.grade.why);
    add_file(one, "results/" + match[1].str() + ".json", *result);
  }

  /// Serves the grades: it contains no lab and runs no student's code.
  void add_autograder() {
    plan_.files.push_back({"setup.sh", "#!/bin/sh\n# Nothing to install.\n", "", "", true});
    plan_.files.push_back(
        {"run_autograder",
         "#!/bin/bash\n# Hands out the grade that was made elsewhere for this submission.\n"
         "set -euo pipefail\ntop=${AUTOGRADER:-/autograder}\n"
         "id=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[\"id\"])' "
         "\"$top/submission_metadata.json\")\n"
         "if [ ! -f \"$top/source/results/$id.json\" ]; then\n"
         "  echo \"Submission $id is not graded yet.\"\n  exit 1\nfi\n"
         "mkdir -p \"$top/results\"\n"
         "cp \"$top/source/results/$id.json\" \"$top/results/results.json\"\n",
         "", "", true});
  }

  /// A student's repository may contain links that lead elsewhere.
  void add_classroom(const Returned& one) {
    const fs::path clone = request_.out / one.source, feedback = clone / "feedback";
    std::error_code error;
    if (one.source.empty() || fs::path(one.source).filename() != one.source ||
        !fs::is_directory(clone / ".git", error))
      return leave(one, "there is no clone " + clone.string());
    for (const fs::path& path : {clone, feedback, feedback / (one.grade.lab + ".md"),
                                 feedback / (one.grade.lab + ".html")})
      if (fs::is_symlink(path, error)) return leave(one, path.string() + " is a link");
    const std::string base = one.source + "/feedback/" + one.grade.lab;
    std::string fence = "```";
    const std::string text = report_text(one);
    while (text.find(fence) != text.npos) fence += '`';
    add_file(one, base + ".md",
             fmt::format("# {}\n\n{}\n{}{}\n", one.grade.lab, fence, text, fence));
    add_file(one, base + ".html", one.page);
    // One key is enough for a group. What a student has written and nobody has read stays.
    if (one.grade.student.id == one.grade.entry.row.student.id &&
        !is_filled_form(feedback / request_file(one.grade.lab)))
      add_form(one, one.source + "/feedback/");
  }

  /// A name from which others cannot be guessed.
  std::string opaque_name(const std::string& id) const {
    Sha256 hash;
    hash.add(secret_ + "\n" + id);
    return hash.hex().substr(0, 32);
  }

  void add_to_folder(const Returned& one) {
    const std::string folder = opaque_name(one.grade.student.id) + "/";
    add_file(one, folder + one.grade.lab + ".html", one.page);
    add_form(one, folder);
  }

  /// Without them, many web servers list a folder, and with it everybody's names.
  void add_indexes() {
    const auto page = [](const std::string& body) {
      return "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta "
             "name=\"robots\" content=\"noindex\"><title>Reports</title></head>\n<body>" +
             body + "</body>\n</html>\n";
    };
    std::map<std::string, std::set<std::string>> files;  // by student, also those of earlier runs
    for (const ReturnedFile& file : plan_.files) {
      const fs::path path = file.path;
      std::set<std::string>& of = files[path.parent_path().string()];
      of.insert(path.filename().string());
      std::error_code error;
      for (const auto& entry : fs::directory_iterator(request_.out / path.parent_path(), error))
        if (entry.path().filename() != "index.html") of.insert(entry.path().filename().string());
    }
    for (const auto& [name, of] : files) {
      std::string list;
      for (const std::string& file : of) {
        const bool is_page = file.ends_with(".html");
        list += fmt::format("<li><a href=\"{}\">{}</a></li>\n", html::escaped(file),
                            html::escaped(is_page ? fs::path(file).stem().string() : file));
      }
      plan_.files.push_back(
          {name + "/index.html", page("\n<ul>\n" + list + "</ul>\n"), "", "", false});
    }
    plan_.files.push_back({"index.html", page(""), "", "", false});
  }

  void add_mail(const Returned& one) {
    const Student& student = one.grade.student;
    if (student.email.empty()) return leave(one, "no e-mail address is known");
    if (student.email.find(' ') != std::string::npos || !is_mail_address(student.email))
      return leave(one, student.email + " is not an e-mail address");
    Mail mail;
    mail.from = request_.sender;
    mail.to_name = student.name;
    mail.to = student.email;
    mail.subject = (request_.title.empty() ? "" : request_.title + ": ") + one.grade.lab;
    mail.text = report_text(one);
    mail.pages = {{one.grade.lab + ".html", one.page}};
    if (!one.form.empty()) mail.pages.emplace_back(request_file(one.grade.lab), one.form);
    mail.sent = std::time(nullptr);
    plan_.files.push_back(
        {student.email, mbox_message(mail), student_title(student), one.what, false});
  }

  const ReturnRequest& request_;
  GradeHistory history_;
  std::string secret_;
  std::vector<Student> class_;
  ReturnPlan plan_;
};

}  // namespace

ReturnPlan plan_returns(const ReturnRequest& request) { return Planner(request).plan(); }

}  // namespace warpgrade
