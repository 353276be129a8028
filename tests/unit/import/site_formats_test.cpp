// What course sites export.
#include "import/import.h"

#include "base/fault.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/import_samples.h"

using namespace warpgrade;

TEST_CASE("Autolab: address, version and file in one name") {
  const Submissions in;
  in.write("ada_l@uni.example_1_matmul.cu", "a1");
  in.write("ada_l@uni.example_10_matmul.cu", "a10");
  in.write("ada_l@uni.example_9_matmul.cu", "a9");
  in.write("bob@uni.example_2_handin.zip", Zip().add("matmul.cu", "b").bytes());
  in.write("readme", "r");
  const Imported got = in.import();
  CHECK(got.format == "autolab");
  CHECK(list(got) ==
        "ada_l@uni.example 1, ada_l@uni.example 2, ada_l@uni.example 3, "
        "bob@uni.example 1");
  CHECK(in.read("ada_l@uni.example/3/matmul.cu") == "a10");
  CHECK(in.read("bob@uni.example/1/matmul.cu") == "b");
  CHECK_THAT(unmatched(got), Catch::StartsWith("readme: is not named as Autolab"));
}

TEST_CASE("Canvas: names, late marks, files handed in again, anonymous students") {
  const Submissions in;
  Zip zip;
  zip.add("lovelaceada_101_9001_matmul.cu", "a").add("lovelaceada_101_9002_my_notes.txt", "n");
  zip.add("bob_LATE_102_9003_matmul-1.cu", "b").add("eve_103_9004_matmul.cu", "e0");
  zip.add("eve_103_9009_matmul-2.cu", "e2").add("anon_104_9010_matmul1.cu", "x");
  zip.add("readme", "r").add("fay_105_9011_Matmul.cu", "f0").add("fay_105_9012_matmul-1.cu", "f1");
  in.write("submissions.zip", zip.bytes());
  ImportRequest request = in.request();
  request.submissions /= "submissions.zip";
  const Imported got = import_submissions(request);
  CHECK(got.format == "canvas");
  CHECK(list(got) == "101 1, 102 1 late, 103 1, 103 2, 104 1, 105 1, 105 2");
  CHECK(got.attempts[0].student.name == "lovelaceada");
  CHECK(got.attempts[4].student.name == "");
  CHECK(in.read("101/1/my_notes.txt") == "n");
  CHECK(in.read("102/1/matmul.cu") == "b");
  CHECK(in.read("103/1/matmul.cu") == "e0");
  CHECK(in.read("103/2/matmul.cu") == "e2");
  CHECK_THAT(unmatched(got), Catch::StartsWith("readme: is not named as Canvas"));
}

TEST_CASE("Canvas: names with underscores, and a group's name") {
  const Submissions in;
  in.write("../class.csv", "Student,ID,Section\n\"van_dyke, Jan\",101,A\n\"Bee, Bob\",102,A\n");
  in.write("van_dykejan_101_9001_matmul.cu", "j");
  in.write("group3_LATE_102_9002_matmul.cu", "g");
  ImportRequest request = in.request();
  request.roster = in.top / "class.csv";
  const Imported got = import_submissions(request);
  CHECK(got.format == "canvas");
  CHECK(list(got) == "101 1");
  CHECK(unmatched(got) ==
        "group3_LATE_102_9002_matmul.cu: 102 (group3) is contradictory: id 102 fits 102 (Bee, "
        "Bob), but not the name group3\n");
}

TEST_CASE("Moodle: folders or files, blind marking, typed text left out") {
  const Submissions in;
  in.write("Ada Lovelace_12_assignsubmission_file_/matmul.cu", "a");
  in.write("Ada Lovelace_12_assignsubmission_onlinetext_/onlinetext.html", "t");
  in.write("Participant_13_assignsubmission_file_/sub/matmul.cu", "p");
  in.write("Bob B_14_assignsubmission_file_matmul.cu", "b");
  const Imported got = in.import();
  CHECK(got.format == "moodle");
  CHECK(list(got) == "Participant 12 1, Participant 13 1, Participant 14 1");
  CHECK(got.attempts[0].student.name == "Ada Lovelace");
  CHECK(got.attempts[1].student.name == "");
  CHECK(in.read("Participant_14/1/matmul.cu") == "b");
  CHECK(unmatched(got) == "");
}

