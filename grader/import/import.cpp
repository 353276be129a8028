#include "import/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <system_error>
#include <tuple>

#include "base/fault.h"
#include "base/utf8.h"
#include "import/archive.h"
#include "import/import_formats.h"
#include "import/import_layout.h"
#include "import/open_archives.h"
#include "import/roster.h"
#include "import/scratch.h"
#include "import/take.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr const char* marker = ".warpgrade-import";

bool lies_in(const fs::path& inside, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), inside.begin(), inside.end()).first ==
         folder.end();
}

/// Attempts of an earlier import are replaced; nothing else may be.
void prepare(const fs::path& work) {
  std::error_code error;
  fs::create_directories(work, error);
  if (!fs::is_directory(work)) {
    throw UsageError("The folder " + work.string() + " cannot be made: " + error.message());
  }
  if (!fs::is_empty(work) && !fs::exists(work / marker)) {
    throw UsageError(work.string() + " holds other things.",
                     "Name a folder that is new or empty, or that of an earlier import.");
  }
  if (!std::ofstream(work / marker)) {
    throw UsageError("Nothing can be written into " + work.string() + ".");
  }
}

std::string looked_at(const fs::path& folder) {
  if (looks_like_gradescope(folder)) return "gradescope";
  if (looks_like_autolab(folder)) return "autolab";
  if (looks_like_moodle(folder)) return "moodle";
  if (looks_like_canvas(folder)) return "canvas";
  return looks_like_clones(folder) ? "clones" : "folders";
}

Collected collect(const fs::path& folder, const ImportRequest& request, std::string& format) {
  if (format.empty()) format = request.pattern.empty() ? looked_at(folder) : "pattern";
  if (format == "folders") return collect_folders(folder);
  if (format == "clones") return collect_clones(folder);
  if (format == "canvas") return collect_canvas(folder, request.labs);
  if (format == "moodle") return collect_moodle(folder);
  if (format == "gradescope") return collect_gradescope(folder);
  if (format == "autolab") return collect_autolab(folder);
  if (format == "pattern") return collect_by_pattern(folder, request.pattern);
  throw UsageError("There is no format \"" + format + "\".",
                   "Formats: folders, canvas, moodle, gradescope, autolab, clones, pattern.");
}

/// The only entry of a folder, if that is a folder.
fs::path only_folder(const fs::path& folder) {
  std::vector<Unmatched> links;
  const std::vector<fs::path> entries = entries_of(folder, links);
  const bool one = entries.size() == 1 && links.empty() && fs::is_directory(entries.front());
  return one ? entries.front() : fs::path();
}

/// Is one of the folder's entries called after a student of the class?
bool holds_students(const fs::path& folder, const Roster& roster) {
  std::vector<Unmatched> links;
  for (const fs::path& entry : entries_of(folder, links)) {
    const std::string name = plain_text(entry.filename().string());
    if (roster.find(student_of_folder(name_without_ending(name))).student != nullptr) return true;
  }
  return false;
}

/// A student's folder may well hold one repository.
bool holds_clones(const fs::path& folder, const Roster& roster) {
  std::vector<Unmatched> links;
  return looks_like_clones(folder) &&
         (folder.filename().string().find("-submissions") != std::string::npos ||
          (!roster.students().empty() && entries_of(folder, links).size() > 1));
}

/// Archives often hold one folder with all in it, sometimes in one more.
fs::path inner(const fs::path& folder, const std::string& archive, const Roster& roster) {
  const fs::path only = only_folder(folder);
  if (only.empty()) return folder;
  const std::string name = only.filename().string();
  const std::string format = looked_at(only);
  const bool is_student = roster.find(student_of_folder(plain_text(name))).student != nullptr;
  if (format != "folders" && format != "clones") return only;
  if (!is_student && holds_clones(only, roster)) return only;
  if (!is_student && !archive.empty() && archive.rfind(name + '.', 0) == 0)
    return inner(only, "", roster);
  const fs::path deeper = inner(only, "", roster);
  return !is_student && (deeper != only || holds_students(only, roster)) ? deeper : folder;
}

