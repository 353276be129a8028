// Removes students' names from pages for graders who should not know whose work they grade.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "import/submission.h"

namespace warpgrade {

class Redaction {
 public:
  /// `pages`: the class's pages in HTML. Words that many of them contain are not taken for parts of
  /// a name. `secret`: of pseudonyms (gradebook/pseudonym.h).
  Redaction(const std::vector<Student>& students, const std::vector<std::string>& pages,
            const std::string& secret);

  /// The page with the pseudonym in place of each student's name, id, login and address, and in
  /// place of words of these: with and without accents, in any case. Our style sheet and script
  /// stay.
  std::string redacted(std::string_view page) const;

  /// A name, id, login or address of four bytes or more that `text` contains; or "".
  std::string name_in(std::string_view text) const;

 private:
  std::string redacted_text(std::string_view text) const;

  std::map<std::string, std::string> names_;  // lower case, also as HTML; and the pseudonym
  std::map<std::string, std::string> words_;  // folded words, and the pseudonym
};

}  // namespace warpgrade
