#include "import/import.h"

#include "base/fault.h"
#include "import/import_layout.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/import_samples.h"

using namespace warpgrade;
namespace fs = std::filesystem;

TEST_CASE("folders are students, numbered subfolders are attempts") {
  const Submissions in;
  in.write("ada/matmul.cu", "a");
  in.write("ada/help.cuh", "h");
  in.write("bob/project/src/matmul.cu", "b");
  in.write("bob/project/src/deep/x.h", "x");
  in.write("bob/project/README", "r");
  in.write("bob/.git/config", "g");
  in.write("eve/2/matmul.cu", "e2");
  in.write("eve/10/matmul.cu", "e10");
  in.write("eve/.DS_Store", "");
  in.write("__MACOSX/ada/matmul.cu", "no");
  const Imported got = in.import();
  CHECK(got.format == "folders");
  CHECK(list(got) == "ada 1, bob 1, eve 1, eve 2");
  CHECK(unmatched(got) == "");
  CHECK(in.read("ada/1/help.cuh") == "h");
  CHECK(in.read("bob/1/matmul.cu") == "b");
  CHECK(in.read("bob/1/deep/x.h") == "x");
  CHECK(in.read("eve/1/matmul.cu") == "e2");
  CHECK(in.read("eve/2/matmul.cu") == "e10");
  CHECK_FALSE(fs::exists(in.out / "bob/1/.git"));
}

TEST_CASE("unusable files are listed with the reason") {
  const Submissions in;
  in.write("ada/other.cu", "a");
  in.write("bob/a/matmul.cu", "1");
  in.write("bob/b/matmul.cu", "2");
  in.write("loose.cu", "l");
  fs::create_directories(in.in / "eve");
  fs::create_symlink("/etc/passwd", in.in / "eve/matmul.cu");
  const Imported got = in.import();
  CHECK(got.attempts.empty());
  CHECK_THAT(unmatched(got), Catch::StartsWith("loose.cu: is outside the students' folders"));
  CHECK(unusable(got) ==
        "ada matmul: other.cu: not named matmul.cu\n"
        "bob matmul: a/matmul.cu, b/matmul.cu: several different files for one "
        "lab\n"
        "eve matmul: matmul.cu: is a link: only files and folders are read\n");
}

TEST_CASE("a file renamed by a browser is graded, with a remark") {
  for (const char* name :
       {"Matmul.cu", "MATMUL.CU", "matmul (1).cu", "matmul(12).cu", "matmul-1.cu",
        "work/Matmul (3).CU", "matmul_(1).cu", "matmul (1)-2.cu"}) {
    CAPTURE(name);
    const Submissions in;
    in.write(std::string("ada/") + name, "m");
    const Imported got = in.import();
    CHECK(list(got) == "ada 1");
    CHECK(in.read("ada/1/matmul.cu") == "m");
    CHECK(left_out(got) == std::string("ada: ") + name + " is graded as matmul.cu\n");
    CHECK(unusable(got) == "");
  }
}

TEST_CASE("only the file with the lab's name counts") {
  const Submissions in;
  in.write("ada/matmul.cu", "a");
  in.write("ada/matmul (1).cu", "newer?");
  in.write("bob/matmul (1).cu", "b1");
  in.write("bob/matmul (2).cu", "b2");
  in.write("cleo/matmul (1).cu", "same");
  in.write("cleo/matmul (2).cu", "same");
  in.write("dan/matmul.cu", "d");
  in.write("dan/Matmul.cu", "D");
  in.write("eve/matmul.cu", "e");
  in.write("eve/matmul-1.cu", "of the lab matmul-1");
  ImportRequest request = in.request();
  request.labs = {"matmul", "matmul-1"};
  const Imported got = import_submissions(request);
  CHECK(list(got) == "ada 1, cleo 1, eve 1");
  CHECK(left_out(got) ==
        "ada: matmul.cu is graded; matmul (1).cu differs and is not\n"
        "cleo: matmul (1).cu is graded as matmul.cu\n");
  CHECK(unusable(got) ==
        "bob matmul: matmul (1).cu, matmul (2).cu: several different files for one "
        "lab\n"
        "dan matmul: matmul.cu, Matmul.cu: several different files for one "
        "lab\n");
}

