// The pages about causes, for students: the meaning of a cause, its effect on a GPU, how to find
// and fix it, and two small programs, a faulty and a fixed one. Each cause of a finding has a page,
// and so have the most common causes of cases, tasks and code (causes/wording.h).
// A page is a folder, causes/pages/ID/: page.md, faulty.cu, fixed.cu. Below its title, page.md may
// have a line `Also: ID ID` with more causes that it covers. The build puts all pages into the
// program, so that a report can contain a page wherever it is made. tests/scripts/causes.sh runs
// the programs: the faulty one must be found with that cause on the marked line or, if the cause is
// not a finding's, fail as it says; the fixed one must be clean and print the right result.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "causes/cause.h"

namespace warpgrade {

struct CausePage {
  std::string_view id;      // "race.block"
  std::string_view also;    // other ids that it covers, separated by blanks
  std::string_view text;    // Markdown: a title, paragraphs, lists and sections
  std::string_view faulty;  // complete programs
  std::string_view fixed;

  /// The first line, without its "# ".
  std::string_view title() const;
  /// All ids that it covers, its own first.
  std::vector<std::string_view> ids() const;
};

/// Sorted by group, and within each in the order of the tables of causes.
const std::vector<CausePage>& cause_pages();

/// The page about that cause; null if there is none.
const CausePage* page_for_cause(std::string_view id);

/// The page for the causes of a case or a task: about the main cause, or else the first with a
/// page. Null if none has one.
const CausePage* page_about(const Causes& causes);

/// The name of an id's group, "race", in words.
std::string_view cause_group(std::string_view id);

/// The whole page as Markdown: the text, then both programs. If both have the same main(), the
/// fixed one is shown without it.
std::string page_as_markdown(const CausePage& page);

/// Up to `most` existing ids that may have been meant by an unknown one, the likeliest first.
std::vector<std::string_view> causes_like(std::string_view id, std::size_t most = 3);

}  // namespace warpgrade
