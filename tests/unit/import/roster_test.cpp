#include "import/roster.h"

#include "base/fault.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/import_samples.h"

using namespace warpgrade;

namespace {

Roster roster(const std::string& csv) {
  const Submissions in;
  in.write("class.csv", csv);
  return Roster(in.in / "class.csv");
}

/// The id that was found, or why there is none.
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
  const auto excel = parse_csv("sep=;\r\na,b;c\r\n1;2\r\n", "f");
  REQUIRE(excel.size() == 2);
  CHECK(excel[0].cells == std::vector<std::string>{"a,b", "c"});
  CHECK(excel[1].line == 3);
}

TEST_CASE("columns of a roster are recognized by their titles, in any order") {
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
  CHECK(found(class_, "9", "Bob Bee") ==
        "may be any of these in the roster: 2 (Bob Bee), 3 (Bob Bee)");
  CHECK(found(class_, "9") == "is not in the roster");
}

TEST_CASE("contradictory evidence matches nobody, and all candidates are named") {
  const Roster class_ = roster(
      "ID,Name,Login,Email\n"
      "1001,Ada Lovelace,alove,ada@x.edu\n"
      "1002,Bob O'Brien,bobrien,bob@x.edu\n"
      "1003,Dan Ng,dng,dan@x.edu\n"
      "1004,Dan Ng,dng2,ng@x.edu\n"
      "1005,,eve,eve@x.edu\n");
  // A mistyped id with a name and an address of somebody else.
  CHECK(found(class_, "1001", "Bob O'Brien", "bob@x.edu") ==
        "is contradictory: id 1001 fits 1001 (Ada Lovelace), e-mail address bob@x.edu and "
        "name Bob O'Brien fit 1002 (Bob O'Brien)");
  CHECK_THAT(found(class_, "1001", "Bob O\u2019Brien"), Catch::StartsWith("is contradictory"));
  CHECK_THAT(found(class_, "", "Ada Lovelace", "bob@x.edu"), Catch::StartsWith("is contradictory"));
  CHECK_THAT(found(class_, "", "Ada Lovelace", "bob@gmail.com"),
             Catch::StartsWith("is contradictory"));
  CHECK_THAT(found(class_, "1001", "Dan Ng"), Catch::Contains("1003 (Dan Ng) or 1004 (Dan Ng)"));
  // Evidence of an unknown person, but not of the id's owner.
  CHECK(found(class_, "1001", "Zed Zebra", "zed@x.edu") ==
        "is contradictory: id 1001 fits 1001 (Ada Lovelace), but not the name Zed Zebra");
  CHECK_THAT(found(class_, "1001", "group3"), Catch::Contains("but not the name group3"));
  CHECK_THAT(found(class_, "1005", "", "zed@x.edu"), Catch::Contains("but not the e-mail address"));
  // Evidence that agrees, or fits nobody else, is accepted.
  CHECK(found(class_, "1001", "Ada L.", "ada@gmail.com") == "1001");
  CHECK(found(class_, "1001", "Countess", "ada@x.edu") == "1001");
  CHECK(found(class_, "", "Countess", "ada@x.edu") == "1001");
  CHECK(found(class_, "1005", "", "cool99@gmail.com") == "1005");
  // A namesake who dropped: id and address fit nobody. A name alone, or another school, may do.
  CHECK(found(class_, "2001", "Ada Lovelace", "ada2@x.edu") ==
        "is contradictory: name Ada Lovelace fits 1001 (Ada Lovelace), but neither the id 2001 nor "
        "the e-mail address ada2@x.edu");
  CHECK(found(class_, "2001", "Ada Lovelace") == "1001");
  CHECK(found(class_, "2001", "Ada Lovelace", "al@gmail.com") == "1001");
  // One piece of evidence decides between the matches of another.
  CHECK(found(class_, "", "Dan Ng", "ng@x.edu") == "1004");
  CHECK(found(class_, "dng", "Dan Ng") == "1003");
  CHECK(found(class_, "90001", "obrienbob") == "1002");
  CHECK(found(roster("ID,Name\n7,Dan Ng\n"), "90004", "ngdan") == "7");
}

TEST_CASE("the number of a team in a file name is not an id") {
  const Roster class_ = roster("ID,Login\n1,ada\n2,77\n");
  const auto by_login = [&](const std::string& login) {
    Student who;
    who.id = who.login = login;
    return class_.find(who).student;
  };
  CHECK(by_login("1") == nullptr);
  CHECK(by_login("team-1") == nullptr);
  CHECK(by_login("77") == &class_.students()[1]);
  CHECK(by_login("ada") == &class_.students()[0]);
  // A folder's name alone, in a class whose groups have such names.
  const Roster groups = roster("ID,Name,Group\n1,Ada L,2\n2,Bob B,2\n3,Eve E,7\n");
  CHECK_THAT(found(groups, "2"),
             Catch::StartsWith("is contradictory: id 2 fits 2 (Bob B), but it is also"));
  const Roster teams = roster("ID,Name,Team\n7,Ada L,3\n9,Bob B,7\n");
  CHECK_THAT(found(teams, "7"), Catch::StartsWith("is contradictory"));
  CHECK(found(teams, "9") == "9");
  CHECK(found(groups, "3") == "3");
  CHECK(found(groups, "2", "Bob B") == "2");
}

