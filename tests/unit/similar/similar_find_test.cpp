#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "similar/find.h"
#include "similar/page.h"
#include "similar/results.h"
#include "similar/words.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/html_reader.h"

using namespace warpgrade::similar;

namespace {

/// About 20 tokens a line, and no two functions with different seeds alike.
std::string function(const std::string& name, unsigned seed, int lines = 12) {
  std::mt19937 random(seed);
  std::string text = "void " + name + "() {\n";
  const char* operators[] = {"+", "-", "*", "/", "%", "&", "|", "^"};
  const char* operands[] = {"b[j]",       "b[k]",         "threadIdx.x", "blockIdx.y",
                            "blockDim.x", "atomicAdd(c)", "sizeof(c)",   "__popc(c)"};
  for (int l = 0; l < lines; ++l) {
    text += "  var" + std::to_string(l) + " = a[i]";
    for (int o = 0; o < 5; ++o) {
      text += std::string(" ") + operators[random() % 8];
      text += std::string(" ") + operands[random() % 8];
    }
    text += ";\n";
  }
  return text + "}\n";
}

struct Room {
  std::vector<HandIn> hand_ins;
  std::vector<std::string> texts;

  void add(const std::string& id, const std::string& text, int attempt = 1,
           const std::vector<std::string>& others = {}, const std::string& origin = "") {
    HandIn one;
    one.student.id = id;
    one.student.others = others;
    one.attempt = attempt;
    one.origin = origin;
    hand_ins.push_back(one);
    texts.push_back(text);
  }
  Found found(const GivenCode& given = GivenCode(Lengths()), const Rules& rules = {}) const {
    return find_similar(hand_ins, given, rules, [&](std::size_t i) {
      return std::vector<SourceFile>{{"dot.cu", texts[i]}};
    });
  }
  std::set<std::string> pairs(const Found& f) const {
    std::set<std::string> names;
    for (const Pair& pair : f.pairs)
      names.insert(hand_in_name(hand_ins[pair.a]) + " / " + hand_in_name(hand_ins[pair.b]));
    return names;
  }
};

std::string renamed(std::string text) {
  for (const auto& [from, to] : {std::pair("a[", "left["), std::pair("b[", "right["),
                                 std::pair("[i]", "[row]"), std::pair("var", "value")})
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += std::string(to).size())
      text.replace(at, std::string(from).size(), to);
  return text;
}

using Names = std::set<std::string>;

}  // namespace

TEST_CASE("A renamed copy is found with its lines, unrelated code is not") {
  Room room;
  room.add("ada", function("f", 1) + function("g", 2));
  room.add("bob", "\n\n" + renamed(function("g", 2)) + function("h", 3));
  room.add("cleo", function("f", 4) + function("g", 5));
  const Found f = room.found();
  CHECK(room.pairs(f) == Names{"ada / bob"});
  REQUIRE(f.pairs.size() == 1);
  REQUIRE(f.pairs[0].regions.size() == 1);
  CHECK(f.pairs[0].share_a() == Approx(0.5).epsilon(0.05));
  const Region& r = f.pairs[0].regions[0];
  CHECK(r.a.first <= 15);
  CHECK(r.a.last >= 27);
  CHECK(r.b.first <= 3);
  CHECK(r.b.last >= 15);
  CHECK(f.clusters.empty());
}

TEST_CASE("Given code is not evidence") {
  Room room;
  room.add("ada", function("f", 1) + function("g", 2));
  room.add("bob", renamed(function("f", 1)) + function("h", 3));
  CHECK(room.found().pairs.size() == 1);
  GivenCode given{Lengths()};
  given.add(function("f", 1));
  const Found f = room.found(given);
  CHECK(f.pairs.empty());
  // The rest counts as before.
  room.add("cleo", function("g", 2));
  const Found g = room.found(given);
  REQUIRE(g.pairs.size() == 1);
  CHECK(g.pairs[0].share_b() > 0.95);
  // In a match that goes on through it, it does not count.
  Room both;
  both.add("ada", function("f", 1) + function("g", 2));
  both.add("bob", renamed(function("f", 1) + function("g", 2)));
  const Found h = both.found(given);
  REQUIRE(h.pairs.size() == 1);
  CHECK(h.pairs[0].alike <= h.pairs[0].own_a);
}

TEST_CASE("Students are not compared with their group, or other years with each other") {
  Room room;
  const std::string text = function("f", 1);
  room.add("ada", text, 1, {"bob"});
  room.add("ada", text + " ", 2, {"bob"});
  room.add("bob", text + "  ");
  room.add("zed", text + "   ", 1, {}, "2024");
  room.add("zoe", text + "    ", 1, {}, "2025");
  const Found f = room.found();
  for (const Pair& pair : f.pairs) {
    CHECK_FALSE(work_together(room.hand_ins[pair.a], room.hand_ins[pair.b]));
    CHECK((room.hand_ins[pair.a].origin.empty() || room.hand_ins[pair.b].origin.empty()));
  }
  CHECK(f.pairs.size() == 4);  // each of this class with each of the others
}

