// The pages about causes: each finding's has one, they read alike, and reports name and hold them.
// That their programs are what they say tests tests/scripts/causes.sh.
#include "causes/cause_page.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "causes/wording.h"
#include "pages/cause_text.h"
#include "pages/html.h"
#include "report/terminal.h"
#include "report/text.h"
#include "simt/finding_words.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"
#include "tests/unit/samples/html_reader.h"

using namespace warpgrade;

namespace {

constexpr Style narrow = {false, 80, true};

std::vector<std::string> split_lines(std::string_view text) {
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

bool of_finding(std::string_view id) {
  return std::any_of(std::begin(simt::check::finding_words), std::end(simt::check::finding_words),
                     [&](const auto& words) { return words.cause == id; });
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

TEST_CASE("each cause of a finding has a page of its own") {
  for (const auto& words : simt::check::finding_words) {
    CAPTURE(words.cause);
    const CausePage* page = page_for_cause(words.cause);
    REQUIRE(page != nullptr);
    CHECK(page->id == words.cause);
  }
}

TEST_CASE("all ids of the pages are in the tables of words, each on one page only") {
  std::set<std::string> pages, folders, ids;
  for (const CausePage& page : cause_pages()) {
    pages.emplace(page.id);
    for (const std::string_view id : page.ids()) {
      CAPTURE(id);
      CHECK((of_finding(id) || find_wording(id) != nullptr));
      CHECK(ids.emplace(id).second);
      CHECK(page_for_cause(id) == &page);
    }
    CHECK(cause_group(page.id) != "Others");
  }
  for (const auto& folder : std::filesystem::directory_iterator("grader/causes/pages"))
    if (folder.is_directory()) folders.insert(folder.path().filename().string());
  CHECK(pages == folders);
}

TEST_CASE("every sentence about values and calls that a student can act on has a page") {
  // The machine's trouble, what is open, and what stands beside a cause that has a page.
  const std::set<std::string_view> without = {"text",
                                              "reference.remark",
                                              "reference.complaint",
                                              "what.wrong",
                                              "what.zero",
                                              "what.unwritten",
                                              "threads.left-running",
                                              "threads.too-many",
                                              "case.not-run",
                                              "value.inputs",
                                              "case.hidden",
                                              "channel.messages",
                                              "channel.unknown-message"};
  for (const Wording& wording : case_wordings()) {
    const std::string_view id = wording.id;
    const auto begins = [&](std::string_view with) { return id.substr(0, with.size()) == with; };
    if (begins("machine.") || begins("blame.") || begins("claim.")) continue;
    CAPTURE(id);
    CHECK((page_for_cause(id) != nullptr) != (without.count(id) == 1));
  }
}

TEST_CASE("pages about causes are short, and built alike") {
  for (const CausePage& page : cause_pages()) {
    CAPTURE(page.id);
    REQUIRE(page.text.substr(0, 2) == "# ");
    CHECK(page.title().size() <= 55);  // the list has room for that
    const auto gpu = page.text.find("\n\n## On a GPU\n\n"),
               find = page.text.find("\n\n## Find it\n\n"),
               fix = page.text.find("\n\n## Fix it\n\n");
    CHECK(gpu < fix);
    CHECK(fix != page.text.npos);
    // A finding names the line, all else has to be looked for.
    CHECK((of_finding(page.id) ? find == page.text.npos : gpu < find && find < fix));
    CHECK(count_in(page.text, "\n#") == (of_finding(page.id) ? 2 : 3));
    CHECK(page.text.find("Also: ") == page.text.npos);
    CHECK(count_in(page.text, "`") % 2 == 0);
    CHECK(page.text.find("```") == page.text.npos);
    for (const std::string_view program : {page.faulty, page.fixed}) {
      CHECK(program.substr(0, 3) == "// ");
      const auto lines = split_lines(program);
      CHECK(lines.size() <= 45);
      for (const std::string& line : lines) CHECK(line.size() <= 76);
    }
    std::size_t text_lines = 0;
    for (const std::string& line : split_lines(cause_in_terminal(page, narrow))) {
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
    for (const std::string& line : split_lines(text)) CHECK(columns(line) <= 80);
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

TEST_CASE("the list of pages has each group once") {
  const std::string list = list_of_causes(narrow);
  for (const CausePage& page : cause_pages())
    CHECK(count_in("\n" + list, "\n" + std::string(cause_group(page.id)) + "\n") == 1);
}

TEST_CASE("a page says which other causes it is about") {
  const CausePage* page = page_for_cause("values.edges");
  REQUIRE(page != nullptr);
  CHECK(page->id == "values.tail");
  CHECK(page_as_markdown(*page).find("\n\nAlso about `values.edges`, `values.in-tail`, ") !=
        std::string::npos);
  CHECK(page_as_markdown(*page_for_cause("race.block")).find("Also about") == std::string::npos);
}

TEST_CASE("of what is told of a case, the page is about the mistake, not the first wrong value") {
  const auto page_id = [](const Causes& causes) {
    const CausePage* page = page_about(causes);
    return page == nullptr ? "" : std::string(page->id);
  };
  CHECK(page_id({because("value.first"), because("values.scaled")}) == "values.scaled");
  CHECK(page_id({because("value.first"), because("reference.remark")}) == "value.first");
  CHECK(page_id({because("threads.left-running"), because("values.untouched")}) ==
        "values.untouched");
  CHECK(page_id({because("case.hidden")}).empty());
  CHECK(page_id({}).empty());
}

TEST_CASE("a page about a cause as HTML is well formed and shows what the Markdown says") {
  for (const CausePage& page : cause_pages()) {
    CAPTURE(page.id);
    const samples::Reader reader(causes_in_html({page}));
    CHECK(reader.with_class("sample").size() == 3);
    // What is new in the mended program stands out; a line may just be gone.
    const auto names = reader.names();
    CHECK((names.count("ins") == 1 || page.fixed.size() < page.faulty.size()));
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
  CHECK(causes_like("mask").size() == 4);                       // a whole group
  CHECK(causes_like("values.edgs").front() == "values.edges");  // shares a page
  CHECK(causes_like("grid.missing-tial").front() == "grid.missing-tail");
  CHECK(causes_like("quite something else").empty());
  CHECK(causes_like("").size() <= 3);
  CHECK(page_for_cause("race.blok") == nullptr);
}

TEST_CASE("the report names the page of a task's first finding, once") {
  const std::string text = render(with_causes(), narrow);
  CHECK(count_in(text, "    explain: build/warpgrade explain race.block\n") == 1);
  CHECK(count_in(text, "explain ") == 1);
}

TEST_CASE("the report names the page about what failing cases have in common, once") {
  GradeResult result = samples::wrong();
  result.tasks.front().findings.clear();
  std::vector<CaseResult>& cases = result.tasks.front().cases;
  for (CaseResult& c : cases)
    if (c.verdict == Verdict::wrong) c.detail = {because("value.first"), because("values.tail")};
  CHECK(count_in(render(result, narrow), "    explain: build/warpgrade explain values.tail\n") ==
        1);
  const samples::Reader reader(html_page(result));
  CHECK(reader.by_id("cause:values.tail") != nullptr);
  CHECK(count_in(html_page(result), "<a href=\"#cause:values.tail\">") == 1);

  result.feedback = FeedbackLevel::place;  // the pages say how to fix things
  CHECK(render(result, narrow).find("explain ") == std::string::npos);
  CHECK(html_page(result).find("cause:values.tail") == std::string::npos);
}

TEST_CASE("the HTML page names the page about what holds for a whole task") {
  GradeResult result = samples::compile_error();
  for (TaskResult& task : result.tasks)
    task.detail = {because("source.not-compiling", {{"lab", "matmul"}})};
  CHECK(count_in(render(result, narrow), "explain ") == 0);  // the compiler's words are enough
  CHECK(samples::Reader(html_page(result)).by_id("cause:source.not-compiling") != nullptr);
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