TEST_CASE("names are compared by Unicode's case folding, composed or not") {
  const Roster class_ = roster(
      "ID,Name\n1,\"Größe, Lü\"\n2,Eve Ōta\n3,Ζωή Παππά\n4,Jo O'Neil\n5,\u00c7elik \u0130pek\n");
  CHECK(found(class_, "", "LÜ GRÖSSE") == "1");
  CHECK(found(class_, "", "Lu\u0308 Gro\u0308\u00dfe") == "1");
  CHECK(found(class_, "eve o\u0304ta") == "2");
  CHECK(found(class_, "", "ΖΩΉ ΠΑΠΠΆ") == "3");
  CHECK(found(class_, "", "jo o\u2019neil") == "4");
  CHECK(found(class_, "", "\u0130pek \u00e7elik") == "5");
}

TEST_CASE("a name in two scripts, or with a remark in parentheses, fits by each part") {
  const Roster in = roster(
      "ID,Name\n77,李明 (Ming Li)\n78,\"Lovelace, Ada (she/her)\"\n79,Иван Ivan Petrov\n80,Dan Ng "
      "(A)\n81,Dan Ng\n82,Bob Ray (Group 1)\n83,Wei Zhang\n84,王 Eve\n");
  for (const char* name : {"李明", "Ming Li", "li, ming", "李明 (Ming Li)", "李明 Ming Li"})
    CHECK(found(in, name) == "77");
  CHECK(found(in, "Ada Lovelace") == "78");
  CHECK(found(in, "Ivan Petrov") == "79");
  CHECK(found(in, "иван") == "79");
  CHECK(found(in, "Dan Ng") == "81");  // the whole name
  CHECK(found(in, "张伟 (Wei Zhang)") == "83");
  CHECK(found(in, "x", "张伟（Wei Zhang）") == "83");
  for (const char* nobody : {"she/her", "Group 1", "A", "Bob Ray", "Wei Zhang (1)", "Eve", "王"})
    CHECK_THAT(found(in, nobody), Catch::StartsWith("is not in the roster"));
}

TEST_CASE("nobody is credited for a similar id or name, but it is named") {
  const Roster in = roster("ID,Name\n12345,Ada Lovelace\n0077,Cleo Díaz\n");
  CHECK(found(in, "0012345") == "is not in the roster; similar: 12345 (Ada Lovelace)");
  CHECK(found(in, "77") == "is not in the roster; similar: 0077 (Cleo Díaz)");
  CHECK(found(in, "Diaz, Cleo") == "is not in the roster; similar: 0077 (Cleo Díaz)");
  CHECK(found(in, "0") == "is not in the roster");
}

TEST_CASE("a spreadsheet's encoding is recognized, with a remark") {
  const Roster excel = roster(
      "ID;Login;Name\r\n1;ada;\xC4"
      "ce, Ada\r\n2;bob;B\xE9"
      "e \x80, Bob\r\n");
  CHECK_THAT(excel.remark(), Catch::Contains("class.csv is not UTF-8 and is read as Windows-1252"));
  CHECK(excel.students()[1].name == "B\u00e9e \u20ac, Bob");
  CHECK(found(excel, "\u00c4ce Ada") == "1");
  std::string utf16 = "\xFF\xFE";
  for (const char c : std::string("ID\tName\n1\tAda ")) utf16 += std::string(1, c) + '\0';
  utf16 += std::string("\x3D\xD8\x00\xDE", 4);  // U+1F600
  const Roster wide = roster(utf16);
  CHECK(wide.students()[0].name == "Ada \U0001F600");
  CHECK_THAT(wide.remark(), Catch::Contains("UTF-16"));
  CHECK(roster("ID,Name\n1,\u00c4ce\n").remark() == "");
  CHECK_THROWS_WITH(roster("PK\3\4xlsx"), Catch::Contains("is a spreadsheet"));
}

