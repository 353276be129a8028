#include "import/roster.h"

#include "base/fault.h"
#include "tests/catch.h"
#include "tests/import_samples.h"

using namespace warpgrade;

namespace {

Roster roster(const std::string& csv) {
  const Submissions in;
  in.write("class.csv", csv);
  return Roster(in.in / "class.csv");
}

/// The id that is found, or why none is.
std::string found(const Roster& roster, const std::string& id, const std::string& name = "",
                  const std::string& email = "") {
  Student who;
  who.id = id;
  who.name = name;
  who.email = email;
  const RosterMatch match = roster.find(who);
  return match.student == nullptr ? match.why_none("the roster") : match.student->id;
}

}  // namespace

TEST_CASE("CSV: quotes, line ends, a byte order mark, semicolons") {
  const auto rows = parse_csv(
      "\xEF\xBB\xBF"
      "a;b\r\n\"x;\"\"y\"\"\r\nz\";2\r\n\r\n;3",
      "f");
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].cells == std::vector<std::string>{"a", "b"});
  CHECK(rows[1].cells == std::vector<std::string>{"x;\"y\"\r\nz", "2"});
  CHECK(rows[2].cells == std::vector<std::string>{"", "3"});
  CHECK(rows[2].line == 5);
  CHECK_THROWS_AS(parse_csv("a,b\n\"x", "f"), UsageError);
  CHECK(parse_csv("", "f").empty());
}

TEST_CASE("columns of a roster are known by their names, in any order") {
  const Roster class_ = roster(
      "Section,E-mail,Surname,Given name,Student number\r\n"
      "A,ada@x.edu,Lovelace,Ada,0042\r\n,,,,\r\n");
  REQUIRE(class_.students().size() == 1);
  const Student& ada = class_.students().front();
  CHECK(ada.id == "0042");
  CHECK(ada.name == "Ada Lovelace");
  CHECK(ada.email == "ada@x.edu");
  CHECK(ada.section == "A");
}

TEST_CASE("a student is found by id, login, address or name, or not at all") {
  const Roster class_ = roster(
      "ID,SIS User ID,Login,Name,Email\n"
      "1,S-1,al,\"Lovelace, Ada M.\",ada@x.edu\n"
      "2,S-2,bb,Bob Bee,bob@x.edu\n"
      "3,S-3,cc,Bob Bee,cob@x.edu\n");
  CHECK(found(class_, "1") == "1");
  CHECK(found(class_, "s-2") == "2");
  CHECK(found(class_, "BB") == "2");
  CHECK(found(class_, "999", "", "COB@x.edu") == "3");
  CHECK(found(class_, "cob") == "3");
  CHECK(found(class_, "999", "lovelaceadam") == "1");
  CHECK(found(class_, "Ada M. Lovelace") == "1");
  CHECK(found(class_, "9", "Bob Bee") == "may be any of these in the roster: 2 3");
  CHECK(found(class_, "9") == "is not in the roster");
}

TEST_CASE("a roster that cannot be used says why") {
  CHECK_THROWS_AS(roster("colour,size\nred,1\n"), UsageError);
  CHECK_THROWS_AS(roster(""), UsageError);
  CHECK_THROWS_AS(roster("id,name\n1,Ada\n1,Bob\n"), UsageError);
  CHECK(roster("id,name,section\n1,Ada,A\n1,Ada,B\n").students().front().section == "A, B");
  CHECK_THROWS_AS(Roster("/nowhere/class.csv"), UsageError);
}
