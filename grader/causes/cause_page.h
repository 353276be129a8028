// The pages about causes, for students: what a cause means, what a GPU does with it, how to find
// and fix it, and two small programs, a faulty and a mended one. Each cause of a finding has a
// page, and so have those causes of cases, tasks and code (causes/wording.h) that students meet
// most.
//
// A page is a folder, causes/pages/ID/: page.md, faulty.cu, mended.cu. Below its title, page.md
// may have a line `Also: ID ID` with more causes that the page is about. The build puts all pages
// into the program, so that a report can hold a page wherever it is made. tests/scripts/causes.sh
// runs the programs: the faulty one must be found with that cause in the marked line or, where the
// cause is none of a finding, go wrong as it says; the mended one must be clean and print what it
// should.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "causes/cause.h"

namespace warpgrade {

struct CausePage {
  std::string_view id;      // "race.block"
  std::string_view also;    // more ids that it is about, with blanks between
  std::string_view text;    // Markdown: a title, paragraphs, lists and sections
  std::string_view faulty;  // a whole program each
  std::string_view mended;

  /// The first line, without its "# ".
  std::string_view title() const;
  /// All ids that it is about, its own first.
  std::vector<std::string_view> ids() const;
};

/// By group, and in each in the order of the tables of causes.
const std::vector<CausePage>& cause_pages();

/// The page about that cause; null where there is none.
const CausePage* page_for_cause(std::string_view id);

/// The page about what is told of a case or a task: about what speaks of the mistake, or else about
/// the first that has one. Null where none has.
const CausePage* page_about(const Causes& causes);

/// What the ids of a group have in common, "race", in words.
std::string_view cause_group(std::string_view id);

/// The whole page as Markdown: the text, then both programs. Where both have the same main(), the
/// mended one is shown without it.
std::string page_as_markdown(const CausePage& page);

/// Up to `most` ids that may have been meant by one that is not there, the likeliest first.
std::vector<std::string_view> causes_like(std::string_view id, std::size_t most = 3);

}  // namespace warpgrade
