#include "pages/html_places.h"

#include "tests/unit/catch.h"

using warpgrade::html::count_lines;
using warpgrade::html::Places;
using Sources = std::map<std::string, std::string>;

TEST_CASE("lines are counted as compilers count them") {
  CHECK(count_lines("") == 0);
  CHECK(count_lines("a") == 1);
  CHECK(count_lines("a\n") == 1);
  CHECK(count_lines("a\n\n") == 2);
  CHECK(count_lines("a\r\nb\rc") == 2);
}

TEST_CASE("anchors are by name and line, and no two files share one") {
  const std::string longest(200, 'x');
  Places places(Sources{{"matmul.cu", "1\n2\n"},
                        {"a b.cu", "1"},
                        {"a~20b.cu", "1"},
                        {"sub/\"x\".cu", "1"},
                        {longest + "1", "1"},
                        {longest + "2", "1"},
                        {"", "1"}});
  CHECK(places.line_id("matmul.cu", 2) == "matmul.cu-2");
  CHECK(places.line_id("a b.cu", 1) == "a~20b.cu-1");
  CHECK(places.line_id("a~20b.cu", 1) == "a~7e20b.cu-1");
  CHECK(places.line_id("sub/\"x\".cu", 1) == "sub/~22x~22.cu-1");
  CHECK(places.line_id(longest + "1", 1) != places.line_id(longest + "2", 1));
  CHECK(places.line_id(longest + "1", 1).size() < 70);
  CHECK(places.line_id("", 1).size() > 2);
  CHECK(places.file_id("matmul.cu") == "file:matmul.cu");
}

TEST_CASE("only lines that the page has are linked") {
  Places places(Sources{{"matmul.cu", "1\n2\n"}});
  CHECK(places.link("matmul.cu", 2) == "<a href=\"#matmul.cu-2\">matmul.cu:2</a>");
  CHECK(places.link("matmul.cu", 3) == "matmul.cu:3");
  CHECK(places.link("matmul.cu", -1) == "<a href=\"#file:matmul.cu\">matmul.cu</a>");
  CHECK(places.link("<b>.cu", 1) == "&lt;b&gt;.cu:1");
  CHECK(places.link("", 0) == "");
}

TEST_CASE("places within a sentence become links, and the rest stays as it was") {
  Places places(Sources{{"matmul.cu", "1\n2\n"}, {"a/b.h", "1"}});
  CHECK(
      places.linked("matmul.cu:2: kernel <k> (a/b.h:1), matmul.cu:7, x.cu:1 at 12:30 matmul.cu:") ==
      "<a href=\"#matmul.cu-2\">matmul.cu:2</a>: kernel &lt;k&gt; (<a "
      "href=\"#a/b.h-1\">a/b.h:1</a>), matmul.cu:7, x.cu:1 at 12:30 matmul.cu:");
  CHECK(places.linked("matmul.cu:2matmul.cu:1") ==
        "<a href=\"#matmul.cu-2\">matmul.cu:2</a><a href=\"#matmul.cu-1\">matmul.cu:1</a>");
  CHECK(places.linked("matmul.cu:99999999999999999999 matmul.cu:-1 matmul.cu:0") ==
        "matmul.cu:99999999999999999999 matmul.cu:-1 matmul.cu:0");
  CHECK(places.linked(":::") == ":::");
}
