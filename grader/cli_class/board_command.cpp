// `warpgrade board`: a class's leaderboard, for publication.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <fstream>
#include <iterator>

#include "base/fault.h"
#include "base/text.h"
#include "cli/output_file.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "export/aliases.h"
#include "export/board.h"
#include "formats/json_reading.h"
#include "import/csv.h"

namespace warpgrade {
namespace {

/// Parses NAME=FILE.
MarkGrade parse_mark(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == word.npos || equals == 0)
    throw UsageError("--mark " + word + " is not NAME=FILE.",
                     "Example: --mark \"our best=solution.json\".");
  const std::string file = word.substr(equals + 1);
  std::ifstream in(file, std::ios::binary);
  MarkGrade mark{word.substr(0, equals), {std::istreambuf_iterator<char>(in), {}}};
  try {
    parse_grade(mark.json);
  } catch (const std::exception&) {
    throw UsageError("--mark: " + file + " is not a grade written by `warpgrade grade --json`.");
  }
  return mark;
}

std::string alias_list(const std::vector<Student>& students,
                       const std::map<std::string, std::string>& aliases) {
  std::map<std::string, std::string> names;
  for (const Student& student : students) names[student.id] = student.name;
  std::string list = csv_line({"student", "name", "alias"});
  for (const auto& [id, alias] : aliases) list += csv_line({id, names[id], alias});
  return list;
}

}  // namespace

int board_command(const BoardCommand& command) {
  require_documents({{"--out", command.out}, {"--who-is-who", command.list}});
  std::vector<MarkGrade> marks;
  for (const std::string& word : command.marks) marks.push_back(parse_mark(word));
  std::deque<GradeHistory> books;
  std::vector<Student> students;
  for (const auto& folder : command.from) {
    books.emplace_back(folder, books.size());
    for (const BookEntry& e : books.back().entries()) students.push_back(e.row.student);
    for (const Student& student : books.back().facts().roster) students.push_back(student);
  }
  const std::string secret = Gradebook(command.from.front() / "gradebook.sqlite").secret("aliases");
  const auto chosen = command.aliases.empty() ? std::map<std::string, std::string>{}
                                              : chosen_aliases(command.aliases, students);
  const auto aliases = aliases_for(students, chosen, secret);
  const auto shown = [&](const std::string& lab) {
    if (!command.labs.empty() &&
        std::find(command.labs.begin(), command.labs.end(), lab) == command.labs.end())
      return false;
    return command.hidden.count(lab) == 0;
  };
  Leaderboard board = make_leaderboard(books, aliases, marks, shown);
  board.title = command.title.empty() ? books.front().facts().title : command.title;
  board.made = time_stamp();
  write_document(command.list, alias_list(students, aliases));
  write_document(command.out, board_page(board));
  std::size_t measured = 0;
  for (const SpeedTask& task : board.tasks) measured += task.entries.size();
  print_line(fmt::format("{} of {} in {}", many(measured, "measurement"),
                         many(aliases.size(), "student"), command.out.string()));
  return full_marks;
}

}  // namespace warpgrade
