#include "batch/content.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "base/sha256.h"
#include "base/time/instant.h"
#include "batch/batch_plan.h"
#include "batch/class_files.h"
#include "batch/default_jobs.h"
#include "batch/read_grade.h"
#include "export/grades_csv.h"
#include "import/file_name.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

std::string sha256(const std::string& text, std::size_t piece = 1000) {
  Sha256 hash;
  for (std::size_t at = 0; at < text.size(); at += piece) hash.add(text.substr(at, piece));
  return hash.hex();
}

class Tree {
 public:
  Tree() {
    std::string name = (fs::temp_directory_path() / "content_XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Tree() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name) << text;
  }
  fs::path path;
};

}  // namespace

TEST_CASE("SHA-256 matches the examples of FIPS 180-4") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  const std::string million(1'000'000, 'a');
  CHECK(sha256(million, 77) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("the hash depends on the files, not on the folder's name") {
  const Tree one, two;
  for (const Tree* tree : {&one, &two}) {
    tree->write("dot.cu", "int x;\n");
    tree->write("more/a.h", "1");
  }
  const std::string hash = hash_files(one.path);
  CHECK(hash_files(two.path) == hash);
  two.write("more/a.h", "2");
  CHECK(hash_files(two.path) != hash);
  two.write("more/a.h", "1");
  CHECK(hash_files(two.path) == hash);
  two.write("b.h", "");
  CHECK(hash_files(two.path) != hash);
  fs::remove(two.path / "b.h");
  fs::rename(two.path / "more/a.h", two.path / "a.h");
  CHECK(hash_files(two.path) != hash);
}

TEST_CASE("content is stored once and restored after changes") {
  const Tree in, store;
  in.write("dot.cu", "int x;\n");
  fs::create_symlink("/etc/passwd", in.path / "link.h");
  std::string hash;
  const fs::path kept = store_content(in.path, store.path, hash);
  CHECK(hash == hash_files(in.path));
  CHECK(hash_files(kept) == hash);
  CHECK(fs::is_symlink(kept / "link.h"));
  std::ofstream(kept / "dot.cu") << "int y;\n";
  CHECK(store_content(in.path, store.path, hash) == kept);
  CHECK(hash_files(kept) == hash);
  CHECK(!fs::exists(store.path / ".part"));
}

TEST_CASE("file names for ids are safe and unique") {
  CHECK(file_name_for("s123") == "s123");
  CHECK(file_name_for("../../etc").find('/') == std::string::npos);
  CHECK(file_name_for("..")[0] == '_');
  CHECK(file_name_for("a/b") != file_name_for("a_b"));
  CHECK(file_name_for("a/b") != file_name_for("a b"));
  CHECK(!file_name_for("").empty());
  CHECK(file_name_for(std::string(300, 'x')).size() < 120);
}

TEST_CASE("a grade is read from JSON; failures of the grader make it open") {
  const std::string start =
      R"({"lab": "dot", "backend": "cpu", "real": "float", "seed": 18446744073709551615,
    "score": 12.25, "max_score": 20, "pending": 1.5, "environment": {"machine": "m", "version": "1"},
    "tasks": [{"task": "a", "verdict": "ok", "detail": "", "points": 12.25, "max_points": 20,
    "pending": 1.5, "checks": {"verdict": ")";
  const std::string end = R"(", "detail": "no device"}}]})";
  const BookedGrade grade = read_grade(start + "race" + end, "dot");
  CHECK(grade.score->text() == "12.25");
  CHECK(grade.pending->text() == "1.5");
  CHECK(grade.seed == 18446744073709551615ull);
  CHECK(grade.verdicts == "a:ok");
  CHECK(!grade.open);
  const BookedGrade ours = read_grade(start + "grader-error" + end, "dot");
  CHECK(ours.open);
  CHECK(ours.cause == "a: no device");
  CHECK_THROWS(read_grade(start + "race" + end, "matmul"));
  CHECK_THROWS(read_grade(start, "dot"));
  // Missing or inconsistent values are an error.
  for (const char* part :
       {R"("seed": 18446744073709551615,)", R"("machine": "m", )", R"("version": "1")",
        R"("verdict": "ok",)", "18446744073709551615", "12.25,"}) {
    std::string broken = start + "race" + end;
    broken.replace(broken.find(part), std::string(part).size(), part[0] == '"' ? "" : "3,");
    INFO(broken);
    CHECK_THROWS(read_grade(broken, "dot"));
  }
  CHECK_THROWS(read_grade("", "dot"));
}

TEST_CASE("grades.csv quotes fields where needed; open grades have no points") {
  GradebookRow row;
  row.student = {"s1", "Lovelace, \"Ada\"", "", "", "", {"s2"}};
  row.grade.lab = "dot";
  row.grade.score = row.grade.max_score = row.grade.pending = Points::hundredths(150);
  row.grade.open = true;
  row.grade.cause = "disk";
  const std::string table = grades_csv({row});
  CHECK_THAT(table, Catch::Contains(
                        "\ns1,\"Lovelace, \"\"Ada\"\"\",dot,1,,,,,,,0,open,disk,,,,s1 + s2\n"));
  CHECK_THAT(table, Catch::Contains("\ns2,,dot,1,"));
  row.grade.open = false;
  CHECK_THAT(grades_csv({row}), Catch::Contains(",dot,1,1.5,1.5,1.5,"));
}

