#include "import/roster.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/fault.h"
#include "base/text.h"
#include "import/encoding.h"
#include "import/folding.h"
#include "import/name_forms.h"
#include "import/roster_columns.h"
#include "import/same_name.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

// Length in bytes of the word in Moodle's identifiers; the prefix of a registrar's number is
// shorter.
constexpr std::size_t shortest_participant = 5;

std::string mailbox_part(const std::string& address) {
  return address.substr(0, address.find('@'));
}

std::string domain_part(const std::string& address) {
  const std::size_t at = address.find('@');
  return at == address.npos ? "" : folded(address.substr(at));
}

/// What rosters write for a student without a team.
bool is_no_team(const std::string& name) {
  static const std::set<std::string> words = {"-", "--", "\u2013", "\u2014",
                                              ".", "/",  "none",   "n/a"};
  return words.count(folded(name)) != 0;
}

std::string without_zeros(const std::string& number) {
  return number.substr(std::min(number.find_first_not_of('0'), number.size()));
}

/// The digits at the end of a text, after a word; or "".
std::string number_at_end(const std::string& text) {
  const std::size_t digits = text.find_last_not_of("0123456789") + 1;
  return digits >= 2 && text.find_first_of("0123456789") == digits ? text.substr(digits) : "";
}

}  // namespace

std::string id_and_name(const Student& student) {
  return student.name.empty() || student.name == student.id
             ? student.id
             : fmt::format("{} ({})", student.id, student.name);
}

namespace {

/// Adds a further line of a student: another section, or what the first line leaves empty.
void add_line(Student& known, const Student& student, const std::string& place) {
  if (known.name != student.name || known.email != student.email)
    throw UsageError(fmt::format("{}the id {} is also that of {}.", place, student.id, known.name),
                     "Give each student an id of their own.");
  if (!known.team.empty() && !student.team.empty() &&
      squeezed(known.team) != squeezed(student.team))
    throw UsageError(fmt::format("{}{} is in two teams: {} and {}.", place, id_and_name(known),
                                 known.team, student.team),
                     "Keep one of the two lines.");
  if (known.team.empty()) known.team = student.team;
  if (known.login.empty()) known.login = student.login;
  if (known.section != student.section) known.section += ", " + student.section;
}

}  // namespace

Roster::Roster(const fs::path& csv) {
  std::ifstream in(csv, std::ios::binary);
  if (!in || fs::is_directory(csv))
    throw UsageError("cannot read the roster " + csv.string() + ".", "Name a CSV file.");
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const DecodedText decoded = decode(bytes, csv.string());
  remark_ = decoded.remark;
  read(parse_csv(decoded.text, csv.string()), csv.string());
}

Roster::Roster(const std::vector<CsvRow>& rows, const std::string& file) { read(rows, file); }

Roster::Roster(const std::vector<Student>& students) {
  std::set<std::string> known;
  for (const Student& student : students) {
    if (!known.insert(student.id).second) continue;
    for (const std::string& group : {student.section, student.team})
      if (!group.empty()) groups_.insert(folded(group));
    std::vector<std::string> ids = student.other_ids, logins;
    ids.push_back(student.id);
    if (!student.login.empty()) logins.push_back(student.login);
    students_.push_back(student);
    add_keys(students_.size() - 1, ids, logins);
  }
}