TEST_CASE("columns in other languages are recognized by their contents") {
  const Roster named = roster(
      "ID,\"Vollständiger Name\",ID-Nummer,E-Mail-Adresse,Status,Bewertung,Bestwertung\n"
      "Teilnehmer/in41001,\"Ada Lovelace\",0042001,ada@x.example,\"Zur Bewertung abgegeben - "
      "\",,\"100,00\"\n"
      "Teilnehmer/in41002,\"Bob Bee\",0042002,bob@x.example,\"Zur Bewertung abgegeben - "
      "\",,\"100,00\"\n");
  CHECK(found(named, "Participant 41001", "Ada Lovelace") == "Teilnehmer/in41001");
  CHECK(found(named, "0042002") == "Teilnehmer/in41002");
  CHECK(found(named, "", "", "bob@x.example") == "Teilnehmer/in41002");
  CHECK(named.students()[0].name == "Ada Lovelace");
  CHECK_THAT(found(named, "Participant 41001", "Bob Bee"), Catch::StartsWith("is contradictory"));

  const Roster blind = roster(
      "Identifiant,Statut,Note\nParticipant41001,Remis pour évaluation - ,\nParticipant41002,Aucun "
      "travail - ,\n");
  CHECK(found(blind, "Participant 41002", "Participant") == "Participant41002");
  CHECK(found(blind, "Participant 41003") == "is not in the roster");
  const Roster registrar = roster("ID,Name\nS-12,Bob Bee\nS-13,Ada Lovelace\n");
  CHECK(found(registrar, "Participant 12", "Ada Lovelace") == "S-13");

  const Roster spanish = roster(
      "N\u00famero de matr\u00edcula;Alumno;Correo electr\u00f3nico\n104001;Cleo "
      "D\u00edaz;cleo@x.example\n104002;Eve Sol;eve@x.example\n");
  CHECK(spanish.students()[0].id == "104001");
  CHECK(found(spanish, "x", "D\u00cdAZ, CLEO") == "104001");

  const Roster polish =
      roster("Imi\u0119;Nazwisko;Nr albumu\nAda;Lovelace;204001\nBob;Bee;204002\n");
  CHECK(found(polish, "", "Bee Bob") == "204002");
  // Points are not ids, and unrecognized columns are an error.
  CHECK_THROWS_AS(roster("Rot;Gr\u00fcn\n85;1\n90;2\n"), UsageError);
}

TEST_CASE("an unusable roster is an error") {
  CHECK_THROWS_AS(roster("colour,size\nred,1\n"), UsageError);
  CHECK_THROWS_AS(roster(""), UsageError);
  CHECK_THROWS_AS(roster("id,name\n1,Ada\n1,Bob\n"), UsageError);
  CHECK(roster("id,name,section\n1,Ada,A\n1,Ada,B\n").students().front().section == "A, B");
  CHECK_THROWS_AS(Roster("/nowhere/class.csv"), UsageError);
  CHECK_THROWS_AS(Roster("/tmp"), UsageError);
  CHECK_THROWS_WITH(roster("1001,Ada,ada@x.edu\n1002,Bob,bob@x.edu\n"),
                    Catch::Contains("first line") && Catch::Contains("is a student's"));
}

TEST_CASE("a further line of a student adds what is missing, but no second team") {
  const Roster class_ = roster("id,name,login,team\n1,Ada,,\n1,Ada,alove,red\n");
  CHECK(found(class_, "alove") == "1");
  CHECK(class_.students().front().team == "red");
  CHECK_THROWS_WITH(roster("id,name,team\n1,Ada,red\n1,Ada,blue\n"),
                    Catch::Contains(":3: 1 (Ada) is in two teams: red and blue"));
}

TEST_CASE("a placeholder is no team, and a team needs letters or digits") {
  const Roster class_ = roster("id,name,team\n1,Ada,-\n2,Bob,\u2014\n3,Cleo,N/A\n4,Di,red\n");
  Student who;
  CHECK(class_.team(who).empty());
  who.id = "n/a";
  CHECK(class_.team(who).empty());
  who.id = "Red";
  CHECK(class_.team(who).size() == 1);
  CHECK_THROWS_WITH(roster("id,name,team\n1,Ada,\u2605\n"), Catch::Contains(":2: the team"));
}

TEST_CASE("a name after a hyphen is a student's only after a group's name") {
  const Roster class_ = roster("id,name,team\n1,Marie Curie,Red Foxes\n");
  CHECK(found(class_, "9", "Anne-Marie Curie") == "is not in the roster");
  CHECK(found(class_, "9", "Group 3-Marie Curie") == "1");
  CHECK(found(class_, "9", "red foxes-Marie Curie") == "1");
}

TEST_CASE("blanks of every kind around ids and in names are blanks") {
  const Roster class_ = roster("id,name\n\u00a01001\u00a0,Ada\u3000Lovelace\n");
  CHECK(found(class_, "1001") == "1001");
  CHECK(found(class_, "", "Lovelace, Ada") == "1001");
}
