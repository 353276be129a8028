// Which pattern of wrong values is told, when several cases of a task are wrong.
#include "diagnosis/hypotheses.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

Cause known(const char* meaning) { return because("values.known", {{"meaning", meaning}}); }

/// An output of which `holds` is true, and in which these mistakes would have left other values.
Reading reading(Causes holds, const Causes& refuted = {}, const char* array = "x") {
  Reading made{array, because("value.first"), std::move(holds), {}};
  for (const Cause& cause : refuted) made.refuted.insert(mistake_name(cause));
  return made;
}

/// The wrong cases of a task, each with what it is told.
struct Cases {
  std::vector<std::vector<Reading>> readings;
  std::vector<bool> hidden = {};

  std::vector<Causes> explained() const {
    std::vector<Causes> details;
    for (const auto& each : readings) {
      details.emplace_back();
      for (const Reading& r : each)
        for (const Cause& cause : explain_alone(r)) details.back().push_back(cause);
    }
    std::vector<WrongCase> wrong;
    for (std::size_t i = 0; i < readings.size(); ++i)
      wrong.push_back({details[i], readings[i], i < hidden.size() && hidden[i]});
    choose_explanations(wrong);
    return details;
  }

  /// The ids of the patterns; for what is known its meaning.
  std::vector<std::string> patterns() const {
    std::vector<std::string> ids;
    for (const Causes& detail : explained()) {
      const Cause& main_cause = find_main_cause(detail);
      ids.push_back(main_cause.id == "values.known" ? main_cause.fact("meaning") : main_cause.id);
    }
    return ids;
  }
};

using Ids = std::vector<std::string>;

const Cause last = known("without the last term"), down = known("rounded down");
const Cause tail = because("values.tail"), grid = because("grid.missing-tail"),
            nan_there = because("values.not-finite");

}  // namespace

TEST_CASE("one case alone is told what says most") {
  CHECK(explain_alone(reading({last, down})) == Causes{because("value.first"), last});
  CHECK(explain_alone(reading({nan_there, down})).back() == down);
  CHECK(explain_alone(reading({tail})).back() == tail);
  CHECK(explain_alone(reading({})) == Causes{because("value.first")});
}

TEST_CASE("of several explanations the one is told that explains most cases") {
  const Cases cases{
      {{reading({last, down})}, {reading({down}, {last})}, {reading({down}, {last})}}};
  CHECK(cases.patterns() == Ids{"rounded down", "rounded down", "rounded down"});
}

TEST_CASE("an explanation that another case contradicts is not told") {
  const Cases cases{
      {{reading({last, tail})}, {reading({}, {last})}, {reading({nan_there}, {last})}}};
  CHECK(cases.patterns() == Ids{"values.tail", "value.first", "values.not-finite"});
  // Nothing is told in its place where nothing else is seen.
  CHECK(Cases{{{reading({last})}, {reading({}, {last})}, {reading({}, {last})}}}.explained()[0] ==
        Causes{because("value.first")});
}

TEST_CASE("a case that cannot tell speaks neither for an explanation nor against it") {
  const Cases cases{{{reading({last})}, {reading({tail})}, {reading({tail})}}};
  CHECK(cases.patterns() == Ids{"without the last term", "values.tail", "values.tail"});
}

TEST_CASE("blocks are called missing only where what was written is right") {
  const Reading rows = reading({grid, tail});
  const Reading nothing = reading({because("values.untouched")});
  CHECK(Cases{{{rows}, {nothing}}}.patterns() == Ids{"grid.missing-tail", "values.untouched"});
  const Reading other = reading({nan_there}, {grid});
  CHECK(Cases{{{rows}, {other}, {other}}}.patterns() ==
        Ids{"values.tail", "values.not-finite", "values.not-finite"});
}

TEST_CASE("what explains all wrong cases says how many these are") {
  const Cases both{{{reading({down})}, {reading({down})}}};
  CHECK(both.explained()[0].back().fact("all") == "2");
  const Cases most{{{reading({down})}, {reading({down})}, {reading({tail})}}};
  CHECK(most.explained()[1].back() == down);
  CHECK(Cases{{{reading({down})}}}.explained()[0].back() == down);
}

TEST_CASE("one mistake has other numbers in every case") {
  const auto rounded = [](const char* meaning) {
    return because("values.known", {{"meaning", meaning}, {"mistake", "rounded down"}});
  };
  const Cases cases{{{reading({last, rounded("3 terms less")})},
                     {reading({rounded("1 term less")}, {last})},
                     {reading({rounded("2 terms less")}, {last})}}};
  CHECK(cases.patterns() == Ids{"3 terms less", "1 term less", "2 terms less"});
}

TEST_CASE("an explanation that leaves nothing needs a case in which something is left") {
  Reading nothing_left = reading({down});
  nothing_left.leave_nothing = {mistake_name(down)};
  CHECK(explain_alone(nothing_left) == Causes{because("value.first")});
  CHECK(Cases{{{nothing_left}, {nothing_left}}}.patterns() == Ids{"value.first", "value.first"});
  CHECK(Cases{{{nothing_left}, {reading({down})}}}.patterns() ==
        Ids{"rounded down", "rounded down"});
}

TEST_CASE("each output has its own explanations") {
  const Reading x = reading({down}), y = reading({last}, {down}, "y");
  const Causes explained = Cases{{{x, y}, {x, y}}}.explained()[0];
  REQUIRE(explained.size() == 4);
  CHECK(explained[1].fact("meaning") == "rounded down");
  CHECK(explained[3].fact("meaning") == "without the last term");
}

TEST_CASE("what a visible case is told does not depend on hidden ones") {
  const Cases cases{{{reading({last, tail})}, {reading({}, {last})}, {reading({}, {last})}},
                    {false, true, true}};
  CHECK(cases.explained()[0].back() == last);
  // In hidden cases all count.
  const Cases other{{{reading({last, tail})}, {reading({}, {last})}, {reading({}, {last})}},
                    {true, false, false}};
  CHECK(other.explained()[0].back() == tail);
}
