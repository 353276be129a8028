#include "import/import.h"

#include <fmt/format.h>

#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <system_error>
#include <tuple>

#include "base/fault.h"
#include "base/text.h"
#include "base/time/instant.h"
#include "base/utf8.h"
#include "import/archive.h"
#include "import/import_formats.h"
#include "import/import_layout.h"
#include "import/open_archives.h"
#include "import/roster.h"
#include "import/scratch.h"
#include "import/take_option.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr const char* marker = ".warpgrade-import";

bool is_inside(const fs::path& inside, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), inside.begin(), inside.end()).first ==
         folder.end();
}

bool is_attempt_number(const fs::path& folder) { return is_digits(folder.filename().string()); }

/// Attempts of an earlier import may be replaced, but no other files.
void prepare(const fs::path& work) {
  std::error_code error;
  fs::create_directories(work, error);
  if (!fs::is_directory(work)) {
    throw UsageError("cannot create " + work.string() + ": " + error.message());
  }
  if (!fs::is_empty(work) && !fs::exists(work / marker)) {
    throw UsageError(work.string() + " contains other files.",
                     "Choose a new or empty folder, or that of an earlier import.");
  }
  if (!std::ofstream(work / marker)) {
    throw UsageError("cannot write to " + work.string() + ".");
  }
}

std::string detect_format(const fs::path& folder) {
  if (looks_like_gradescope(folder)) return "gradescope";
  if (looks_like_autolab(folder)) return "autolab";
  if (looks_like_moodle(folder)) return "moodle";
  if (looks_like_canvas(folder)) return "canvas";
  return looks_like_clones(folder) ? "clones" : "folders";
}

Collected collect(const fs::path& folder, const ImportRequest& request, std::string& format,
                  const Roster& roster, const fs::path& scratch) {
  if (format.empty()) format = request.pattern.empty() ? detect_format(folder) : "pattern";
  if (format == "folders") return collect_folders(folder);
  if (format == "clones") return collect_clones(folder, roster, scratch);
  if (format == "canvas") return collect_canvas(folder, request.labs);
  if (format == "moodle") return collect_moodle(folder);
  if (format == "gradescope") return collect_gradescope(folder);
  if (format == "autolab") return collect_autolab(folder);
  if (format == "pattern") return collect_by_pattern(folder, request.pattern);
  throw UsageError("There is no format \"" + format + "\".",
                   "Formats: folders, canvas, moodle, gradescope, autolab, clones, pattern.");
}

/// The only entry of `folder`, if that is a folder.
fs::path only_folder(const fs::path& folder) {
  std::vector<Unmatched> links;
  const std::vector<fs::path> entries = list_entries(folder, links);
  const bool one = entries.size() == 1 && links.empty() && fs::is_directory(entries.front());
  return one ? entries.front() : fs::path();
}

/// True if an entry of the folder is named after a student of the class.
bool contains_students(const fs::path& folder, const Roster& roster) {
  std::vector<Unmatched> links;
  for (const fs::path& entry : list_entries(folder, links)) {
    const std::string name = plain_text(entry.filename().string());
    if (roster.find(student_from_folder(name_without_extension(name))).student != nullptr)
      return true;
  }
  return false;
}

/// True for clones of several students: a student's folder may contain one repository.
bool contains_clones(const fs::path& folder, const Roster& roster) {
  std::vector<Unmatched> links;
  return looks_like_clones(folder) &&
         (folder.filename().string().find("-submissions") != std::string::npos ||
          (!roster.students().empty() && list_entries(folder, links).size() > 1));
}

/// Archives often contain one outer folder, sometimes two.
fs::path inner(const fs::path& folder, const std::string& archive, const Roster& roster) {
  const fs::path only = only_folder(folder);
  if (only.empty()) return folder;
  const std::string name = only.filename().string();
  const std::string format = detect_format(only);
  const bool is_student = roster.find(student_from_folder(plain_text(name))).student != nullptr;
  if (format != "folders" && format != "clones") return only;
  if (!is_student && contains_clones(only, roster)) return only;
  if (!is_student && !archive.empty() && archive.rfind(name + '.', 0) == 0)
    return inner(only, "", roster);
  const fs::path deeper = inner(only, "", roster);
  return !is_student && (deeper != only || contains_students(only, roster)) ? deeper : folder;
}