TEST_CASE("a pattern extracts students and files") {
  const Submissions in;
  in.write("week3/ada_final.cu", "a");
  in.write("week3/notes.txt", "n");
  ImportRequest request = in.request();
  request.pattern = R"(week\d/(?<student>[a-z]+)_(?<file>.*))";
  CHECK(list(import_submissions(request)) == "");
  request.pattern = R"((?:week\d)/(?<student>[a-z]+)_final\.cu)";
  request.labs.clear();
  const Imported got = import_submissions(request);
  CHECK(list(got) == "ada 1");
  CHECK(unmatched(got) == "week3/notes.txt: does not match the pattern\n");
  request.pattern = "(?<student>";
  CHECK_THROWS_AS(import_submissions(request), UsageError);
  request.pattern = "(.*)";
  CHECK_THROWS_AS(import_submissions(request), UsageError);
}

TEST_CASE("a pattern extracts attempts, and the last one counts") {
  const Submissions in;
  in.write("ada_9_matmul.cu", "a9");
  in.write("ada_10_matmul.cu", "a10");
  in.write("bob_1_matmul.cu", "b");
  ImportRequest request = in.request();
  request.pattern = R"((?<student>[a-z]+)_(?<attempt>\d+)_(?<file>.*))";
  CHECK(list(import_submissions(request)) == "ada 1, ada 2, bob 1");
  CHECK(in.read("ada/1/matmul.cu") == "a9");
  CHECK(in.read("ada/2/matmul.cu") == "a10");
  request.pattern = R"((?<student>[a-z]+)_\d+_(?<file>.*))";
  const Imported one = import_submissions(request);
  CHECK(list(one) == "bob 1");
  CHECK_THAT(unusable(one), Catch::StartsWith("ada matmul: ada_10_matmul.cu, ada_9_matmul.cu: "));
}

TEST_CASE("an outer folder is entered unless it is a student's") {
  const Submissions in;
  in.write("../class.csv", "ID,Name\nada,Ada L\nbob,Bob B\n");
  in.write("x/all/assignment3/ada/matmul.cu", "a");
  in.write("x/all/assignment3/stranger/matmul.cu", "s");
  in.write("y/bob/ada/matmul.cu", "b");
  in.write("z/stranger/src/matmul.cu", "s");
  in.write("c/repos/hw-ada/.git/HEAD", "");
  in.write("c/repos/hw-ada/matmul.cu", "c");
  in.write("c/repos/hw-zed/.git/HEAD", "");
  in.write("m/week/down/Ada L_12_assignsubmission_file/matmul.cu", "m");
  const auto imported = [&](const std::string& folder) {
    ImportRequest request = in.request();
    request.submissions = in.in / folder;
    request.work = in.out / folder;
    request.roster = in.top / "class.csv";
    const Imported got = import_submissions(request);
    return list(got) + "; " + unmatched(got);
  };
  CHECK(imported("x") == "ada 1; stranger: stranger is not in the roster\n");
  CHECK(imported("y") == "bob 1; ");
  CHECK(imported("z") == "; stranger: stranger is not in the roster\n");
  CHECK(imported("m") == "ada 1; ");
  CHECK(imported("c") == "ada 1; hw-zed: zed is not in the roster\n");
}

TEST_CASE("clones are recognized by the assignment's name as prefix") {
  const Submissions in;
  for (const std::string who : {"ada", "al", "x-bob"}) {
    in.write("lab1-submissions/lab1-" + who + "/.git/HEAD", "");
    in.write("lab1-submissions/lab1-" + who + "/skeletons/matmul/matmul.cu", "");
  }
  ImportRequest request = in.request();
  request.submissions /= "lab1-submissions";
  const Imported got = import_submissions(request);
  CHECK(got.format == "clones");
  CHECK(list(got) == "ada 1, al 1, x-bob 1");
}

TEST_CASE("the beginning that logins have in common is not cut from clones' names") {
  const Submissions in;
  in.write("../class.csv", "ID,Login\n1,mei-lin\n2,mei-hua\n3,lin\n");
  for (const std::string who : {"mei-lin", "mei-hua"}) {
    in.write(who + "/.git/HEAD", "");
    in.write(who + "/matmul.cu", who);
  }
  ImportRequest request = in.request();
  request.roster = in.top / "class.csv";
  CHECK(list(import_submissions(request)) == "1 1, 2 1");
}

