// The pages about causes: there is one for each, they read alike, and reports name and hold them.
// That their programs are what they say tests grader/tests/causes.sh.
#include "result/cause_page.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "report/cause_text.h"
#include "report/html.h"
#include "report/terminal.h"
#include "report/text.h"
#include "simt/finding_words.h"
#include "tests/catch.h"
#include "tests/grade_samples.h"
#include "tests/html_reader.h"

using namespace warpgrade;

namespace {

constexpr Style narrow = {false, 80, true};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t count_in(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Two tasks that share a cause, and one finding of which nobody knows the cause.
GradeResult with_causes() {
  GradeResult result = samples::checked();
  TaskResult& task = result.tasks.front();
  task.findings[0].cause = {"race.block", {}};
  task.findings[1].cause = {"memory.leak", {}};
  task.findings[2].cause = {"no.such-cause", {}};
  task.findings.push_back(task.findings[0]);
  task.findings.back().line = 4;
  result.tasks.push_back(task);
  return result;
}

}  // namespace

TEST_CASE("each cause has a page, and no page is about anything else") {
  std::set<std::string> causes, pages, folders;
  for (const auto& words : simt::check::finding_words) causes.insert(words.cause);
  for (const CausePage& page : cause_pages()) pages.emplace(page.id);
  for (const auto& folder : std::filesystem::directory_iterator("grader/result/causes"))
    if (folder.is_directory()) folders.insert(folder.path().filename().string());
  CHECK(pages == causes);
  CHECK(folders == causes);
}

TEST_CASE("pages about causes are short, and built alike") {
  for (const CausePage& page : cause_pages()) {
    CAPTURE(page.id);
    REQUIRE(page.text.substr(0, 2) == "# ");
    CHECK(page.title().size() <= 55);  // the list has room for that
    const auto gpu = page.text.find("\n\n## On a GPU\n\n"),
               mend = page.text.find("\n\n## Fix it\n\n");
    CHECK(gpu < mend);
    CHECK(mend != page.text.npos);
    CHECK(count_in(page.text, "\n#") == 2);
    CHECK(count_in(page.text, "`") % 2 == 0);
    CHECK(page.text.find("```") == page.text.npos);
    for (const std::string_view program : {page.faulty, page.mended}) {
      CHECK(program.substr(0, 3) == "// ");
      const auto lines = lines_of(program);
      CHECK(lines.size() <= 45);
      for (const std::string& line : lines) CHECK(line.size() <= 76);
    }
    std::size_t text_lines = 0;
    for (const std::string& line : lines_of(cause_in_terminal(page, narrow))) {
      if (line == "Faulty") break;
      ++text_lines;
    }
    CHECK(text_lines <= 45);
  }
}

TEST_CASE("a page about a cause fits a terminal, in any style") {
  for (const CausePage& page : cause_pages()) {
    CAPTURE(page.id);
    const std::string text = cause_in_terminal(page, narrow);
    for (const std::string& line : lines_of(text)) CHECK(columns(line) <= 80);
    CHECK(text.rfind(std::string(page.id) + ": ", 0) == 0);
    CHECK(count_in(text, "int main() {") + count_in(text, "`main()` is the same.") == 2);
    CHECK(text.find("    #include <cstdio>\n") != text.npos);
    for (const char c : cause_in_terminal(page, {false, 40, false}))
      CHECK((c == '\n' || (c >= ' ' && c <= '~')));
    CHECK(cause_in_terminal(page, {true, 80, true}).find("\x1b[") != text.npos);
  }
  const std::string list = list_of_causes(narrow);
  for (const CausePage& page : cause_pages())
    CHECK(list.find("  " + std::string(page.id) + " ") != list.npos);
  CHECK(list.find("…") == list.npos);
}

TEST_CASE("a page about a cause as HTML is well formed and shows what the Markdown says") {
  for (const CausePage& page : cause_pages()) {
    CAPTURE(page.id);
    const samples::Reader reader(causes_in_html({page}));
    CHECK(reader.with_class("sample").size() == 3);
    // What is new in the mended program stands out; a line may just be gone.
    const auto names = reader.names();
    CHECK((names.count("ins") == 1 || page.mended.size() < page.faulty.size()));
    const std::string code = reader.with_class("sample")[0]->text;
    CHECK(code == page.faulty);
    CHECK(reader.with_class("cause")[0]->text.find('`') == std::string::npos);
    CHECK(page_as_markdown(page).find("```cuda\n" + std::string(page.faulty) + "```\n") !=
          std::string::npos);
  }
}

TEST_CASE("all pages about causes make one document") {
  const samples::Reader reader(causes_in_html(cause_pages()));
  CHECK(reader.with_class("cause").size() == cause_pages().size());
  CHECK(reader.by_id("cause:race.block") != nullptr);
}

TEST_CASE("an id with a slip finds the ids that may have been meant") {
  CHECK(causes_like("race.blok").front() == "race.block");
  CHECK(causes_like("leak").front() == "memory.leak");
  CHECK(causes_like("Race.Block").size() <= 3);
  CHECK(causes_like("mask").size() == 4);  // a whole group
  CHECK(causes_like("quite something else").empty());
  CHECK(causes_like("").size() <= 3);
  CHECK(page_of_cause("race.blok") == nullptr);
}

TEST_CASE("the report names the page below the first finding of a cause, once") {
  const std::string text = render(with_causes(), narrow);
  CHECK(count_in(text, "      more: build/warpgrade explain race.block\n") == 1);
  CHECK(count_in(text, "      more: build/warpgrade explain memory.leak\n") == 1);
  CHECK(count_in(text, "explain ") == 2);
}

TEST_CASE("the HTML page holds the pages about the causes that it tells, folded, once") {
  const samples::Reader reader(html_page(with_causes()));
  CHECK(reader.with_class("cause").size() == 2);
  for (const char* id : {"cause:race.block", "cause:memory.leak"}) {
    REQUIRE(reader.by_id(id) != nullptr);
    const auto& inside = reader.by_id(id)->inside;
    CHECK(reader.elements[inside.back()].name == "details");
  }
  std::size_t links = 0;
  for (const auto& element : reader.elements)
    if (element.name == "a") links += element.attributes.at("href") == "#cause:race.block" ? 1 : 0;
  CHECK(links == 4);
  CHECK(samples::Reader(html_page(samples::checked())).by_id("causes") == nullptr);
}