void Roster::read(const std::vector<CsvRow>& rows, const std::string& file) {
  const RosterColumns columns(rows);
  if (columns.untitled)
    throw UsageError(fmt::format("The first line of the roster {} is a student's.", file),
                     "Add a first line that names the columns: ID, Email, Login, Name, or First "
                     "name and Last name; and Section and Team.");
  if (!columns.identify()) {
    throw UsageError("The roster " + file + " has no column that identifies students.",
                     "Its first line names the columns: ID, Email, Login, Name, or First name and "
                     "Last name; and Section and Team.");
  }
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const CsvRow& row = rows[r];
    const auto first = [&](const std::vector<std::size_t>& of) {
      const std::vector<std::string> cells = filled_cells(row, of);
      return cells.empty() ? "" : cells.front();
    };
    Student student;
    student.name = first(columns.names);
    if (student.name.empty())
      student.name = trimmed(first(columns.first_names) + ' ' + first(columns.last_names));
    // A row of Canvas's gradebook that is not a student.
    if (student.name == "Points Possible") continue;
    student.email = first(columns.emails);
    student.login = first(columns.logins);
    student.section = first(columns.sections);
    student.team = first(columns.teams);
    if (is_no_team(student.team)) student.team.clear();
    if (!student.team.empty() && squeezed(student.team).empty())
      throw UsageError(
          fmt::format("{}:{}: the team {} has no letter or digit.", file, row.line, student.team),
          "Name it in letters or digits.");
    const std::vector<std::string> ids = filled_cells(row, columns.ids),
                                   logins = filled_cells(row, columns.logins);
    for (const auto* some : {&ids, &logins})
      if (student.id.empty() && !some->empty()) student.id = some->front();
    student.other_ids = ids;
    std::erase(student.other_ids, student.id);
    for (const std::string* other : {&student.email, &student.name})
      if (student.id.empty()) student.id = *other;
    for (const std::string* group : {&student.section, &student.team})
      if (!group->empty()) groups_.insert(folded(*group));
    if (!student.id.empty()) add(student, ids, logins, row.line, file);
  }
}

void Roster::add(const Student& student, const std::vector<std::string>& ids,
                 const std::vector<std::string>& logins, int line, const std::string& file) {
  const auto [place, is_new] = places_.try_emplace(folded(student.id), students_.size());
  const std::size_t index = place->second;
  if (is_new) {
    students_.push_back(student);
    lines_.push_back(line);
  } else {
    add_line(students_[index], student, fmt::format("{}:{}: ", file, line));
  }
  add_keys(index, ids, logins);
}

void Roster::add_keys(std::size_t index, const std::vector<std::string>& ids,
                      const std::vector<std::string>& logins) {
  const Student& student = students_[index];
  const auto add_address = [&](const std::string& text) {
    if (text.find('@') != text.npos) by_mailbox_[folded(mailbox_part(text))].insert(index);
  };
  for (const std::string& id : ids) {
    by_id_[folded(id)].insert(index);
    add_address(id);  // some schools use addresses as logins
    const std::string number = number_at_end(id);
    const std::string word = squeezed(id.substr(0, id.size() - number.size()));
    if (!number.empty() && word.size() >= shortest_participant) {
      by_participant_[number].insert(index);
      participants_.insert(word);
    }
  }
  for (const std::string& login : logins) {
    by_login_[folded(login)].insert(index);
    add_address(login);
  }
  if (!student.email.empty()) by_email_[folded(student.email)].insert(index);
  add_address(student.email);
  for (const std::string& id : ids)
    if (is_digits(id)) by_plain_id_[without_zeros(id)].insert(index);
  for (const std::string& name : spellings(student.name)) {
    by_name_[name].insert(index);
    by_plain_name_[without_accents(name)].insert(index);
  }
  for (const std::string& form : name_forms(student.name))
    for (const std::string& name : spellings(form)) by_form_[name].insert(index);
}

std::string RosterMatch::why_none(const std::string& list) const {
  if (!contradiction.empty()) return "is contradictory: " + contradiction;
  if (!several.empty())
    return fmt::format("may be any of these in {}: {}", list, fmt::join(several, ", "));
  return "is not in " + list +
         (similar.empty() ? "" : fmt::format("; similar: {}", fmt::join(similar, ", ")));
}

std::vector<Student> Roster::team(const Student& who) const {
  const std::string id = squeezed(who.id), login = squeezed(who.login);
  std::vector<Student> members;
  for (const Student& student : students_) {
    const std::string team = squeezed(student.team);
    if (!team.empty() && (team == id || team == login)) members.push_back(student);
  }
  return members;
}