TEST_CASE("Moodle: text alone is listed, and two students of one name keep it") {
  const Submissions in;
  in.write("Ada L_12_assignsubmission_onlinetext_/onlinetext.html", "t");
  in.write("Jan N_13_assignsubmission_file_/matmul.cu", "1");
  in.write("Jan N_14_assignsubmission_file_/matmul.cu", "2");
  const Imported got = in.import();
  CHECK_THAT(unusable(got), Catch::Contains("text typed into Moodle's page is not graded"));
  REQUIRE(list(got) == "Participant 13 1, Participant 14 1");
  CHECK(got.attempts[1].student.name == "Jan N");
}

TEST_CASE("Moodle: a name or file with another's number takes nothing from the other") {
  const Submissions in;
  in.write("Bob Bee_1235_assignsubmission_file_x_1234_assignsubmission_file_/matmul.cu", "a");
  in.write("Bob Bee_1235_assignsubmission_file_/matmul.cu", "b");
  in.write("Cy Cee_1236_assignsubmission_file_matmul.cu", "c");
  const std::string two = "Ada L_1234_assignsubmission_file_x_1236_assignsubmission_file_matmul.cu";
  in.write(two, "d");
  const Imported got = in.import();
  CHECK(list(got) == "Participant 1234 1, Participant 1235 1, Participant 1236 1");
  CHECK(in.read("Participant_1234/1/matmul.cu") == "a");
  CHECK(in.read("Participant_1235/1/matmul.cu") == "b");
  CHECK(in.read("Participant_1236/1/matmul.cu") == "c");
  CHECK(got.attempts[1].student.name == "Bob Bee");
  CHECK(unmatched(got) == two + ": has the numbers of two students in its name: it is nobody's\n");
}

TEST_CASE("Moodle: blind marking in another language, and groups before names") {
  const Submissions in;
  in.write(
      "../class.csv",
      "ID,Status,Bewertung\nTeilnehmer/in41001,Abgegeben - ,\nTeilnehmer/in41002,Abgegeben - ,\n");
  in.write("a/Teilnehmerin_41001_assignsubmission_file/matmul.cu", "1");
  in.write("a/Gruppe 7-Teilnehmerin_41002_assignsubmission_file/matmul.cu", "2");
  ImportRequest request = in.request();
  request.submissions /= "a";
  request.roster = in.top / "class.csv";
  const Imported blind = import_submissions(request);
  CHECK(list(blind) == "Teilnehmer/in41001 1, Teilnehmer/in41002 1");
  CHECK(unmatched(blind) == "");
  in.write("../class.csv", "ID,Name\n1,Ada L\n2,Bob B\n");
  in.write("b/Gruppe 1-Ada L_2_assignsubmission_file/matmul.cu", "a");
  in.write("b/Gruppe 1-Bob B_1_assignsubmission_file/matmul.cu", "b");
  request.submissions = in.in / "b";
  CHECK(list(import_submissions(request)) == "1 1, 2 1");
}

TEST_CASE("Gradescope: symbols as keys, groups, missing addresses and folders") {
  const Submissions in;
  const std::string top = "assignment_5_export/";
  in.write(top + "submission_metadata.yml", R"(---
submission_11:
  :submitters:
  - :name: Ada Lovelace
    :sid: '0042'
    :email: ada@x.edu
  - :name: Bob B
    :sid: ''
  :created_at: 2026-10-01 16:24:55.123456000 -07:00
  :score: 3.0
submission_12:
  :submitters:
  - :name: Eve
    :sid: "7"
    :email: eve@x.edu
  :created_at: 2026-10-02 08:00:00.000 Z
submission_13:
  :submitters: []
submission_14:
  :submitters:
  - :name: Gone
../submission_15:
  :submitters:
  - :name: Gone
)");
  in.write(top + "submission_11/matmul.cu", "a");
  in.write(top + "submission_12/matmul.cu", "e");
  in.write(top + "submission_13/matmul.cu", "?");
  in.write(top + "submission_99/matmul.cu", "?");
  in.write("../in/submission_15/matmul.cu", "?");
  ImportRequest request = in.request();
  request.submissions /= "assignment_5_export";
  const Imported got = import_submissions(request);
  CHECK(got.format == "gradescope");
  CHECK(list(got) == "0042 1, 7 1");
  CHECK(got.attempts[0].student.others == std::vector<std::string>{"Bob B"});
  CHECK(got.attempts[0].submitted_at == "2026-10-01T16:24:55-07:00");
  CHECK(got.attempts[1].submitted_at == "2026-10-02T08:00:00Z");
  CHECK(unmatched(got) ==
        "submission_13: submission_metadata.yml does not name its student\n"
        "submission_14: submission_metadata.yml lists it, but there is no folder\n"
        "../submission_15: submission_metadata.yml lists it, but there is no folder\n"
        "submission_99: submission_metadata.yml does not list it\n");
  in.write(top + "submission_metadata.yml", "[1, 2");
  CHECK_THROWS_AS(import_submissions(request), UsageError);
}

