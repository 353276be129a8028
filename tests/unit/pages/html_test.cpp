// The page as a whole: that all is on it, linked, and that nothing on it is markup of others.
// Needs: solutions
#include "pages/html.h"
#include "formats/students_copy.h"

#include <cstdlib>
#include <fstream>

#include "pages/html_assets.h"
#include "pages/html_comments.h"
#include "pages/html_digest.h"
#include "report/text.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/class_samples.h"
#include "tests/unit/samples/html_reader.h"
#include "tests/unit/samples/html_samples.h"

using namespace warpgrade;
using samples::Reader;

namespace {

std::vector<GradeResult> all_pages() {
  GradeResult only_checked = samples::with_remarks();
  only_checked.checked_only = true;
  GradeResult large =
      samples::with_source(samples::repeated(samples::solution("matmul"), 1 << 21), 9000);
  large.tasks[0].cases.back().detail = as_text("matmul.cu:42, matmul.cu:7777 and matmul.cu:44444");
  return {samples::untouched(),
          samples::compile_error(),
          samples::wrong(),
          samples::mixed(),
          samples::full_with_pending(),
          samples::full(),
          samples::grader_error(),
          samples::hostile(),
          samples::with_remarks(),
          samples::evil_everywhere(),
          large,
          only_checked,
          GradeResult{}};
}

}  // namespace

TEST_CASE("pages are well formed, anchors are unique, and each link leads to one") {
  for (const GradeResult& grade : all_pages()) {
    const std::string html = html_page(grade);
    const Reader page(html);
    std::set<std::string> ids;
    for (const auto& element : page.elements)
      if (const auto id = element.attributes.find("id"); id != element.attributes.end())
        CHECK(ids.insert(id->second).second);
    for (const auto& element : page.elements)
      if (const auto link = element.attributes.find("href"); link != element.attributes.end()) {
        CAPTURE(link->second);
        REQUIRE(link->second.substr(0, 1) == "#");
        CHECK(ids.count(link->second.substr(1)) == 1);
      }
  }
}

TEST_CASE("nothing that others wrote becomes an element, an attribute or a script") {
  const std::set<std::string> ours = {
      "a",      "body",  "circle", "path",    "text",  "code", "dd",     "details", "div",
      "dl",     "dt",    "em",     "footer",  "h1",    "h2",   "h3",     "h4",      "head",
      "header", "html",  "input",  "label",   "li",    "main", "meta",   "ol",      "p",
      "pre",    "rect",  "script", "section", "small", "span", "strong", "style",   "summary",
      "svg",    "title", "ul",     "b",       "ins"};
  const std::set<std::string> attributes = {"cx",          "cy",
                                            "d",           "r",
                                            "text-anchor", "x",
                                            "y",           "aria-hidden",
                                            "aria-label",  "charset",
                                            "checked",     "class",
                                            "content",     "for",
                                            "height",      "href",
                                            "http-equiv",  "id",
                                            "lang",        "name",
                                            "open",        "preserveAspectRatio",
                                            "role",        "tabindex",
                                            "title",       "type",
                                            "viewBox",     "width"};
  for (const GradeResult& grade : all_pages()) {
    const Reader page(html_page(grade));
    int scripts = 0;
    for (const auto& element : page.elements) {
      INFO(element.name);
      CHECK(ours.count(element.name) == 1);
      for (const auto& [name, value] : element.attributes) CHECK(attributes.count(name) == 1);
      if (element.name == "script") {
        CHECK(element.text == html::script());
        ++scripts;
      }
      if (element.name == "style") CHECK(element.text == html::style_sheet());
    }
    CHECK(scripts == 1);
  }
}

