#include "pages/verdict_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/command_name.h"
#include "causes/cause_page.h"
#include "findings/finding_kind.h"
#include "findings/verdict.h"
#include "pages/cause_text.h"
#include "report/page.h"
#include "simt/include/simt/finding_words.h"

namespace warpgrade {
namespace {

// Causes of cases and tasks have no kind: the verdicts of their groups (causes/cause_page.h).
constexpr std::array<std::pair<Verdict, std::string_view>, 6> groups_of_cases = {{
    {Verdict::wrong, "Wrong results"},
    {Verdict::wrong, "Missing blocks"},
    {Verdict::wrong, "From one call to the next"},
    {Verdict::crashed, "Calls that end badly"},
    {Verdict::timeout, "Waits and locks"},
    {Verdict::compile_error, "Programs that cannot be built"},
}};

bool leads_to(const CausePage& page, std::string_view name, std::optional<Verdict> verdict) {
  for (const std::string_view id : page.ids()) {
    const std::string_view its = simt::check::find_kind(id);
    const FindingKind* const kind = finding_kind(its);
    if (its == name || (kind && (kind->in_kernel == verdict || kind->in_host_code == verdict)))
      return true;
  }
  return std::any_of(groups_of_cases.begin(), groups_of_cases.end(), [&](const auto& each) {
    return each.first == verdict && each.second == cause_group(page.id);
  });
}

}  // namespace

std::string verdict_in_terminal(std::string_view name, const Style& style) {
  const std::optional<Verdict> verdict = parse_verdict(name);
  const FindingKind* const kind = finding_kind(name);
  if (!verdict && kind == nullptr) return "";
  Page page(style);
  page.paragraph(0, Tone::strong, std::string(name) + ": ",
                 std::string(verdict ? meaning(*verdict) : "a kind of findings") + ".");
  if (kind)
    page.paragraph(0, Tone::plain, "",
                   "Where the values are right all the same, " + std::string(kind->elsewhere));
  std::vector<const CausePage*> pages;
  for (const CausePage& each : cause_pages())
    if (leads_to(each, name, verdict)) pages.push_back(&each);
  if (pages.empty()) return page.text();
  page.blank();
  page.line(page.in(Tone::strong, "What may be behind it"));
  list_causes(page, pages);
  page.blank();
  page.paragraph(
      0, Tone::plain, "",
      "To read one: " + std::string(command_name()) + " explain " + std::string(pages.front()->id));
  return page.text();
}

}  // namespace warpgrade
