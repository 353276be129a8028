#include "report/html_text.h"

#include "tests/unit/catch.h"

using namespace warpgrade::html;

namespace {

std::string code(std::string_view text) {
  std::string out;
  append_code(out, text);
  return out;
}

}  // namespace

TEST_CASE("what is markup in HTML is data, in texts and in attributes") {
  CHECK(escaped("<script>alert(1)</script>") == "&lt;script&gt;alert(1)&lt;/script&gt;");
  CHECK(escaped("\" onload='x' &amp; ]]> -->") ==
        "&#34; onload=&#39;x&#39; &amp;amp; ]]&gt; --&gt;");
  CHECK(code("a<b && \"c\"") == "a&lt;b &amp;&amp; \"c\"");
}

TEST_CASE("what is invisible becomes visible") {
  CHECK(escaped(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(escaped("\x1b[2J") == "\\x1b[2J");
  CHECK(escaped("x\xe2\x80\xaey") == "x\\u202ey");
  CHECK(escaped("\xff") == "\uFFFD");
  CHECK(escaped("γ ≤ ü") == "γ ≤ ü");
}

TEST_CASE("in source, what was made visible is told from what was typed") {
  CHECK(code(std::string("a\0\1b", 4)) == "a<b>\\x00\\x01</b>b");
  CHECK(code("\\x00") == "\\x00");
  CHECK(code("\xe2\x80\xae<\xff") == "<b>\\u202e</b>&lt;<b>\uFFFD</b>");
  CHECK(code("\tx\xc3\xbc") == "\tx\xc3\xbc");
  CHECK(code("a\r\nb\rc") == "a\nb<b>\\x0d</b>c");
  CHECK(code("\xf0\x9f\x98") == "<b>\uFFFD\uFFFD\uFFFD</b>");  // cut off
}

TEST_CASE("a text is not cut within a character") {
  CHECK(beginning("aü", 2) == "a");
  CHECK(beginning("aü", 3) == "aü");
  CHECK(beginning("\x80\x80\x80", 2) == "");
  CHECK(beginning("abc", 0) == "");
}
