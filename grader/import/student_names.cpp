#include "import/student_names.h"

#include <algorithm>
#include <vector>

#include "import/folding.h"

namespace warpgrade {

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

StudentNames::StudentNames(const Student& student) : squeezed_(spellings(student.name)) {
  for (const std::string* what : {&student.id, &student.login, &student.email})
    if (!what->empty()) folded_.insert(folded(*what));
}

bool StudentNames::include(const std::string& word) const {
  return folded_.count(folded(word)) != 0 || squeezed_.count(squeezed(word)) != 0;
}

}  // namespace warpgrade