/// The folder of submissions: the given one, or an archive's contents.
fs::path open_submissions(const ImportRequest& request, const Roster& roster,
                          const fs::path& scratch, std::vector<Unmatched>& unmatched,
                          const ArchiveLimits& limits = export_limits) {
  const fs::path& given = request.submissions;
  if (fs::is_directory(given)) {
    const fs::path folder = fs::canonical(given);
    return request.pattern.empty() ? inner(folder, "", roster) : folder;
  }
  const std::string name = given.filename().string();
  const Unpacked unpacked = unpack(given, scratch, limits);
  if (!unpacked.trouble.empty()) {
    throw UsageError(given.string() + ": " + unpacked.trouble,
                     "Unpack it yourself and pass the folder: --submissions FOLDER");
  }
  for (const Unmatched& u : unpacked.refused) unmatched.push_back({name + ": " + u.source, u.why});
  return request.pattern.empty() ? inner(scratch, name, roster) : scratch;
}

/// Moves the remarks about the files of `one` to `all`.
void move_remarks(HandIn& one, std::vector<Unmatched>& all) {
  std::erase_if(all, [&](const Unmatched& u) {
    if (u.source.rfind(one.source + '/', 0) != 0) return false;
    one.remarks.push_back({u.source.substr(one.source.size() + 1), u.why});
    return true;
  });
}

/// One hostile archive must not hide remarks about others.
void shorten(std::vector<Unmatched>& remarks) {
  constexpr std::size_t most = 6;
  if (remarks.size() <= most) return;
  const std::size_t more = remarks.size() - most + 1;
  remarks.resize(most - 1);
  remarks.push_back({"", fmt::format("{} more remarks are omitted", more)});
}

std::string remark_text(const Unmatched& remark) {
  return (remark.source.empty() ? "" : remark.source + ": ") + remark.why;
}

/// Includes the remarks on the hand-in, which contain the likely cause.
Unusable make_unusable(const HandIn& one, const Student& student, const NotChosen& what) {
  Unusable result{student,     one.source,       what.labs, what.file,
                  what.reason, one.submitted_at, one.late};
  std::string reason;
  for (const Unmatched& remark : one.remarks)
    reason += (reason.empty() ? "" : "; ") +
              (remark.source == what.file ? remark.why : remark_text(remark));
  const bool is_whole_cause =
      what.file.empty() || (one.remarks.size() == 1 && one.remarks[0].source == what.file);
  if (!reason.empty()) result.reason = is_whole_cause ? reason : what.reason + "; " + reason;
  return result;
}

/// "dot (1).cu as dot.cu".
std::string describe_taken(const HandIn& one) {
  std::string text;
  for (const auto& [lab, file] : one.taken)
    text += fmt::format("{}{} as {}.cu", text.empty() ? "" : ", ", plain_text(file.name), lab);
  return text;
}

/// The student of a hand-in, with the other group members.
Student student_with_group(const HandIn& one) {
  Student student = one.people.front();
  for (std::size_t p = 1; p < one.people.size(); ++p) student.others.push_back(one.people[p].id);
  student.members.assign(one.people.begin() + 1, one.people.end());
  if (!one.team.empty()) student.team = one.team;
  return student;
}

bool has_file(const ChosenFiles& chosen, const std::string& name) {
  return std::any_of(chosen.files.begin(), chosen.files.end(),
                     [&](const HandedFile& file) { return file.name == name; });
}

/// Once each.
void add_people(std::vector<Student>& people, const std::vector<Student>& others) {
  for (const Student& other : others)
    if (std::none_of(people.begin(), people.end(),
                     [&](const Student& known) { return known.id == other.id; }))
      people.push_back(other);
}