TEST_CASE("a team's members have their own lateness in grades.csv and on the page") {
  GradebookRow row;
  row.student = {"s1", "", "", "", "", {"s2"}};
  row.grade.lab = "dot";
  row.grade.score = row.grade.max_score = Points::hundredths(1000);
  row.grade.pending = Points{};
  row.submitted_at = "2026-03-02T10:00:00Z";
  CountingRules rules;
  rules.due = parse_instant("2026-03-01T23:59:00Z");
  rules.late_penalty = parse_amount("10%", "--late-penalty");
  rules.extensions["s2"].longer = 86400;
  BookEntry entry;
  entry.row = row;
  rules = rules_for_class(rules, {entry}, {});
  const std::string table = grades_csv({row}, {}, rules);
  CHECK_THAT(table, Catch::Contains("\ns1,,dot,1,10,10,0,,late,") &&
                        Catch::Contains("\ns2,,dot,1,10,10,0,,,"));
  const std::string page = "<header></header>";
  const auto note = [&](const std::string& id) {
    Student member;
    member.id = id;
    return page_of_member(page, row, member, rules);
  };
  CHECK_THAT(note("s1"), Catch::Contains("1 day late") && !Catch::Contains("Your due time"));
  CHECK_THAT(note("s2"), Catch::Contains("Your due time") && !Catch::Contains("1 day late"));
}

TEST_CASE("students without a grade have a row for each lab that others handed in") {
  GradebookRow row;
  row.student = {"s1", "", "", "", "", {"s2"}};
  row.grade.lab = "dot";
  GradebookRow more = row;
  more.student.others.clear();
  more.grade.lab = "jacobi";
  const auto student = [](const std::string& id, const std::string& name) {
    return Student{id, name, "", "", "", {}};
  };
  const std::vector<Student> roster = {student("s2", "Ada"), student("s1", "Eve"),
                                       student("s3", "Zoe")};
  UnusableEntry jo;  // a group with a member who is not on the roster
  jo.what.student = student("s3", "Zoe");
  jo.what.student.others = {"x9"};
  jo.what.labs = {"dot"};
  jo.what.file = "dot (1).cu";
  jo.what.reason = "not named dot.cu";
  const auto names = [&](const std::vector<Ungraded>& all) {
    std::vector<std::string> states;
    for (const Ungraded& one : all)
      states.push_back(one.student.id + " " + one.lab + " " + state_name(one));
    return states;
  };
  const std::vector<Ungraded> without = ungraded(roster, {jo}, present_in(std::vector{row, more}));
  CHECK(names(without) == std::vector<std::string>{"s2 jacobi absent", "s3 dot unusable",
                                                   "s3 jacobi absent", "x9 dot unusable"});
  const std::string table = grades_csv({row}, without);
  CHECK_THAT(table, Catch::Contains("\ns3,Zoe,jacobi,,,,,,,,,absent,nothing was handed in,,,,\n"));
  CHECK_THAT(table,
             Catch::Contains("\ns3,Zoe,dot,,,,,,,,,unusable,dot (1).cu: not named dot.cu,,,,\n"));
  CHECK(ungraded(roster, {}, {}).empty());
  // Without a roster, or while grades are missing, nobody is absent, but unusable files are listed.
  CHECK(names(ungraded({}, {jo}, present_in(std::vector{row}))) ==
        std::vector<std::string>{"s3 dot unusable", "x9 dot unusable"});
  // A file that fits several labs is unusable for each lab of the class.
  jo.what.labs = {"dot", "jacobi", "matmul"};
  CHECK(names(ungraded({}, {jo}, present_in(std::vector{row}))).front() == "s3 dot unusable");
  CHECK(ungraded({}, {jo}, {}).empty());
  // Graded by login, before this roster was given.
  Student ada = student("s2", "Ada L");
  ada.login = "lovelace";
  GradebookRow early = row;
  early.student = student("lovelace", "");
  CHECK(ungraded({ada}, {}, present_in(std::vector{early})).empty());
}

TEST_CASE("a batch of some students continues an earlier batch") {
  const Tree in, out;
  std::map<std::string, std::int64_t> submissions;
  {
    Gradebook book(out.path / "gradebook.sqlite");
    const GradingRun run = book.begin_run({});
    for (const char* id : {"open", "waits", "done"}) {
      in.write(std::string(id) + "/dot.cu", id);
      Attempt attempt;
      attempt.student.id = attempt.source = id;
      std::string content;
      store_content(in.path / id, out.path / "content", content);
      submissions[id] = book.submission(attempt, content);
    }
    BookedGrade grade;
    grade.lab = "dot";
    grade.score = grade.max_score = grade.pending = Points{};
    book.add(run.id, grade, {submissions.at("done")}, {"r"});
    grade.open = true;
    book.add(run.id, grade, {submissions.at("open")}, {"r"});
  }
  const auto left = [&](const std::vector<PlannedGrade>& planned, const std::string& lab) {
    std::string ids;
    for (const PlannedGrade& p :
         plan_unfinished(GradeHistory(out.path), {}, planned, {lab}, out.path, false))
      ids += p.attempt.student.id + " ";
    return ids;
  };
  CHECK(left({}, "dot") == "open waits ");
  CHECK(left({}, "matmul").empty());
  PlannedGrade again;
  again.attempt.student.id = "waits";
  again.lab = "dot";
  CHECK(left({again}, "dot") == "open ");
}

TEST_CASE("fewer concurrent grades if speed is measured, but at least one") {
  CHECK(default_jobs(2, false, 0) == 2);
  CHECK(default_jobs(2, true, 1) == 1);
  CHECK(default_jobs(8, true, 1) == 2);  // one grade gets ready while another holds the GPU
  CHECK(default_jobs(16, true, 2) == 4);
  CHECK(default_jobs(128, true, 2) == 16);
  static_assert(default_jobs(0, false, 0) == 1);
}
