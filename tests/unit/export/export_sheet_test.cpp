// Fills Canvas's gradebook and Moodle's grading worksheet; tests/scripts/exports contains one of
// each.
#include "base/fault.h"
#include "export/fill_sheet.h"
#include "export/grade_warnings.h"
#include "export/grades_csv.h"
#include "export/ungraded.h"
#include "import/csv.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/export_samples.h"

using namespace warpgrade;
using warpgrade::samples::exported_sheet;
using warpgrade::samples::graded;
using warpgrade::samples::with;

namespace {

FilledSheet canvas(const std::vector<BookEntry>& entries, SheetOptions options = {"1235", "", ""},
                   const FillRules& rules = {}) {
  const GradeSheet sheet(exported_sheet("canvas.csv"), "canvas.csv");
  return fill_sheet(sheet, canvas_layout(sheet, options), count_grades(entries, {}), Roster(), {},
                    rules);
}

FilledSheet moodle(const std::string& file, const std::vector<BookEntry>& entries,
                   const FillRules& rules = {}, const SheetOptions& options = {}) {
  const GradeSheet sheet(exported_sheet(file), file);
  return fill_sheet(sheet, moodle_layout(sheet, options), count_grades(entries, {}), Roster(), {},
                    rules);
}

BookEntry named(const std::string& id, const std::string& name, double score = 50) {
  BookEntry entry = graded(id, score);
  entry.row.student.name = name;
  return entry;
}

std::string advice_for(const std::string& column) {
  const GradeSheet sheet(exported_sheet("canvas.csv"), "canvas.csv");
  try {
    canvas_layout(sheet, {column, "", ""});
  } catch (const UsageError& error) {
    return std::string(error.what()) + error.advice();
  }
  return "";
}

}  // namespace

TEST_CASE("CSV: the position of every cell, with quotes and line ends") {
  const std::string text = "\xEF\xBB\xBF\"a;x\";b\r\n1;\"2\"\n\n;3\r4;5";
  const auto rows = parse_csv(text, "f");
  REQUIRE(rows.size() == 4);
  const auto raw = [&](std::size_t row, std::size_t cell) {
    const CsvSpan span = rows[row].spans.at(cell);
    return text.substr(span.begin, span.end - span.begin);
  };
  CHECK(raw(0, 0) == "\"a;x\"");
  CHECK(raw(0, 1) == "b");
  CHECK(raw(1, 1) == "\"2\"");
  CHECK(raw(2, 0).empty());
  CHECK(raw(2, 1) == "3");
  CHECK(raw(3, 1) == "5");
}

TEST_CASE("A name is never written as a formula") {
  CHECK(csv_safe_cell("=cmd()|'/C calc'!A0") == "'=cmd()|'/C calc'!A0");
  CHECK(csv_safe_cell("@SUM(1,2)") == "\"'@SUM(1,2)\"");
  CHECK(csv_safe_cell("-2.5") == "-2.5");
  CHECK(csv_safe_cell("-2.5-1") == "'-2.5-1");
  CHECK(csv_safe_cell("Ada") == "Ada");
  BookEntry entry = named("+eve", "=1+1");
  CHECK_THAT(grades_csv({entry.row}), Catch::Contains("\n'+eve,'=1+1,dot,"));
}

TEST_CASE("Canvas: one column is filled, all other bytes stay") {
  const std::string before = exported_sheet("canvas.csv");
  REQUIRE(before.size() > 600);
  // By login, by SIS id, by name in another order and spelling, and by a login that is an address.
  const FilledSheet filled = canvas({graded("ada", 87.5), graded("S-78", 100),
                                     named("x1", "Jürgen Müller", 40), graded("dee", 0)});
  std::string after = with(before, "9.5,,4", "9.5,87.5,4");
  after = with(after, "12.5 ", "100");
  after = with(after, "905,,,\"CS 101, A\",,,", "905,,,\"CS 101, A\",,40,");
  after = with(after, ",1,,\"a, b\"", ",1,0,\"a, b\"");
  CHECK(filled.text == after);
  CHECK(filled.written == 4);
  CHECK(filled.column == "Dot product (1235)");
  REQUIRE(filled.replaced.size() == 1);
  CHECK(filled.replaced[0].what == "12.5  by 100");
  CHECK(filled.not_found.empty());
  CHECK(filled.nothing.size() == 2);  // excused, and the test student
}

TEST_CASE("Canvas: cells that are already correct stay unchanged") {
  const FilledSheet filled = canvas({graded("bob", 12.5)});
  CHECK(filled.text == exported_sheet("canvas.csv"));
  CHECK(filled.same == 1);
}