/// Replaces the site's students by those of the roster, with their team. False: none of them is on
/// the roster.
bool find_people(HandIn& one, const Roster& roster, std::vector<Unmatched>& unmatched) {
  std::vector<Student> found;
  for (const Student& who : one.people) {
    const RosterMatch match = roster.find(who);
    if (match.student == nullptr) {
      const std::vector<Student> team =
          match.contradiction.empty() ? roster.team(who) : std::vector<Student>();
      add_people(found, team);
      if (team.empty())
        unmatched.push_back({one.source, id_and_name(who) + ' ' + match.why_none("the roster")});
    } else {
      add_people(found, {*match.student});
      // Moodle prefixes the group's name.
      const std::string named = "-" + match.student->name;
      if (named.size() > 1 && who.name.size() > named.size() && who.name.ends_with(named))
        one.team = who.name.substr(0, who.name.size() - named.size());
    }
  }
  // The site's own group wins over the roster's team.
  if (one.people.size() == 1 && found.size() == 1 && !found.front().team.empty()) {
    Student by_team;
    by_team.id = found.front().team;
    found = roster.team(by_team);
  }
  one.people = found;
  return !found.empty();
}

bool have_same_files(const HandIn& a, const HandIn& b) {
  return std::equal(a.files.begin(), a.files.end(), b.files.begin(), b.files.end(),
                    [](const HandedFile& one, const HandedFile& other) {
                      return one.name == other.name && same_content(one.path, other.path);
                    });
}

/// Where a site lists a team's hand-in for each member, it becomes one hand-in of all of them.
void merge_copies(std::vector<HandIn>& hand_ins) {
  std::map<std::string, std::vector<HandIn*>> teams;  // distinct hand-ins
  for (HandIn& one : hand_ins) {
    std::string team = one.team.empty() ? "" : "site " + one.team;
    if (team.empty() && one.people.size() > 1) team = "roster " + one.people.front().id;
    if (team.empty()) continue;
    std::vector<HandIn*>& earlier = teams[team];
    const auto same = std::find_if(earlier.begin(), earlier.end(), [&](const HandIn* other) {
      return parse_instant(other->submitted_at) == parse_instant(one.submitted_at) &&
             other->order == one.order && have_same_files(*other, one);
    });
    if (same == earlier.end()) {
      earlier.push_back(&one);
      continue;
    }
    HandIn& first = **same;
    first.source += ", " + one.source;
    add_people(first.people, one.people);
    // The team handed in once: one copy on time is enough.
    first.late = first.late && one.late;
    one.people.clear();
  }
  std::erase_if(hand_ins, [](const HandIn& one) { return one.people.empty(); });
}

/// A student's hand-ins are in the order of these.
auto order_key(const HandIn& one) {
  return std::tuple(one.people.front().id, parse_instant(one.submitted_at), one.order);
}

bool earlier(const HandIn& a, const HandIn& b) {
  return std::pair(order_key(a), a.source) < std::pair(order_key(b), b.source);
}

/// If nothing tells the order of two hand-ins, the last one by name counts.
void note_unordered(std::vector<HandIn>& hand_ins) {
  for (std::size_t i = 1; i < hand_ins.size(); ++i)
    if (order_key(hand_ins[i - 1]) == order_key(hand_ins[i]))
      hand_ins[i].remarks.push_back({"", "is treated as handed in after " + hand_ins[i - 1].source +
                                             ": their order is unknown"});
}

/// Removes attempts of an earlier import that this one did not replace. A batch keeps them: it may
/// be about some of the students.
void remove_earlier(const fs::path& work, const std::vector<Attempt>& attempts) {
  std::set<fs::path> written;
  for (const Attempt& attempt : attempts) written.insert(attempt.folder);
  std::vector<fs::path> stale;
  for (const fs::directory_entry& student : fs::directory_iterator(work)) {
    if (student.is_symlink() || !student.is_directory()) continue;
    const bool is_ours = student.path().filename().string().front() != '.';
    for (const fs::directory_entry& attempt : fs::directory_iterator(student))
      if (is_ours && attempt.is_directory() && is_attempt_number(attempt.path()) &&
          written.count(attempt.path()) == 0)
        stale.push_back(attempt.path());
  }
  for (const fs::path& attempt : stale) {
    fs::remove_all(attempt);
    if (fs::is_empty(attempt.parent_path())) fs::remove(attempt.parent_path());
  }
}

}  // namespace

