// The instructor's page: that all is on it, and that nothing on it is markup of others.
#include "class_pages/class_page.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "class_pages/class_parts.h"
#include "pages/html_assets.h"
#include "pages/html_digest.h"
#include "report/text.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/class_samples.h"
#include "tests/unit/samples/html_reader.h"

using namespace warpgrade;
using samples::graded_with;
using samples::make_row;
using samples::Reader;

namespace {

std::string evil(int n) {
  return "<script>document.title='owned" + std::to_string(n) +
         "'</script></script>\"><img src=x onerror=document.title='owned'>' onmouseover='x' -->"
         "</style></title>\xe2\x80\xae\x1b[2J\xff&amp;" +
         std::string(1, '\0') + "{}";
}

ClassSummary evil_class() {
  GradeResult grade = graded_with("lab" + evil(1), 1.2, evil(2));
  grade.tasks[0].task = evil(3);
  grade.tasks[0].performance[0].name = evil(4);
  grade.tasks[0].performance[0].against = "library";
  grade.tasks[0].performance[0].baseline = evil(5);
  grade.tasks[1].findings = {{"race", "error", evil(6), 3, in_text(evil(7)), 1}};
  grade.tasks[1].verdict = Verdict::forbidden;
  grade.tasks[1].detail = as_text(evil(8));
  GradebookRow row = make_row(evil(9), evil(10), grade);
  row.student.section = evil(11);
  row.student.others = {evil(12)};
  row.grade.report = "reports/" + evil(13) + "/lab";
  row.late = true;
  GradebookRow open = make_row("id2", std::string(300, 'X'), grade, 1);
  open.grade.open = true;
  open.grade.cause = evil(14);
  GradebookRow same = row;
  same.student.id = "id3";
  same.student.name = "<script>alert(1)</script>";
  ClassSummary summary = samples::summarize({row, open, same});
  summary.started = evil(15);
  summary.backend = evil(16);
  summary.unmatched = {{evil(17), evil(18)}};
  return summary;
}

ClassSummary small_class() {
  std::vector<GradebookRow> rows;
  const std::vector<std::string> names = {"Lovelace, Ada", "Bee, Bob", "Zuse, Konrad",
                                          "Ångström, Łukasz"};
  for (std::size_t i = 0; i < names.size(); ++i)
    for (const char* const lab : {"dot", "matmul"}) {
      const int n = static_cast<int>(i);
      GradeResult grade = graded_with(
          lab, 0.4 + 0.3 * n, i % 2 == 0 ? Causes{} : samples::last_columns(32 * n, 32 * n + n));
      if (i == 3) grade.tasks[1].verdict = Verdict::forbidden;
      // An id that means something in an address.
      rows.push_back(
          make_row(i == 1 ? "bob#1?%41&x" : "s" + std::to_string(10 - n), names[i], grade));
      if (i == 2) rows.push_back(make_row("s8", names[i], graded_with(lab, 2.5, ""), 2));
    }
  rows.back().grade.open = true;
  rows.back().grade.cause = "the disk is full";
  ClassSummary summary = samples::summarize(rows);
  summary.unmatched = {{"zed_104.cu", "104 (zed) is not in the roster"}};
  return summary;
}

}  // namespace

TEST_CASE("the class page is well formed with unique anchors and valid links") {
  for (const ClassSummary& summary : {small_class(), evil_class(), ClassSummary{}}) {
    const Reader page(class_page(summary));
    std::set<std::string> ids;
    for (const auto& element : page.elements)
      if (const auto id = element.attributes.find("id"); id != element.attributes.end())
        CHECK(ids.insert(id->second).second);
    for (const auto& element : page.elements) {
      const auto link = element.attributes.find("href");
      if (link == element.attributes.end()) continue;
      CAPTURE(link->second);
      if (link->second[0] == '#')
        CHECK(ids.count(link->second.substr(1)) == 1);
      else
        CHECK((link->second.rfind("reports/", 0) == 0 || link->second == "grades.csv"));
      CHECK(link->second.find_first_of("<>\"' \\?&\n") == std::string::npos);
    }
  }
}

TEST_CASE("student text never becomes an element or attribute of the class page") {
  const Reader plain(class_page(small_class()));
  const Reader page(class_page(evil_class()));
  std::set<std::string> ours = plain.names(), attributes;
  for (const auto& element : plain.elements)
    for (const auto& [name, value] : element.attributes) attributes.insert(name);
  ours.insert({"img-never"});
  int scripts = 0;
  for (const auto& element : page.elements) {
    CHECK(ours.count(element.name) == 1);
    for (const auto& [name, value] : element.attributes) {
      CAPTURE(name);
      CHECK((attributes.count(name) == 1 || name == "title"));
    }
    scripts += element.name == "script";
    if (element.name == "script") CHECK(element.text == html::class_script());
    CHECK(element.attributes.count("style") == 0);
  }
  CHECK(scripts == 1);
}