TEST_CASE("a team's number is not a student's id") {
  const Submissions in;
  in.write("../class.csv", "ID,Login\n1,ada\n2,bob\n");
  for (const std::string team : {"1", "2"}) {
    in.write("lab1-team-" + team + "/.git/HEAD", "");
    in.write("lab1-team-" + team + "/matmul.cu", "");
  }
  ImportRequest request = in.request();
  request.roster = in.top / "class.csv";
  const Imported got = import_submissions(request);
  CHECK(list(got) == "");
  CHECK_THAT(unmatched(got), Catch::StartsWith("lab1-team-1: team-1 is not in the roster"));
  in.write("lab1-ada/.git/HEAD", "");
  in.write("lab1-ada/matmul.cu", "");
  in.write("lab1-2/.git/HEAD", "");
  in.write("lab1-2/matmul.cu", "");
  CHECK(list(import_submissions(request)) == "1 1");
}

TEST_CASE("a folder with other files is refused, an earlier import is replaced") {
  const Submissions in;
  in.write("../ada/matmul.cu", "old");
  in.write("ada/matmul.cu", "a");
  ImportRequest request = in.request();
  request.work = in.in.parent_path();
  CHECK_THROWS_AS(import_submissions(request), UsageError);
  in.import();
  in.write("bob/1/matmul.cu", "b1");
  in.write("bob/2/matmul.cu", "b2");
  in.import();
  in.write("ada/matmul.cu", "new");
  fs::remove_all(in.in / "bob/2");
  in.import();
  CHECK(fs::exists(in.out / "bob/1"));
  CHECK_FALSE(fs::exists(in.out / "bob/2"));
  fs::remove_all(in.in / "bob");
  ImportRequest some = in.request();
  some.keeps_earlier = true;
  import_submissions(some);
  CHECK(fs::exists(in.out / "bob/1"));
  in.import();
  CHECK_FALSE(fs::exists(in.out / "bob"));
  CHECK(in.read("ada/1/matmul.cu") == "new");
}

TEST_CASE("an archive next to the students' folders belongs to a student") {
  const Submissions in;
  in.write("../class.csv", "ID,Login\n1,ada\n2,bob\n");
  Zip all;
  all.add("week3/ada.zip", Zip().add("work/matmul.cu", "a").bytes());
  all.add("week3/BOB.rar", rar("matmul.cu", "b")).add("week3/zed.zip", Zip().bytes());
  in.write("week3.zip", all.bytes());
  ImportRequest request = in.request();
  request.submissions /= "week3.zip";
  request.roster = in.top / "class.csv";
  const Imported got = import_submissions(request);
  CHECK(list(got) == "1 1, 2 1");
  CHECK(in.read("1/1/matmul.cu") == "a");
  CHECK(unmatched(got) == "zed.zip: zed is not in the roster\n");
}

TEST_CASE("two hand-ins of one student without an order are reported") {
  const Submissions in;
  in.write("../class.csv", "ID,Login\n1,ada\n");
  in.write("1/matmul.cu", "a");
  in.write("ada/matmul.cu", "b");
  ImportRequest request = in.request();
  request.roster = in.top / "class.csv";
  const Imported got = import_submissions(request);
  CHECK(list(got) == "1 1, 1 2");
  CHECK(left_out(got) == "ada: is treated as handed in after 1: their order is unknown\n");
}

TEST_CASE("folder names are safe") {
  CHECK(folder_name("../x") == "_._x");
  CHECK(folder_name(".") == "_");
  CHECK(folder_name("") == "_");
  CHECK(folder_name("Zo\u00eb A.") == "Zo\u00eb_A.");
}

