// Notes on source lines: findings of all tasks and compiler messages; equal ones are merged.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "model/result.h"
#include "pages/html_places.h"
#include "report/document/document.h"

namespace warpgrade::html {

struct Note {
  std::string id;  // of its element next to the source
  bool error = false;
  std::string kind;     // "race", …; for the compiler "compile error" or "warning"
  std::string message;  // HTML, with links
  std::string key;      // equal for the same mistake
  long long count = 1;
  std::string kernel;
  std::string other;                  // the conflicting access's place as HTML; may be empty
  std::vector<std::size_t> tasks;     // tasks with this note, as indices
  std::vector<std::string> shown_at;  // its anchor in each of these tasks
};

class Notes {
 public:
  Notes(const GradeResult& grade, const Document& document, Places& places);

  /// The notes on a file by line, or null.
  const std::map<int, std::vector<Note>>* of(const std::string& file) const;

  /// The anchor of a task's finding next to the source; empty if the page lacks its line.
  const std::string& anchor(std::size_t task, std::size_t finding) const;

 private:
  Note& add(const std::string& file, int line, Note note);

  std::map<std::string, std::map<int, std::vector<Note>>> files_;
  std::vector<std::vector<std::string>> anchors_;
  int count_ = 0;
};

/// The anchor of a task, and of a finding in it, by their indices.
std::string task_id(std::size_t task);
std::string finding_id(std::size_t task, std::size_t finding);

}  // namespace warpgrade::html
