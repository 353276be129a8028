#include "pages/html_notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade::html {

std::string task_id(std::size_t task) { return fmt::format("task:{}", task + 1); }

std::string finding_id(std::size_t task, std::size_t finding) {
  return fmt::format("finding:{}.{}", task + 1, finding + 1);
}

Notes::Notes(const GradeResult& grade, const Document& document, Places& places) {
  for (const CompilerMessage& message : document.compiler) {
    if (!places.has(message.file, message.line)) continue;
    Note note;
    note.error = message.error;
    note.kind = message.error ? "compile error" : "warning";
    note.message = places.linked(describe(message.cause));
    note.key = cause_key(message.cause);
    add(message.file, message.line, std::move(note));
  }
  anchors_.resize(grade.tasks.size());
  for (std::size_t t = 0; t < grade.tasks.size(); ++t) {
    const std::vector<Finding>& findings = grade.tasks[t].findings;
    for (std::size_t f = 0; f < findings.size(); ++f) {
      const Finding& finding = findings[f];
      if (!places.has(finding.file, finding.line)) {
        anchors_[t].emplace_back();
        continue;
      }
      Note note;
      note.error = finding.level == "error";
      note.kind = finding.kind;
      note.message = places.linked(describe(finding));
      note.key = cause_key(finding.cause);
      note.count = finding.count;
      note.kernel = finding.kernel;
      note.other = places.link(finding.other_file, finding.other_line);
      Note& kept = add(finding.file, finding.line, std::move(note));
      kept.count = std::max(kept.count, finding.count);
      kept.tasks.push_back(t);
      kept.shown_at.push_back(finding_id(t, f));
      anchors_[t].push_back(kept.id);
    }
  }
}

Note& Notes::add(const std::string& file, int line, Note note) {
  std::vector<Note>& notes = files_[file][line];
  const auto same = std::find_if(notes.begin(), notes.end(), [&](const Note& other) {
    return other.error == note.error && other.kind == note.kind && other.key == note.key &&
           other.other == note.other;
  });
  if (same != notes.end()) return *same;
  note.id = fmt::format("note:{}", ++count_);
  // Errors come first; otherwise in the order of tasks.
  const auto behind = std::find_if(notes.begin(), notes.end(),
                                   [&](const Note& other) { return note.error && !other.error; });
  return *notes.insert(behind, std::move(note));
}

const std::map<int, std::vector<Note>>* Notes::of(const std::string& file) const {
  const auto found = files_.find(file);
  return found == files_.end() ? nullptr : &found->second;
}

const std::string& Notes::anchor(std::size_t task, std::size_t finding) const {
  return anchors_.at(task).at(finding);
}

}  // namespace warpgrade::html
