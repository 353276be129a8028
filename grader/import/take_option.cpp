#include "import/take_option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <system_error>

#include "base/fault.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "import/folding.h"
#include "import/import_layout.h"
#include "import/student_names.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

bool includes_student(const HandIn& one, const std::string& id) {
  for (const Student& student : one.people)
    if (student.id == id) return true;
  return false;
}

std::string lab_for(const Take& take, const std::vector<std::string>& labs) {
  if (labs.size() == 1) return labs.front();
  std::vector<std::string> meant;
  for (const std::string& lab : labs)
    if (is_called_after(take.file.filename().string(), lab)) meant.push_back(lab);
  if (meant.size() == 1) return meant.front();
  throw UsageError(
      fmt::format("--take {}={}: the lab is ambiguous.", take.student, take.file.string()),
      "Choose one lab with --lab.");
}

/// The student's file with that name, in the last hand-in.
const HandedFile* find_file(const std::string& name, const HandIn& one) {
  for (const HandedFile& file : one.files)
    for (const std::string& called :
         {plain_text(file.name), one.source + '/' + plain_text(file.name)})
      if (folded(called) == folded(name)) return &file;
  return nullptr;
}

[[noreturn]] void no_such_file(const Take& take, const std::vector<HandIn*>& own) {
  std::vector<std::string> names;
  for (const HandIn* one : own)
    for (const HandedFile& file : one->files) names.push_back(plain_text(file.name));
  throw UsageError(
      fmt::format("--take {}={}: there is no such file.", take.student, take.file.string()),
      names.empty() ? "Give a file's path on this machine or in the hand-in."
                    : choose_from("The hand-in contains", take.file.string(), names));
}

void apply(const Take& take, const std::string& lab, const std::string& id, const Roster& roster,
           std::vector<HandIn>& hand_ins) {
  std::vector<HandIn*> own;  // latest first
  for (auto one = hand_ins.rbegin(); one != hand_ins.rend(); ++one)
    if (includes_student(*one, id)) own.push_back(&*one);
  const std::string name = take.file.generic_string();
  for (HandIn* one : own)
    if (const HandedFile* const file = find_file(name, *one)) {
      one->taken[lab] = *file;
      return;
    }
  std::error_code error;
  if (!fs::is_regular_file(take.file, error)) no_such_file(take, own);
  const HandedFile file = {take.file,
                           plain_text(take.file.filename().string()) + " (not from the hand-in)"};
  if (!own.empty()) {
    own.front()->taken[lab] = file;
    return;
  }
  HandIn one;
  for (const Student& student : roster.students())
    if (student.id == id) one.people = {student};
  one.source = name;
  one.taken[lab] = file;
  hand_ins.push_back(std::move(one));
}

}  // namespace

Take parse_take(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos || equals == 0 || equals + 1 == text.size())
    throw UsageError("--take " + text + " is not ID=FILE.", "Example: --take \"ada=dot (1).cu\".");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void apply_takes(const ImportRequest& request, const Roster& roster,
                 std::vector<HandIn>& hand_ins) {
  std::vector<Student> students = roster.students();
  for (const HandIn& one : hand_ins)
    students.insert(students.end(), one.people.begin(), one.people.end());
  const StudentNames names(students);
  for (const Take& take : request.takes) {
    const NamedStudents named = names.find(take.student);
    const std::string option = "--take " + take.student + "=" + take.file.string();
    if (!named.none.several.empty() || !named.none.contradiction.empty())
      throw UsageError(
          fmt::format("{}: {} {}.", option, take.student, named.none.why_none("the class")),
          "Give the student's id.");
    if (named.ids.empty())
      throw UsageError(option + ": there is no student " + take.student + ".",
                       "Name a student who handed in something or is in --roster: by id, "
                       "name, login or address.");
    apply(take, lab_for(take, request.labs), *named.ids.begin(), roster, hand_ins);
  }
}

}  // namespace warpgrade