Imported import_submissions(const ImportRequest& request) {
  std::error_code error;
  if (!fs::exists(request.submissions, error)) {
    throw UsageError("There is no " + request.submissions.string() + ".");
  }
  const Roster roster = request.roster.empty() ? Roster(request.known) : Roster(request.roster);
  if (is_inside(fs::weakly_canonical(request.work), fs::canonical(request.submissions))) {
    throw UsageError(request.work.string() + " is inside " + request.submissions.string() + ".",
                     "Choose a folder outside the submissions.");
  }
  prepare(request.work);
  const Scratch scratch(request.work / ".unpacked");
  Imported imported;
  imported.format = request.format;
  if (!roster.remark().empty()) imported.remarks.push_back(roster.remark());
  const fs::path folder =
      open_submissions(request, roster, scratch.folder("export"), imported.unmatched);
  Collected collected = collect(folder, request, imported.format, roster, scratch.folder("git"));
  imported.unmatched.insert(imported.unmatched.end(), collected.unmatched.begin(),
                            collected.unmatched.end());

  if (!request.roster.empty() || !request.known.empty()) {
    const auto unknown = [&](HandIn& one) { return !find_people(one, roster, imported.unmatched); };
    collected.hand_ins.erase(
        std::remove_if(collected.hand_ins.begin(), collected.hand_ins.end(), unknown),
        collected.hand_ins.end());
    std::sort(collected.hand_ins.begin(), collected.hand_ins.end(), earlier);
    merge_copies(collected.hand_ins);
  }
  std::sort(collected.hand_ins.begin(), collected.hand_ins.end(), earlier);
  int opened = 0;
  for (HandIn& one : collected.hand_ins) {
    move_remarks(one, imported.unmatched);
    open_archives(one, scratch.folder(std::to_string(++opened)));
  }
  apply_takes(request, roster, collected.hand_ins);
  std::sort(collected.hand_ins.begin(), collected.hand_ins.end(), earlier);
  note_unordered(collected.hand_ins);
  std::map<std::string, int> numbers;            // by student
  std::map<std::string, std::string> name_used;  // folder's name -> student
  for (HandIn& one : collected.hand_ins) {
    ChosenFiles chosen = choose_files(one, request.labs);
    const Student student = student_with_group(one);
    const bool has_files = !chosen.files.empty();
    if (has_files) {
      Attempt attempt{student,  one.source,         {}, ++numbers[student.id], one.submitted_at,
                      one.late, describe_taken(one)};
      std::string name = folder_name(student.id);
      while (name_used.try_emplace(name, student.id).first->second != student.id) name += '_';
      attempt.folder = request.work / name / std::to_string(attempt.number);
      lay_out(chosen.files, attempt.folder, chosen.remarks);
      for (const std::string& lab : request.labs)
        if (has_file(chosen, lab + ".cu") && !fs::exists(attempt.folder / (lab + ".cu")))
          chosen.not_chosen.push_back({{lab}, lab + ".cu", "too large"});
      imported.attempts.push_back(std::move(attempt));
    }
    // Remarks on the chosen files come first.
    std::vector<Unmatched> remarks;
    for (const std::string& remark : chosen.remarks) remarks.push_back({"", remark});
    one.remarks.insert(one.remarks.begin(), remarks.begin(), remarks.end());
    shorten(one.remarks);
    for (const NotChosen& what : chosen.not_chosen)
      imported.unusable.push_back(make_unusable(one, student, what));
    for (const Unmatched& remark : one.remarks)
      if (has_files) imported.left_out.push_back({one.source, remark_text(remark)});
  }
  if (!request.keeps_earlier) remove_earlier(request.work, imported.attempts);
  return imported;
}

std::string detect_submission_format(const fs::path& submissions, const fs::path& roster) {
  ImportRequest request;
  request.submissions = submissions;
  std::string name = (fs::temp_directory_path() / "warpgrade_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw GraderError("cannot create a folder in " + fs::temp_directory_path().string());
  const Scratch scratch(name);
  ArchiveLimits limits = export_limits;
  limits.names_only = true;
  std::vector<Unmatched> unmatched;
  std::error_code error;
  const Roster known = fs::exists(roster, error) ? Roster(roster) : Roster();
  return detect_format(
      open_submissions(request, known, scratch.folder("export"), unmatched, limits));
}

}  // namespace warpgrade