/// The folder of submissions: the one that is named, or what an archive unpacks to.
fs::path open_submissions(const ImportRequest& request, const Roster& roster,
                          const fs::path& scratch, std::vector<Unmatched>& unmatched) {
  const fs::path& given = request.submissions;
  if (fs::is_directory(given)) {
    const fs::path folder = fs::canonical(given);
    return request.pattern.empty() ? inner(folder, "", roster) : folder;
  }
  const std::string name = given.filename().string();
  const Unpacked unpacked = unpack(given, scratch, limits_of_export);
  if (!unpacked.trouble.empty()) {
    throw UsageError(given.string() + ": " + unpacked.trouble,
                     "Unpack it yourself and name the folder: --submissions FOLDER");
  }
  for (const Unmatched& u : unpacked.refused) unmatched.push_back({name + ": " + u.source, u.why});
  return request.pattern.empty() ? inner(scratch, name, roster) : scratch;
}

/// What was found out about the files of `one` while they were collected.
void take_remarks(HandIn& one, std::vector<Unmatched>& all) {
  std::erase_if(all, [&](const Unmatched& u) {
    if (u.source.rfind(one.source + '/', 0) != 0) return false;
    one.remarks.push_back({u.source.substr(one.source.size() + 1), u.why});
    return true;
  });
}

/// One hostile archive must not bury what is said of others.
void shorten(std::vector<Unmatched>& remarks) {
  constexpr std::size_t most = 6;
  if (remarks.size() <= most) return;
  const std::size_t more = remarks.size() - most + 1;
  remarks.resize(most - 1);
  remarks.push_back({"", fmt::format("{} more remarks are left out", more)});
}

std::string text_of(const Unmatched& remark) {
  return (remark.source.empty() ? "" : remark.source + ": ") + remark.why;
}

/// Its remarks tell the likely cause.
Unusable unusable_of(const HandIn& one, const Student& student, const NotChosen& what) {
  Unusable result{student,     one.source,       what.labs, what.file,
                  what.reason, one.submitted_at, one.late};
  std::string reason;
  for (const Unmatched& remark : one.remarks)
    reason +=
        (reason.empty() ? "" : "; ") + (remark.source == what.file ? remark.why : text_of(remark));
  const bool is_whole_cause =
      what.file.empty() || (one.remarks.size() == 1 && one.remarks[0].source == what.file);
  if (!reason.empty()) result.reason = is_whole_cause ? reason : what.reason + "; " + reason;
  return result;
}

/// "dot (1).cu as dot.cu".
std::string taken_words(const HandIn& one) {
  std::string text;
  for (const auto& [lab, file] : one.taken)
    text += fmt::format("{}{} as {}.cu", text.empty() ? "" : ", ", plain_text(file.name), lab);
  return text;
}

/// The student who is named, with all others of a group.
Student student_of(const HandIn& one) {
  Student student = one.people.front();
  for (std::size_t p = 1; p < one.people.size(); ++p) student.others.push_back(one.people[p].id);
  return student;
}

bool has_file(const ChosenFiles& chosen, const std::string& name) {
  return std::any_of(chosen.files.begin(), chosen.files.end(),
                     [&](const HandedFile& file) { return file.name == name; });
}

/// Replaces what the site tells of students by what the roster does. False: none of them is there.
bool find_people(HandIn& one, const Roster& roster, std::vector<Unmatched>& unmatched) {
  std::vector<Student> found;
  for (const Student& who : one.people) {
    const RosterMatch match = roster.find(who);
    if (match.student == nullptr) {
      unmatched.push_back({one.source, named(who) + ' ' + match.why_none("the roster")});
    } else {
      found.push_back(*match.student);
    }
  }
  one.people = found;
  return !found.empty();
}

bool earlier(const HandIn& a, const HandIn& b) {
  return std::tie(a.people.front().id, a.submitted_at, a.order, a.source) <
         std::tie(b.people.front().id, b.submitted_at, b.order, b.source);
}