TEST_CASE("Canvas: the column is chosen by title, id or part of the title") {
  CHECK_THAT(advice_for(""), Catch::Contains("Dot product, part 1 (1234)") &&
                                 Catch::Contains("Dot product (1235)") &&
                                 !Catch::Contains("Homework Current Score"));
  CHECK_THAT(advice_for("product"), Catch::Contains("is ambiguous"));
  CHECK_THAT(advice_for("Homework Current Score"), Catch::Contains("no such column"));
  CHECK_THAT(advice_for("matmul"), Catch::Contains("no such column"));
  for (const char* name : {"1234", "dot product, part 1", "part 1", "Dot product, part 1 (1234)"}) {
    const FilledSheet filled = canvas({}, {name, "", ""}, {});
    CHECK(filled.column == "Dot product, part 1 (1234)");
  }
  CHECK(canvas({}, {"Dot product", "", ""}).column == "Dot product (1235)");
  CHECK(canvas({}, {"free", "", ""}).column == "Essay \"free\" form (1236)");
}

TEST_CASE("Canvas: excused cells stay unless requested") {
  const FilledSheet kept = canvas({graded("eve", 50)});
  CHECK(kept.text == exported_sheet("canvas.csv"));
  REQUIRE(kept.left.size() == 1);
  CHECK_THAT(kept.left[0].what, Catch::Contains("EX"));
  SheetOptions options = {"1235", "", ""};
  options.replace_excused = true;
  CHECK(canvas({graded("eve", 50)}, options).text ==
        with(exported_sheet("canvas.csv"), "EX,EX", "EX,50"));
}

TEST_CASE("Open grades are not written, pending ones only if requested") {
  const FilledSheet kept = canvas({samples::open("ada"), graded("bob", 65, 35)});
  CHECK(kept.text == exported_sheet("canvas.csv"));
  REQUIRE(kept.left.size() == 2);
  CHECK_THAT(kept.left[0].what, Catch::Contains("the disk is full"));
  CHECK_THAT(kept.left[1].what,
             Catch::Contains("35 points pending") && Catch::Contains("--earned writes the 65"));
  FillRules earned;
  earned.earned = true;
  const FilledSheet some =
      canvas({samples::open("ada"), graded("bob", 65, 35)}, {"1235", "", ""}, earned);
  CHECK(some.text == with(exported_sheet("canvas.csv"), "12.5 ", "65"));
  CHECK(some.left.size() == 1);
}

TEST_CASE("A column with other maximum points needs --scale") {
  CHECK_THROWS_AS(canvas({graded("ada", 87.5)}, {"1234", "", ""}), UsageError);
  FillRules rules;
  rules.scale = FillRules::Scale::sheet;
  CHECK_THAT(canvas({graded("ada", 87.5)}, {"1234", "", ""}, rules).text,
             Catch::Contains("\"CS 101, A\",8.75,,4"));
  rules.scale = FillRules::Scale::points;
  rules.scale_points = Points::hundredths(300);
  CHECK_THAT(canvas({graded("ada", 87.5)}, {"1234", "", ""}, rules).text,
             Catch::Contains("\"CS 101, A\",2.63,,4"));
  rules.scale = FillRules::Scale::none;
  CHECK_THAT(canvas({graded("ada", 87.5)}, {"1234", "", ""}, rules).text,
             Catch::Contains("\"CS 101, A\",87.5,,4"));
}

TEST_CASE("Each grade is scaled by its own maximum, and only with --scale") {
  BookEntry later = graded("bob", 90);
  later.row.grade.max_score = Points::hundredths(12000);
  const std::vector<BookEntry> entries = {graded("ada", 55), later};
  FillRules rules;
  rules.scale = FillRules::Scale::sheet;
  const FilledSheet filled = canvas(entries, {"1235", "", ""}, rules);
  CHECK_THAT(filled.text, Catch::Contains("9.5,55,4") && Catch::Contains(" ,75,"));
  rules.scale = FillRules::Scale::points;
  rules.scale_points = Points::hundredths(2000);
  CHECK_THAT(canvas(entries, {"1235", "", ""}, rules).text,
             Catch::Contains("9.5,11,4") && Catch::Contains(" ,15,"));
  CHECK_THROWS_WITH(canvas(entries), Catch::Contains("100 and 120"));
  const std::string warning = warning_of_maxima(entries, {"graded"});
  CHECK_THAT(warning, Catch::Contains("1 of 100, 1 of 120") &&
                          Catch::Contains("--out graded --lab dot --regrade --only \"ada\""));
  CHECK(warning_of_maxima({entries[0]}, {"graded"}).empty());
}

