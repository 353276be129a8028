// What is said of a lab's and a course's files that do not fit their schemas.
#include "base/json/schema_mistakes.h"

#include <fstream>
#include <set>

#include "base/json/schema.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using nlohmann::json;

namespace {

json load_schema(const std::string& file) {
  return json::parse(std::ifstream("labs/" + file + ".schema.json"));
}

/// All mistakes, "PLACE: WHAT" each, in one text.
std::string mistakes(const std::string& file, const json& document) {
  std::string text;
  for (const SchemaMistake& m : schema_errors(document, load_schema(file)))
    text += (text.empty() ? "" : "\n") + m.place + ": " + m.what;
  return text;
}

std::string in_course(const char* key, const json& value) {
  json course = {{"title", "t"}, {"labs", {{"dot", json::object()}}}};
  course[key] = value;
  return mistakes("course", course);
}

std::string in_lab(const char* pointer, const json& value) {
  json lab = json::parse(std::ifstream("labs/dot/lab.json"));
  lab[json::json_pointer(pointer)] = value;
  return mistakes("lab", lab);
}

void collect_keywords(const json& schema, std::set<std::string>& all) {
  if (!schema.is_object()) return;
  for (const auto& [key, value] : schema.items()) {
    all.insert(key);
    const bool named = key == "properties" || key == "definitions";
    if (value.is_array())
      for (const json& one : value) collect_keywords(one, all);
    else if (named)
      for (const json& one : value) collect_keywords(one, all);
    else
      collect_keywords(value, all);
  }
}

}  // namespace

TEST_CASE("a value of the wrong type is reported with the remedy") {
  CHECK(in_lab("/tasks/0/points", "many") ==
        "/tasks/0/points: \"many\" is text; write a number from 0 to 100000");
  CHECK(in_lab("/tasks/0/points", "13") ==
        "/tasks/0/points: \"13\" is text; write 13 without quotes");
  CHECK(in_lab("/tasks/0/points", nullptr) ==
        "/tasks/0/points: null is not allowed; write a number from 0 to 100000");
  CHECK(in_lab("/cases/0/check", "false") ==
        "/cases/0/check: \"false\" is text; write false without quotes");
  CHECK(in_lab("/cases/0/sizes/n", 1e6) ==
        "/cases/0/sizes/n: 1000000.0 is not a whole number; write 1000000");
  CHECK(in_lab("/forbid", "cublas") == "/forbid: \"cublas\" is text; write a list: [\"cublas\"]");
  CHECK(in_lab("/tolerance", 2) == "/tolerance: 2 is a number; write an object, {…}");
  CHECK(in_lab("/title", 7) == "/title: 7 is a number; write \"7\"");
}

TEST_CASE("a value out of range is reported with the allowed values") {
  CHECK(in_lab("/tasks/0/points", -3) ==
        "/tasks/0/points: -3 is out of range; write a number from 0 to 100000");
  CHECK(in_lab("/cases/0/sizes/n", -5) ==
        "/cases/0/sizes/n: -5 is out of range; write a whole number from 0 to 2147483647");
  CHECK(in_lab("/tolerance/c", 0) == "/tolerance/c: 0 is out of range; write a number above 0");
  CHECK(in_lab("/memory", "devise") ==
        "/memory: \"devise\" is not known here; did you mean "
        "\"device\"? Write one of \"device\" or \"host\"");
  CHECK(in_lab("/on_finding", "lose everything") ==
        "/on_finding: \"lose everything\" is not known here; write one of \"limit races\", "
        "\"check points\" or \"fail\"");
  CHECK(in_lab("/tasks", json::array()) == "/tasks: the list has 0 elements; write 1 or more");
  CHECK(in_lab("/tasks/0/entry", "dot mutex") ==
        "/tasks/0/entry: \"dot mutex\" is not a C++ name; write a C++ name: letters, digits and _");
}

TEST_CASE("an unknown key is reported with the nearest key or all keys") {
  json lab = json::parse(std::ifstream("labs/dot/lab.json"));
  lab["tasks"][0]["pionts"] = lab["tasks"][0]["points"];
  lab["tasks"][0].erase("points");
  CHECK(mistakes("lab", lab) == "/tasks/0: there is no key \"pionts\"; did you mean \"points\"?");
  CHECK(in_course("holidays", json::object())
            .find(": there is no key \"holidays\"; the keys are a") == 0);
}

TEST_CASE("a missing key is reported with the remedy") {
  json lab = json::parse(std::ifstream("labs/dot/lab.json"));
  lab.erase("title");
  lab["cases"][0].erase("input");
  CHECK(mistakes("lab", lab) ==
        "/cases/0: a key is missing; write \"input\" and \"sizes\", or \"data\"\n"
        ": the key \"title\" is missing; write \"title\": text in double quotes");
  CHECK(in_lab("/cases/0/data", "a.txt") ==
        "/cases/0: keys exclude each other; write either \"input\" and \"sizes\", or \"data\"");
}

TEST_CASE("wrong amounts and times are reported with an example") {
  CHECK(in_course("late_penalty", 10) ==
        "/late_penalty: 10 is not an amount; write \"10\" "
        "(points) or \"10%\" (of the lab's points)");
  CHECK(in_course("labs", {{"dot", {{"due", 20260301}}}}) ==
        "/labs/dot/due: 20260301 is not a time; write \"2026-03-01T23:59\"");
}

TEST_CASE("a mistake in one alternative is reported precisely") {
  json bench = json::parse(std::ifstream("labs/dot/bench.json"));
  bench["figures"][0]["y"] = {{"unit", "GB/s"}, {"of", "bytes"}, {"scale", 1}};
  CHECK(mistakes("bench", bench) ==
        "/figures/0/y/of: \"bytes\" is text; write a list: [\"bytes\"]");
  bench["figures"][0]["y"] = "time";
  CHECK(mistakes("bench", bench).find("/figures/0/y: \"time\" is text; write one of \"rate\"") ==
        0);
}

TEST_CASE("every keyword of the schemas in labs/ is supported") {
  const std::set<std::string> known = {"$ref",
                                       "$schema",
                                       "additionalProperties",
                                       "const",
                                       "default",
                                       "definitions",
                                       "deprecated",
                                       "description",
                                       "enum",
                                       "exclusiveMinimum",
                                       "items",
                                       "maximum",
                                       "maxItems",
                                       "maxLength",
                                       "minimum",
                                       "minItems",
                                       "minLength",
                                       "minProperties",
                                       "noun",
                                       "oneOf",
                                       "pattern",
                                       "properties",
                                       "required",
                                       "title",
                                       "type",
                                       "uniqueItems",
                                       "write"};
  std::set<std::string> used;
  for (const char* file : {"bench", "course", "lab", "variants"})
    collect_keywords(load_schema(file), used);
  for (const std::string& keyword : used) {
    INFO(keyword);
    CHECK(known.count(keyword) == 1);
  }
}
