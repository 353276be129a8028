// What is told about lines of the source: findings of all tasks and the compiler's messages, those
// that say the same told once.
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
  std::string id;  // of its element beside the source
  bool error = false;
  std::string kind;     // race, …; for the compiler "compile error" or "warning"
  std::string message;  // HTML, with links
  std::string key;      // equal for the same mistake
  long long count = 1;
  std::string kernel;
  std::string other;                  // the other party's place as HTML, or ""
  std::vector<std::size_t> tasks;     // that have it, as indices
  std::vector<std::string> shown_at;  // the anchor of it in each of these
};

class Notes {
 public:
  Notes(const GradeResult& grade, const Document& document, Places& places);

  /// The notes of a file by line; null where there are none.
  const std::map<int, std::vector<Note>>* of(const std::string& file) const;

  /// The anchor beside the source of a task's finding, or "" where the page does not have its line.
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