TEST_CASE("Gradescope: a group credits each of its known members once") {
  const Submissions in;
  in.write("../class.csv", "ID,Name,Team\n1,Ada L,\n2,Bob B,red\n3,Cy C,red\n");
  in.write("submission_metadata.yml", R"(---
submission_11:
  :submitters:
  - {:name: Ada L, :sid: '1', :email: ''}
  - {:name: Gone, :sid: '8', :email: ''}
  - {:name: Bob B, :sid: '2', :email: ''}
  - {:name: "L, Ada", :sid: '1', :email: ''}
)");
  in.write("submission_11/matmul.cu", "a");
  ImportRequest request = in.request();
  request.roster = in.top / "class.csv";
  const Imported got = import_submissions(request);
  REQUIRE(list(got) == "1 1");
  CHECK(got.attempts[0].student.others == std::vector<std::string>{"2"});
  CHECK_THAT(unmatched(got), Catch::Contains("8 (Gone) is not in the roster"));
}

TEST_CASE("Canvas: a team's file is on time if one of its copies is") {
  const Submissions in;
  in.write("../class.csv", "ID,Name,Team\n1,Ada,red\n2,Bob,red\n");
  in.write("ada_LATE_1_9001_matmul.cu", "m");
  in.write("bob_2_9002_matmul.cu", "m");
  ImportRequest request = in.request();
  request.roster = in.top / "class.csv";
  CHECK(list(import_submissions(request)) == "1 1");
}

TEST_CASE("Gradescope: attempts are in the order of their times, whatever the offset") {
  const Submissions in;
  in.write("submission_metadata.yml", R"(---
submission_11:
  :submitters:
  - {:name: Ada, :sid: '1'}
  :created_at: 2026-10-25 02:50:00 +02:00
submission_12:
  :submitters:
  - {:name: Ada, :sid: '1'}
  :created_at: 2026-10-25 02:10:00 +01:00
)");
  in.write("submission_11/matmul.cu", "first");
  in.write("submission_12/matmul.cu", "second");
  REQUIRE(list(in.import()) == "1 1, 1 2");
  CHECK(in.read("1/2/matmul.cu") == "second");
}

TEST_CASE("Moodle lists a group's hand-in for each member: it becomes one") {
  const Submissions in;
  in.write("../class.csv",
           "Identifier,Full name\nParticipant 41001,Ada L\nParticipant 41002,Bob B\n"
           "Participant 41003,Cy C\n");
  for (const std::string who : {"Ada L_41001", "Bob B_41002", "Cy C_41003"})
    in.write("Group 7-" + who + "_assignsubmission_file_/matmul.cu", who[0] == 'C' ? "c" : "ab");
  ImportRequest request = in.request();
  request.roster = in.top / "class.csv";
  const Imported got = import_submissions(request);
  CHECK(list(got) == "Participant 41001 1, Participant 41003 1");
  CHECK(people_text(got.attempts[0].student) == "Ada L, Bob B (Group 7)");
}

TEST_CASE("the format of an archive is known from its names") {
  const Submissions in;
  std::ofstream(in.top / "a.zip", std::ios::binary)
      << Zip().add("Ada_41001_assignsubmission_file_/matmul.cu", "x").bytes();
  CHECK(detect_submission_format(in.top / "a.zip", "") == "moodle");
  in.write("ada/matmul.cu", "x");
  CHECK(detect_submission_format(in.in, "") == "folders");
}
