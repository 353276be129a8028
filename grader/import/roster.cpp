#include "import/roster.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/fault.h"
#include "base/text.h"
#include "base/utf8.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// Letters and digits alone, ASCII in lower case: "SIS User ID" and "sis_user_id" are one.
std::string squeezed(const std::string& text) {
  std::string result;
  for (const char c : lower(text))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80)
      result += c;
  return result;
}

std::string lowered(std::string text) { return std::string(trimmed(lower(std::move(text)))); }

// What columns are called by Canvas, Moodle, Gradescope, GitHub Classroom and registrars, squeezed.
// The first that is there and filled gives the value; of ids, all are known.
using Names = std::vector<const char*>;
const Names id_columns = {"identifier",          "id",
                          "studentid",           "sid",
                          "sisuserid",           "idnumber",
                          "studentnumber",       "studentno",
                          "matriculationnumber", "matrikelnummer",
                          "universityid",        "orgdefinedid"};
const Names login_columns = {"login", "loginid", "sisloginid",     "username", "user",
                             "netid", "uid",     "githubusername", "github"};
const Names email_columns = {"email", "emailaddress", "mail", "studentemail"};
const Names name_columns = {"name", "fullname", "student", "studentname"};
const Names first_columns = {"firstname", "givenname", "forename", "first"};
const Names last_columns = {"lastname", "surname", "familyname", "last"};
const Names section_columns = {"section", "sections", "group", "class"};

class Columns {
 public:
  explicit Columns(const CsvRow& head) {
    for (std::size_t c = 0; c < head.cells.size(); ++c) at_.try_emplace(squeezed(head.cells[c]), c);
  }
  std::vector<std::string> all(const CsvRow& row, const Names& names) const {
    std::vector<std::string> values;
    for (const char* name : names) {
      const auto found = at_.find(name);
      if (found == at_.end() || found->second >= row.cells.size()) continue;
      const std::string value(trimmed(plain_text(row.cells[found->second])));
      if (!value.empty()) values.push_back(value);
    }
    return values;
  }
  std::string first(const CsvRow& row, const Names& names) const {
    const std::vector<std::string> values = all(row, names);
    return values.empty() ? "" : values.front();
  }
  bool has(const Names& names) const {
    return std::any_of(names.begin(), names.end(),
                       [&](const char* n) { return at_.count(n) != 0; });
  }

 private:
  std::map<std::string, std::size_t> at_;
};

/// A name in each order of its words, squeezed: "Lovelace, Ada" is adalovelace and lovelaceada.
std::set<std::string> spellings(const std::string& name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    if (c == ' ' || c == ',' || c == '\t') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  std::set<std::string> result;
  for (std::size_t turn = 0; turn < words.size(); ++turn) {
    std::rotate(words.begin(), words.begin() + 1, words.end());
    std::string joined;
    for (const std::string& word : words) joined += squeezed(word);
    if (!joined.empty()) result.insert(joined);
  }
  return result;
}

}  // namespace

Roster::Roster(const fs::path& csv) {
  std::ifstream in(csv, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in || fs::is_directory(csv)) {
    throw UsageError("The roster " + csv.string() + " cannot be read.");
  }
  read(parse_csv(text, csv.string()), csv.string());
}

Roster::Roster(const std::vector<CsvRow>& rows, const std::string& file) { read(rows, file); }

void Roster::read(const std::vector<CsvRow>& rows, const std::string& file) {
  const Columns columns(rows.empty() ? CsvRow() : rows.front());
  if (!columns.has(id_columns) && !columns.has(email_columns) && !columns.has(login_columns) &&
      !columns.has(name_columns) && !(columns.has(first_columns) && columns.has(last_columns))) {
    throw UsageError("The roster " + file + " has no column that tells who a student is.",
                     "Its first line names the columns: ID, Email, Login, Name, or First name and "
                     "Last name; and Section.");
  }
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const CsvRow& row = rows[r];
    Student student;
    student.name = columns.first(row, name_columns);
    const std::string first = columns.first(row, first_columns);
    if (student.name.empty())
      student.name = trimmed(first + ' ' + columns.first(row, last_columns));
    // A row of Canvas's gradebook that is no student.
    if (student.name == "Points Possible") continue;
    student.email = columns.first(row, email_columns);
    student.login = columns.first(row, login_columns);
    student.section = columns.first(row, section_columns);
    std::vector<std::string> ids = columns.all(row, id_columns);
    for (const std::string& login : columns.all(row, login_columns)) ids.push_back(login);
    for (const std::string* other : {&student.email, &student.name}) {
      if (ids.empty() && !other->empty()) ids.push_back(*other);
    }
    if (ids.empty()) continue;
    student.id = ids.front();
    add(std::move(student), ids, row.line, file);
  }
}

void Roster::add(Student student, const std::vector<std::string>& ids, int line,
                 const std::string& file) {
  for (Student& known : students_) {
    if (lowered(known.id) != lowered(student.id)) continue;
    if (known.name != student.name || known.email != student.email) {
      throw UsageError(file + ":" + std::to_string(line) + ": the id " + student.id +
                           " is also that of " + known.name + ".",
                       "Give each student an id of their own.");
    }
    if (known.section != student.section) known.section += ", " + student.section;
    return;  // in two sections
  }
  const std::size_t index = students_.size();
  for (const std::string& id : ids) {
    by_id_[lowered(id)].insert(index);
    // Many schools' logins are addresses.
    if (id.find('@') != id.npos) by_mailbox_[lowered(id.substr(0, id.find('@')))].insert(index);
  }
  if (!student.email.empty()) {
    by_id_[lowered(student.email)].insert(index);
    by_mailbox_[lowered(student.email.substr(0, student.email.find('@')))].insert(index);
  }
  for (const std::string& name : spellings(student.name)) by_name_[name].insert(index);
  students_.push_back(std::move(student));
  lines_.push_back(line);
}

std::string RosterMatch::why_none(const std::string& list) const {
  return several.empty()
             ? "is not in " + list
             : fmt::format("may be any of these in {}: {}", list, fmt::join(several, " "));
}

RosterMatch Roster::find(const Student& who) const {
  const std::string mailbox = lowered(who.email.substr(0, who.email.find('@')));
  const std::vector<std::pair<const Keys*, std::string>> tries = {
      {&by_id_, lowered(who.id)},      {&by_id_, lowered(who.email)},
      {&by_id_, lowered(who.login)},   {&by_id_, mailbox},
      {&by_mailbox_, lowered(who.id)}, {&by_mailbox_, lowered(who.login)},
      {&by_name_, squeezed(who.name)}, {&by_name_, squeezed(who.id)}};
  for (const auto& [keys, key] : tries) {
    const auto found = key.empty() ? keys->end() : keys->find(key);
    if (found == keys->end()) continue;
    if (found->second.size() == 1) return {&students_[*found->second.begin()]};
    RosterMatch match;
    for (const std::size_t i : found->second) match.several.push_back(students_[i].id);
    return match;
  }
  return {};
}

}  // namespace warpgrade
