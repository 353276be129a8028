#include "result/cause_page.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "simt/include/simt/finding_words.h"

namespace warpgrade {
namespace {

// One line a page, made by the build from result/causes/.
constexpr CausePage pages_by_name[] = {
#include "cause_pages.inc"
};

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

// Letters to change, add or leave out to make one of the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, changed});
    }
  }
  return row.back();
}

}  // namespace

std::string_view CausePage::title() const {
  std::string_view line = text.substr(0, text.find('\n'));
  line.remove_prefix(std::min<std::size_t>(2, line.size()));
  return line;
}

const std::vector<CausePage>& cause_pages() {
  static const std::vector<CausePage> pages = [] {
    const auto place = [](const CausePage& page) { return simt::check::words_of_cause(page.id); };
    std::vector<CausePage> all(std::begin(pages_by_name), std::end(pages_by_name));
    std::stable_sort(all.begin(), all.end(),
                     [&](const CausePage& a, const CausePage& b) { return place(a) < place(b); });
    return all;
  }();
  return pages;
}

const CausePage* page_of_cause(std::string_view id) {
  const auto& pages = cause_pages();
  const auto found = std::find_if(pages.begin(), pages.end(),
                                  [&](const CausePage& page) { return page.id == id; });
  return found == pages.end() ? nullptr : &*found;
}

std::string_view group_of_cause(std::string_view id) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> groups = {{
      {"race", "Races"},
      {"bounds", "Out of bounds"},
      {"memory", "Allocating and freeing"},
      {"pointer", "Pointers of the wrong sort"},
      {"read", "Memory that nobody has set"},
      {"access", "Alignment"},
      {"barrier", "Barriers"},
      {"mask", "Masks of warp functions"},
      {"wait", "Waiting and locks"},
      {"lock", "Waiting and locks"},
  }};
  const std::string_view prefix = id.substr(0, id.find('.'));
  const auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const auto& group) { return group.first == prefix; });
  return found == groups.end() ? "Errors of CUDA" : found->second;
}

std::string page_as_markdown(const CausePage& page) {
  const bool same_main = from_main(page.faulty) == from_main(page.mended);
  const std::string_view mended =
      same_main ? page.mended.substr(0, page.mended.size() - from_main(page.mended).size())
                : page.mended;
  return std::string(trimmed(page.text)) + "\n\n## Faulty\n\n" + code_block(page.faulty) +
         "\n## Mended\n\n" + code_block(mended) + (same_main ? "\n`main()` is the same.\n" : "") +
         "\nTo watch the faulty one run, and then mended.cu beside it:\n\n```sh\n"
         "here=grader/result/causes/" +
         std::string(page.id) +
         "\ngrader/simt/simtcc --mode check -o build/try $here/faulty.cu && build/try\n```\n";
}

std::vector<std::string_view> causes_like(std::string_view id, std::size_t most) {
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  for (const CausePage& page : cause_pages()) {
    // A part of the name, as "block" or "race", is as good as no letter wrong.
    const bool part = !id.empty() && page.id.find(id) != page.id.npos;
    const std::string_view last = page.id.substr(page.id.find('.') + 1);
    ranked.emplace_back(part ? 0 : std::min(distance(id, page.id), distance(id, last) + 1),
                        page.id);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> ids;
  for (const auto& [far, name] : ranked) {
    if (ids.size() == most && far > 0) break;
    // Beyond that it is a guess at anything.
    if (far > std::max<std::size_t>(3, id.size() / 2)) break;
    ids.push_back(name);
  }
  return ids;
}

}  // namespace warpgrade