TEST_CASE("student text appears unchanged on the class page") {
  const std::string html = class_page(evil_class());
  const Reader page(html);
  const std::string& all = page.elements[0].text;
  for (const int n : {1, 3, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18}) {
    CAPTURE(n);
    CHECK(all.find(printable(evil(n), true)) != std::string::npos);
  }
  CHECK_THAT(all, Catch::Contains("<script>alert(1)</script>"));
  for (const char c : html)
    CHECK((static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t'));
}

TEST_CASE("the page's policy only allows its own style sheet and script") {
  const Reader page(class_page(small_class()));
  std::string policy, style, script;
  for (const auto& element : page.elements) {
    if (element.attributes.count("http-equiv") > 0) policy = element.attributes.at("content");
    if (element.name == "style") style = element.text;
    if (element.name == "script") script = element.text;
  }
  CHECK(policy == "default-src 'none'; style-src '" + html::csp_hash(style) + "'; script-src '" +
                      html::csp_hash(script) + "'; base-uri 'none'; form-action 'none'");
  for (const std::string_view asset : {html::class_style_sheet(), html::class_script()})
    for (const char* const fetching : {"url(", "@import", "http:", "https:", "fetch(", "</"})
      CHECK(asset.find(fetching) == std::string_view::npos);
}

TEST_CASE("an address encodes any bytes") {
  CHECK(percent_encode("reports/a-b_c.d~e/dot") == "reports/a-b_c.d~e/dot");
  CHECK(percent_encode("reports/a b#c?d%e&\"<\xc3\xa4\xff/dot") ==
        "reports/a%20b%23c%3Fd%25e%26%22%3C%C3%A4%FF/dot");
}

TEST_CASE("every grade is a row with a link to the student") {
  const Reader page(class_page(small_class()));
  std::size_t rows = 0;
  for (const auto& element : page.elements) rows += element.attributes.count("data-k");
  CHECK(rows == 10);
  CHECK(page.links_in("grades").count("reports/bob%231%3F%2541%26x/dot.html") == 1);
}

TEST_CASE("the page reports that no speed was measured") {
  GradeResult grade = graded_with("dot", 1, "");
  grade.tasks[0].performance = {samples::speed("solution", 4)};
  const Reader without(class_page(samples::summarize({make_row("a", "", grade)})));
  REQUIRE(without.by_id("speed") != nullptr);
  CHECK_THAT(without.by_id("speed")->text, Catch::Contains("No speed was measured"));
  const Reader with(class_page(small_class()));
  CHECK_THAT(with.by_id("speed")->text, !Catch::Contains("No speed was measured"));
  CHECK_THAT(with.by_id("speed")->text, Catch::Contains("2.5"));
}

TEST_CASE("histograms are accessible as text") {
  const Reader page(class_page(small_class()));
  const auto charts = page.with_class("histogram");
  REQUIRE(charts.size() == 6);
  CHECK_THAT(charts[0]->attributes.at("aria-label"), Catch::Contains("4 grades"));
  CHECK_THAT(charts[0]->attributes.at("aria-label"), Catch::Contains("median"));
}

// tests/scripts/class_page.sh shows these to a browser.
TEST_CASE("class pages for the browser", "[.class-pages]") {
  const char* const folder = std::getenv("CLASS_PAGES");
  REQUIRE(folder != nullptr);
  const auto write = [&](const std::string& name, const ClassSummary& summary) {
    std::ofstream out(std::string(folder) + "/" + name + ".html", std::ios::binary);
    out << class_page(summary);
    REQUIRE(out.good());
  };
  write("class", small_class());
  write("class-evil", evil_class());
  // Each with a JSON of its own, made when it is asked for, as a gradebook would read it.
  constexpr int many = 10000;
  const std::vector<std::string> labs = {"dot", "matmul", "jacobi", "cholesky", "poisson", "chunk"};
  std::vector<GradebookRow> rows;
  for (int i = 0; i < many; ++i) {
    const int student = i / 6;
    rows.push_back(make_row(
        fmt::format("{:05}", 20000 - student), "Student, Number " + std::to_string(student),
        graded_with(labs[static_cast<std::size_t>(i % 6)], 0.3 + 0.01 * (i % 97),
                    i % 3 == 0 ? samples::last_columns(32, 33 + i % 31) : Causes{})));
    rows.back().student.section = std::string(1, static_cast<char>('A' + student % 5));
  }
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  write("class-10000", samples::summarize(rows));
  const std::chrono::duration<double> all = std::chrono::steady_clock::now() - start;
  std::printf("%d grades, written in %.2f s, of all cores %.2f s\n", many, all.count(),
              static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC);
}
