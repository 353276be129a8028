#include "returns/anonymous.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/fault.h"
#include "export/grading_sheet.h"
#include "gradebook/gradebook.h"
#include "gradebook/pseudonym.h"
#include "pages/html.h"
#include "pages/html_assets.h"
#include "report/html_text.h"
#include "returns/redact.h"
#include "returns/returned.h"

namespace warpgrade {
namespace {

std::string index_page(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string list;
  for (const auto& [path, text] : entries)
    list +=
        fmt::format("<li><a href=\"{}\">{}</a></li>\n", html::escaped(path), html::escaped(text));
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
         "<title>To grade</title><style>" +
         std::string(html::style_sheet()) +
         "</style></head>\n<body><main><section><h1>To grade</h1>\n<p>Fill in sheet.csv and return "
         "it.</p>\n<ul>\n" +
         list + "</ul>\n</section></main>\n</body>\n</html>\n";
}

}  // namespace

AnonymousClass anonymous_class(const AnonymousRequest& request) {
  const std::string secret = make_pseudonym_secret(request.from);
  const GradeHistory history(request.from);
  ReturnedClass all =
      returned_reports(history, request.from, request.labs, request.counting, request.secret_paths);
  std::erase_if(all.reports, [](const Returned& one) {
    return one.grade.state != CountedGrade::State::unusable &&
           one.grade.entry.row.student.id != one.grade.student.id;  // the group's page is there
  });
  if (all.reports.empty())
    throw UsageError("There is nothing to grade.", "The gradebook has no grade of these labs.");
  // Sorted by pseudonym: the order of the class list would reveal identities.
  const auto display_name = [&](const Student& student) { return pseudonym(secret, student.id); };
  std::sort(all.reports.begin(), all.reports.end(), [&](const Returned& a, const Returned& b) {
    return std::pair(display_name(a.grade.student), a.grade.lab) <
           std::pair(display_name(b.grade.student), b.grade.lab);
  });
  std::vector<std::string> pages;
  for (Returned& one : all.reports) {
    // Without times, which graders might have seen elsewhere.
    one.page = personalize_page(std::move(one.page), {display_name(one.grade.student),
                                                      one.grade.entry.row.attempt, "", ""});
    pages.push_back(one.page);
  }
  const Redaction redaction(all.students, pages, secret);
  AnonymousClass result;
  result.left = all.left.size();
  std::vector<CountedGrade> grades;
  std::vector<std::pair<std::string, std::string>> entries;
  for (const Returned& one : all.reports) {
    const std::string name = display_name(one.grade.student);
    std::string page = redaction.redacted(one.page);
    if (!redaction.name_in(page).empty()) {
      result.redacted_badly.push_back(name);
      continue;
    }
    const std::string path = fmt::format("{}-{}.html", name, one.grade.lab);
    entries.emplace_back(path, name + ", " + one.what);
    result.files.push_back({path, std::move(page)});
    grades.push_back(one.grade);
  }
  result.pages = entries.size();
  result.files.push_back({"index.html", index_page(entries)});
  result.files.push_back({"sheet.csv", grading_sheet(grades, request.items, true, display_name)});
  return result;
}

}  // namespace warpgrade
