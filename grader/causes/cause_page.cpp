#include "causes/cause_page.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/command_name.h"
#include "base/nearest.h"
#include "causes/wording.h"
#include "simt/include/simt/finding_words.h"

namespace warpgrade {
namespace {

// One line a page, made by the build from causes/pages/.
constexpr CausePage pages_by_name[] = {
#include "cause_pages.inc"
};

// By the first part of an id; in the order in which groups are listed.
constexpr std::array<std::pair<std::string_view, std::string_view>, 37> groups = {{
    {"race", "Races"},
    {"bounds", "Out of bounds"},
    {"memory", "Allocating and freeing"},
    {"pointer", "Pointers to the wrong memory"},
    {"read", "Uninitialized memory"},
    {"access", "Alignment"},
    {"barrier", "Barriers"},
    {"cluster", "Barriers"},
    {"mask", "Warp masks"},
    {"matrix", "Tensor cores"},
    {"tensor", "Tensor maps"},
    {"wait", "Waits and locks"},
    {"lock", "Waits and locks"},
    {"loop", "Endless loops"},
    {"launch", "CUDA errors"},
    {"shared", "CUDA errors"},
    {"copy", "CUDA errors"},
    {"error", "CUDA errors"},
    {"cuda", "CUDA errors"},
    {"assert", "CUDA errors"},
    {"value", "Wrong results"},
    {"values", "Wrong results"},
    {"division", "Wrong results"},
    {"sizes", "Wrong results"},
    {"returned", "Wrong results"},
    {"garbage", "Wrong results"},
    {"input", "Wrong results"},
    {"code", "Wrong results"},
    {"grid", "Missing blocks"},
    {"state", "From one call to the next"},
    {"crash", "Calls that end badly"},
    {"exit", "Calls that end badly"},
    {"time", "Calls that end badly"},
    {"output", "Calls that end badly"},
    {"source", "Programs that cannot be built"},
    {"function", "Programs that cannot be built"},
    {"", "Others"},
}};

// The place of an id's first part among the groups.
std::size_t place_in_groups(std::string_view id) {
  const std::string_view prefix = id.substr(0, id.find('.'));
  std::size_t at = 0;
  while (at + 1 < groups.size() && groups[at].first != prefix) ++at;
  return at;
}

// The place of an id in the tables of causes, one behind the other.
std::size_t place_in_tables(std::string_view id) {
  std::size_t place = 0;
  for (const auto& words : simt::check::finding_words) {
    if (words.cause == id) return place;
    ++place;
  }
  for (const auto* some : {&case_wordings(), &task_wordings(), &code_wordings()})
    for (const Wording& wording : *some) {
      if (wording.id == id) return place;
      ++place;
    }
  return place;
}

// Where main() begins, with what stands right above it; the whole length if there is none.
std::string_view from_main(std::string_view program) {
  const std::size_t at = program.find("\nint main(");
  return at == program.npos ? std::string_view() : program.substr(at + 1);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  return text;
}

std::string code_block(std::string_view code) {
  return "```cuda\n" + std::string(trimmed(code)) + "\n```\n";
}

}  // namespace

std::string_view CausePage::title() const {
  std::string_view line = text.substr(0, text.find('\n'));
  line.remove_prefix(std::min<std::size_t>(2, line.size()));
  return line;
}

std::vector<std::string_view> CausePage::ids() const {
  std::vector<std::string_view> all = {id};
  for (std::string_view rest = also; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    all.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return all;
}

const std::vector<CausePage>& cause_pages() {
  static const std::vector<CausePage> pages = [] {
    const auto place = [](const CausePage& page) {
      return std::pair(place_in_groups(page.id), place_in_tables(page.id));
    };
    std::vector<CausePage> all(std::begin(pages_by_name), std::end(pages_by_name));
    std::stable_sort(all.begin(), all.end(),
                     [&](const CausePage& a, const CausePage& b) { return place(a) < place(b); });
    return all;
  }();
  return pages;
}

const CausePage* page_for_cause(std::string_view id) {
  for (const CausePage& page : cause_pages())
    for (const std::string_view its : page.ids())
      if (its == id) return &page;
  return nullptr;
}

const CausePage* page_about(const Causes& causes) {
  const CausePage* found = page_for_cause(find_main_cause(causes).id);
  for (const Cause& cause : causes)
    if (found == nullptr) found = page_for_cause(cause.id);
  return found;
}

std::string_view cause_group(std::string_view id) { return groups[place_in_groups(id)].second; }

std::string page_as_markdown(const CausePage& page) {
  const bool same_main = from_main(page.faulty) == from_main(page.mended);
  const std::string_view mended =
      same_main ? page.mended.substr(0, page.mended.size() - from_main(page.mended).size())
                : page.mended;
  // Whoever asked for another of its ids sees that this is the page.
  std::string text(trimmed(page.text)), also;
  for (const std::string_view id : page.ids())
    if (id != page.id) also += (also.empty() ? "Also about `" : ", `") + std::string(id) + "`";
  if (!also.empty()) text += "\n\n" + also + ".";
  text += "\n\n## Faulty\n\n" + code_block(page.faulty) + "\n## Fixed\n\n" + code_block(mended) +
          (same_main ? "\n`main()` is the same.\n" : "");
  if (command_name() == "warpgrade") return text;  // installed, without the pages' sources
  return text +
         "\nTo run the faulty program, and then mended.cu next to it:\n\n```sh\n"
         "here=grader/causes/pages/" +
         std::string(page.id) +
         "\ngrader/simt/simtcc --mode check -o build/try $here/faulty.cu && build/try\n```\n";
}

std::vector<std::string_view> causes_like(std::string_view id, std::size_t most) {
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  for (const CausePage& page : cause_pages())
    for (const std::string_view its : page.ids()) {
      // A part of a page's name, as "block" or "race", is as good as no letter wrong.
      const bool part = !id.empty() && its.find(id) != its.npos;
      const std::string_view last = its.substr(its.find('.') + 1);
      ranked.emplace_back(part ? (its == page.id ? 0 : 1)
                               : std::min(edit_distance(id, its), edit_distance(id, last) + 1),
                          its);
    }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> ids;
  for (const auto& [distance, name] : ranked) {
    if (ids.size() >= most && distance > 0) break;
    // Beyond that it is a guess at anything.
    if (distance > std::max<std::size_t>(3, id.size() / 2)) break;
    ids.push_back(name);
  }
  return ids;
}

}  // namespace warpgrade
