// What is said of a file that somebody wrote by hand and that is not JSON.
#include "base/json/json_mistake.h"

#include <nlohmann/json.hpp>

#include "base/text_mistake.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

/// "LINE:COLUMN: WHAT"; "" where there is no mistake.
std::string mistake(const std::string& text) {
  const auto found = find_json_mistake(text);
  if (!found) return "";
  const TextPlace place = line_and_column(text, found->offset);
  return std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + found->what;
}

}  // namespace

TEST_CASE("valid JSON has no mistake") {
  for (const char* text :
       {"{}", "[]", " [1, -0.5e+3, true, false, null] ", "\"a\\u00e4\\\\\\\" ä\"", "0",
        "\xef\xbb\xbf{\"a\": {\"a\": [{}, []]}}", "{\"a\":1,\"b\":{\"a\":1}}\r\n"})
    CHECK(mistake(text) == "");
}

TEST_CASE("a mistake in JSON is reported with place and remedy") {
  CHECK(mistake("") == "1:1: the file is empty; write { … }");
  CHECK(mistake("{\n  \"points\": thirty\n}") ==
        "2:13: thirty is not a JSON value; write a number, or text in double quotes: \"thirty\"");
  CHECK(mistake("{\"a\": 1,\n}") == "1:8: there is a comma before `}`; delete the comma");
  CHECK(mistake("[1, 2, ]") == "1:6: there is a comma before `]`; delete the comma");
  CHECK(mistake("{\"a\": 1,, \"b\": 2}") == "1:9: there is a comma too many; delete it");
  CHECK(mistake("{\"a\": 1\n \"b\": 2}") == "1:8: a comma is missing here, before \"b\"");
  CHECK(mistake("{\"a\" 1}") == "1:5: a colon is missing after the key \"a\"");
  CHECK(mistake("{\"a\": }") == "1:7: a value is missing after \"a\"");
  CHECK(mistake("{a: 1}") == "1:2: a key needs double quotes; write \"a\"");
  CHECK(mistake("{'a': 1}") == "1:2: `'` is not a key; write a key in double quotes");
  CHECK(mistake("['a']") == "1:2: text needs plain double quotes (\"), not '");
  CHECK(mistake("[“a”]") == "1:2: text needs plain double quotes (\"), not “");
  CHECK(mistake("{\n  // why\n  \"a\": 1}") == "2:3: JSON has no comments; delete this one");
  CHECK(mistake("[1 # one\n]") == "1:4: JSON has no comments; delete this one");
  CHECK(mistake("[True]") == "1:2: True is not a JSON value; write true");
  CHECK(mistake("[+5]") == "1:2: +5 is not a JSON number; write 5");
  CHECK(mistake("[.5]") == "1:2: .5 is not a JSON number; write 0.5");
  CHECK(mistake("{\"a\": 1,5}") == "1:8: a number has a decimal point, not a comma; write a point");
  CHECK(mistake("[1e400]") == "1:2: 1e400 is too large for a number");
  CHECK(mistake("{\"a\": 1,\n \"a\": 2}") ==
        "2:2: the key \"a\" is already in line 1; keep one of the two");
  CHECK(mistake("{\"a\": [1}") == "1:9: `}` does not close the `[` of line 1; write `]`");
  CHECK(mistake("{\n \"a\": [1]\n") ==
        "3:1: the file ends, and the `{` of line 1 is not closed; write `}`");
  CHECK(mistake("{}}") == "1:3: `}` comes after the end of the JSON; delete it");
  CHECK(mistake("[\"a\n\"]") ==
        "1:2: the text that begins here has no closing double quote in its line");
  CHECK(mistake("[\"C:\\data\"]") ==
        "1:5: a single backslash is not allowed in text; write \\\\ or /");
  CHECK(mistake("[\"a\tb\"]") ==
        "1:4: a control character is not allowed in text; write \\t for a tab");
  CHECK(mistake("[\"\xfc\"]") == "1:3: this character is not UTF-8; save the file as UTF-8");
  CHECK(mistake("\xff\xfe{") == "1:1: the file is UTF-16; save it as UTF-8");
  CHECK(mistake(std::string(100000, '[')) == "1:101: brackets nest more than 100 deep");
}

TEST_CASE("the scan ends for any text and rejects what the parser rejects") {
  const std::string good = R"({"a": [1, -2.5e3, "x\n", true], "b": {"c": null}})";
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const char c : {'\0', '"', '{', '}', '[', ']', ',', ':', '\\', '/', '0', 'e', '-', ' '}) {
      std::string changed = good;
      changed[at] = c;
      if (!nlohmann::json::accept(changed)) CHECK(find_json_mistake(changed));
      CHECK(find_json_mistake(good.substr(0, at)).has_value());
    }
  }
}