Roster::Places Roster::fitting(const KeyGroups& groups) {
  Places fits;
  for (const auto& group : groups) {
    for (const auto& [keys, key] : group) {
      const auto found = key.empty() ? keys->end() : keys->find(key);
      if (found != keys->end()) fits.insert(found->second.begin(), found->second.end());
    }
    if (!fits.empty()) break;
  }
  return fits;
}

Roster::Clue Roster::id_clue(const Student& who) const {
  const std::string id = folded(who.id);
  // Sites without ids repeat another field.
  for (const std::string* other : {&who.email, &who.login})
    if (folded(*other) == id) return {};
  constexpr std::string_view participant = "participant ";
  const std::string number = id.starts_with(participant) ? id.substr(participant.size()) : "";
  KeyGroups groups = {{{&by_id_, id}, {&by_login_, id}, {&by_email_, id}},
                      {{&by_participant_, number}},
                      {{&by_mailbox_, id}}};
  for (auto& group : name_groups(who.id)) groups.push_back(std::move(group));
  return {"id " + who.id, fitting(groups)};
}

/// The name as it is, then shorter forms in the roster, then shorter forms of the given name.
Roster::KeyGroups Roster::name_groups(const std::string& name) const {
  const std::string key = squeezed(name);
  KeyGroups groups = {{{&by_name_, key}}, {{&by_form_, key}}, {}};
  for (const std::string& form : name_forms(name))
    for (const Keys* keys : {&by_name_, &by_form_})
      groups.back().emplace_back(keys, squeezed(form));
  return groups;
}

Roster::Places Roster::similar(const Student& who) const {
  return fitting(
      {{{&by_plain_id_, is_digits(who.id) ? without_zeros(who.id) : ""}},
       {{&by_plain_name_, without_accents(who.name)}, {&by_plain_name_, without_accents(who.id)}}});
}

Roster::Clue Roster::email_clue(const Student& who) const {
  const std::string email = folded(who.email), mailbox = mailbox_part(email);
  const std::string what = "e-mail address " + who.email;
  if (Places whole = fitting({{{&by_email_, email}, {&by_login_, email}, {&by_id_, email}}});
      !whole.empty())
    return {what, std::move(whole), true};
  return {what, fitting({{{&by_login_, mailbox},
                          {&by_id_, is_digits(mailbox) ? "" : mailbox},
                          {&by_mailbox_, mailbox}}})};
}

/// A number alone may be a team's: it is not used as an id.
Roster::Clue Roster::login_clue(const std::string& login) const {
  const std::string key = folded(login);
  return {"login " + login,
          fitting({{{&by_login_, key}, {&by_email_, key}, {&by_id_, is_digits(key) ? "" : key}},
                   {{&by_mailbox_, key}},
                   {{&by_name_, squeezed(key)}}})};
}

/// People's names contain no digits: "Group 3" is a group, the "Anne" of "Anne-Marie" is not.
bool Roster::may_be_group(const std::string& prefix) const {
  return prefix.find_first_of("0123456789") != prefix.npos || groups_.count(folded(prefix)) != 0;
}

/// Moodle prefixes a group's name: "Group 3-Ada Lovelace", except with blind marking.
Roster::Clue Roster::name_clue(const std::string& name) const {
  Clue clue = {"name " + name, fitting(name_groups(name)), false, true};
  for (std::size_t dash = name.find('-'); clue.fits.empty() && dash != name.npos;
       dash = name.find('-', dash + 1))
    if (may_be_group(name.substr(0, dash)))
      clue.fits = fitting({{{&by_name_, squeezed(name.substr(dash + 1))}}});
  return clue;
}

std::string Roster::listed(const Places& places) const {
  std::string text;
  for (const std::size_t i : places)
    text += (text.empty() ? "" : " or ") + id_and_name(students_[i]);
  return text;
}