TEST_CASE("An ungradable hand-in leaves the cell unchanged, with the reason") {
  const auto fill = [](std::vector<CountedGrade> grades, bool earned) {
    Ungraded jo{grades[0].student, "dot", true, "dot (1).cu: not named dot.cu"};
    jo.student.id = "bob";
    FillRules rules;
    rules.earned = earned;
    rules.scale = FillRules::Scale::sheet;
    const GradeSheet sheet(exported_sheet("canvas.csv"), "canvas.csv");
    return fill_sheet(sheet, canvas_layout(sheet, {"1235", "", ""}),
                      with_unusable(std::move(grades), {jo}), Roster(), {}, rules);
  };
  const FilledSheet one = fill(count_grades({graded("ada", 50)}, {}), true);
  CHECK(one.written == 1);
  REQUIRE(one.left.size() == 1);
  CHECK(one.left[0].what == "not gradable: dot (1).cu: not named dot.cu");
  BookEntry other = graded("bob", 80);
  other.row.grade.lab = "matmul";
  CHECK(fill(count_grades({graded("ada", 50), other}, {}), false).left.size() == 1);
  CHECK(fill(count_grades({graded("ada", 50), other}, {}), true).part.size() == 2);
}

TEST_CASE("A row that only a name fits is not filled in if it may be another student's") {
  const GradeSheet sheet(
      "Student,ID,SIS User ID,SIS Login ID,Section,Dot (7)\n    Points Possible,,,,,100\n"
      "\"Doe, Jane\",2,1003,x,A,\n\"Ng, Dan\",4,,,A,\n\"Ota, Eve\",5,,,A,\n",
      "s.csv");
  std::vector<Student> known(5);
  const char* const of[][2] = {{"1002", "Jane Doe"},
                               {"1003", "Bob"},
                               {"1004", "Dan Ng"},
                               {"1005", "Dan Ng"},
                               {"1006", "Eve Ota"}};
  for (std::size_t i = 0; i < known.size(); ++i) {
    known[i].id = of[i][0];
    known[i].name = of[i][1];
  }
  FillRules rules;
  rules.scale = FillRules::Scale::none;
  const FilledSheet filled = fill_sheet(
      sheet, canvas_layout(sheet, {"7", "", ""}),
      count_grades({named("1002", "Jane Doe"), named("1004", "Dan Ng"), named("1006", "Eve Ota")},
                   {}),
      Roster(), known, rules);
  CHECK(filled.written == 1);  // Eve's
  REQUIRE(filled.not_found.size() == 2);
  CHECK_THAT(filled.not_found[0].what, Catch::StartsWith("line 3 of the sheet is contradictory"));
  CHECK(filled.not_found[1].what ==
        "line 4 of the sheet may be any of these in the class: 1004 (Dan Ng), 1005 (Dan Ng)");
}

TEST_CASE("A contradictory match is not filled in") {
  // 901 is Ada's number in Canvas, and somebody else's on another site.
  const FilledSheet other = canvas({named("901", "Zed, Zoe")});
  CHECK(other.text == exported_sheet("canvas.csv"));
  REQUIRE(other.not_found.size() == 1);
  CHECK_THAT(other.not_found[0].what, Catch::Contains("but not the name Zed, Zoe"));
  CHECK(canvas({named("901", "lovelaceada")}).written == 1);
  for (const char* name : {"mullerjurgen", "Juergen Mueller", "\u5f20\u4f1f"})
    CHECK(canvas({named("905", name)}).written == 1);
  CHECK(canvas({named("905", "Mu Li")}).written == 0);
  // Two students that match one row.
  const FilledSheet twice = canvas({graded("ada", 50), graded("S-77", 60)});
  CHECK(twice.text == exported_sheet("canvas.csv"));
  CHECK(twice.not_found.size() == 2);
  CHECK_THAT(canvas({graded("nobody", 1)}).not_found.at(0).what,
             Catch::Contains("is not in the sheet"));
}

TEST_CASE("A namesake's row is not filled in") {
  const std::string text =
      "Student,ID,SIS User ID,SIS Login ID,Section,dot (1)\n\"Novak, Jan\",31,2,jn2,B,\n";
  const GradeSheet sheet(text, "f.csv");
  const auto fill = [&](const std::vector<Student>& known) {
    return fill_sheet(sheet, canvas_layout(sheet, {"dot", "", ""}),
                      count_grades({named("1", "Jan Novak")}, {}), Roster(), known, {});
  };
  Student one, two;
  one.id = "1";
  two.id = "2";
  one.name = two.name = "Jan Novak";
  CHECK(fill({one}).written == 1);
  const FilledSheet filled = fill({one, two});
  CHECK(filled.text == text);
  REQUIRE(filled.not_found.size() == 1);
  CHECK(filled.not_found[0].what == "line 2 of the sheet is that of 2 (Jan Novak)");
}

TEST_CASE("Points of several labs are added; an open one leaves the cell unchanged") {
  BookEntry second = graded("ada", 40);
  second.row.grade.lab = "matmul";
  FillRules rules;
  rules.scale = FillRules::Scale::sheet;
  const FilledSheet sum =
      canvas({graded("ada", 60), second, graded("bob", 70)}, {"1235", "", ""}, rules);
  CHECK_THAT(sum.text, Catch::Contains("9.5,50,4") && Catch::Contains(" ,35,,0,0,0"));
  REQUIRE(sum.part.size() == 1);
  CHECK(sum.part[0].what == "nothing for matmul");
  CHECK(canvas({samples::open("ada"), second}, {"1235", "", ""}, rules).written == 0);
}

