// How sources of all shapes and sizes are shown.
// Needs: solutions
#include "pages/html_source.h"

#include "pages/html.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/html_reader.h"
#include "tests/unit/samples/html_samples.h"

using namespace warpgrade;
using samples::Reader;

namespace {

constexpr std::size_t large_page = 5'000'000;

// The code of a page as a reader sees it, line by line, by the anchors.
std::string code_in_line(const Reader& page, int line) {
  const auto* row = page.by_id("matmul.cu-" + std::to_string(line));
  if (row == nullptr) return "(no row)";
  const std::string number = std::to_string(line);
  REQUIRE(row->text.substr(0, number.size()) == number);
  return row->text.substr(number.size());
}

}  // namespace

TEST_CASE("every line of a lab's file is on the page, with its anchor and its text") {
  const GradeResult grade = samples::with_remarks();
  const std::string page = html_page(grade);
  const Reader reader(page);
  const std::string& text = grade.sources.at("matmul.cu");
  int line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const auto* row = reader.by_id("matmul.cu-" + std::to_string(++line));
    REQUIRE(row != nullptr);
    const std::string expected = text.substr(at, end - at);
    CHECK(row->text.substr(row->text.size() - expected.size()) == expected);
    at = end + 1;
  }
  CHECK(line == std::count(text.begin(), text.end(), '\n'));
  CHECK(line > 100);
  CHECK(code_in_line(reader, line + 1) == "(no row)");
  CHECK(reader.by_id("notes.cuh-4") != nullptr);
}

TEST_CASE("a long file is folded where nothing is said, and all of it is there") {
  std::string text;
  for (int i = 1; i <= 3000; ++i) text += "line " + std::to_string(i) + "\n";
  const Reader page(html_page(samples::with_source(text, 1500)));
  for (const int line : {1, 1000, 1500, 3000})
    CHECK(code_in_line(page, line) == "line " + std::to_string(line));
  const auto folds = page.with_class("fold");
  REQUIRE(folds.size() == 2);
  CHECK_THAT(folds[0]->text, Catch::Contains("line 1487\n") && !Catch::Contains("line 1488\n"));
  CHECK_THAT(folds[1]->text, Catch::Contains("line 1513\n") && !Catch::Contains("line 1512\n"));
}

TEST_CASE("files without a last line break, empty ones and empty lines") {
  CHECK(code_in_line(Reader(html_page(samples::with_source("a\n\nb", 3))), 3) == "b");
  CHECK(code_in_line(Reader(html_page(samples::with_source("a\n\nb", 3))), 2) == "");
  CHECK(code_in_line(Reader(html_page(samples::with_source("a\r\nb\r\n", 2))), 1) == "a");
  CHECK_THAT(html_page(samples::with_source("", 1)), Catch::Contains("This file is empty"));
  CHECK(code_in_line(Reader(html_page(samples::with_source("\n", 1))), 1) == "");
}

TEST_CASE("a line of 100 000 characters is folded and complete") {
  const std::string longest(100'000, 'x');
  const Reader page(html_page(samples::with_source("a\n" + longest + "\nb\n", 2)));
  CHECK(code_in_line(page, 2) == std::string(1000, 'x'));
  REQUIRE(page.with_class("rest").size() == 1);
  CHECK(page.with_class("rest")[0]->text ==
        "99000 more bytes of this line" + std::string(99'000, 'x'));
  CHECK(code_in_line(page, 3) == "b");
}

TEST_CASE("a mebibyte of anything stays a page of less than 5 MB, with its finding") {
  for (const char* const part : {"\n", "&",
                                 "\x01"
                                 "a",
                                 "0 ", "x\r\n", "<b>&\"'</b>\n", "\xff", "\xe2\x80\xae\n",
                                 "  sum += a[p] * B[p * n + column];\n"}) {
    CAPTURE(part);
    const std::string text = "first\nsecond\n" + samples::repeated(part, 1 << 20);
    const std::string html = html_page(samples::with_source(text, 2));
    CHECK(html.size() < large_page);
    const Reader page(html);
    CHECK(code_in_line(page, 2) == "second");
    CHECK(page.links_in("note:1").count("#finding:1.1") == 1);
  }
}

TEST_CASE("a large file of ordinary code is complete, and its blocks number their lines") {
  std::string text;
  for (int i = 1; i <= 20'000; ++i) text += i % 5 == 0 ? "\n" : "int x" + std::to_string(i) + ";\n";
  const Reader page(html_page(samples::with_source(text, 12)));
  std::string code, numbers;
  for (const auto& element : page.elements) {
    const bool in_file =
        std::any_of(element.inside.begin(), element.inside.end(),
                    [&](std::size_t i) { return page.elements[i].has_class("file"); });
    if (!in_file) continue;
    if (element.name == "code" || (element.name == "pre" && !element.has_class("n")))
      code += element.text.substr(element.name == "pre") + "\n";
    if (element.has_class("n")) numbers += element.text + (element.name == "a" ? "\n" : "");
  }
  std::string expected;
  for (int i = 1; i <= 20'000; ++i) expected += std::to_string(i) + "\n";
  CHECK(numbers == expected);
  CHECK(code == text);
}

TEST_CASE("what is left out of a page is named, and findings beyond it are not") {
  const std::string text = samples::repeated("\n", 1 << 21);
  const GradeResult grade = samples::with_source(text, 2'000'000);
  const std::string html = html_page(grade);
  const Reader page(html);
  CHECK(html.size() < large_page);
  CHECK(page.by_id("matmul.cu-2000000") != nullptr);
  CHECK_THAT(html, Catch::Contains(" to 1999999 are left out here"));
  CHECK_THAT(html, Catch::Contains("Lines 2000001 to 2097152 are left out here"));
}
