// Lists what an instructor should look at first.
#include <fmt/format.h>

#include <map>
#include <vector>

#include "class_pages/class_parts.h"
#include "report/html_text.h"

namespace warpgrade::html {
namespace {

constexpr std::size_t max_length = 400;

std::string which(const ClassRow& row) {
  return ", " + row.lab + (row.attempt > 1 ? fmt::format(" ({})", row.attempt) : "");
}

std::string flags(const ClassSummary& summary) {
  if (summary.flags.empty()) return "";
  // One line per grade and reason: a mistake in a header affects every task.
  std::vector<std::string> items;
  std::map<std::pair<std::size_t, std::string>, std::string> tasks;
  for (const Flag& flag : summary.flags) {
    std::string& list = tasks[{flag.row, flag.what}];
    if (!flag.task.empty()) list += (list.empty() ? "" : ", ") + flag.task;
  }
  for (const Flag& flag : summary.flags) {
    const auto found = tasks.find({flag.row, flag.what});
    if (found == tasks.end()) continue;
    items.push_back(fmt::format(
        "<li>{}: <strong class=\"bad\">{}</strong>{}<p class=\"detail quiet\">{}</p></li>\n",
        student_link(summary.rows[flag.row], which(summary.rows[flag.row])), escaped(flag.what),
        found->second.empty() ? "" : " in " + escaped(found->second),
        escaped(beginning(flag.detail, max_length))));
    tasks.erase(found);
  }
  return "<h3 id=\"flags\">Unusual</h3>\n<p class=\"legend\">A reason to look, no verdict of "
         "ours beyond the one in the grade.</p>\n" +
         folded_list(items, 12, "more");
}

std::string same_files(const ClassSummary& summary) {
  if (summary.same_files.empty()) return "";
  std::vector<std::string> items;
  for (const auto& rows : summary.same_files) {
    std::string list;
    for (const std::size_t at : rows)
      list += (list.empty() ? "" : ", ") + student_link(summary.rows[at]);
    items.push_back(fmt::format("<li>{}: {}</li>\n", escaped(summary.rows[rows[0]].lab), list));
  }
  return "<h3>The same files, to the byte</h3>\n" + folded_list(items, 12, "more group");
}

std::string open_grades(const ClassSummary& summary) {
  std::map<std::string, std::string> by_cause;
  for (const ClassRow& row : summary.rows)
    if (row.open) {
      std::string& list = by_cause[row.cause];
      list += (list.empty() ? "" : ", ") + student_link(row, which(row));
    }
  if (by_cause.empty()) return "";
  std::vector<std::string> items;
  for (const auto& [cause, list] : by_cause)
    items.push_back(fmt::format("<li><p class=\"detail\">{}</p><p>{}</p></li>\n",
                                escaped(beginning(cause, max_length)), list));
  return "<h3 id=\"open\">Open, not the students' fault</h3>\n<p "
         "class=\"legend\"><code>--resume"
         "</code> tries them again.</p>\n" +
         folded_list(items, 12, "more cause");
}

std::string hand_ins(const std::vector<std::pair<std::string, std::string>>& list,
                     const std::string& heading) {
  if (list.empty()) return "";
  std::vector<std::string> items;
  for (const auto& [source, why] : list)
    items.push_back(fmt::format("<li><bdi>{}</bdi>: {}</li>\n",
                                escaped(beginning(source, max_length)),
                                escaped(beginning(why, max_length))));
  return heading + folded_list(items, 12, "more");
}

}  // namespace

std::string class_attention(const ClassSummary& summary) {
  const std::string all =
      flags(summary) + same_files(summary) + open_grades(summary) +
      hand_ins(summary.requests,
               "<h3 id=\"requests\">Regrade requests</h3>\n<p class=\"legend\"><code>warpgrade "
               "requests --answer N TEXT</code> answers one.</p>\n") +
      hand_ins(summary.unusable,
               "<h3 id=\"unusable\">Handed in, but not gradable</h3>\n<p class=\"legend\">"
               "<code>--take ID=FILE</code> grades a file under the lab’s name; <code>warpgrade "
               "comment --points</code> gives points by hand.</p>\n") +
      hand_ins(summary.copies,
               "<h3 id=\"copies\">Similar submissions</h3>\n<p class=\"legend\">Worth a look: <a "
               "href=\"similar.html\">side by side</a>. The grades are not affected.</p>\n") +
      hand_ins(summary.unmatched,
               "<h3 id=\"unmatched\">Not matched to a student, so not graded</h3>\n") +
      hand_ins(summary.left_out, "<h3>Graded, with a remark</h3>\n");
  return all.empty() ? all : "<section id=\"look\"><h2>To look at</h2>\n" + all + "</section>\n";
}

}  // namespace warpgrade::html