TEST_CASE("Moodle: grades, and feedback if requested") {
  const std::vector<BookEntry> entries = {graded("Participant 4711", 87.5), graded("S-78", 60),
                                          graded("dee@uni.example", 5), graded("S-79", 1)};
  const std::string before = exported_sheet("moodle.csv");
  const FilledSheet filled = moodle("moodle.csv", entries);
  std::string after = with(before, "Submitted for grading - \",,100.00,Yes,\"Sunday, 1 March",
                           "Submitted for grading - \",87.5,100.00,Yes,\"Sunday, 1 March");
  after = with(after, "12.50", "60");
  after = with(after, ",,100.00,Yes,-,-,", ",5,100.00,Yes,-,-,");
  CHECK(filled.text == after);
  REQUIRE(filled.left.size() == 1);
  CHECK_THAT(filled.left[0].what, Catch::Contains("cannot be changed"));
  FillRules rules;
  rules.feedback = true;
  const FilledSheet with_feedback = moodle("moodle.csv", entries, rules);
  after = with(after, "<p>old</p>", "dot: 60 of 100; dot_naive:ok dot_best:wrong");
  CHECK_THAT(with_feedback.text,
             Catch::Contains("10:00 PM\",-,dot: 87.5 of 100; dot_naive:ok") &&
                 Catch::Contains("dot: 60 of 100; dot_naive:ok dot_best:wrong\n"));
}

TEST_CASE("Moodle in another language: columns by contents, its own decimal separator") {
  const std::string before = exported_sheet("moodle-de.csv");
  const FilledSheet filled = moodle(
      "moodle-de.csv",
      {graded("Participant 4711", 87.5), named("b", "O'Brien, Bob", 99), graded("dee", 7.25)});
  std::string after = with(before,
                           "4711\";\"Ada Lovelace\";ada@uni.example;\"Zur Bewertung "
                           "abgegeben\";-;",
                           "4711\";\"Ada Lovelace\";ada@uni.example;\"Zur Bewertung "
                           "abgegeben\";87,5;");
  after = with(after, "12,50", "99");
  after = with(after, "dee@uni.example;\"Zur Bewertung abgegeben\";-;",
               "dee@uni.example;\"Zur Bewertung abgegeben\";7,25;");
  CHECK(filled.text == after);
  CHECK(filled.written == 3);
  FillRules rules;
  rules.feedback = true;
  CHECK_THROWS_AS(moodle("moodle-de.csv", {}, rules), UsageError);
  CHECK(moodle("moodle-de.csv", {graded("Participant 4711", 87.5)}, rules,
               {"Bewertung", "Feedback als Kommentar", ""})
            .text.find(";\"dot: 87.5 of 100; dot_naive:ok dot_best:wrong\"\r\n") !=
        std::string::npos);
}

TEST_CASE("A sheet keeps its encoding") {
  const std::string text =
      "ID;Nom complet;Note;Note maximale\nParticipant7;\u00c9ve D\u00edaz;;100\n";
  for (const Encoding encoding : {Encoding::windows_1252, Encoding::utf16_le, Encoding::utf16_be}) {
    const bool marked = encoding != Encoding::windows_1252;
    const std::string mark = marked ? "\xEF\xBB\xBF" : "";
    const GradeSheet sheet(encode(mark + text, encoding), "f.csv");
    CHECK_FALSE(sheet.remark().empty());
    const FilledSheet filled =
        fill_sheet(sheet, moodle_layout(sheet, {}),
                   count_grades({named("x", "\u00c9VE D\u00cdAZ", 5)}, {}), Roster(), {}, {});
    CHECK(filled.text == encode(mark + with(text, ";;100", ";5;100"), encoding));
  }
}

TEST_CASE("A sheet of an unknown kind is refused") {
  const auto layout = [](const std::string& text, bool canvas) {
    const GradeSheet sheet(text, "f.csv");
    canvas ? canvas_layout(sheet, {}) : moodle_layout(sheet, {});
  };
  CHECK_THROWS_AS(layout(exported_sheet("moodle.csv"), true), UsageError);
  CHECK_THROWS_AS(layout(exported_sheet("canvas.csv"), false), UsageError);
  CHECK_THROWS_AS(layout("", true), UsageError);
  CHECK_THROWS_AS(layout(std::string("\xFF\xFES\0t\0", 6), true), UsageError);
  CHECK_THROWS_AS(layout("Student,ID,Section,\"a (1)\n", true), UsageError);
}
