#include "simt/rewriter/tokenizer.h"

#include "tests/unit/catch.h"

namespace simt::rewrite {
namespace {

struct Tokenised {
  std::vector<Token> tokens;
  Spellings spellings;
  Diagnostics diagnostics;

  explicit Tokenised(std::string_view text) {
    Cursor at;
    while (at.offset < text.size()) tokenise_line(text, at, tokens, spellings, diagnostics);
  }

  std::vector<std::string> words() const {
    std::vector<std::string> all;
    for (const Token& t : tokens) all.emplace_back(t.text);
    return all;
  }
};

std::vector<std::string> words(std::string_view text) {
  const Tokenised t(text);
  CHECK(t.diagnostics.empty());
  return t.words();
}

using Words = std::vector<std::string>;

TEST_CASE("Angle brackets are single tokens, arrows are not") {
  CHECK(words("k<<<a->b, c>>>(x)") ==
        Words{"k", "<", "<", "<", "a", "->", "b", ",", "c", ">", ">", ">", "(", "x", ")"});
  CHECK(words("a<=b>=c<=>d->*e") == Words{"a", "<=", "b", ">=", "c", "<=>", "d", "->*", "e"});
}

TEST_CASE("Digraphs mean what they stand for, except in front of a qualified name") {
  CHECK(words("<% a<:1:> %>") == Words{"{", "a", "[", "1", "]", "}"});
  CHECK(words("v<::x>") == Words{"v", "<", "::", "x", ">"});
  CHECK(words("v<:::x:>") == Words{"v", "[", "::", "x", "]"});
}

TEST_CASE("What stands in literals and comments is no token") {
  CHECK(words("f(\"<<<\\\">>>\", '\"', L'<', u8\"{\") // k<<<1,1>>>()") ==
        Words{"f", "(", "\"<<<\\\">>>\"", ",", "'\"'", ",", "L'<'", ",", "u8\"{\"", ")"});
  CHECK(words("a /* k<<<1\n,1>>>() */ b") == Words{"a", "b"});
  CHECK(words("\"a\"_suffix \"b\"s") == Words{"\"a\"_suffix", "\"b\"s"});
}

TEST_CASE("A raw string ends at its own delimiter and counts its lines") {
  const Tokenised t("R\"x(k<<<1,1>>>()\n)\" \\ )x\" after\nLR\"(y)\" last");
  REQUIRE(t.words() == Words{"R\"x(k<<<1,1>>>()\n)\" \\ )x\"", "after", "LR\"(y)\"", "last"});
  CHECK(t.tokens[1].line == 2);
  CHECK(t.tokens[3].line == 3);
}

TEST_CASE("Numbers hold separators, exponents and suffixes") {
  CHECK(words("1'000'000u 0x1.8p-3f 1e+5 .5f 1.e-3") ==
        Words{"1'000'000u", "0x1.8p-3f", "1e+5", ".5f", "1.e-3"});
  CHECK(words("0xe+1") == Words{"0xe+1"});  // one pp-number, as the standard has it
}

TEST_CASE("Spliced lines join words, and the lines are still counted") {
  const Tokenised t("__sha\\\nred__ int\\\n a;");
  REQUIRE(t.words() == Words{"__shared__", "int", "a", ";"});
  CHECK(t.tokens[0].length == std::string_view("__sha\\\nred__").size());
  CHECK(t.tokens[2].line == 3);
}

TEST_CASE("What is never closed is an error with its line") {
  for (const char* text : {"a;\n\"open\nb", "a;\n'x\n", "a;\n/* open", "a;\nR\"(open",
                           "a;\nR\"12345678901234567890(", "a;\n\x01"}) {
    CAPTURE(text);
    const Tokenised t(text);
    REQUIRE(t.diagnostics.all().size() == 1);
    CHECK(t.diagnostics.all()[0].line == 2);
  }
}

TEST_CASE("A file's directives and comments are tokens, with all the lines that they go on in") {
  Spellings spellings;
  Words spelled;
  std::vector<std::uint32_t> lines;
  for (const Token& t : tokenise_file("a; // b\n"
                                      " #define f(x) \\\n  g(\"//\", x) /* c\n */ + 1 \nd # e\n"
                                      "#",
                                      spellings)) {
    const auto kind = t.kind == Token::Kind::comment     ? "comment "
                      : t.kind == Token::Kind::directive ? "directive "
                                                         : "";
    spelled.push_back(kind + std::string(t.text));
    lines.push_back(t.line);
  }
  CHECK(spelled == Words{"a", ";", "comment // b", "directive  #define f(x) \\\n  g(\"//\", x) ",
                         "comment /* c\n */", "directive  + 1 ", "d", "#", "e", "directive #"});
  CHECK(lines == std::vector<std::uint32_t>{1, 1, 1, 2, 3, 4, 5, 5, 5, 6});
}

}  // namespace
}  // namespace simt::rewrite
