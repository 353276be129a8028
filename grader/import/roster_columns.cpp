#include "import/roster_columns.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "import/folding.h"

namespace warpgrade {
namespace {

// Column titles of Canvas, Moodle, Gradescope, GitHub Classroom and registrars, squeezed. The first
// filled column gives the value; all ids are remembered.
using Names = std::vector<const char*>;
const Names id_names = {"identifier",          "id",
                        "studentid",           "sid",
                        "sisuserid",           "idnumber",
                        "studentnumber",       "studentno",
                        "matriculationnumber", "matrikelnummer",
                        "universityid",        "orgdefinedid"};
const Names login_names = {"login", "loginid", "sisloginid",     "username", "user",
                           "netid", "uid",     "githubusername", "github"};
const Names email_names = {"email", "emailaddress", "mail", "studentemail"};
const Names full_names = {"name", "fullname", "student", "studentname"};
const Names given_name_names = {"firstname", "givenname", "forename", "first",   "vorname",
                                "prénom",    "nombre",    "nome",     "voornaam"};
const Names family_name_names = {"lastname",  "surname",    "familyname",  "last",    "nachname",
                                 "nom",       "apellidos",  "apellido",    "apelido", "cognome",
                                 "sobrenome", "achternaam", "familienname"};
const Names section_names = {"section", "sections", "group", "class"};
const Names team_names = {"team", "teamname", "groupname"};

using Cells = std::vector<std::string>;  // of one column, without empty ones

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_address(const std::string& cell) {
  const std::size_t at = cell.find('@');
  return at != 0 && at != cell.npos && cell.find('@', at + 1) == cell.npos &&
         cell.find('.', at) != cell.npos && cell.find(' ') == cell.npos;
}

/// Points have fewer digits than ids.
bool is_long_number(const std::string& cell) {
  return cell.size() >= 4 && std::all_of(cell.begin(), cell.end(), is_digit);
}

/// "Teilnehmer/in41001", as in the first column of Moodle's grading worksheet.
bool is_numbered_word(const std::string& cell) {
  const std::size_t digits = cell.find_last_not_of("0123456789") + 1;
  return digits >= 2 && digits < cell.size() &&
         std::none_of(cell.begin(), cell.begin() + static_cast<long>(digits), is_digit);
}

/// The number of words; 0 if it is not a name. Moodle's states contain a dash.
std::size_t count_name_words(const std::string& cell) {
  if (std::any_of(cell.begin(), cell.end(), is_digit) || cell.find_first_of("@:/;%") != cell.npos ||
      (cell + ' ').find("- ") != cell.npos || squeezed(cell).empty())
    return 0;
  return 1 + static_cast<std::size_t>(std::count(cell.begin(), cell.end(), ' '));
}

/// No-break and ideographic blanks, which spreadsheets and web pages leave, become plain ones.
std::string with_plain_blanks(std::string text) {
  for (const std::string_view blank : {"\u00A0", "\u2007", "\u202F", "\u3000"})
    for (std::size_t at = 0; (at = text.find(blank, at)) != text.npos; ++at)
      text.replace(at, blank.size(), " ");
  return text;
}

class Content {
 public:
  explicit Content(const std::vector<CsvRow>& rows) : rows_(rows) {}

  Cells cells(std::size_t column) const {
    Cells cells;
    for (std::size_t r = 1; r < rows_.size(); ++r)
      for (std::string& cell : filled_cells(rows_[r], {column})) cells.push_back(std::move(cell));
    return cells;
  }

  /// Filled in at least half of the rows, with few duplicates.
  bool are_most(const Cells& cells, bool unique) const {
    if (cells.empty() || 2 * cells.size() < rows_.size() - 1) return false;
    const std::size_t different = std::set<std::string>(cells.begin(), cells.end()).size();
    return unique ? different == cells.size() : 10 * different >= 9 * cells.size();
  }

  template <class Is>
  bool hold(std::size_t column, bool unique, Is is) const {
    const Cells all = cells(column);
    return are_most(all, unique) && std::all_of(all.begin(), all.end(), is);
  }

  /// First and last name in adjacent columns: words that rarely repeat as a pair.
  bool hold_names(std::size_t left, std::size_t right) const {
    const Cells one = cells(left), other = cells(right);
    if (one.size() != other.size()) return false;
    Cells both;
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (count_name_words(one[i]) == 0 || count_name_words(other[i]) == 0) return false;
      both.push_back(one[i] + ' ' + other[i]);
    }
    return are_most(both, false);
  }

 private:
  const std::vector<CsvRow>& rows_;
};

}  // namespace

std::vector<std::string> filled_cells(const CsvRow& row, const std::vector<std::size_t>& columns) {
  std::vector<std::string> values;
  for (const std::size_t c : columns) {
    if (c >= row.cells.size()) continue;
    const std::string text = with_plain_blanks(plain_text(row.cells[c]));
    if (const auto value = trimmed(text); !value.empty()) values.emplace_back(value);
  }
  return values;
}

RosterColumns::RosterColumns(const std::vector<CsvRow>& rows) {
  if (rows.empty()) return;
  const std::vector<std::string>& head = rows.front().cells;
  std::map<std::string, std::size_t> at;
  for (std::size_t c = 0; c < head.size(); ++c) at.try_emplace(squeezed(head[c]), c);
  std::set<std::size_t> named;
  const auto find_columns = [&](const Names& known, std::vector<std::size_t>& columns) {
    for (const char* name : known) {
      const auto found = at.find(name);
      if (found == at.end()) continue;
      columns.push_back(found->second);
      named.insert(found->second);
    }
  };
  find_columns(id_names, ids);
  find_columns(login_names, logins);
  find_columns(email_names, emails);
  find_columns(full_names, names);
  find_columns(given_name_names, first_names);
  find_columns(family_name_names, last_names);
  find_columns(section_names, sections);
  find_columns(team_names, teams);

  std::vector<std::size_t> others;  // columns with a title that is none of these
  for (std::size_t c = 0; c < head.size(); ++c)
    if (named.count(c) == 0 && !trimmed(head[c]).empty()) others.push_back(c);
  untitled = named.empty() && std::any_of(head.begin(), head.end(), [](const std::string& cell) {
               return is_address(cell) || is_long_number(cell);
             });
  const Content content(rows);
  const bool no_ids = ids.empty();
  for (const std::size_t c : others) {
    if (content.hold(c, true, is_long_number) ||
        (no_ids && content.hold(c, true, is_numbered_word)))
      ids.push_back(c);
    else if (emails.empty() && content.hold(c, false, is_address))
      emails.push_back(c);
  }
  // "Name" next to "Vorname" is the family name.
  if (!first_names.empty() && last_names.empty() && !names.empty()) last_names.swap(names);
  const bool has_name = !names.empty() || (!first_names.empty() && !last_names.empty());
  const auto is_full_name = [](const std::string& cell) { return count_name_words(cell) >= 2; };
  for (std::size_t i = 0; i < others.size() && !has_name && names.empty(); ++i)
    if (content.hold(others[i], false, is_full_name)) names.push_back(others[i]);
  for (std::size_t i = 0; i + 1 < others.size() && !has_name && names.empty(); ++i) {
    if (others[i] + 1 != others[i + 1] || !content.hold_names(others[i], others[i + 1])) continue;
    first_names = {others[i]};
    last_names = {others[i + 1]};
    break;
  }
}

}  // namespace warpgrade