TEST_CASE("A student of another year with the same name is another person") {
  Room room;
  room.add("ada", function("f", 1));
  room.add("ada", function("f", 1) + " ", 1, {}, "2025");
  CHECK(room.pairs(room.found()) == Names{"ada / ada, of 2025"});
}

TEST_CASE("Only the most similar attempts of two students are reported") {
  Room room;
  room.add("ada", function("f", 1) + function("g", 2), 1);
  room.add("ada", function("f", 1) + function("h", 3), 2);
  room.add("bob", renamed(function("f", 1) + function("h", 3)), 1);
  CHECK(room.pairs(room.found()) == Names{"ada, attempt 2 / bob"});
}

TEST_CASE("Identical files are reported once, except within a group and empty files") {
  Room room;
  room.add("ada", function("f", 1));
  room.add("bob", function("f", 1));
  room.add("bob", function("f", 1), 2);
  room.add("cleo", function("f", 1));
  room.add("dan", "int nothing;");
  room.add("eve", "int nothing;");
  room.add("finn", function("f", 2), 1, {"gil"});
  room.add("gil", function("f", 2));
  const Found f = room.found();
  CHECK(f.pairs.empty());
  REQUIRE(f.identical.size() == 1);
  CHECK(f.identical[0] == std::vector<std::size_t>{0, 1, 3});
  CHECK(f.clusters == std::vector<std::vector<std::string>>{{"ada", "bob", "cleo"}});
}

TEST_CASE("Code that many students have is common knowledge, by a configurable limit") {
  Room room;
  for (unsigned s = 0; s < 12; ++s)
    room.add("s" + std::to_string(s), function("common", 1) + function("own", 100 + s));
  const Found f = room.found();
  CHECK(f.common == 10);
  CHECK(f.common_runs > 0);
  CHECK(f.pairs.empty());
  Rules rules;
  rules.common = 12;
  const Found all = room.found(GivenCode(Lengths()), rules);
  CHECK(all.pairs.size() == 12 * 11 / 2);
  REQUIRE(all.clusters.size() == 1);
  CHECK(all.clusters[0].size() == 12);
}

TEST_CASE("Identical files of many students are not common knowledge") {
  Room room;
  for (int s = 0; s < 12; ++s) room.add("s" + std::to_string(s), function("f", 1));
  room.add("late", renamed(function("f", 1)));
  const Found f = room.found();
  CHECK(f.identical.size() == 1);
  CHECK(f.pairs.size() == 1);
}

TEST_CASE("A repetitive program does not take quadratic time") {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "a[i] = b[i];\n";
  Room room;
  room.add("ada", text);
  room.add("bob", text + " ");
  CHECK(room.found().pairs.size() <= 1);
}

TEST_CASE("Page, CSV and JSON escape student text") {
  Room room;
  const std::string evil = "<script>alert(1)</script>\"'&,\n";
  room.add(evil, function("f", 1) + "// </script><script>alert(2)</script>\n");
  room.add("bob", renamed(function("f", 1)) + "char c[] = \"</code><img src=x onerror=y>\";\n");
  room.add("cleo", function("f", 1) + "// \xff\xfe not UTF-8\n");
  const std::vector<LabFound> labs = {{"dot", room.hand_ins, room.found()}};
  REQUIRE(labs[0].found.pairs.size() == 3);
  const ReadSources sources = [&](const LabFound&, std::size_t i) {
    return std::vector<SourceFile>{{"dot<b>.cu", room.texts[i]}};
  };
  const std::string html = similar_page(labs, sources);
  CHECK(html.find("<script>alert") == html.npos);
  CHECK(html.find("<img") == html.npos);
  CHECK(html.find("dot<b>") == html.npos);
  CHECK_THAT(html, Catch::Contains("never a verdict"));
  const auto elements = warpgrade::samples::Reader(html).elements;
  std::size_t scripts = 0;
  std::set<std::string> ids;
  for (const auto& e : elements) {
    scripts += e.name == "script";
    if (e.attributes.count("id") > 0) CHECK(ids.insert(e.attributes.at("id")).second);
  }
  CHECK(scripts == 1);
  for (const auto& e : elements)
    if (e.name == "a") CHECK(ids.count(e.attributes.at("href").substr(1)) == 1);
  CHECK_THAT(similar_csv(labs), Catch::Contains("\"<script>alert(1)</script>\"\"'&,\n\""));
  CHECK_THAT(similar_json(labs, sources), Catch::Contains("\"clusters\""));
}