TEST_CASE("a student's archives are opened, including nested ones") {
  const Submissions in;
  const std::string inner = Zip().add("deep/matmul.cu", "deep").bytes();
  const std::string inmost = Zip().add("a.zip", Zip().add("b.zip", inner).bytes()).bytes();
  in.write("ada/work.zip", Zip().add("work/matmul.cu", "a").add("x/more.zip", inner).bytes());
  in.write("bob/bad.zip", Zip().add("../../matmul.cu", "b").add("x.txt", "").bytes());
  in.write("cleo/two.zip", Zip().add("in.zip", inner).bytes());
  in.write("dan/four.zip", Zip().add("c.zip", inmost).bytes());
  in.write("eve/broken.zip", "PK");
  in.write("fay/secret.zip", Zip().add("matmul.cu", "f", 0100644, true).bytes());
  in.write("gus/empty.zip", Zip().bytes());
  in.write("hal/hand-in.rar", rar("matmul.cu", "h"));
  const Imported got = in.import();
  CHECK(list(got) == "ada 1, cleo 1, hal 1");
  CHECK(in.read("ada/1/matmul.cu") == "a");
  CHECK(in.read("cleo/1/matmul.cu") == "deep");
  CHECK(in.read("hal/1/matmul.cu") == "h");
  CHECK(left_out(got) == "ada: work/matmul.cu is graded; x/deep/matmul.cu differs and is not\n");
  CHECK(unusable(got) ==
        "bob matmul: x.txt: not named matmul.cu; bad.zip: ../../matmul.cu: leads outside the "
        "archive's folder: refused\n"
        "dan matmul: four.zip: c.zip: a.zip: b.zip: is an archive in 3 others: not opened\n"
        "eve matmul: broken.zip: cannot be read: Unrecognized archive format; it is not "
        "graded\n"
        "fay matmul: secret.zip: is encrypted; it is not graded\n"
        "gus matmul: empty.zip: contains no readable file\n");
  CHECK_FALSE(fs::exists(in.out / ".unpacked"));
}

TEST_CASE("one student's many broken archives do not hide other remarks") {
  const Submissions in;
  Zip broken, links;
  for (int i = 0; i < 50; ++i) broken.add("e" + std::to_string(i) + ".zip", "PK");
  for (int i = 0; i < 50; ++i) links.add("l" + std::to_string(i), "/etc", 0120777);
  in.write("ada/b.zip", broken.add("matmul.cu", "a").bytes());
  in.write("bob/l.zip", links.bytes());
  const Imported got = in.import();
  CHECK(list(got) == "ada 1");
  CHECK(got.left_out.size() == 6);
  CHECK_THAT(left_out(got), Catch::Contains("too many archives cannot be read"));
  REQUIRE(got.unusable.size() == 1);
  CHECK_THAT(got.unusable[0].reason, Catch::EndsWith("45 more remarks are omitted"));
}

TEST_CASE("archives in archives share one hand-in's limits") {
  const Submissions in;
  // Each archive keeps to the limits by itself.
  const std::string one = seven_zip("data.bin", std::string(15 << 20, '\0'));
  Zip all;
  for (const char* name : {"a.7z", "b.7z", "c.7z", "d.7z", "e.7z"}) all.add(name, one);
  in.write("ada/all.zip", all.bytes());
  const Imported got = in.import();
  CHECK(list(got) == "");
  CHECK_THAT(unusable(got),
             Catch::Contains("all.zip: e.7z: data.bin exceeds the limit of 64 MiB") &&
                 !Catch::Contains("d.7z"));
}

TEST_CASE("a lab whose name ends in a number keeps it") {
  const Submissions in;
  in.write("bob_102_9003_sum2.cu", "b");
  in.write("ada_101_9001_sum2-1.cu", "a");
  ImportRequest request = in.request();
  request.labs = {"sum", "sum2"};
  import_submissions(request);
  CHECK(in.read("102/1/sum2.cu") == "b");
  CHECK(in.read("101/1/sum2.cu") == "a");
}

TEST_CASE("a roster's teams share each member's hand-ins") {
  const Submissions in;
  in.write("../class.csv", "ID,Name,Team\n1,Ada L,red\n2,Bob B,red\n3,Cy C,blue\n4,Di D,\n");
  in.write("2/matmul.cu", "two");
  in.write("1/matmul.cu", "one");
  in.write("blue/matmul.cu", "blue");
  in.write("4/matmul.cu", "four");
  ImportRequest request = in.request();
  request.roster = in.top / "class.csv";
  Imported got = import_submissions(request);
  CHECK(list(got) == "1 1, 1 2, 3 1, 4 1");
  CHECK(student_title(got.attempts[0].student) == "1 (Ada L) + 2 (Bob B)");
  CHECK(people_text(got.attempts[1].student) == "Ada L, Bob B (red)");
  CHECK(got.attempts[2].student.others.empty());
  in.write("2/matmul.cu", "one");  // the same files: handed in once
  got = import_submissions(request);
  CHECK(list(got) == "1 1, 3 1, 4 1");
  CHECK(got.attempts[0].source == "1, 2");
}

