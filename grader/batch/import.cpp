#include "batch/import.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <system_error>
#include <tuple>

#include "batch/import_formats.h"
#include "batch/import_layout.h"
#include "lab/fault.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr const char* marker = ".warpgrade-import";

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

Collected collect(const fs::path& folder, const ImportRequest& request, std::string& format) {
  if (format.empty() && !request.pattern.empty()) format = "pattern";
  if (format.empty()) format = looks_like_clones(folder) ? "clones" : "folders";
  if (format == "folders") return collect_folders(folder);
  if (format == "clones") return collect_clones(folder);
  if (format == "pattern") return collect_by_pattern(folder, request.pattern);
  throw UsageError("There is no format \"" + format + "\".", "Formats: folders, clones, pattern.");
}

bool earlier(const HandIn& a, const HandIn& b) {
  return std::tie(a.people.front().id, a.submitted_at, a.order, a.source) <
         std::tie(b.people.front().id, b.submitted_at, b.order, b.source);
}

}  // namespace

Imported import_submissions(const ImportRequest& request) {
  std::error_code error;
  if (!fs::is_directory(request.submissions, error)) {
    throw UsageError("There is no folder " + request.submissions.string() + ".");
  }
  Imported imported;
  imported.format = request.format;
  Collected collected = collect(fs::canonical(request.submissions), request, imported.format);
  imported.unmatched = collected.unmatched;
  prepare(request.work);

  std::sort(collected.hand_ins.begin(), collected.hand_ins.end(), earlier);
  std::map<std::string, int> numbers;            // by student
  std::map<std::string, std::string> name_used;  // folder's name -> student
  for (const HandIn& one : collected.hand_ins) {
    ChosenFiles chosen = choose_files(one, request.labs);
    if (!chosen.files.empty()) {
      Attempt attempt;
      attempt.student = one.people.front();
      attempt.source = one.source;
      attempt.submitted_at = one.submitted_at;
      attempt.late = one.late;
      attempt.number = ++numbers[attempt.student.id];
      std::string name = folder_name(attempt.student.id);
      while (name_used.try_emplace(name, attempt.student.id).first->second != attempt.student.id) {
        name += '_';
      }
      attempt.folder = request.work / name / std::to_string(attempt.number);
      lay_out(chosen.files, attempt.folder, chosen.remarks);
      imported.attempts.push_back(std::move(attempt));
    }
    for (const std::string& remark : chosen.remarks) {
      imported.unmatched.push_back({one.source, remark});
    }
  }
  return imported;
}

}  // namespace warpgrade