/// Two folders of one student, of which nothing tells the order: the later by name is the last.
void note_unordered(std::vector<HandIn>& hand_ins) {
  for (std::size_t i = 1; i < hand_ins.size(); ++i) {
    const HandIn &before = hand_ins[i - 1], &one = hand_ins[i];
    if (std::tie(before.people.front().id, before.submitted_at, before.order) !=
        std::tie(one.people.front().id, one.submitted_at, one.order))
      continue;
    hand_ins[i].remarks.push_back(
        {"", "counts as handed in after " + before.source + ": nothing tells the order"});
  }
}

}  // namespace

Imported import_submissions(const ImportRequest& request) {
  std::error_code error;
  if (!fs::exists(request.submissions, error)) {
    throw UsageError("There is no " + request.submissions.string() + ".");
  }
  const Roster roster = request.roster.empty() ? Roster() : Roster(request.roster);
  if (lies_in(fs::weakly_canonical(request.work), fs::canonical(request.submissions))) {
    throw UsageError(request.work.string() + " lies in " + request.submissions.string() + ".",
                     "Name a folder beside the submissions.");
  }
  prepare(request.work);
  const Scratch scratch(request.work / ".unpacked");
  Imported imported;
  imported.format = request.format;
  if (!roster.remark().empty()) imported.remarks.push_back(roster.remark());
  const fs::path folder =
      open_submissions(request, roster, scratch.folder("export"), imported.unmatched);
  Collected collected = collect(folder, request, imported.format);
  imported.unmatched.insert(imported.unmatched.end(), collected.unmatched.begin(),
                            collected.unmatched.end());

  if (!request.roster.empty()) {
    const auto unknown = [&](HandIn& one) { return !find_people(one, roster, imported.unmatched); };
    collected.hand_ins.erase(
        std::remove_if(collected.hand_ins.begin(), collected.hand_ins.end(), unknown),
        collected.hand_ins.end());
  }
  std::sort(collected.hand_ins.begin(), collected.hand_ins.end(), earlier);
  int opened = 0;
  for (HandIn& one : collected.hand_ins) {
    take_remarks(one, imported.unmatched);
    open_archives(one, scratch.folder(std::to_string(++opened)));
  }
  apply_takes(request, roster, collected.hand_ins);
  std::sort(collected.hand_ins.begin(), collected.hand_ins.end(), earlier);
  note_unordered(collected.hand_ins);
  std::map<std::string, int> numbers;            // by student
  std::map<std::string, std::string> name_used;  // folder's name -> student
  for (HandIn& one : collected.hand_ins) {
    ChosenFiles chosen = choose_files(one, request.labs);
    const Student student = student_of(one);
    const bool has_files = !chosen.files.empty();
    if (has_files) {
      Attempt attempt{student,  one.source,      {}, ++numbers[student.id], one.submitted_at,
                      one.late, taken_words(one)};
      std::string name = folder_name(student.id);
      while (name_used.try_emplace(name, student.id).first->second != student.id) name += '_';
      attempt.folder = request.work / name / std::to_string(attempt.number);
      lay_out(chosen.files, attempt.folder, chosen.remarks);
      for (const std::string& lab : request.labs)
        if (has_file(chosen, lab + ".cu") && !fs::exists(attempt.folder / (lab + ".cu")))
          chosen.not_chosen.push_back({{lab}, lab + ".cu", "too large"});
      imported.attempts.push_back(std::move(attempt));
    }
    // What was chosen is said first.
    std::vector<Unmatched> remarks;
    for (const std::string& remark : chosen.remarks) remarks.push_back({"", remark});
    one.remarks.insert(one.remarks.begin(), remarks.begin(), remarks.end());
    shorten(one.remarks);
    for (const NotChosen& what : chosen.not_chosen)
      imported.unusable.push_back(unusable_of(one, student, what));
    for (const Unmatched& remark : one.remarks)
      if (has_files) imported.left_out.push_back({one.source, text_of(remark)});
  }
  return imported;
}

}  // namespace warpgrade