TEST_CASE("a clone's last commit is its time, feedback aside") {
  const Submissions in;
  const auto git = [&](const std::string& clone, const std::string& command, const char* when) {
    const std::string line = std::string("GIT_COMMITTER_DATE='") + when +
                             "' git -c user.name=x -c user.email=x@x -c commit.gpgsign=false -C '" +
                             (in.in / clone).string() + "' " + command;
    REQUIRE(std::system(line.c_str()) == 0);
  };
  for (const std::string clone : {"lab-ada", "lab-bob"}) {
    in.write(clone + "/matmul.cu", clone);
    git(clone, "init -q", "");
    git(clone, "add .", "");
    git(clone, "commit -qm x", "2026-03-01T12:00:00+0100");
    git(clone, "config core.fsmonitor 'touch " + in.top.string() + "/run'", "");
    git(clone, "config log.showSignature true", "");
    git(clone, "config gpg.program " + in.top.string() + "/run", "");
  }
  in.write("lab-bob/feedback/dot.md", "good");
  git("lab-bob", "-c core.fsmonitor= add feedback", "");
  git("lab-bob", "-c core.fsmonitor= commit -qm feedback", "2026-03-09T12:00:00+0100");
  git("lab-bob", "pack-refs --all", "");
  const Imported got = in.import();
  REQUIRE(got.attempts.size() == 2);
  CHECK(got.attempts[0].submitted_at == "2026-03-01T12:00:00+01:00");
  CHECK(got.attempts[1].submitted_at == "2026-03-01T12:00:00+01:00");
  CHECK(!std::filesystem::exists(in.top / "run"));
}

TEST_CASE("students get the roster's ids, unknown ones are listed") {
  const Submissions in;
  in.write("../class.csv",
           "Student,ID,SIS Login ID,Section\n"
           "    Points Possible,,,\n"
           "\"Lovelace, Ada\",77,alove,A\n\"Bee, Bob\",78,bbee,B\n");
  in.write("ada_lovelace/matmul.cu", "a");
  in.write("bbee/matmul.cu", "b");
  in.write("stranger/matmul.cu", "s");
  ImportRequest request = in.request();
  request.roster = in.top / "class.csv";
  const Imported got = import_submissions(request);
  CHECK(list(got) == "77 1, 78 1");
  CHECK(got.attempts[0].student.section == "A");
  CHECK(unmatched(got) == "stranger: stranger is not in the roster\n");
}

TEST_CASE("one student's odd file names do not affect other students") {
  const Submissions in;
  in.write("week/ada/matmul.cu", "a");
  in.write("week/ada/x", "x");
  in.write("week/bob/matmul.cu", "b");
  ImportRequest request = in.request();
  request.pattern = "week/(?<student>[a-z]+)(?<file>/.*)";  // an absolute name
  CHECK(list(import_submissions(request)) == "ada 1, bob 1");
  CHECK(in.read("ada/1/x") == "x");
  const Submissions canvas;
  canvas.write("ada_1_2_...", "dots");
  canvas.write("ada_1_2_matmul.cu", "a");
  canvas.write("bob_2_3_..", "up");
  canvas.write("bob_2_4_matmul.cu", "b");
  const Imported got = canvas.import();
  CHECK(list(got) == "1 1, 2 1");
  CHECK(left_out(got) == "bob_2_3_.., bob_2_4_matmul.cu: the file named \"..\" is left out\n");
}

