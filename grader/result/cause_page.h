// The page about each cause, for students: what it means, why it may look right on a GPU, how to
// mend it, and two small programs, a faulty and a mended one.
//
// A page is a folder, result/causes/ID/: page.md, faulty.cu, mended.cu. The build puts all of them
// into the program, so that a report can hold a page wherever it is made. grader/tests/causes.sh
// runs the programs: the faulty one must be found with that cause in the marked line, the mended
// one must be clean and print what it should.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

struct CausePage {
  std::string_view id;      // "race.block"
  std::string_view text;    // Markdown: a title, paragraphs, lists and sections
  std::string_view faulty;  // a whole program each
  std::string_view mended;

  /// The first line, without its "# ".
  std::string_view title() const;
};

/// In the order of the table of causes, which keeps groups together.
const std::vector<CausePage>& cause_pages();

/// Null where there is none.
const CausePage* page_of_cause(std::string_view id);

/// What the ids of a group have in common, "race", in words.
std::string_view group_of_cause(std::string_view id);

/// The whole page as Markdown: the text, then both programs. Where both have the same main(), the
/// mended one is shown without it.
std::string page_as_markdown(const CausePage& page);

/// Up to `most` ids that may have been meant by one that is not there, the likeliest first.
std::vector<std::string_view> causes_like(std::string_view id, std::size_t most = 3);

}  // namespace warpgrade