TEST_CASE("all that others wrote can be read, as they wrote it") {
  const std::string html = html_page(samples::evil_everywhere());
  const Reader page(html);
  const std::string& all = page.elements[0].text;
  for (int n = 1; n <= 46; ++n) {
    CAPTURE(n);
    if (n == 27) continue;  // a level that is neither "error" nor "advice": it is shown as advice
    CHECK(all.find(printable(samples::evil(n), true)) != std::string::npos);
  }
  CHECK_THAT(all, Catch::Contains("<script>alert(1)</script>"));
  for (const char c : html)
    CHECK((static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t'));
}

TEST_CASE("the policy allows the page's own style sheet and script, and nothing else") {
  const Reader page(html_page(samples::evil_everywhere()));
  std::string policy;
  for (const auto& element : page.elements)
    if (element.attributes.count("http-equiv") > 0) policy = element.attributes.at("content");
  CHECK(policy == "default-src 'none'; style-src '" + html::csp_hash(html::style_sheet()) +
                      "'; script-src '" + html::csp_hash(html::script()) +
                      "'; base-uri 'none'; form-action 'none'");
  // An attribute with a style would be refused by it.
  for (const auto& element : page.elements) CHECK(element.attributes.count("style") == 0);
}

TEST_CASE("nothing is fetched from anywhere") {
  for (const std::string_view asset : {html::style_sheet(), html::script()})
    for (const char* const fetching : {"url(", "@import", "http:", "https:", "fetch(", "</"})
      CHECK(asset.find(fetching) == std::string_view::npos);
}

TEST_CASE("each finding is in its task and below its line, and the two link each other") {
  const GradeResult grade = samples::with_remarks();
  const Reader page(html_page(grade));
  std::size_t seen = 0;
  for (std::size_t t = 0; t < grade.tasks.size(); ++t)
    for (std::size_t f = 0; f < grade.tasks[t].findings.size(); ++f) {
      const Finding& finding = grade.tasks[t].findings[f];
      const std::string id = "finding:" + std::to_string(t + 1) + "." + std::to_string(f + 1);
      CAPTURE(id);
      const auto* item = page.by_id(id);
      REQUIRE(item != nullptr);
      CHECK(item->has_class(finding.level));
      CHECK_THAT(item->text, Catch::Contains(describe(finding).substr(0, 40)));
      if (finding.file.empty()) continue;
      std::string note;
      for (const std::string& link : page.links_in(id))
        if (link.rfind("#note:", 0) == 0) note = link.substr(1);
      REQUIRE(page.by_id(note) != nullptr);
      CHECK(page.by_id(note)->has_class(finding.level));
      CHECK(page.links_in(note).count("#" + id) == 1);
      if (finding.other_line > 0) {
        const std::string other = "#matmul.cu-" + std::to_string(finding.other_line);
        CHECK(page.links_in(id).count(other) == 1);
        CHECK(page.links_in(note).count(other) == 1);
        CHECK_THAT(item->text, !Catch::Contains("{other}"));
      }
      ++seen;
    }
  CHECK(seen == 6);
}

TEST_CASE("a finding of two tasks stands once beside its line and links back to both") {
  GradeResult grade = samples::with_remarks();
  grade.tasks[4].findings.push_back(grade.tasks[2].findings[0]);
  const Reader page(html_page(grade));
  const std::set<std::string> links = page.links_in("finding:3.1");
  const auto note = std::find_if(links.begin(), links.end(),
                                 [](const auto& link) { return link.rfind("#note:", 0) == 0; });
  REQUIRE(note != links.end());
  CHECK(page.links_in("finding:5.4").count(*note) == 1);
  const auto back = page.links_in(note->substr(1));
  CHECK(back.count("#finding:3.1") == 1);
  CHECK(back.count("#finding:5.4") == 1);
}

TEST_CASE("the hottest lines are coloured most, and their numbers stand below them") {
  const GradeResult grade = samples::with_remarks();
  const Reader page(html_page(grade));
  const auto heat = page.with_class("g9");
  REQUIRE(heat.size() == 1);
  CHECK(heat[0]->text == "87\u00A0%");
  CHECK_THAT(
      heat[0]->attributes.at("title"),
      Catch::Contains(
          "global load: 87\u00A0% of coarse_kernel's sectors, 32 a request where 4 would do"));
  const auto costs = page.with_class("cost");
  CHECK(costs.size() == 9);
  CHECK(page.with_class("waste").size() == 6);  // three lines, and in each the access
}

TEST_CASE("points, pending ones apart") {
  const Reader page(html_page(samples::with_remarks()));
  REQUIRE(page.with_class("score").size() == 1);
  CHECK(page.with_class("score")[0]->text == "47.5 + 10 pending / 98 15.5 lost 25 not written yet");
  CHECK(page.with_class("tasks")[0]->text.find("12 + 4 pending / 16") != std::string::npos);
  GradeResult only_checked = samples::with_remarks();
  only_checked.checked_only = true;
  CHECK(Reader(html_page(only_checked)).with_class("score").empty());
}

TEST_CASE("the same grade gives the same page") {
  CHECK(html_page(samples::with_remarks()) == html_page(samples::with_remarks()));
}

// tests/scripts/html_page.sh shows these to a browser.
TEST_CASE("pages for the browser", "[.html-pages]") {
  const char* const folder = std::getenv("HTML_PAGES");
  REQUIRE(folder != nullptr);
  const auto write = [&](const std::string& name, const GradeResult& grade) {
    std::ofstream out(std::string(folder) + "/" + name + ".html", std::ios::binary);
    out << html_page(grade);
    REQUIRE(out.good());
  };
  write("checked", samples::with_remarks());
  write("evil", samples::evil_everywhere());
  write("compile-error", samples::compile_error());
  write("full", samples::full());
  // All kinds of measurements: in the curve, below and beyond it, none.
  GradeResult timed = samples::graded_with("matmul", 0.706, "");
  timed.tasks[0].performance = {
      samples::measured(0.706, 0.00194, 4, "library"), samples::measured(0.05, 0.00194, 4),
      samples::measured(399, 1.2, 4, "cpu"), samples::speed("solution", 4)};
  write("speed", timed);
  const std::string code = samples::repeated(samples::solution("matmul"), 1 << 20);
  GradeResult mebibyte = samples::with_source(code, 9000);
  mebibyte.tasks[0].cases.back().detail = as_text("it stopped at matmul.cu:42");
  write("mebibyte", mebibyte);
  std::string folded;
  for (int i = 1; i <= 3000; ++i) folded += "line " + std::to_string(i) + "\n";
  write("folded", samples::with_source(folded, 1500));
  write("long-line", samples::with_source("a\n" + std::string(100'000, 'x') + "\nb\n", 2));
}

TEST_CASE("what is not written is not lost, and what is pending stands beside what is earned") {
  const std::string untouched = html_page(samples::untouched());
  CHECK(untouched.find(" lost</span>") == untouched.npos);
  CHECK(untouched.find("50 not written yet</span>") != untouched.npos);
  const std::string pending = html_page(samples::full_with_pending());
  CHECK(pending.find("<strong>50</strong> <span class=\"open\">+ 30 pending</span> / 80") !=
        pending.npos);
  const std::string wrong = html_page(samples::wrong());
  CHECK(wrong.find("7.5 lost</span>") != wrong.npos);
}

TEST_CASE("what lateness makes of a grade stands on the page without any comment") {
  const std::string page = html_page(samples::wrong());
  const std::string late = page_with_comments(page, {}, {}, "2 days late: 4 points less.");
  CHECK(late.find("<h2>What counts</h2>\n<p>2 days late: 4 points less.</p>") != late.npos);
  CHECK(page_with_comments(late, {}, {}, "") == page);
}

TEST_CASE("a page that is handed on says whose it is, and nothing of where it was made") {
  GradeResult grade = samples::wrong();
  grade.submission = "/srv/class/content/0f09be84e29dc886";
  for (CaseResult& c : grade.tasks[0].cases)
    if (!c.reproduce.empty())
      c.reproduce = "build/warpgrade grade matmul --submission " + grade.submission + " --seed 1";
  const std::string page = html_page(with_students_paths(grade, grade.submission));
  CHECK(page.find("/srv/class") == page.npos);
  CHECK(page.find("lab-pc-7") == page.npos);
  CHECK(page.find("--submission skeletons/matmul --seed 1") != page.npos);

  const PageOwner ada{"Ada <Lovelace>, Countess", 2, "2026-11-20T13:00:00+01:00",
                      "2026-11-21T08:15:30Z"};
  const std::string hers = personalize_page(page, ada);
  CHECK(hers.find("<p class=\"whose\">Ada &lt;Lovelace&gt;, Countess · attempt 2 · handed in "
                  "2026-11-20 13:00 (UTC+01:00) · graded 2026-11-21 08:15 UTC</p>") != hers.npos);
  CHECK(hers.find("<title>matmul: Ada &lt;Lovelace&gt;, Countess, 12.5 / 20</title>") != hers.npos);
  // A twin gets a page of her own.
  const std::string twins = personalize_page(hers, {"Eve", 1, "", ""});
  CHECK(twins.find("Ada") == twins.npos);
  CHECK(twins.find("<title>matmul: Eve, 12.5 / 20</title>") != twins.npos);
}
