// Which proposals are tried together.
#include "trials/combinations.h"

#include "tests/unit/catch.h"

using namespace warpgrade;
using remedy::Proposal;

namespace {

Proposal proposal(const std::string& id, const std::string& code, bool compiled = true) {
  Proposal made;
  made.remedy.id = id;
  made.remedy.code = code;
  if (compiled) made.insertions.push_back({});
  return made;
}

using Sets = std::vector<std::vector<std::size_t>>;

TEST_CASE("Proposals for findings come first, then pairs of equal ones, then the others") {
  const std::vector<Proposal> all = {
      proposal("statement.after", "__syncthreads();"), proposal("expression.instead", "i + 1"),
      proposal("loop.end", "__syncthreads();"),        proposal("statement.after", "__syncwarp();"),
      proposal("expression.instead", "n", false),      proposal("expression.instead", "m")};
  CHECK(singles_and_pairs(all, 4, {}, false) == Sets{{0}, {1}, {2}, {3}, {0, 2}, {5}});
  CHECK(singles_and_pairs(all, 4, {0}, true) == Sets{{5}, {1}, {2}, {3}});
}

TEST_CASE("A mistake that is seen in the source is tried beside each other change, in the end") {
  std::vector<Proposal> all = {proposal("guard", "a"), proposal("expression.instead", "b"),
                               proposal("expression.instead", "c")};
  all[1].remedy.cause.id = "code.read-twice";
  CHECK(singles_and_pairs(all, 1, {}, false) == Sets{{0}, {1}, {2}, {0, 1}, {1, 2}});
  CHECK(singles_and_pairs(all, 1, {1}, false) == Sets{{0}, {2}});
  // What is seen in many places is this program's way.
  all.resize(8, all[1]);
  CHECK(singles_and_pairs(all, 1, {}, false).size() == all.size());
}

TEST_CASE("Two mistakes are mended by one change for each finding") {
  const Failures there = {"case 1", "race a.cu:1", "race a.cu:2"};
  const std::vector<Tried> made = {{{0}, {"case 1", "race a.cu:2"}},
                                   {{1}, {"case 1", "race a.cu:1"}},
                                   {{2}, {"case 1", "oob a.cu:3"}}};  // both go, a new one comes
  CHECK(one_for_each_finding(made, there, true) == std::vector<std::size_t>{0, 1});
  CHECK(one_for_each_finding({made[0]}, there, true).empty());
  CHECK(one_for_each_finding({made[0]}, there, false) == std::vector<std::size_t>{0});
}

TEST_CASE("Changes are joined if each is right where the other is wrong") {
  const Tried a{{0}, {"case 1"}}, b{{0, 2}, {"case 2"}}, c{{3}, {"case 1", "case 2"}};
  CHECK(are_complementary(a, b));
  CHECK_FALSE(are_complementary(a, c));
  CHECK(joined(a, b) == std::vector<std::size_t>{0, 2});
}

TEST_CASE("A change helps if it leaves only another mistake") {
  const Failures before = {"case 1", "case 2", "case 3", "race a.cu:1"};
  CHECK(helps(before, {}));
  CHECK(helps(before, {"case 1"}));
  CHECK(helps(before, {"race a.cu:1"}));
  CHECK_FALSE(helps(before, {"case 1", "case 2"}));
  CHECK_FALSE(helps(before, {"case 1", "race a.cu:1"}));
  CHECK_FALSE(helps(before, {"race a.cu:2"}));
  CHECK_FALSE(helps(before, {stopped}));
}

TEST_CASE("A change that puts a barrier where only some threads arrive is no fix") {
  Finding advice;
  advice.kind = "barrier";
  advice.level = "advice";
  advice.file = "a.cu";
  advice.line = 7;
  advice.cause.id = "barrier.after-return";
  CHECK(makes_no_fix(advice, {"race a.cu:7", "barrier a.cu:3"}));
  CHECK_FALSE(makes_no_fix(advice, {"barrier a.cu:7"}));  // the student's own barrier
  advice.cause.id = "cost.column";
  CHECK_FALSE(makes_no_fix(advice, {}));
}

}  // namespace