/// "id 1001 fits 1001 (Ada Lovelace), name Bob and e-mail address bob@x.edu fit 1002 (Bob)".
std::string Roster::differing(const std::vector<Clue>& clues) const {
  std::vector<std::pair<Places, std::vector<std::string>>> by_whom;
  for (const Clue& clue : clues) {
    auto at = std::find_if(by_whom.begin(), by_whom.end(),
                           [&](const auto& one) { return one.first == clue.fits; });
    if (at == by_whom.end()) at = by_whom.insert(at, {clue.fits, {}});
    at->second.push_back(clue.what);
  }
  std::string text;
  for (const auto& [places, what] : by_whom)
    text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", fmt::join(what, " and "),
                        what.size() == 1 ? "fits" : "fit", listed(places));
  return text;
}

/// Evidence against a student found by a single clue: "but not the name Bob".
std::string Roster::doubt(const Student& who, const Student& found,
                          const std::vector<Clue>& clues) const {
  const Clue& only = clues.front();
  const bool label =
      clues.size() == 1 && who.email.empty() && who.login.empty() && who.name.empty();
  if (label && groups_.count(folded(who.id)) != 0 && squeezed(found.team) != squeezed(who.id))
    return "but it is also the name of a section or group";
  const bool same_school =
      !domain_part(who.email).empty() && domain_part(who.email) == domain_part(found.email);
  // A namesake who is not in the list. Sites' own numbers alone say nothing.
  if (clues.size() == 1 && only.is_name && same_school && !who.id.empty() &&
      squeezed(who.id) != squeezed(who.name) && folded(who.id) != folded(who.email))
    return fmt::format("but neither the id {} nor the e-mail address {}", who.id, who.email);
  if (clues.size() > 1 || only.whole_address || only.is_name) return "";
  const bool compare_names = !who.name.empty() && !found.name.empty();
  if (compare_names && !may_be_same_person(who.name, found.name))
    return "but not the name " + who.name;
  // Another address at the same school that shares nothing with the student's.
  if (compare_names || !same_school) return "";
  const std::string mailbox = mailbox_part(who.email);
  const bool alike = may_be_same_person(mailbox, mailbox_part(found.email)) ||
                     (!found.name.empty() && may_be_same_person(mailbox, found.name));
  return alike ? "" : "but not the e-mail address " + who.email;
}

RosterMatch Roster::find(const Student& given) const {
  Student who = given;
  const std::string squeezed_name = squeezed(who.name);
  for (const std::string& word : participants_)
    if (squeezed_name.ends_with(word)) who.name.clear();
  std::vector<Clue> clues;
  const auto add_clue = [&](const std::string& field, Clue clue) {
    if (!field.empty() && !clue.fits.empty()) clues.push_back(std::move(clue));
  };
  add_clue(who.id, id_clue(who));
  add_clue(who.email, email_clue(who));
  add_clue(who.login, login_clue(who.login));
  add_clue(who.name, name_clue(who.name));
  if (clues.empty()) {
    RosterMatch none;
    for (const std::size_t i : similar(who)) none.similar.push_back(id_and_name(students_[i]));
    return none;
  }
  Places common = clues.front().fits;
  for (const Clue& clue : clues)
    std::erase_if(common, [&](std::size_t i) { return clue.fits.count(i) == 0; });
  RosterMatch match;
  if (common.size() == 1) {
    const Student& found = students_[*common.begin()];
    const std::string against = doubt(who, found, clues);
    if (against.empty()) return {&found, {}, {}, clues.size() == 1 && clues.front().is_name};
    match.several = {id_and_name(found)};
    match.contradiction =
        fmt::format("{} fits {}, {}", clues.front().what, id_and_name(found), against);
  } else if (common.empty()) {
    match.contradiction = differing(clues);
  }
  for (const std::size_t i : common)
    if (common.size() > 1) match.several.push_back(id_and_name(students_[i]));
  return match;
}

}  // namespace warpgrade
