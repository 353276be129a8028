// The words for causes of cases and tasks.
#include <set>

#include "causes/wording.h"
#include "report/document/case_groups.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

Fact text(const char* name, const std::string& value) { return {name, value}; }

/// Every fact that a template names, with some number as its value.
Cause with_all_facts(const Wording& wording) {
  Cause cause{wording.id, {}};
  const std::string_view words = wording.words;
  for (std::size_t at = 0; (at = words.find('{', at)) != words.npos; ++at) {
    const bool nested = words[at + 1] == '*';
    const std::size_t name = at + 1 + nested;
    cause.facts[std::string(words.substr(name, words.find_first_of(":?+|-}", name) - name))] =
        nested ? "what.zero" : "7";
  }
  return cause;
}

}  // namespace

TEST_CASE("every cause has a sentence of its own, and no id stands twice") {
  std::set<std::string> ids, sentences;
  for (const auto* some : {&case_wordings(), &task_wordings(), &code_wordings()})
    for (const Wording& wording : *some) {
      CAPTURE(wording.id);
      CHECK(ids.insert(wording.id).second);
      const std::string words = describe(with_all_facts(wording));
      CHECK(words.find_first_of("{}") == std::string::npos);
      CHECK_FALSE(words.empty());
      if (words != "7") CHECK(sentences.insert(words).second);
    }
}

TEST_CASE("words follow the numbers, and what is not known is left out") {
  const auto tail = [](int count, int from) {
    return describe(
        because("grid.missing-tail",
                {text("axis", "row"), {"count", count}, {"from", from}, {"of", from + count}}));
  };
  CHECK(tail(1, 32).find("The last row (from row 32 of 33) was never written") == 0);
  CHECK(tail(3, 32).find("The last 3 rows (from row 32 of 35) were never written") == 0);
  const Cause error = because("cuda.error", {text("error", "cudaErrorX"), text("text", "why")});
  CHECK(describe(error) == "cudaErrorX: why.");
  Cause placed = error;
  placed.facts["place"] = "a.cu:3";
  CHECK(describe(placed) == "cudaErrorX at a.cu:3: why.");
  CHECK(describe(because("library.loaded", {text("what", "dlopen")})).find("the compiled code") ==
        0);
}

TEST_CASE("a fact is no template") { CHECK(describe(as_text("{axis} [{of}]")) == "{axis} [{of}]"); }

TEST_CASE("causes stand on lines of their own, but for what goes on with a sentence") {
  CHECK(describe(Causes{because("speed.timed-call"), because("crash.unknown"),
                        because("launch.nothing-to-do"), because("values.zeros")}) ==
        "in a timed call: the program ended. In this case there is nothing to compute, and a "
        "launch with an empty grid is an error: return before it.\nAll wrong elements are 0.");
  CHECK(describe(Causes{}).empty());
}

TEST_CASE("the gist is the pattern, not the one value before it or what leads to it") {
  const Cause value = because("value.first"), zeros = because("values.zeros"),
              remark = because("reference.remark", {text("text", "largest residual 2")});
  CHECK(find_main_cause({value, zeros, remark}) == zeros);
  CHECK(find_main_cause({value, remark}) == value);
  CHECK(find_main_cause({because("speed.timed-call"), value, zeros}) == zeros);
  CHECK(find_main_cause({because("state.kept-between-calls"), value}).id ==
        "state.kept-between-calls");
  CHECK_FALSE(find_main_cause({}).known());
}

TEST_CASE("a mistake is the same with other numbers, arrays and places") {
  const auto tail = [](const char* axis, int count) {
    return because("grid.missing-tail", {text("axis", axis), {"count", count}});
  };
  CHECK(cause_key(tail("row", 1)) == cause_key(tail("row", 8)));
  CHECK(cause_key(tail("row", 1)) != cause_key(tail("column", 1)));
  const auto error = [](const char* name, const char* place) {
    return because("cuda.error", {text("error", name), text("place", place)});
  };
  CHECK(cause_key(error("cudaErrorIllegalAddress", "a.cu:1")) ==
        cause_key(error("cudaErrorIllegalAddress", "b.cu:9")));
  CHECK(cause_key(error("cudaErrorIllegalAddress", "")) != cause_key(error("cudaErrorAssert", "")));
  CHECK(cause_key(because("value.first")) == cause_key(because("value.all")));
  // Of a grade of before there is nothing but its text.
  CHECK(cause_key(as_text("one").front()) != cause_key(as_text("two").front()));
}

TEST_CASE("cases are grouped by what they are told, whatever the words for it") {
  TaskResult task;
  for (const char* id : {"values.zeros", "crash.unknown", "values.zeros"}) {
    CaseResult c;
    c.name = std::to_string(task.cases.size());
    c.verdict = Verdict::wrong;
    c.detail = {because(id)};
    task.cases.push_back(c);
  }
  const auto groups = failing_groups(task);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].names == std::vector<std::string>{"0", "2"});
}

TEST_CASE("for a test the words can be the ids") {
  const Cause cause = because("values.zeros");
  print_ids_only(true);
  const std::string id = describe(cause);
  print_ids_only(false);
  CHECK(id == "values.zeros");
  CHECK(describe(cause) != id);
}