TEST_CASE("one student's long paths do not affect other students") {
  const Submissions in;
  const auto deep = [](std::size_t parts, const std::string& file) {
    std::string path;
    for (std::size_t i = 0; i < parts; ++i) path += std::string(199, 'd') + '/';
    return path + file;
  };
  // Each archive keeps to the limits by itself; the names together are longer than a path may be.
  const std::string third = Zip().add(deep(4, "z.txt"), "z").bytes();
  const std::string second = Zip().add(deep(4, "y.zip"), third).bytes();
  in.write("ada/" + deep(13, "x.zip"), Zip().add(deep(4, "w.zip"), second).bytes());
  in.write("ada/matmul.cu", "a");
  in.write("bob/matmul.cu", "b");
  // Deeper on the disk than one path can tell.
  namespace fs = std::filesystem;
  const fs::path before = fs::current_path();
  in.write("cy/matmul.cu", "c");
  fs::current_path(in.in / "cy");
  for (int i = 0; i < 25; ++i) {
    fs::create_directory(std::string(199, 'd'));
    fs::current_path(std::string(199, 'd'));
  }
  fs::current_path(before);
  const Imported got = in.import();
  CHECK(list(got) == "ada 1, bob 1, cy 1");
  CHECK(in.read("ada/1/matmul.cu") == "a");
  CHECK_THAT(left_out(got), Catch::Contains("… is left out: its name is too long") &&
                                Catch::Contains("has a path that is too long"));
}

TEST_CASE("labs in different folders are merged, and clashes are reported") {
  const Submissions in;
  in.write("ada/matmul/matmul.cu", "m");
  in.write("ada/matmul/help", "h");
  in.write("ada/sum/sum.cu", "s");
  in.write("ada/sum/help/x", "x");
  ImportRequest request = in.request();
  request.labs = {"matmul", "sum"};
  const Imported got = import_submissions(request);
  CHECK(list(got) == "ada 1");
  CHECK(in.read("ada/1/matmul.cu") == "m");
  CHECK(in.read("ada/1/sum.cu") == "s");
  CHECK(left_out(got) == "ada: help/x is left out: another file has its name\n");
}

TEST_CASE("a misnamed file is listed for the lab that its name contains") {
  for (const char* name : {"matmul (one).cu", "lovelace_matmul.cu", "matmul.cpp", "matmul.cu.txt",
                           "matmul-final.cu", "work/matmul2.cu"}) {
    CAPTURE(name);
    const Submissions in;
    in.write("ada/sum.cu", "s");
    in.write(std::string("ada/") + name, "m");
    in.write("ada/matmul_notes.pdf", "n");
    ImportRequest request = in.request();
    request.labs = {"matmul", "sum", "mat"};
    const Imported got = import_submissions(request);
    CHECK(list(got) == "ada 1");
    CHECK(unusable(got) == std::string("ada matmul: ") + name + ": not named matmul.cu\n");
  }
}

TEST_CASE("an instructor chooses a file, from the hand-in or from elsewhere") {
  const Submissions in;
  in.write("ada/work/matmul (1).cu", "a");
  in.write("ada/work/help.cuh", "h");
  in.write("bob/1/matmul.cu", "b1");
  in.write("bob/2/matmul.cpp", "b2");
  in.write("../roster.csv", "id,name\nada,Ada L\nbob,Bob B\neve,Eve E\n");
  in.write("../mail/final.cu", "e");
  ImportRequest request = in.request();
  request.roster = in.top / "roster.csv";
  request.takes = {{"Ada L", "work/matmul (1).cu"},
                   {"bob", "bob/2/matmul.cpp"},
                   {"eve", in.top / "mail/final.cu"}};
  const Imported got = import_submissions(request);
  CHECK(list(got) == "ada 1, bob 1, bob 2, eve 1");
  CHECK(unusable(got) == "");
  CHECK(in.read("ada/1/matmul.cu") == "a");
  CHECK(in.read("ada/1/help.cuh") == "h");
  CHECK(in.read("bob/2/matmul.cu") == "b2");
  CHECK(in.read("eve/1/matmul.cu") == "e");
  CHECK(got.attempts[0].taken == "work/matmul (1).cu as matmul.cu");
  CHECK(got.attempts[1].taken == "");
  CHECK(got.attempts[3].taken == "final.cu (not from the hand-in) as matmul.cu");
  request.takes = {{"ada", "matmul (2).cu"}};
  CHECK_THROWS_WITH(import_submissions(request), Catch::Contains("there is no such file"));
  request.takes = {{"zed", "matmul (1).cu"}};
  CHECK_THROWS_WITH(import_submissions(request), Catch::Contains("there is no student zed"));
  request.labs = {"matmul", "sum"};
  request.takes = {{"eve", in.top / "mail/final.cu"}};
  CHECK_THROWS_WITH(import_submissions(request), Catch::Contains("the lab is ambiguous"));
}
